// Reads what somebody says about how a debate turned out. Apart from what it means: only who records it reads words in many languages.
import { YES_NO } from '../question/choices.ts';
import { readAnswerTo } from '../question/read-answer.ts';
import { type Settled, type TurnedOut, VERDICTS, type Verdict } from './turned-out.ts';

export type TurnedOutReading =
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
