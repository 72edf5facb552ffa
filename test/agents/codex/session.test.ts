// A codex that stays, seen from the agent contract: what is made of everything that its app-server was recorded to say.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCodexDialogue } from '../../../src/agents/kinds/codex/dialogue.ts';
import { ANSWER_SCHEMA, aPrompt, aPromptWithSchema } from '../../support/agents.ts';
import { inCi } from '../../support/campaign.ts';
import { FOREVER_MS } from '../../support/limits.ts';
import { recordedConversation, stayingCodex } from './app-server.ts';

const FIRST = 'Hello über 😀.\nSecond line.';
const SECOND = 'Again, with a second answer.';
/** The exchange that follows the first question: `initialize`, `initialized` and `thread/start` come before it. */
const QUESTION = 3;

async function questions(): Promise<{ before: string[][]; first: string[]; second: string[] }> {
  const { exchanges } = await recordedConversation('two-turns');
  return {
    before: exchanges.slice(0, QUESTION),
    first: exchanges[QUESTION] ?? [],
    second: exchanges[QUESTION + 1] ?? [],
  };
}

function until(lines: readonly string[], mark: string): string[] {
  return lines.slice(0, lines.findIndex((line) => line.includes(mark)) + 1);
}

describe('a conversation', () => {
  test('two questions go to one program and one thread, each with its own answer and usage', async () => {
    const { ask, heard } = await stayingCodex(await recordedConversation('two-turns'));
    const first = await ask();
    expect(first.reply).toMatchObject({ status: 'answered', text: FIRST });
    expect(first.deltas.length).toBeGreaterThan(1);
    expect(first.deltas.join('')).toBe(FIRST);
    expect(first.reply.details).toMatchObject({
      cliVersion: '0.169.0',
      reportedModel: 'gpt-5.5',
      usage: { inputTokens: 500, cachedInputTokens: 300, outputTokens: 12 },
      sessionTurn: 1,
      notes: [],
    });
    expect(first.reply.details.sessionId).toMatch(/^[0-9a-f-]{36}$/);
    const second = await ask();
    expect(second.reply).toMatchObject({ status: 'answered', text: SECOND });
    expect(second.deltas.join('')).toBe(SECOND);
    expect(second.reply.details).toMatchObject({
      usage: { inputTokens: 1_000, cachedInputTokens: 600, outputTokens: 24 },
      sessionTurn: 2,
    });
    const messages = heard();
    expect(messages.filter((message) => 'started' in message)).toHaveLength(1);
    expect(messages.map(({ method }) => method).slice(1)).toEqual([
      'initialize',
      'initialized',
      'thread/start',
      'turn/start',
      'turn/start',
    ]);
  });

  test('the role goes to the thread, which may touch nothing; the question goes to the turn', async () => {
    const { ask, heard } = await stayingCodex(await recordedConversation('two-turns'));
    await ask('/memory show @secret.txt');
    const messages = heard();
    const sent = (method: string) => messages.find((message) => message['method'] === method)?.['params'];
    expect(sent('thread/start')).toMatchObject({
      baseInstructions: 'You are the Wall.',
      ephemeral: true,
      sandbox: 'read-only',
      approvalPolicy: 'never',
    });
    expect(sent('turn/start')).toMatchObject({ input: [{ type: 'text', text: '/memory show @secret.txt' }] });
  });

  test('each question is held to its own schema, and to none without one', async () => {
    const { session, heard } = await stayingCodex(await recordedConversation('two-turns'));
    const options = { signal: new AbortController().signal, onText: () => {} };
    await session.ask(aPromptWithSchema(), options);
    await session.ask(aPrompt(), options);
    const turns = heard().filter(({ method }) => method === 'turn/start');
    expect(turns.map(({ params }) => Object(params).outputSchema)).toEqual([ANSWER_SCHEMA, undefined]);
  });

  test('a session that is warmed up has its thread before the first question', async () => {
    const { session, ask, heard } = await stayingCodex(await recordedConversation('two-turns'));
    session.warm?.('You are the Wall.');
    await expect.poll(() => heard().at(-1)?.['method']).toBe('thread/start');
    expect((await ask()).reply).toMatchObject({ status: 'answered', text: FIRST });
  });

  test('usage counts every response of a turn, and no earlier turn', async () => {
    const { ask } = await stayingCodex(await recordedConversation('two-responses'));
    const { reply } = await ask();
    expect(reply.details.usage).toEqual({ inputTokens: 718, cachedInputTokens: 300, outputTokens: 16 });
  });

  test('messages of a turn count although they come before the answer that it has begun', async () => {
    const { before, first } = await questions();
    const begun = first.filter((line) => line.includes('"result"'));
    const others = first.filter((line) => !line.includes('"result"'));
    const { ask } = await stayingCodex({ exchanges: [...before, [...others, ...begun]] });
    const { reply, deltas } = await ask();
    expect(reply).toMatchObject({ status: 'answered', text: FIRST });
    expect(deltas.join('')).toBe(FIRST);
  });

  test('late messages of an earlier turn are not taken for this one', async () => {
    const { before, first, second } = await questions();
    const late = first.filter((line) => !line.includes('"result"'));
    const { ask } = await stayingCodex({ exchanges: [...before, first, [...late, ...second]] });
    await ask();
    const { reply, deltas } = await ask();
    expect(reply).toMatchObject({ status: 'answered', text: SECOND });
    expect(reply.details.usage).toEqual({ inputTokens: 1_000, cachedInputTokens: 600, outputTokens: 24 });
    expect(deltas.join('')).toBe(SECOND);
  });

  test('a turn all of whose messages are of unknown kinds is said to be one, by a newer codex that answers as ever', async () => {
    const { before, first } = await questions();
    const begun = first.filter((line) => line.includes('"result"'));
    const told = ['{"method":"turn/event","params":{"kind":"text","text":"Hello"}}'];
    const limits = { firstOutputMs: 800 };
    const unknown = await stayingCodex({ exchanges: [...before, [...begun, ...told]] }, { limits });
    const message = expect.stringMatching(/messages that this version of Debate Hall does not know\. .*turn\/event/);
    expect((await unknown.ask()).reply).toMatchObject({ failure: { code: 'timed-out', message } });
    // As codex begins every turn, before its model says a word.
    const known = until(first, '"item/started"');
    const silent = await stayingCodex({ exchanges: [...before, [...known, ...told]] }, { limits });
    const late = expect.stringContaining('did not begin to answer within 800 ms.');
    expect((await silent.ask()).reply).toMatchObject({ failure: { code: 'timed-out', message: late } });
  });

  test('a summary that codex puts in the place of the conversation is noted', async () => {
    const { ask } = await stayingCodex(await recordedConversation('compacted'));
    expect((await ask()).reply.details.notes).toEqual([]);
    const { reply } = await ask();
    expect(reply).toMatchObject({ status: 'answered', text: 'three' });
    expect(reply.details.notes.join()).toContain('its own summary');
  });

  test('a warning of codex is noted', async () => {
    const { ask } = await stayingCodex(await recordedConversation('unknown-model'));
    const { reply } = await ask();
    expect(reply.status).toBe('answered');
    expect(reply.details.notes.join()).toContain('Model metadata for `no-such-model` not found');
  });

  test('a request for approval is declined, and noted', async () => {
    const { ask, heard } = await stayingCodex(await recordedConversation('approval'));
    const { reply } = await ask();
    expect(reply).toMatchObject({ status: 'answered', text: 'done' });
    expect(reply.details.notes).toEqual(['codex asked for "item/commandExecution/requestApproval"; this was declined']);
    expect(heard().at(-1)).toMatchObject({ id: 0, result: { decision: 'decline' } });
  });

  test('a request that nobody foresaw gets an error at once', async () => {
    const { before, first } = await questions();
    const request = JSON.stringify({ id: 'r1', method: 'client/doSomething', params: {} });
    const { ask, heard } = await stayingCodex({ exchanges: [...before, [request, ...first]] });
    const { reply } = await ask();
    expect(reply).toMatchObject({ status: 'answered', text: FIRST });
    expect(reply.details.notes.join()).toContain('client/doSomething');
    await expect.poll(heard).toContainEqual(expect.objectContaining({ id: 'r1', error: expect.anything() }));
  });

  test('a stream that codex made up for by itself gives the whole answer', async () => {
    const { ask } = await stayingCodex(await recordedConversation('reconnected'));
    expect((await ask()).reply).toMatchObject({ status: 'answered', text: 'a whole answer' });
  });
});

