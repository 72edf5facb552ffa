// What is said back: of a topic whose form says nothing of the answer that it wants, and what was read out of an answer.
import type * as z from 'zod';
import { isEvent, type LedgerEvent } from '../events.ts';
import { type Answer, isAnswerTo } from '../question/answer.ts';
import type { AnswerKind } from '../question/choices.ts';
import { classifyTopic } from '../question/classify.ts';
import { formatAnswer } from '../question/format-answer.ts';
import { type questionSchema, readQuestion } from '../question/question.ts';

/** How each door has a question put to the vote, or its answers compared as numbers. */
const HOW = {
  kind: {
    cli: '--answer yes-no has it voted on, and so does --options "A,B"',
    mcp: '"answer": "yes-no" has it voted on, and so does "options": ["A", "B"]',
    page: 'to have it voted on, choose the kind of answer "Yes or no"',
    acp: 'to have it voted on, ask it as "Should we …?", or at the command line with --answer yes-no',
  },
  unit: {
    cli: 'a unit, such as --unit days, has numbers compared',
    mcp: 'a unit, such as "unit": "days", has numbers compared',
    page: 'to have numbers compared, choose the kind of answer "A number" and a unit',
    acp: 'to have numbers compared, ask it as "How many days …?", or at the command line with --unit days',
  },
} as const;

/** Said where nobody chose the kind of answer, and the topic is a question whose form does not show it; or what a number counts. */
export function describeUnclear(
  question: { readonly answer: AnswerKind; readonly byForm?: true | undefined; readonly unit?: unknown } | undefined,
  topic: string,
  door: keyof (typeof HOW)['kind'],
): string | undefined {
  const { unclear } = classifyTopic(topic);
  if (unclear === undefined) return undefined;
  if (question?.byForm === true && question.answer === 'text') {
    return `Read as a question in words; ${HOW[unclear][door]}.`;
  }
  const isBare = question?.answer === 'number' && question.unit === undefined && unclear === 'unit';
  return isBare ? `The topic does not say what is counted; ${HOW.unit[door]}.` : undefined;
}

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
