// Records what happened after a debate: whether its decision was right, or which answer turned out to be.
import { admitToDebate } from '../../../../domain/admit-event.ts';
import { defined } from '../../../../domain/defined.ts';
import { HallError, problemToError } from '../../../../domain/failures/errors.ts';
import type { OutcomeWay } from '../../../../domain/hall-page/debate.ts';
import { type Settled, type TurnedOut, VERDICTS, type Verdict } from '../../../../domain/hindsight/turned-out.ts';
import { isDecision } from '../../../../domain/outcomes.ts';
import { YES_NO } from '../../../../domain/question/choices.ts';
import { readAnswerTo } from '../../../../domain/question/read-answer.ts';
import type { Dispatched } from '../../../../ledger/engine/engine.ts';
import { getSettled, type Snapshot } from '../../../../ledger/engine/snapshot.ts';
import { cleanText } from '../../../../support/text.ts';
import type { Author } from '../../debate/take-part/manual-turns.ts';
import { runCommand } from '../../debate/take-part/run-command.ts';
import type { Hall } from '../../hall.ts';
import { checkNames, readAuthor } from '../../written-names.ts';
import { refuseSecretNames, refuseSecrets } from '../../written-secrets.ts';

type TurnedOutReading =
  | { readonly ok: true; readonly turnedOut: TurnedOut }
  | { readonly ok: false; readonly issue: string };

const isVerdict = (text: string): text is Verdict => (VERDICTS as readonly string[]).includes(text);

/** Of what somebody forecast: whether it happened. */
function readHappened(text: string): number | undefined {
  const read = readAnswerTo({ answer: 'yes-no', options: YES_NO }, text);
  return read.ok && read.answer.kind === 'option' ? (read.answer.option === 1 ? 100 : 0) : undefined;
}

const ONLY_VERDICTS = 'This debate has no answer that can be compared.';

/** "right", or the right answer as the kind of the question has it. An option that is called "right" is the option. */
export function readTurnedOut({ question }: Settled, text: string): TurnedOutReading {
  const word = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^[\s*_"“]+|[\s.!*_"”]+$/g, '');
  const verdict = isVerdict(word) ? ({ ok: true, turnedOut: { verdict: word } } as const) : undefined;
  if (question === undefined || question.answer === 'text') return verdict ?? { ok: false, issue: ONLY_VERDICTS };
  const happened = question.answer === 'probability' ? readHappened(text) : undefined;
  if (happened !== undefined) return { ok: true, turnedOut: { answer: { kind: 'probability', percent: happened } } };
  const reading = readAnswerTo(question, text);
  if (!reading.ok) return verdict ?? reading;
  const { answer } = reading;
  if (answer.kind === 'unsure')
    return { ok: false, issue: 'Nothing has turned out yet, so there is nothing to record.' };
  if (answer.kind === 'probability' && answer.percent !== 0 && answer.percent !== 100)
    return { ok: false, issue: 'What was forecast happened or did not: it turns out as yes or no.' };
  // What happened is one number; a range would make every answer right that comes near.
  return { ok: true, turnedOut: { answer: answer.kind === 'number' ? { ...answer, range: null } : answer } };
}

/** Characters. */
const MAX_OUTCOME_NOTE = 16_000;
const NOTHING_DECIDED = 'This debate decided nothing, so nothing in it can turn out right or wrong.';

export interface OutcomeInput extends Author {
  readonly threadId: string;
  /** "right", "wrong", "mixed", or the right answer to a closed question. */
  readonly turnedOut: string;
  /** What happened. */
  readonly note?: string;
  /** Recorded once under it. */
  readonly key?: string;
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
export async function recordOutcome(hall: Hall, { threadId, ...input }: OutcomeInput): Promise<Dispatched> {
  const author = readAuthor(input.author);
  const note = cleanNote(input.note);
  refuseSecrets(hall, [note ?? ''], 'note');
  checkNames({ key: input.key });
  refuseSecretNames(hall, { author, key: input.key });
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
    data: { turnedOut, by: author, ...defined({ note, key: input.key }) },
  });
}
