// Taking part in one debate: what a person says, picks, closes, and records about it afterwards; and pausing and resuming its run.
import { defined } from '../../../domain/defined.ts';
import { isEvent } from '../../../domain/events.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import { type LookAnswer, lookRequestSchema } from '../../../domain/hall-page/looks.ts';
import {
  askRequestSchema,
  closeRequestSchema,
  interjectRequestSchema,
  outcomeRequestSchema,
  pauseRequestSchema,
  pickRequestSchema,
  resumeRequestSchema,
  type SayRequest,
  sayRequestSchema,
} from '../../../domain/hall-page/writes.ts';
import { readSealed } from '../../../domain/sealed/sealed.ts';
import { describeReadAnswer } from '../../../domain/words/describe-read-answer.ts';
import { raisedLimits } from '../../../hall/operations/debate/opening/limits.ts';
import { findAsked, prepareFollowUp } from '../../../hall/operations/debate/running/follow-up.ts';
import { refuseReentry } from '../../../hall/operations/debate/running/reentry.ts';
import { close } from '../../../hall/operations/debate/take-part/end-debate.ts';
import { interject, pick, say } from '../../../hall/operations/debate/take-part/manual-turns.ts';
import { listPersonSteps } from '../../../hall/operations/debate/take-part/person-steps.ts';
import { listWaitingTurns, writeFilled } from '../../../hall/operations/debate/take-part/waiting-turns.ts';
import type { Hall } from '../../../hall/operations/hall.ts';
import { orderAnswers, orderRun, orderRunOnce } from '../../../hall/operations/queue/order-run.ts';
import { lookManually } from '../../../hall/operations/reading/look-manually.ts';
import { recordOutcome } from '../../../hall/operations/records/outcomes/record-outcome.ts';
import type { Dispatched } from '../../../ledger/engine/engine.ts';
import { getVisibleTranscript } from '../../../ledger/engine/record/visibility.ts';
import type { Snapshot } from '../../../ledger/engine/snapshot.ts';
import { json } from '../../../net/server/answers.ts';
import { readJsonBody } from '../../../net/server/body.ts';
import type { Gate } from '../../../platform/access/gate.ts';
import { cleanText } from '../../../support/text.ts';
import { StaleTurnError } from '../page-error.ts';
import { hasFiles } from '../seat-looks.ts';
import { answerOnce, type Route, type RouteCall, toWriteAnswer } from './route.ts';

interface Taken extends SayRequest {
  readonly threadId: string;
  readonly author: string;
}

function staleTurn(snapshot: Snapshot, { step, seen }: Taken, isStillDue: boolean): StaleTurnError {
  const due = isStillDue ? listPersonSteps(snapshot).find(({ id }) => id === step) : undefined;
  const entries = due === undefined ? getVisibleTranscript(snapshot) : snapshot.format.view(snapshot.log, due);
  return new StaleTurnError({
    events: snapshot.debate.nextSeq,
    stillDue: due !== undefined,
    waitsFor: listWaitingTurns(snapshot),
    since: entries.filter(({ seq }) => seq >= seen).map(({ seq, title }) => ({ seq, title })),
  });
}

/** Refuses what the person could not know. In a blind phase a seat reads nobody, so that nothing is new. */
function checkIsFresh(snapshot: Snapshot, taken: Taken): void {
  const due = listPersonSteps(snapshot).find(({ id, seat }) => id === taken.step && seat === taken.seat);
  if (due === undefined) throw staleTurn(snapshot, taken, false);
  const isNew = snapshot.format.view(snapshot.log, due).some(({ seq }) => seq >= taken.seen);
  if (isNew) throw staleTurn(snapshot, taken, true);
}

const OVERTAKEN: ReadonlySet<string> = new Set(['not-your-turn', 'not-active']);

/**
 * For a person who had read the debate up to some event. If their seat could read more by now, nothing is recorded: the page keeps the
 * text, shows what is new, and offers it again. Throws `not-your-turn` with what is new,
 * `bad-input`, `rule-violation`, `not-your-seat`, `key-conflict`, `not-found`.
 */
async function takeTurn(hall: Hall, gate: Gate, taken: Taken): Promise<Dispatched> {
  const { threadId, seat, step, author, key } = taken;
  const before = await hall.engine.snapshot(threadId);
  // A request whose answer was lost comes again.
  const isRecorded = before.log.some((event) => isEvent(event, 'turn-recorded') && event.data.key === key);
  if (!isRecorded) checkIsFresh(before, taken);
  const written = writeFilled(before, taken);
  try {
    return await say(hall, gate, { threadId, seat, step, ...written, author, key });
  } catch (error) {
    // Somebody else was faster between the check and the write.
    if (!(error instanceof HallError) || !OVERTAKEN.has(error.code)) throw error;
    throw staleTurn(await hall.engine.snapshot(threadId), taken, false);
  }
}

