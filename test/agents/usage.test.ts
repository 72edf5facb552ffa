// Absurd figures of usage: they cost no answer, count as unknown, and mark their sums as lower bounds.
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AnyAgentKind } from '../../src/agents/agent.ts';
import { agentKind as claude } from '../../src/agents/kinds/claude/index.ts';
import { agentKind as codex } from '../../src/agents/kinds/codex/index.ts';
import { agentKind as gemini } from '../../src/agents/kinds/gemini/index.ts';
import { readUsage, reportedDollars, reportedTokens } from '../../src/agents/usage.ts';
import { inCi } from '../support/campaign.ts';
import { anAgent, ask, DONE, event, type Service, SSE, startService } from './openai-http/service.ts';
import { recordedAgent } from './recorded-cli.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

/** As they stand in JSON. */
const ABSURD = ['1e300', '1e999', '-1', '9007199254740993', '1e13', '"many"', '{"total":5}', '[5]', 'true'];

test.each(ABSURD)('%s is no figure, and not 0 either', (text) => {
  const value: unknown = JSON.parse(text);
  for (const schema of [reportedTokens, reportedDollars]) expect(schema.parse(value)).toBeNaN();
  expect(readUsage({ inputTokens: reportedTokens.parse(value), outputTokens: 3 })).toEqual({
    outputTokens: 3,
    atLeast: true,
  });
});

test('what is missing is absent, and a fraction is rounded', () => {
  const [missing, empty] = [undefined, null].map((value) => reportedTokens.parse(value));
  expect(readUsage({ inputTokens: missing, cachedInputTokens: empty, outputTokens: 2.5 })).toEqual({ outputTokens: 3 });
});

type Answer = (figure: string) => readonly string[];
const CLIS: readonly (readonly [string, AnyAgentKind, Answer])[] = [
  [
    'claude',
    claude,
    (figure) => [
      '{"type":"assistant","message":{"model":"m","content":[{"type":"text","text":"Yes."}]}}',
      `{"type":"result","is_error":false,"result":"Yes.","modelUsage":{"m":{"inputTokens":${figure},"outputTokens":3}}}`,
    ],
  ],
  [
    'codex',
    codex,
    (figure) => [
      '{"type":"item.completed","item":{"type":"agent_message","text":"Yes."}}',
      `{"type":"turn.completed","usage":{"input_tokens":${figure},"output_tokens":3}}`,
    ],
  ],
  [
    'gemini',
    gemini,
    (figure) => [
      '{"type":"message","role":"assistant","content":"Yes."}',
      `{"type":"result","status":"success","stats":{"input_tokens":${figure},"output_tokens":3}}`,
    ],
  ],
];
const cases = CLIS.flatMap(([name, kind, answer]) =>
  ['1e300', '-1', '"many"'].map((figure) => ({ name, kind, answer, figure })),
);

test.each(inCi ? cases : cases.slice(0, 1))('$name answers with $figure tokens', async ({ kind, answer, figure }) => {
  const recorded = await recordedAgent(kind, { version: '1.0.0', stdout: answer(figure) });
  const { reply } = await recorded.ask();
  expect(reply).toMatchObject({ status: 'answered', text: 'Yes.' });
  expect(reply.details.usage).toMatchObject({ outputTokens: 3, atLeast: true });
  expect(reply.details.usage).not.toHaveProperty('inputTokens');
});

test.each(['"prompt_tokens":1e300', '"cost":1e300', '"prompt_tokens":-1', '"cost":"free"'])(
  'a service answers with %s',
  async (figure) => {
    const usage = `data: {"choices":[],"usage":{${figure},"completion_tokens":3}}\n\n`;
    service.answers({ headers: SSE, pieces: [event('Yes.', 'stop'), usage, DONE] });
    const session = await anAgent(service.baseUrl, { model: 'm' }).open('wind');
    const reply = await ask(session);
    await session.close();
    expect(reply).toMatchObject({ status: 'answered', details: { usage: { outputTokens: 3, atLeast: true } } });
  },
);
