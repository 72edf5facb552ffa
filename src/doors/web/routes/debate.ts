// Reading one debate: its record, what a seat is asked, the check of its chain, what it is related to, and its exports.
import * as z from 'zod';
import { admitToDebate } from '../../../domain/admit-event.ts';
import { asksSomebody } from '../../../domain/debate.ts';
import { defined } from '../../../domain/defined.ts';
import { findHunks } from '../../../domain/diffs/finding-hunks.ts';
import { type LimitKind, OPEN_SEAT } from '../../../domain/event-parts.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import {
  type DebateView,
  type ForksAnswer,
  PAGE_EXPORTS,
  type PictureAnswer,
  type PossibleActions,
  type RaisableLimit,
  type RelatedAnswer,
  type SeatSheet,
  type VerifyAnswer,
} from '../../../domain/hall-page/debate.ts';
import { IMPORTED_FORMAT } from '../../../domain/ids.ts';
import { OTHER_RULES } from '../../../domain/outcomes.ts';
import { toDataUrl } from '../../../domain/pictures.ts';
import type { DebateRecord } from '../../../domain/record.ts';
import { readSealed } from '../../../domain/sealed/sealed.ts';
import { shortenPaths, withoutPaths } from '../../../exchange/without-paths.ts';
import type { Next } from '../../../formats/format.ts';
import { listAskedAgain } from '../../../hall/operations/debate/related/family.ts';
import { findRecheckProblem } from '../../../hall/operations/debate/related/recheck.ts';
import { listAskable } from '../../../hall/operations/debate/running/follow-up.ts';
import { listPersonSteps } from '../../../hall/operations/debate/take-part/person-steps.ts';
import { readDueTurn } from '../../../hall/operations/debate/take-part/seat-prompt.ts';
import { listWaitingTurns, PICK } from '../../../hall/operations/debate/take-part/waiting-turns.ts';
import { describeChain } from '../../../hall/operations/fixing/describe-chain.ts';
import { readWork } from '../../../hall/operations/fixing/work-place.ts';
import type { Hall } from '../../../hall/operations/hall.ts';
import { recallFor } from '../../../hall/operations/memory/recall.ts';
import { findQueueWait, lookIntoQueue } from '../../../hall/operations/queue/queued-run.ts';
import { renderPieces, showDebate } from '../../../hall/operations/records/copies/export-debate.ts';
import { listOutcomeWays } from '../../../hall/operations/records/outcomes/record-outcome.ts';
import { verifyDebate } from '../../../hall/operations/records/verify-debate.ts';
import { wouldReveal } from '../../../ledger/engine/decide.ts';
import { listPictures } from '../../../ledger/engine/record/pictures.ts';
import { findBlindStart, getNext, listSpecs, type Snapshot } from '../../../ledger/engine/snapshot.ts';
import { json } from '../../../net/server/answers.ts';
import { readQuery } from '../../../net/server/body.ts';
import { mayEver } from '../../../platform/access/check-permission.ts';
import type { Gate } from '../../../platform/access/gate.ts';
import type { Operation } from '../../../platform/access/permissions.ts';
import type { Principal } from '../../../platform/access/principal.ts';
import { isLive } from '../../../platform/queues/queue.ts';
import { readSeatLooks } from '../seat-looks.ts';
import type { Route, RouteCall } from './route.ts';

const CLOSE = { seat: 'close', label: 'Close the debate' };

/** Seats that speak when they are picked: neither the one that picks nor one that is left to a person. */
function listPicks(snapshot: Snapshot): PossibleActions['pick'] {
  const pick = listPersonSteps(snapshot).find(({ act }) => act === PICK);
  if (pick === undefined) return [];
  const speakers = listSpecs(snapshot).filter(({ id, forPerson }) => id !== pick.seat && forPerson !== true);
  return [...speakers.map(({ id, label }) => ({ seat: id, label })), CLOSE];
}

function canResume(snapshot: Snapshot, isBusy: boolean): boolean {
  const { status, seats, followUp } = snapshot.debate;
  if (!isBusy && followUp !== undefined) return true;
  if (isBusy || status !== 'open') return false;
  // Its author works where the repository is, for a command alone.
  if (readWork(snapshot) !== undefined) return false;
  // A debate whose turns people take has nothing that could be run.
  if (Object.values(seats).every(({ agent }) => agent.kind === OPEN_SEAT.kind)) return false;
  const next = getNext(snapshot);
  return next.kind !== 'ask' || listPersonSteps(snapshot).length < next.steps.length;
}

