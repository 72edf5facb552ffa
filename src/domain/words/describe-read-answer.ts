// What was read out of an answer, said back to whoever wrote it.
import type * as z from 'zod';
import { isEvent, type LedgerEvent } from '../events.ts';
import { type Answer, isAnswerTo } from '../question/answer.ts';
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
