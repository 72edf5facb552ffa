// A topic whose form says nothing of the answer that it wants, said back to whoever asked it.
import type { AnswerKind } from '../question/choices.ts';
import { classifyTopic } from '../question/classify.ts';

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
