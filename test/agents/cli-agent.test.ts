// What every agent of a CLI has in common, whichever CLI it is: seen through codex.
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { agentKind } from '../../src/agents/kinds/codex/index.ts';
import { provenanceSchema } from '../../src/domain/event-parts.ts';
import { aPrompt } from '../support/agents.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { recordedAgent } from './recorded-cli.ts';

const YES = ['{"type":"item.completed","item":{"type":"agent_message","text":"Yes."}}', '{"type":"turn.completed"}'];
const HANGING = { version: '0.169.0', stdout: ['{"type":"turn.started"}'], hang: true };

test('closing a session ends what it still asks', async () => {
  const { agent } = await recordedAgent(agentKind, HANGING);
  const session = await agent.open('wall');
  const asked = session.ask(aPrompt(), { signal: new AbortController().signal, onText: () => {} });
  await session.close();
  expect(await asked).toMatchObject({ status: 'failed', failure: { code: 'cancelled' } });
  await session.close();
});

test('a call that is cancelled before it starts ends as cancelled', async () => {
  const { ask } = await recordedAgent(agentKind, HANGING);
  const { reply } = await ask('Speak.', AbortSignal.abort());
  expect(reply).toMatchObject({ status: 'failed', failure: { code: 'cancelled' } });
});

test('a version that cannot be told does not keep a seat from speaking', async () => {
  const { ask } = await recordedAgent(agentKind, { version: 'no idea', stdout: YES });
  const { reply } = await ask();
  expect(reply).toMatchObject({ status: 'answered', text: 'Yes.' });
  expect(reply.details).not.toHaveProperty('cliVersion');
  expect(reply.details.notes.join()).toContain('does not report its version');
});

test.runIf(inCampaign)('a version that nobody hears of does not hold an answer back', async () => {
  const { ask } = await recordedAgent(agentKind, { version: 'never', stdout: YES });
  const { reply } = await ask();
  expect(reply).toMatchObject({ status: 'answered', text: 'Yes.' });
  expect(reply.details.notes.join()).toContain('did not report its version before it answered');
});

test.each([
  ['an empty name', ''],
  ['a name longer than a record takes', 'x'.repeat(5_000)],
  ['a name with a secret in it', 'ghp_abcdefghijklmnopqrstuvwxyz0123'],
])('%s for a session costs no answer and leaks nothing', async (_, id) => {
  const stdout = [JSON.stringify({ type: 'thread.started', thread_id: id }), ...YES];
  const { agent, ask } = await recordedAgent(agentKind, { version: `1.2.3-${'x'.repeat(300)}`, stdout });
  const { reply } = await ask();
  expect(reply).toMatchObject({ status: 'answered', text: 'Yes.' });
  const { sessionId, cliVersion } = reply.details;
  expect(provenanceSchema.parse({ agent: agent.ref, sessionId, cliVersion }).sessionId ?? '').not.toMatch(/ghp_/);
});

test.runIf(inCi)('when our limit ends a program, its own last complaint is passed on', async () => {
  const complaint = '{"type":"error","message":"Reconnecting... 1/5 (connection reset by peer)"}';
  const { ask } = await recordedAgent(agentKind, { ...HANGING, stdout: [complaint] }, { limits: { idleMs: 600 } });
  const { reply } = await ask();
  expect(reply).toMatchObject({ status: 'failed', failure: { code: 'timed-out' } });
  if (reply.status === 'failed') expect(reply.failure.message).toContain('connection reset by peer');
});

test('a plan shows the call and the names of its variables, and no values', async () => {
  const { agent } = await recordedAgent(agentKind, HANGING, { env: { CODEX_API_KEY: 'secret-key-123' } });
  const plan = agent.plan(aPrompt());
  expect(plan.argv.slice(1, 3)).toEqual(['exec', '--json']);
  expect(plan.env).toEqual(expect.arrayContaining(['CODEX_API_KEY', 'CODEX_HOME', 'DEBATE_HALL_DEPTH']));
  expect(plan.stdin).toBe('prompt');
  expect(JSON.stringify(plan)).not.toContain('secret-key-123');
});

test('the scratch folder is gone with the call', async () => {
  const { ask, call } = await recordedAgent(agentKind, { ...HANGING, hang: false });
  await ask();
  const scratch = call()?.scratch ?? '/';
  expect(scratch).toMatch(/debate-hall-/);
  expect(existsSync(scratch)).toBe(false);
});
