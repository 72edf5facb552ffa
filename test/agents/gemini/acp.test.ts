// What gemini says over the Agent Client Protocol when something goes wrong, as it was recorded with 0.61.0.
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { agentKind } from '../../../src/agents/kinds/gemini/index.ts';
import { classifyAcpError, classifyOtherLine, explainExit } from '../../../src/agents/kinds/gemini/parse.ts';
import { createProcessRunner } from '../../../src/process/process-runner.ts';
import { systemClock } from '../../../src/support/clock.ts';
import { agentPorts, aPrompt } from '../../support/agents.ts';
import { inCi } from '../../support/campaign.ts';

const FAKE = fileURLToPath(new URL('../../fakes/speaks-acp.mjs', import.meta.url));

/** What a session of gemini makes of a turn in which its program does this. */
async function answerTo(...turn: readonly object[]) {
  return await answerOf({ turns: [turn] });
}

async function answerOf(does: object) {
  const folder = await mkdtemp(join(tmpdir(), 'gemini-session-'));
  const processes = createProcessRunner({ clock: systemClock, graceMs: 200 });
  const path = join(folder, 'gemini');
  const told = JSON.stringify({ log: join(folder, 'heard'), turns: [], ...does });
  await writeFile(path, `#!/bin/sh\nexec '${process.execPath}' '${FAKE}' '${told}'\n`);
  await chmod(path, 0o755);
  const env = { PATH: process.env['PATH'], HOME: folder, GEMINI_API_KEY: 'dummy-key-of-the-tests' };
  const options = agentKind.options.parse({ path, transport: 'session' });
  const session = await agentKind.create('gemini', options, agentPorts({ processes, env, cwd: folder })).open('wall');
  onTestFinished(async () => {
    await session.close();
    await processes.close();
    await rm(folder, { recursive: true, force: true });
  });
  return await session.ask(aPrompt(), { signal: new AbortController().signal, onText: () => {} });
}

/** The end of a turn for which gemini counted these tokens, as 0.61.0 reports it. */
const counted = (input: number, output: number, stopReason = 'end_turn') => ({
  end: {
    stopReason,
    _meta: { quota: { token_count: { input_tokens: input, output_tokens: output }, model_usage: [] } },
  },
});

test.runIf(inCi).each([
  ['a text whose tokens were counted', [{ say: 'Yes.' }, counted(116, 9)], { status: 'answered', text: 'Yes.' }],
  [
    'a text without a token, as after a stream that ends without a finish reason',
    [{ say: 'The decision is beh' }, counted(0, 0)],
    { status: 'failed', failure: { code: 'crashed' }, partial: 'The decision is beh' },
  ],
  ['a text without any word on tokens', [{ say: 'Yes.' }], { status: 'failed', failure: { code: 'crashed' } }],
  ['no text and no token', [counted(0, 0)], { status: 'failed', failure: { code: 'empty' } }],
  ['no text, but tokens', [counted(116, 0)], { status: 'failed', failure: { code: 'empty' } }],
  [
    'a prompt that gemini did not send',
    [counted(0, 0, 'max_tokens')],
    { status: 'failed', failure: { code: 'too-large', message: expect.stringContaining('longer than the model') } },
  ],
])('%s is judged by its end', async (_what, turn, reply) => {
  expect(await answerTo(...turn)).toMatchObject(reply);
});

test('what it can do about a login is what gemini can be told, and no setting of other kinds', async () => {
  const reply = await answerOf({
    handshake: { initialize: { authMethods: [{ id: 'oauth-personal' }] }, wantsLogin: true },
  });
  expect(reply).toMatchObject({ status: 'failed', failure: { code: 'not-logged-in' } });
  expect(reply).toHaveProperty('failure.message', expect.not.stringMatching(/authMethod|oauth-personal/));
});

const body = (code: number, message: string) => JSON.stringify({ error: { code, message, status: 'ANY' } });

test.each([
  [401, body(401, 'the test asked for status 401'), 'not-logged-in'],
  [403, body(403, 'the test asked for status 403'), 'not-logged-in'],
  [400, body(400, 'API key not valid. Please pass a valid API key.'), 'not-logged-in'],
  [429, 'the test asked for status 429', 'rate-limited'],
  [500, body(500, 'the test asked for status 500'), 'overloaded'],
  [503, 'the test asked for status 503', 'overloaded'],
  // 500 is also what it says when it knows no status.
  [500, 'The model is not found.', 'rejected'],
  [500, 'exception TypeError: fetch failed sending request', 'unreachable'],
  [500, 'terminated', 'unreachable'],
  [-32603, 'Something else', undefined],
])('error %i with %s is %s', (number, message, code) => {
  expect(classifyAcpError(number, message)).toBe(code);
});

test('a login that it asks for at a terminal is none', () => {
  const asked = '\u001b[?1049h\u001b[2JPlease visit the following URL to authorize the application:';
  expect(classifyOtherLine(asked)).toBe('not-logged-in');
  expect(classifyOtherLine('Loaded cached credentials.')).toBeUndefined();
});

test('an end at the start is told by the exit code and what it said', () => {
  const stderrTail = 'Ripgrep is not available. Falling back to GrepTool.\nInvalid auth method selected.\n';
  expect(explainExit({ end: { reason: 'exited', code: 41 }, stderrTail })).toEqual({
    code: 'not-logged-in',
    message: 'Invalid auth method selected.',
  });
  expect(explainExit({ end: { reason: 'exited', code: 0 }, stderrTail })).toBeUndefined();
  expect(explainExit({ end: { reason: 'signalled', signal: 'SIGKILL' }, stderrTail })).toBeUndefined();
});
