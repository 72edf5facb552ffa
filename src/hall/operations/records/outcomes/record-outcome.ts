// Records what happened after a debate: whether its decision was right, or which answer turned out to be.
import { admitToDebate } from '../../../../domain/debate.ts';
import { defined } from '../../../../domain/defined.ts';
import { HallError, problemToError } from '../../../../domain/failures/errors.ts';
import { readTurnedOut } from '../../../../domain/hindsight/turned-out.ts';
import type { Dispatched } from '../../../../ledger/engine/engine.ts';
import { getSettled } from '../../../../ledger/engine/snapshot.ts';
import { cleanText } from '../../../../support/text.ts';
import { type Author, runCommand } from '../../debate/take-part/manual-turns.ts';
import type { Hall } from '../../hall.ts';

/** Characters. */
export const MAX_OUTCOME_NOTE = 16_000;

export interface OutcomeInput extends Author {
  readonly threadId: string;
  /** "right", "wrong", "mixed", or the right answer to a closed question. */
  readonly turnedOut: string;
  /** What happened. */
  readonly note?: string;
}

function cleanNote(raw: string | undefined): string | undefined {
  const note = cleanText(raw ?? '').trim();
  if ([...note].length <= MAX_OUTCOME_NOTE) return note === '' ? undefined : note;
  throw new HallError('bad-input', `The note is longer than ${MAX_OUTCOME_NOTE} characters.`, { hint: 'Shorten it.' });
}

/** A later call corrects an earlier one; both stay. Throws `bad-input`, `not-active` while the debate is not over. */
export async function recordOutcome(hall: Hall, { threadId, author, ...input }: OutcomeInput): Promise<Dispatched> {
  const note = cleanNote(input.note);
  const snapshot = await hall.engine.snapshot(threadId);
  const unfinished = admitToDebate(snapshot.debate, { type: 'outcome-recorded' });
  if (unfinished !== undefined) throw problemToError(unfinished);
  const settled = getSettled(snapshot);
  const reading = readTurnedOut(settled, cleanText(input.turnedOut));
  if (!reading.ok) {
    const isComparable = settled.question !== undefined && settled.question.answer !== 'text';
    const answer = isComparable ? ', or the answer that turned out to be right' : '';
    throw new HallError('bad-input', reading.issue, { hint: `Say right, wrong or mixed${answer}.` });
  }
  const { turnedOut } = reading;
  return await runCommand(hall, threadId, {
    type: 'outcome-recorded',
    data: { turnedOut, by: author, ...defined({ note }) },
  });
}