const RAISABLE: Readonly<Partial<Record<LimitKind, RaisableLimit>>> = {
  tokens: 'tokens',
  money: 'usd',
  time: 'minutes',
};

function findRaisable({ debate: { status, limitReached } }: Snapshot): RaisableLimit | null {
  return (status === 'exhausted' && limitReached !== undefined && RAISABLE[limitReached.limit]) || null;
}

/** What was said, before the turns that a blind phase still withholds. */
function listForkPoints(snapshot: Snapshot, { entries }: DebateRecord): PossibleActions['fork'] {
  if (snapshot.debate.opened.format === IMPORTED_FORMAT) return [];
  const blindFrom = findBlindStart(snapshot);
  return entries
    .filter(({ kind, seq }) => (kind === 'turn' || kind === 'interjection') && seq < blindFrom)
    .map(({ seq }) => seq);
}

function howToClose(snapshot: Snapshot, next: Next, isBusy: boolean): PossibleActions['close'] {
  if (isBusy || admitToDebate(snapshot.debate, { type: 'debate-closed' }) !== undefined) return null;
  if (next.kind === 'close') return 'by-rules';
  return wouldReveal(snapshot) ? null : 'in-words';
}

/** One debate as the page gets it: the record, who waits, and what can be done now. */
async function readDebateView(hall: Hall, threadId: string, gate: Gate): Promise<DebateView> {
  const may = (operation: Operation) => mayEver(gate.principal, operation);
  const mayStart = hall.runs !== 'nowhere' && may('start-run');
  const mayResume = hall.runs !== 'nowhere' && may('resume-run');
  const record = withoutPaths(await showDebate(hall, threadId));
  const snapshot = await hall.engine.snapshot(threadId);
  const { debate } = snapshot;
  const mayRun = asksSomebody(debate);
  const isRunning = mayRun && (await hall.store.isRunning(threadId));
  const [run] = (await lookIntoQueue(hall, async (queue) => await queue.list({ threadId, most: 1 }))) ?? [];
  const isOrdered = mayRun && isLive(run);
  const isBusy = isRunning || isOrdered;
  const context = debate.opened.context.map(({ content }) => readSealed(content) ?? null);
  return {
    record,
    hunks: findHunks(record, context),
    running: isRunning,
    ...defined({ queued: isRunning ? undefined : await findQueueWait(hall, snapshot) }),
    due: listPersonSteps(snapshot).map(({ label }) => ({ label })),
    waitsFor: listWaitingTurns(snapshot),
    ...(run?.state === 'failed' ? defined({ problem: run.problem }) : {}),
    can: {
      say: may('say'),
      interject: may('interject') && admitToDebate(debate, { type: 'interjection-added' }) === undefined,
      pick: may('pick-speaker') ? listPicks(snapshot) : [],
      pause: isOrdered && (await gate.may('stop-run', threadId)),
      resume: mayResume && canResume(snapshot, isBusy),
      raise: mayResume && !isBusy && readWork(snapshot) === undefined ? findRaisable(snapshot) : null,
      close: (await gate.may('close-debate', threadId)) ? howToClose(snapshot, getNext(snapshot), isBusy) : null,
      again: mayStart && findRecheckProblem(snapshot) === undefined,
      fork: mayStart ? listForkPoints(snapshot, record) : [],
      ask: hall.runs !== 'nowhere' && !isBusy && may('ask-seats') ? listAskable(snapshot) : [],
      outcome: may('record-outcome') ? listOutcomeWays(snapshot) : [],
    },
  };
}

/** Throws `not-found`, and `not-your-turn` where no person is waited for in this seat. */
async function readSeatSheet(hall: Hall, threadId: string, seat: string, principal: Principal): Promise<SeatSheet> {
  const { snapshot, step, prompt } = await readDueTurn(hall, threadId, seat);
  const turn = listWaitingTurns(snapshot).find(({ step: id }) => id === step.id);
  if (turn === undefined) {
    throw new HallError('not-your-turn', `The seat ${seat} is filled by an agent.`, { hint: 'Wait for its turn.' });
  }
  const said = prompt.transcript.map(({ seq, title, text }) => ({ seq, title, text: text ?? null }));
  const { system, topic, personRequest: request } = prompt;
  const looks = turn.held === true ? undefined : await readSeatLooks(snapshot, turn, principal);
  const seen = snapshot.debate.nextSeq;
  return { turn, seen, system, topic, corrections: step.corrections, said, request, ...defined({ looks }) };
}

