// An author fixes or disputes the findings of a review, one answer for each; what became of the files is for the next review to judge.
import type { EventData } from '../../domain/events.ts';
import type { Problem } from '../../domain/failures/errors.ts';
import { type FixOptions, fixOptionsSchema } from '../../domain/results/fix-result.ts';
import { ask } from '../common/admission.ts';
import { closeByRules } from '../common/closing.ts';
import { defineFormat } from '../define-format.ts';
import { AUTHOR, answer, type State } from './answer.ts';
import { result } from './result.ts';

function admitOpening({ options }: EventData<'debate-opened'>): Problem | undefined {
  if (fixOptionsSchema.parse(options).findings.length > 0) return undefined;
  return {
    code: 'bad-input',
    message: 'There are no findings to answer.',
    hint: 'Have a change reviewed and fixed with "debate-hall review --fix --author AGENT".',
  };
}

export const format = defineFormat<FixOptions, State>({
  id: 'fix',
  title: 'Fix',
  summary: 'An author fixes or disputes each finding of a review, in a working tree of its own.',
  options: fixOptionsSchema,
  ownCommand: true,
  recipes: {
    quick: { summary: 'One round of fixing.', options: { rounds: 1 } },
    standard: { summary: 'At most three rounds.', options: { rounds: 3 } },
    deep: { summary: 'At most six rounds.', options: { rounds: 6 } },
  },
  prompts: ['author', 'working', 'answer'],
  seats: () => [{ id: AUTHOR, label: 'Author', role: 'author', works: true }],
  calls: () => ({ atLeast: 1, atMost: 1 }),
  acts: { answer },
  admitOpening,
  initial: (options) => ({ options, answered: false }),
  next: ({ answered }) => (answered ? closeByRules('decided') : ask('answer', [AUTHOR])),
  explainOutcome: (_, outcome) =>
    outcome === 'decided' ? 'The author has answered every finding; the next review judges the answers.' : undefined,
  result,
});
