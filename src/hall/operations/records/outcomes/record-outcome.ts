// Records what happened after a debate: whether its decision was right, or which answer turned out to be.
import { admitToDebate } from '../../../../domain/admit-event.ts';
import { defined } from '../../../../domain/defined.ts';
import { HallError, problemToError } from '../../../../domain/failures/errors.ts';
import type { OutcomeWay } from '../../../../domain/hall-page/debate.ts';
import { readTurnedOut } from '../../../../domain/hindsight/read-turned-out.ts';
import { isDecision } from '../../../../domain/outcomes.ts';
import type { Dispatched } from '../../../../ledger/engine/engine.ts';
import { getSettled, type Snapshot } from '../../../../ledger/engine/snapshot.ts';
import { cleanText } from '../../../../support/text.ts';
import type { Author } from '../../debate/take-part/manual-turns.ts';
import { runCommand } from '../../debate/take-part/run-command.ts';
import type { Hall } from '../../hall.ts';
import { refuseSecretNames, refuseSecrets } from '../../written-secrets.ts';

/** Characters. */
const MAX_OUTCOME_NOTE = 16_000;
const NOTHING_DECIDED = 'This debate decided nothing, so nothing in it can turn out right or wrong.';

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

/** What can be said of how the debate turned out: how its decision did, or which answer was the right one. */
export function listOutcomeWays(snapshot: Snapshot): readonly OutcomeWay[] {
  const { debate } = snapshot;
  if (admitToDebate(debate, { type: 'outcome-recorded' }) !== undefined) return [];
  const { question } = getSettled(snapshot);
  const hasDecided = debate.closed !== undefined && isDecision(debate.closed);
  const isClosed = question !== undefined && question.answer !== 'text';
  return [...(hasDecided ? ['verdict' as const] : []), ...(isClosed ? ['answer' as const] : [])];
}

const HINTS: Readonly<Record<OutcomeWay, string>> = {
  verdict: 'right, wrong or mixed',
  answer: 'the answer that turned out to be right',
};

/** A later call corrects an earlier one; both stay. Throws `bad-input`, `not-active` while the debate is not over. */
export async function recordOutcome(hall: Hall, { threadId, author, ...input }: OutcomeInput): Promise<Dispatched> {
  const note = cleanNote(input.note);
  refuseSecrets(hall, [note ?? ''], 'note');
  refuseSecretNames(hall, { author });
  const snapshot = await hall.engine.snapshot(threadId);
  const unfinished = admitToDebate(snapshot.debate, { type: 'outcome-recorded' });
  if (unfinished !== undefined) throw problemToError(unfinished);
  const ways = listOutcomeWays(snapshot);
  const reading = readTurnedOut(getSettled(snapshot), cleanText(input.turnedOut));
  if (ways.length === 0 || (reading.ok && 'verdict' in reading.turnedOut && !ways.includes('verdict'))) {
    throw new HallError('bad-input', NOTHING_DECIDED, {
      hint: ways.includes('answer')
        ? `Name the answer that turned out to be right: debate-hall outcome ${threadId} ANSWER`
        : `Read what was said with "debate-hall show ${threadId}", or debate the question again.`,
    });
  }
  if (!reading.ok) {
    throw new HallError('bad-input', reading.issue, { hint: `Say ${ways.map((way) => HINTS[way]).join(', or ')}.` });
  }
  const { turnedOut } = reading;
  return await runCommand(hall, threadId, {
    type: 'outcome-recorded',
    data: { turnedOut, by: author, ...defined({ note }) },
  });
}