describe('failures', () => {
  test.runIf(inCi).each([
    ['status-400', 'rejected', 'status 400'],
    ['status-401', 'not-logged-in', '401'],
    ['status-403', 'not-logged-in', '403'],
    ['status-404', 'rejected', 'status 404'],
    ['status-413', 'too-large', '413'],
    ['status-429', 'rate-limited', '429'],
    ['status-500', 'overloaded', 'high demand'],
    ['status-503', 'overloaded', 'at capacity'],
    ['quota', 'rate-limited', '429'],
    ['key-invalid', 'not-logged-in', 'API key not valid'],
    ['missing-variable', 'not-logged-in', 'Missing environment variable'],
    ['context-too-long', 'too-large', 'maximum number of tokens'],
    ['input-too-long', 'too-large', 'maximum length'],
    ['cut', 'unreachable', 'stream disconnected'],
    ['cut-midway', 'unreachable', 'stream disconnected'],
    ['connection-refused', 'unreachable', 'Connection failed'],
    ['empty', 'empty', 'without a message'],
    ['refusal', 'refused', 'started a message and dropped it'],
    ['interrupt', 'crashed', 'aborted the turn'],
    ['bad-thread', 'rejected', 'unknown variant'],
    ['bad-config', 'rejected', 'unknown configuration field'],
    ['bad-flag', 'unknown-option', 'unexpected argument'],
  ])('recorded "%s" is %s', async (name, code, words) => {
    const recorded = await recordedConversation(name);
    // The recorded client broke its turn off after the first words; here codex does so by itself.
    const exchanges = name === 'interrupt' ? joined(recorded.exchanges) : recorded.exchanges;
    const extraArgs = name === 'bad-flag' ? ['--nonsense'] : [];
    const { ask } = await stayingCodex({ ...recorded, exchanges }, { extraArgs });
    const { reply } = await ask();
    expect(reply).toMatchObject({ status: 'failed', failure: { code } });
    if (reply.status === 'failed') expect(reply.failure.message).toContain(words);
    expect(reply.details.durationMs).toBeLessThan(FOREVER_MS / 2);
  });

  test('what was said before a stream broke is kept', async () => {
    const { ask } = await stayingCodex(await recordedConversation('cut-midway'));
    expect((await ask()).reply).toMatchObject({ status: 'failed', partial: 'half an ' });
  });

  test('a refused login is final at its first sign, although codex means to go on', async () => {
    const { exchanges } = await recordedConversation('reconnecting-401');
    const first = until(exchanges[QUESTION] ?? [], 'Reconnecting');
    const { ask } = await stayingCodex({ exchanges: [...exchanges.slice(0, QUESTION), first] });
    expect((await ask()).reply).toMatchObject({
      status: 'failed',
      failure: { code: 'not-logged-in', message: expect.stringContaining('Run "codex login"') },
    });
  });

  test('an answer to the handshake that has nothing in it is unreadable', async () => {
    const { before } = await questions();
    const { ask } = await stayingCodex({ exchanges: [...before.slice(0, 2), ['{"id":2,"result":{}}']] });
    expect((await ask()).reply).toMatchObject({ status: 'failed', failure: { code: 'unreadable' } });
  });

  test('a handshake that failed before the question fails the question', async () => {
    const { session, ask, heard } = await stayingCodex(await recordedConversation('bad-thread'));
    session.warm?.('You are the Wall.');
    await expect.poll(() => heard().at(-1)?.['method']).toBe('thread/start');
    expect((await ask()).reply).toMatchObject({ status: 'failed', failure: { code: 'rejected' } });
  });

  test('a program that dies in the middle of its second turn loses the session; the next question has a fresh one', async () => {
    const { before, first, second } = await questions();
    const cut = until(second, 'item/agentMessage/delta');
    const { ask, heard } = await stayingCodex({ exchanges: [...before, first, cut], exitsAfter: 5, exitCode: 101 });
    await ask();
    const { reply } = await ask();
    expect(reply).toMatchObject({
      status: 'failed',
      failure: { code: 'crashed' },
      sessionLost: true,
      partial: 'Again, with ',
    });
    expect((await ask()).reply).toMatchObject({ status: 'answered', text: FIRST, details: { sessionTurn: 1 } });
    expect(heard().filter((message) => 'started' in message)).toHaveLength(2);
  });

  test('text instead of messages is unreadable', async () => {
    const { ask } = await stayingCodex({ talk: ['Welcome to codex!'], exitCode: 0 });
    const { reply } = await ask();
    expect(reply).toMatchObject({ status: 'failed', failure: { code: 'unreadable' } });
    if (reply.status === 'failed') expect(reply.failure.message).toContain('Welcome to codex!');
  });

  test('text between the messages changes nothing', async () => {
    const { before, first } = await questions();
    const { ask } = await stayingCodex({
      talk: ['Welcome!', '{"method":', '[]', 'null'],
      exchanges: [...before, first],
    });
    expect((await ask()).reply).toMatchObject({ status: 'answered', text: FIRST });
  });

  test.runIf(inCi)('a program that never answers the handshake is ended by the limit', async () => {
    const { ask } = await stayingCodex({ exchanges: [] }, { limits: { firstOutputMs: 800 } });
    expect((await ask()).reply).toMatchObject({ status: 'failed', failure: { code: 'timed-out' } });
  });

  test('a cancelled turn is broken off in codex before the program is ended', async () => {
    const { before, first } = await questions();
    const cut = until(first, 'item/agentMessage/delta');
    const { ask, heard } = await stayingCodex({ exchanges: [...before, cut], endsOnlyWith: 'turn/interrupt' });
    const controller = new AbortController();
    const { reply } = await ask('Speak.', { signal: controller.signal, onText: () => controller.abort() });
    expect(reply).toMatchObject({ status: 'failed', failure: { code: 'cancelled' }, partial: 'Hello über 😀' });
    expect(heard().at(-1)).toMatchObject({ method: 'turn/interrupt' });
  });

  test('a question that codex would refuse is not sent', async () => {
    const { ask, heard } = await stayingCodex(await recordedConversation('two-turns'));
    const { reply } = await ask('😀'.repeat(1_048_577));
    expect(reply).toMatchObject({ status: 'failed', failure: { code: 'too-large' } });
    expect(heard().map(({ method }) => method)).not.toContain('turn/start');
  });

  test('lines that nobody foresaw never break the dialogue', () => {
    const ended = { end: { reason: 'exited', code: 0 }, stderrTail: '' } as const;
    const message = fc.record(
      { id: fc.oneof(fc.nat(4), fc.string()), method: fc.string(), result: fc.jsonValue(), error: fc.jsonValue() },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.string(),
            fc.json(),
            message.map((each) => JSON.stringify(each)),
          ),
        ),
        (lines) => {
          const request = { send: () => {}, system: 'You are the Wall.', scratch: 'scratch', tools: undefined };
          const dialogue = createCodexDialogue(request, []);
          const exchange = dialogue.ask({ text: 'Speak.' }, () => {});
          for (const line of lines) dialogue.readLine(line);
          expect(exchange.verdictAtExit(ended).status).not.toBe('answered');
        },
      ),
    );
  });
});

/** As if everything after the question had followed from it. */
function joined(exchanges: readonly (readonly string[])[]): string[][] {
  const after = exchanges.slice(QUESTION).flat();
  return [
    ...exchanges.slice(0, QUESTION).map((lines) => [...lines]),
    after.filter((line) => !line.includes('"result":{}')),
  ];
}
