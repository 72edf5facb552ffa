// Which answer a decision gives, by what its text says, whatever answer it was asked for.
import { type Answer, isWrittenFor } from '../../../domain/question/answer.ts';
import { formatAnswer } from '../../../domain/question/format-answer.ts';
import type { Question } from '../../../domain/question/question.ts';
import { readAnswerTo } from '../../../domain/question/read-answer.ts';
import { cutText } from '../../../domain/words/cut-line.ts';
import { readAnswerLine } from '../own-lines.ts';

/** Of a line that is shown to its author. */
const SHOWN = 60;

export interface DecidedAnswer {
  /** `undefined`: the text names none. */
  readonly answer: Answer | undefined;
  /** Why the text cannot stand as it is. */
  readonly issue: string | undefined;
}

/** Whether a decision that gives `decided` is one for this answer. */
export const isDecisionFor = (answer: Answer, decided: Answer | undefined): boolean =>
  decided !== undefined && isWrittenFor(answer, decided);

/** `standing`: the answer that the decision is for, where one stands already. */
export function readDecidedAnswer(question: Question, text: string, standing?: Answer): DecidedAnswer {
  const line = readAnswerLine(text);
  const wanted = standing === undefined ? '…' : formatAnswer(question, standing);
  if (line === undefined)
    return {
      answer: undefined,
      issue: `The decision needs a line "ANSWER: ${wanted}" that names the answer it gives.`,
    };
  const read = readAnswerTo(question, line);
  const answer = read.ok ? read.answer : undefined;
  if (standing === undefined) return { answer, issue: read.ok ? undefined : read.issue };
  if (isDecisionFor(standing, answer)) return { answer, issue: undefined };
  return { answer, issue: `The answer that stands is "${wanted}", but the decision says "${cutText(line, SHOWN)}".` };
}
