// Takes a turn for a person who had read the debate up to some event. If their seat could read more by now, nothing is recorded:
// the page keeps the text, shows what is new, and offers it again.

import { isEvent } from '../../../domain/events.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import type { SayRequest } from '../../../domain/hall-page/writes.ts';
import { say } from '../../../hall/operations/debate/take-part/manual-turns.ts';
import { listPersonSteps } from '../../../hall/operations/debate/take-part/person-steps.ts';
import type { Hall } from '../../../hall/operations/hall.ts';
import type { Dispatched } from '../../../ledger/engine/engine.ts';
import { getVisibleTranscript } from '../../../ledger/engine/record/visibility.ts';
import type { Snapshot } from '../../../ledger/engine/snapshot.ts';
import { StaleTurnError } from '../page-error.ts';
import { writeTurn } from './form-text.ts';
import { listWaitingTurns } from './waiting.ts';

interface Taken extends Omit<SayRequest, 'form'>, ReturnType<typeof writeTurn> {
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

/** Throws `not-your-turn` with what is new, `rule-violation`, `not-your-seat`, `key-conflict`, `not-found`. */
export async function takeTurn(hall: Hall, taken: Taken): Promise<Dispatched> {
  const { threadId, seat, key } = taken;
  const before = await hall.engine.snapshot(threadId);
  // A request whose answer was lost comes again.
  const isRecorded = before.log.some((event) => isEvent(event, 'turn-recorded') && event.data.key === key);
  if (!isRecorded) checkIsFresh(before, taken);
  try {
    const { content, data, author } = taken;
    return await say(hall, { threadId, seat, content, author, key, ...(data === undefined ? {} : { data }) });
  } catch (error) {
    // Somebody else was faster between the check and the write.
    if (!(error instanceof HallError) || !OVERTAKEN.has(error.code)) throw error;
    throw staleTurn(await hall.engine.snapshot(threadId), taken, false);
  }
}

export function toTaken(threadId: string, author: string, { form, ...request }: SayRequest): Taken {
  return { threadId, author, ...request, ...writeTurn(form) };
}