const getThreadId = ({ params }: RouteCall) => params['id'] ?? '';

async function answerView(call: RouteCall): Promise<Response> {
  return json(await readDebateView(call.room.hall, getThreadId(call), call.gate));
}

async function answerSheet(call: RouteCall): Promise<Response> {
  const { room, gate, params } = call;
  return json(
    (await readSeatSheet(room.hall, getThreadId(call), params['seat'] ?? '', gate.principal)) satisfies SeatSheet,
  );
}

async function answerPicture(call: RouteCall): Promise<Response> {
  const { log } = await call.room.hall.engine.snapshot(getThreadId(call));
  const picture = listPictures(log).find(({ seq }) => `${seq}` === call.params['event']);
  const data = picture && readSealed(picture.content);
  if (picture === undefined || data === undefined)
    throw new HallError('not-found', 'There is no such picture, or it was redacted.', {
      hint: 'Its record names the events of its pictures.',
    });
  return json({ url: toDataUrl({ ...picture, data }) } satisfies PictureAnswer);
}

async function answerVerify(call: RouteCall): Promise<Response> {
  const { ok, events, head, damage, needsUpdate, otherRules, recordNotCompared } = await verifyDebate(call.room.hall, {
    threadId: getThreadId(call),
  });
  const problems = damage.map(
    ({ code, line, message }) => `${code === 'record-differs' ? '' : `Line ${line}: `}${shortenPaths(message)}`,
  );
  const unchecked = needsUpdate ?? (otherRules && OTHER_RULES[otherRules]) ?? recordNotCompared;
  return json({ ok, events, head, problems, ...defined({ unchecked }) } satisfies VerifyAnswer);
}

async function answerRelated(call: RouteCall): Promise<Response> {
  const recalled = await recallFor(call.room.hall, getThreadId(call));
  const decisions = recalled.map(({ kind: _, options: __, words: ___, clear: ____, ...decision }) => decision);
  return json({ decisions } satisfies RelatedAnswer);
}

async function answerForks(call: RouteCall): Promise<Response> {
  const { hall } = call.room;
  // Throws for a debate that is not there.
  const snapshot = await hall.engine.snapshot(getThreadId(call));
  const [forks, askedAgain] = [
    await hall.summaries.listRelated(getThreadId(call), ['fork']),
    await listAskedAgain(hall, getThreadId(call)),
  ];
  const chain = await describeChain(hall, snapshot);
  return json({ forks, askedAgain, ...defined({ chain }) } satisfies ForksAnswer);
}

const exportQuerySchema = z.strictObject({ format: z.enum(PAGE_EXPORTS) });
const encoder = new TextEncoder();

async function answerExport(call: RouteCall): Promise<Response> {
  const { hall } = call.room;
  const exporter = await hall.exporter(readQuery(call.request, exportQuerySchema).format);
  const pieces = (await renderPieces(hall, getThreadId(call), exporter))[Symbol.iterator]();
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const { done, value } = pieces.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
  });
  const name = `${getThreadId(call)}${exporter.extension}`;
  return new Response(body, {
    headers: { 'content-type': exporter.mimeType, 'content-disposition': `attachment; filename="${name}"` },
  });
}

export const debateRoutes: readonly Route[] = [
  { method: 'GET', path: '/api/debates/:id', operation: 'read-debate', answer: answerView },
  { method: 'GET', path: '/api/debates/:id/seats/:seat', operation: 'read-debate', answer: answerSheet },
  { method: 'GET', path: '/api/debates/:id/pictures/:event', operation: 'read-debate', answer: answerPicture },
  { method: 'GET', path: '/api/debates/:id/verify', operation: 'verify-debate', answer: answerVerify },
  { method: 'GET', path: '/api/debates/:id/related', operation: 'recall-decisions', answer: answerRelated },
  { method: 'GET', path: '/api/debates/:id/forks', operation: 'read-debate', answer: answerForks },
  { method: 'GET', path: '/api/debates/:id/export', operation: 'read-debate', answer: answerExport },
];
