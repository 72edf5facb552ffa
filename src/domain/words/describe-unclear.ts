// A topic whose form says nothing of the answer that it wants, said back to whoever asked it.
import type { AnswerKind } from '../question/choices.ts';
import { classifyTopic } from '../question/classify.ts';

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
