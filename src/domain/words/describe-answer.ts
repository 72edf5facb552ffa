// What was read out of an answer or a question, said back to whoever wrote it.
import type * as z from 'zod';
import { isEvent, type LedgerEvent } from '../events.ts';
import { type Answer, isAnswerTo } from '../question/answer.ts';
import type { AnswerKind } from '../question/choices.ts';
import { classifyTopic } from '../question/classify.ts';
import { formatAnswer } from '../question/format-answer.ts';
import { type questionSchema, readQuestion } from '../question/question.ts';

/** "Read as: Yes, 80% sure."; `undefined` where no answer was read that could have been misread. */
export function describeReadAnswer(
  events: readonly LedgerEvent[],
  question: z.infer<typeof questionSchema> | undefined,
): string | undefined {
  const data = events.find((event) => isEvent(event, 'turn-recorded'))?.data.data;
  const given = data?.['answer'] as Answer | null | undefined;
  if (question === undefined || given === null || given === undefined) return undefined;
  const asked = readQuestion(question);
  if (given.kind === 'text' || !isAnswerTo(asked, given)) return undefined;
  const confidence = data?.['confidence'];
  const sure = typeof confidence === 'number' ? `, ${confidence}% sure` : '';
  return `Read as: ${formatAnswer(asked, given)}${sure}.`;
}

/** How each door has a question put to the vote. */
const HOW = {
  cli: '--answer yes-no has it voted on, and so does --options "A,B"',
  mcp: '"answer": "yes-no" has it voted on, and so does "options": ["A", "B"]',
  page: 'to have it voted on, choose the kind of answer "Yes or no"',
  acp: 'to have it voted on, ask it as "Should we …?", or at the command line with --answer yes-no',
} as const;

/** Said where nobody chose the kind of answer, and the topic is a question whose form does not show it. */
export function describeUnclear(
  question: { readonly answer: AnswerKind; readonly byForm?: true | undefined } | undefined,
  topic: string,
  door: keyof typeof HOW,
): string | undefined {
  const isWords = question?.byForm === true && question.answer === 'text';
  return isWords && classifyTopic(topic).isUnclear === true ? `Read as a question in words; ${HOW[door]}.` : undefined;
}
