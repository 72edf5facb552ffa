// Taking part in one debate: what a person says, picks, closes, and records about it afterwards.

import { defined } from '../../../domain/defined.ts';
import { type LookAnswer, lookRequestSchema } from '../../../domain/hall-page/looks.ts';
import {
  closeRequestSchema,
  interjectRequestSchema,
  outcomeRequestSchema,
  pickRequestSchema,
  sayRequestSchema,
} from '../../../domain/hall-page/writes.ts';
import { describeReadAnswer } from '../../../domain/words/describe-answer.ts';
import { close, interject, pick } from '../../../hall/operations/debate/take-part/manual-turns.ts';
import { operationOfTurn } from '../../../hall/operations/debate/take-part/person-steps.ts';
import { recordOutcome } from '../../../hall/operations/records/outcomes/record-outcome.ts';
import { json } from '../../../net/server/answers.ts';
import { readJson } from '../../../net/server/body.ts';
import { lookForSeat } from '../debate/seat-looks.ts';
import { takeTurn, toTaken } from '../debate/take-turn.ts';
import type { Call, Route } from './route.ts';
import { answerOnce, toWriteAnswer } from './write.ts';

const answerSay = answerOnce(sayRequestSchema, async ({ room: { hall }, gate, threadId, author, body }) => {
  const operation = operationOfTurn(await hall.engine.snapshot(threadId), body.seat);
  if (operation !== 'say') await gate.permit(operation, threadId);
  const done = await takeTurn(hall, toTaken(threadId, author, body));
  const readAs = describeReadAnswer(done.events, done.snapshot.debate.opened.question);
  return { ...toWriteAnswer(done), ...defined({ readAs }) };
});

const answerInterject = answerOnce(interjectRequestSchema, async ({ room, threadId, author, body: { key, text } }) =>
  toWriteAnswer(await interject(room.hall, { threadId, author, key, content: text })),
);

const answerPick = answerOnce(pickRequestSchema, async ({ room, threadId, author, body: { key, seat } }) =>
  toWriteAnswer(await pick(room.hall, { threadId, author, seat, key })),
);

const answerClose = answerOnce(closeRequestSchema, async ({ room, threadId, author, body: { decision } }) =>
  toWriteAnswer(await close(room.hall, { threadId, author, ...defined({ synthesis: decision }) })),
);

const answerOutcome = answerOnce(outcomeRequestSchema, async ({ room, threadId, author, body: { turnedOut, note } }) =>
  toWriteAnswer(await recordOutcome(room.hall, { threadId, author, turnedOut, ...defined({ note }) })),
);

/** One that is sent again is another look. */
async function answerLook({ request, params, room, gate, connection }: Call): Promise<Response> {
  const look = await lookForSeat(room.hall, gate, {
    threadId: params['id'] ?? '',
    seat: params['seat'] ?? '',
    request: await readJson(request, lookRequestSchema),
    signal: AbortSignal.any([request.signal, connection.closing]),
  });
  return json(look satisfies LookAnswer);
}

const of = (name: string) => `/api/debates/:id/${name}`;

export const turnRoutes: readonly Route[] = [
  { method: 'POST', path: of('say'), operation: 'say', answer: answerSay },
  { method: 'POST', path: of('seats/:seat/look'), operation: 'say', answer: answerLook },
  { method: 'POST', path: of('interject'), operation: 'interject', answer: answerInterject },
  { method: 'POST', path: of('pick'), operation: 'pick-speaker', answer: answerPick },
  { method: 'POST', path: of('close'), operation: 'close-debate', answer: answerClose },
  { method: 'POST', path: of('outcome'), operation: 'record-outcome', answer: answerOutcome },
];
