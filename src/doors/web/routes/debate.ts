// Reading one debate: its record, what a seat is asked, the check of its chain, what it is related to, and its exports.
import * as z from 'zod';
import { defined } from '../../../domain/defined.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import {
  type ForksAnswer,
  PAGE_EXPORTS,
  type RelatedAnswer,
  type SeatSheet,
  type VerifyAnswer,
} from '../../../domain/hall-page/debate.ts';
import { shortenPaths } from '../../../domain/without-paths.ts';
import { listAskedAgain, listForks } from '../../../hall/operations/debate/related/reopening.ts';
import { readDueTurn } from '../../../hall/operations/debate/take-part/seat-prompt.ts';
import type { Hall } from '../../../hall/operations/hall.ts';
import { recallFor } from '../../../hall/operations/memory/recall.ts';
import { renderPieces } from '../../../hall/operations/records/copies/export-debate.ts';
import { verifyDebate } from '../../../hall/operations/records/read-debate.ts';
import { json } from '../../../net/server/answers.ts';
import { readQuery } from '../../../net/server/body.ts';
import type { Principal } from '../../../platform/access/principal.ts';
import { readDebateView } from '../debate/debate-view.ts';
import { readSeatLooks } from '../debate/seat-looks.ts';
import { listWaitingTurns } from '../debate/waiting.ts';
import type { Call, Route } from './route.ts';

/** Throws `not-found`, and `not-your-turn` where no person is waited for in this seat. */
async function readSeatSheet(hall: Hall, threadId: string, seat: string, principal: Principal): Promise<SeatSheet> {
  const { snapshot, step, prompt } = await readDueTurn(hall, threadId, seat);
  const turn = listWaitingTurns(snapshot).find(({ step: id }) => id === step.id);
  if (turn === undefined) {
    throw new HallError('not-your-turn', `The seat ${seat} is filled by an agent.`, { hint: 'Wait for its turn.' });
  }
  const said = prompt.transcript.map(({ seq, title, text }) => ({ seq, title, text: text ?? null }));
  const { system, topic, request } = prompt;
  const looks = turn.held === true ? undefined : await readSeatLooks(snapshot, turn, principal);
  const seen = snapshot.debate.nextSeq;
  return { turn, seen, system, topic, corrections: step.corrections, said, request, ...defined({ looks }) };
}

const threadOf = ({ params }: Call) => params['id'] ?? '';

async function answerView(call: Call): Promise<Response> {
  return json(await readDebateView(call.room.hall, threadOf(call), call.gate.principal));
}

async function answerSheet(call: Call): Promise<Response> {
  const { room, gate, params } = call;
  return json(
    (await readSeatSheet(room.hall, threadOf(call), params['seat'] ?? '', gate.principal)) satisfies SeatSheet,
  );
}

async function answerVerify(call: Call): Promise<Response> {
  const { ok, events, head, damage } = await verifyDebate(call.room.hall, { threadId: threadOf(call) });
  const problems = damage.map(({ line, message }) => `Line ${line}: ${shortenPaths(message)}`);
  return json({ ok, events, head, problems } satisfies VerifyAnswer);
}

async function answerRelated(call: Call): Promise<Response> {
  const recalled = await recallFor(call.room.hall, threadOf(call));
  const decisions = recalled.map(({ kind: _, options: __, rehearsal: ___, words: ____, ...decision }) => decision);
  return json({ decisions } satisfies RelatedAnswer);
}

async function answerForks(call: Call): Promise<Response> {
  const { hall } = call.room;
  // Throws for a debate that is not there.
  await hall.engine.snapshot(threadOf(call));
  const [forks, askedAgain] = [await listForks(hall, threadOf(call)), await listAskedAgain(hall, threadOf(call))];
  return json({ forks, askedAgain } satisfies ForksAnswer);
}

const exportQuerySchema = z.strictObject({ format: z.enum(PAGE_EXPORTS) });
const encoder = new TextEncoder();

async function answerExport(call: Call): Promise<Response> {
  const { hall } = call.room;
  const exporter = await hall.exporter(readQuery(call.request, exportQuerySchema).format);
  const pieces = (await renderPieces(hall, threadOf(call), exporter))[Symbol.iterator]();
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const { done, value } = pieces.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
  });
  const name = `${threadOf(call)}${exporter.extension}`;
  return new Response(body, {
    headers: { 'content-type': exporter.mimeType, 'content-disposition': `attachment; filename="${name}"` },
  });
}

export const debateRoutes: readonly Route[] = [
  { method: 'GET', path: '/api/debates/:id', operation: 'read-debate', answer: answerView },
  { method: 'GET', path: '/api/debates/:id/seats/:seat', operation: 'read-debate', answer: answerSheet },
  { method: 'GET', path: '/api/debates/:id/verify', operation: 'verify-debate', answer: answerVerify },
  { method: 'GET', path: '/api/debates/:id/related', operation: 'recall-decisions', answer: answerRelated },
  { method: 'GET', path: '/api/debates/:id/forks', operation: 'read-debate', answer: answerForks },
  { method: 'GET', path: '/api/debates/:id/export', operation: 'read-debate', answer: answerExport },
];
