// A schema that is refused costs one more question, once; whatever else goes wrong is told as it is.
import { expect, test } from 'vitest';
import type { AgentSession, Prompt, Reply } from '../../src/agents/agent.ts';
import { withSchemaFallback } from '../../src/agents/failures/schema-fallback.ts';
import { createNegotiation } from '../../src/agents/kinds/openai-http/request.ts';
import type { Usage } from '../../src/domain/event-parts.ts';
import type { FailureCode } from '../../src/domain/failures/failures.ts';
import { aPrompt, aPromptWithSchema } from '../support/agents.ts';

const details = { durationMs: 1, notes: [] };
const answered: Reply = { status: 'answered', text: 'yes', details };
const options = { signal: new AbortController().signal, onText: () => {} };

function failed(code: FailureCode): Reply {
  return { status: 'failed', failure: { code, message: `It was ${code}.` }, details };
}

/** A session that gives these replies in turn, and whether each question came with a schema. */
function giving(...replies: readonly Reply[]): { session: AgentSession; schemas: boolean[] } {
  const schemas: boolean[] = [];
  const ask = async ({ step }: Prompt) => {
    schemas.push(step.schema !== undefined);
    return replies[schemas.length - 1] ?? answered;
  };
  return { session: withSchemaFallback({ ask, close: async () => {} }), schemas };
}

test('a question that is answered without its schema shows that schemas are refused', async () => {
  const { session, schemas } = giving(failed('rejected'), answered, answered);
  expect((await session.ask(aPromptWithSchema(), options)).details.notes).toEqual([
    'it was asked without the answer schema, which was refused (It was rejected.)',
  ]);
  expect(await session.ask(aPromptWithSchema(), options)).toBe(answered);
  expect(schemas).toEqual([true, false, false]);
});

test('a question that is rejected either way says nothing about schemas', async () => {
  const { session, schemas } = giving(failed('rejected'), failed('rate-limited'), answered);
  const reply = await session.ask(aPromptWithSchema(), options);
  expect(reply).toEqual({ ...failed('rate-limited'), details: { durationMs: 2, notes: [] } });
  expect(await session.ask(aPromptWithSchema(), options)).toBe(answered);
  expect(schemas).toEqual([true, false, true]);
});

test.each(['rate-limited', 'not-logged-in', 'timed-out', 'refused'] as const)(
  'a question that is %s is not asked a second time',
  async (code) => {
    const { session, schemas } = giving(failed(code));
    expect(await session.ask(aPromptWithSchema(), options)).toEqual(failed(code));
    expect(schemas).toEqual([true]);
  },
);

test('a question without a schema that is rejected is not asked a second time', async () => {
  const { session, schemas } = giving(failed('rejected'));
  expect(await session.ask(aPrompt(), options)).toEqual(failed('rejected'));
  expect(schemas).toEqual([false]);
});

test('nobody is asked again after the person has stopped it', async () => {
  const stop = new AbortController();
  stop.abort();
  const { session, schemas } = giving(failed('rejected'));
  await session.ask(aPromptWithSchema(), { ...options, signal: stop.signal });
  expect(schemas).toEqual([true]);
});

const SPENT: Usage = { inputTokens: 100, outputTokens: 10, costMicroUsd: 500_000 };
const TWICE: Usage = { inputTokens: 200, outputTokens: 20, costMicroUsd: 1_000_000 };
const BOTH_TRIES: readonly [string, Usage | undefined, Usage | undefined, Usage | undefined][] = [
  ['both report', SPENT, SPENT, TWICE],
  ['the first reports', SPENT, undefined, { ...SPENT, atLeast: true }],
  ['the second reports, as after a request that no model saw', undefined, SPENT, SPENT],
  ['neither reports', undefined, undefined, undefined],
  ['the first reports in part', { ...SPENT, atLeast: true }, SPENT, { ...TWICE, atLeast: true }],
];
const used = (reply: Reply, usage: Usage | undefined, durationMs: number): Reply => ({
  ...reply,
  details: { durationMs, notes: [], ...(usage === undefined ? {} : { usage }) },
});

test.each(BOTH_TRIES)('what a refused question took is counted: %s', async (_, first, second, sum) => {
  for (const again of [answered, failed('rejected'), failed('crashed')]) {
    const refused = used(failed('rejected'), first, 30);
    const { session } = giving(refused, {
      ...used(again, second, 4),
      details: { ...used(again, second, 4).details, firstTextMs: 3 },
    });
    const { details: all } = await session.ask(aPromptWithSchema(), options);
    expect([all.usage, all.durationMs, all.firstTextMs]).toEqual([sum, 34, 33]);
  }
});

test.each(BOTH_TRIES)(
  'by a service as well, whose tools may have been called before: %s',
  async (_, first, second, sum) => {
    const replies = [
      { status: 400, verdict: { status: 'failed', code: 'rejected', facts: first ? { usage: first } : {} } },
      { status: 200, verdict: { status: 'answered', text: 'yes', facts: second ? { usage: second } : {} } },
    ] as const;
    const schemas: unknown[] = [];
    const verdict = await createNegotiation().ask(
      {},
      async ({ schema }) => replies[schemas.push(schema) - 1] ?? replies[1],
    );
    expect(schemas).toEqual([{}, undefined]);
    expect(verdict).toEqual({ status: 'answered', text: 'yes', facts: sum ? { usage: sum } : {} });
  },
);
