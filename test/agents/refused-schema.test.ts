// A schema that is refused costs one more question, once; whatever else goes wrong is told as it is.
import { expect, test } from 'vitest';
import type { AgentSession, Prompt, Reply } from '../../src/agents/agent.ts';
import { withSchemaFallback } from '../../src/agents/failures/schema-fallback.ts';
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
  expect(await session.ask(aPromptWithSchema(), options)).toEqual(failed('rate-limited'));
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
