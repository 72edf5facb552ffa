// One debate as the page gets it: the record, who waits, and what can be done now.

import { admitToDebate } from '../../../domain/debate.ts';
import { defined } from '../../../domain/defined.ts';
import { findHunks } from '../../../domain/diffs/finding-hunks.ts';
import { OPEN_SEAT } from '../../../domain/events.ts';
import type { DebateView, PossibleActions } from '../../../domain/hall-page/debate.ts';
import { IMPORTED_FORMAT } from '../../../domain/ids.ts';
import { textOf } from '../../../domain/sealed/sealed.ts';
import { withoutPaths } from '../../../domain/without-paths.ts';
import type { Next } from '../../../formats/format.ts';
import { listAskable } from '../../../hall/operations/debate/running/follow-up.ts';
import { listPersonSteps } from '../../../hall/operations/debate/take-part/person-steps.ts';
import type { Hall } from '../../../hall/operations/hall.ts';
import { readRecord } from '../../../hall/operations/records/copies/export-debate.ts';
import { getNext, type Snapshot } from '../../../ledger/engine/snapshot.ts';
import { mayEver } from '../../../platform/access/check-permission.ts';
import type { Operation } from '../../../platform/access/permissions.ts';
import type { Principal } from '../../../platform/access/principal.ts';
import type { QueuedRun } from '../../../platform/queues/queue.ts';
import { listWaitingTurns, PICK } from './waiting.ts';

const CLOSE = { seat: 'close', label: 'Close the debate' };

/** Seats that speak when they are picked: neither the one that picks nor one that is left to a person. */
function listPicks(snapshot: Snapshot): PossibleActions['pick'] {
  const pick = listPersonSteps(snapshot).find(({ act }) => act === PICK);
  if (pick === undefined) return [];
  const { format, debate } = snapshot;
  const seats = format.seats(format.options.parse(debate.opened.options));
  const speakers = seats.filter(({ id, forPerson }) => id !== pick.seat && forPerson !== true);
  return [...speakers.map(({ id, label }) => ({ seat: id, label })), CLOSE];
}

/** A run that waits or goes on in the queue can be stopped. */
const isUnderWay = (run: QueuedRun | undefined) => run?.state === 'waiting' || run?.state === 'running';

function canResume(snapshot: Snapshot, isBusy: boolean): boolean {
  const { status, seats, followUp } = snapshot.debate;
  if (!isBusy && followUp !== undefined) return true;
  if (isBusy || (status !== 'open' && status !== 'exhausted')) return false;
  if (status === 'exhausted') return true;
  // A debate whose turns people take has nothing that could be run.
  if (Object.values(seats).every(({ agent }) => agent.kind === OPEN_SEAT.kind)) return false;
  const next = getNext(snapshot);
  return next.kind !== 'ask' || listPersonSteps(snapshot).length < next.steps.length;
}

/** Formats whose debates are made again by commands of their own, or elsewhere. */
const NOT_ASKED_AGAIN: ReadonlySet<string> = new Set(['review', 'plan', 'fix', IMPORTED_FORMAT]);

function canAskAgain({ debate: { status, opened } }: Snapshot): boolean {
  return (status === 'closed' || status === 'force-closed') && !NOT_ASKED_AGAIN.has(opened.format);
}

function howToClose({ debate }: Snapshot, next: Next, isBusy: boolean): PossibleActions['close'] {
  if (isBusy || admitToDebate(debate, { type: 'debate-closed' }) !== undefined) return null;
  return next.kind === 'close' ? 'by-rules' : 'in-words';
}

export async function readDebateView(hall: Hall, threadId: string, principal: Principal): Promise<DebateView> {
  const may = (operation: Operation) => mayEver(principal, operation);
  const mayStart = hall.runs !== 'nowhere' && may('start-run');
  const record = withoutPaths(await readRecord(hall, threadId));
  const snapshot = await hall.engine.snapshot(threadId);
  const { debate } = snapshot;
  const mayRun = debate.status === 'open' || debate.followUp !== undefined;
  const isRunning = mayRun && (await hall.store.isRunning(threadId));
  const [run] = await (await hall.queue()).list({ threadId, most: 1 });
  const isBusy = isRunning || isUnderWay(run);
  const waitsFor = may('say') ? listWaitingTurns(snapshot) : [];
  const context = debate.opened.context.map(({ content }) => textOf(content) ?? null);
  return {
    record,
    hunks: findHunks(record, context),
    running: isRunning,
    waitsFor,
    ...(run?.state === 'failed' ? defined({ problem: run.problem, problemCode: run.code }) : {}),
    can: {
      interject: may('interject') && admitToDebate(debate, { type: 'interjection-added' }) === undefined,
      pick: may('pick-speaker') ? listPicks(snapshot) : [],
      pause: may('stop-run') && isUnderWay(run),
      resume: hall.runs !== 'nowhere' && may('resume-run') && canResume(snapshot, isBusy),
      close: may('close-debate') ? howToClose(snapshot, getNext(snapshot), isBusy) : null,
      again: mayStart && canAskAgain(snapshot),
      fork: mayStart && debate.opened.format !== IMPORTED_FORMAT,
      ask: hall.runs !== 'nowhere' && !isBusy && may('ask-seats') ? listAskable(snapshot) : [],
      outcome: may('record-outcome') && admitToDebate(debate, { type: 'outcome-recorded' }) === undefined,
    },
  };
}