const answerSay = answerOnce(sayRequestSchema, async ({ room: { hall }, gate, threadId, author, body }) => {
  const done = await takeTurn(hall, gate, { threadId, author, ...body });
  const readAs = describeReadAnswer(done.events, done.snapshot.debate.opened.question);
  return { ...toWriteAnswer(done), ...defined({ readAs }) };
});

const answerInterject = answerOnce(interjectRequestSchema, async ({ room, threadId, author, body: { key, text } }) =>
  toWriteAnswer(await interject(room.hall, { threadId, author, key, content: text })),
);

const answerPick = answerOnce(pickRequestSchema, async ({ room, gate, threadId, author, body: { key, seat } }) =>
  toWriteAnswer(await pick(room.hall, gate, { threadId, author, seat, key })),
);

/** A decision in words that comes again is recorded, also beyond the end of this process. */
function isClosedSo({ debate: { closed } }: Snapshot, author: string, decision: string): boolean {
  const text = closed?.by === author && closed.decision !== null && 'text' in closed.decision && closed.decision.text;
  return text !== false && text !== undefined && readSealed(text) === cleanText(decision);
}

const answerClose = answerOnce(closeRequestSchema, async ({ room: { hall }, threadId, author, body: { decision } }) => {
  const snapshot = await hall.engine.snapshot(threadId);
  if (decision !== undefined && isClosedSo(snapshot, author, decision)) return toWriteAnswer({ snapshot });
  return toWriteAnswer(await close(hall, { threadId, author, ...defined({ synthesis: decision }) }));
});

const answerOutcome = answerOnce(outcomeRequestSchema, async ({ room, threadId, author, body }) =>
  toWriteAnswer(await recordOutcome(room.hall, { threadId, author, ...defined(body) })),
);

/**
 * One that is sent again is another look. Throws `not-found`, `not-permitted`, `not-your-turn`, `not-your-seat`, `bad-input`,
 * `context-unreadable`.
 */
async function answerLook({ request, params, room: { hall }, gate, connection }: RouteCall): Promise<Response> {
  const { id: threadId = '', seat = '' } = params;
  const look = await readJsonBody(request, lookRequestSchema);
  const { reading } = (await hall.engine.snapshot(threadId)).debate.opened;
  if (reading !== undefined && hasFiles(reading)) await gate.permit('read-files', threadId);
  const signal = AbortSignal.any([request.signal, connection.closing]);
  return json((await lookManually(hall, { threadId, seat, ...look, signal })) satisfies LookAnswer);
}

async function answerSnapshot(hall: Hall, threadId: string) {
  return toWriteAnswer({ snapshot: await hall.engine.snapshot(threadId) });
}

const answerPause = answerOnce(pauseRequestSchema, async ({ room: { hall }, threadId }) => {
  const isPaused = await (await hall.queue()).cancel(threadId);
  const answer = await answerSnapshot(hall, threadId);
  if (isPaused) return answer;
  throw new HallError('not-active', 'This debate does not run here, so it cannot be paused from here.', {
    hint: 'Press Ctrl-C where it runs.',
  });
});

const answerResume = answerOnce(resumeRequestSchema, async ({ room: { hall }, gate, threadId, body: { limits } }) => {
  refuseReentry(hall);
  await orderRun(hall, { threadId, owner: gate.principal.id }, raisedLimits(limits));
  return await answerSnapshot(hall, threadId);
});

const answerAsk = answerOnce(
  askRequestSchema,
  async ({ room: { hall }, gate, threadId, author, body: { text, seat, key }, connection }) => {
    const seats = seat === undefined ? undefined : [seat];
    const asked = { threadId, question: text, author, key, seats, signal: connection.closing };
    const order = { threadId, owner: gate.principal.id };
    const earlier = await findAsked(hall, asked);
    const { debate } = await hall.engine.snapshot(threadId);
    if (earlier === undefined) {
      const { question } = await prepareFollowUp(hall, asked);
      await orderAnswers(hall, order, question);
    } else if (debate.followUp?.question === earlier) await orderRunOnce(hall, order);
    return await answerSnapshot(hall, threadId);
  },
);

const of = (name: string) => `/api/debates/:id/${name}`;

export const turnRoutes: readonly Route[] = [
  { method: 'POST', path: of('say'), operation: 'say', ...answerSay },
  { method: 'POST', path: of('seats/:seat/look'), operation: 'say', answer: answerLook },
  { method: 'POST', path: of('interject'), operation: 'interject', ...answerInterject },
  { method: 'POST', path: of('pick'), operation: 'pick-speaker', ...answerPick },
  { method: 'POST', path: of('close'), operation: 'close-debate', ...answerClose },
  { method: 'POST', path: of('outcome'), operation: 'record-outcome', ...answerOutcome },
  { method: 'POST', path: of('pause'), operation: 'stop-run', ...answerPause },
  { method: 'POST', path: of('ask'), operation: 'ask-seats', ...answerAsk },
  { method: 'POST', path: of('resume'), operation: 'resume-run', ...answerResume },
];
