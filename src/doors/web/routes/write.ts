// What all routes that write have in common: a body with a key, one answer for each key, and how far the ledger got.
import type * as z from 'zod';
import type { WriteAnswer } from '../../../domain/hall-page/writes.ts';
import type { Hall } from '../../../hall/operations/hall.ts';
import type { Dispatched } from '../../../ledger/engine/engine.ts';
import { json } from '../../../net/server/answers.ts';
import { readJson } from '../../../net/server/body.ts';
import { OncePerKey } from '../once-per-key.ts';
import type { Call, Route } from './route.ts';

type Keyed = z.ZodType<{ readonly key: string }>;

/** A call with what was sent. */
export interface Write<Body> extends Call {
  readonly threadId: string;
  readonly body: Body;
  /** As the record names them. */
  readonly author: string;
}

export const toWriteAnswer = ({ snapshot }: Pick<Dispatched, 'snapshot'>): WriteAnswer => ({
  threadId: snapshot.threadId,
  events: snapshot.debate.nextSeq,
});

/** `write` gives the body of the answer. */
export function answerOnce<Schema extends Keyed>(
  schema: Schema,
  write: (call: Write<z.output<Schema>>) => Promise<object>,
): Route['answer'] {
  /** Halls have keys of the same names, and debates of the same IDs. */
  const halls = new WeakMap<Hall, OncePerKey<object>>();
  return async (call) => {
    const body = await readJson(call.request, schema);
    const { hall } = call.room;
    const given = halls.get(hall) ?? new OncePerKey<object>();
    halls.set(hall, given);
    const { id: person, name: author } = call.gate.principal;
    const threadId = call.params['id'] ?? '';
    const key = JSON.stringify([person, threadId, body.key]);
    return json(await given.answer(key, async () => await write({ ...call, threadId, body, author })));
  };
}
