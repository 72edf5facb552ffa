// Proposition and opposition argue a motion, both at once and blind; judges who do not know which side is which score every
// exchange so that what one side gains the other loses.
import { defineFormat } from '../define-format.ts';
import type { Briefing, SeatDocument } from '../format.ts';
import { argument } from './acts/argument.ts';
import { judgment, swappedJudgment } from './acts/judgment.ts';
import { admitExtension, evolve, expendable, next } from './course.ts';
import { explainOutcome } from './judging/outcome.ts';
import { type Options, optionsSchema, recipes } from './options.ts';
import { result } from './result.ts';
import { isSide, SIDES, seatsOf } from './seats.ts';
import { initial, openArguments, ordersOf, phaseOf, type State } from './state.ts';
import { view } from './view.ts';

/** What the motion means goes to every seat as data, as documents do. */
function briefing({ definitions, scope }: Options, _seat: string, documents: readonly SeatDocument[]): Briefing {
  const terms = definitions.map(({ term, text }) => `${term}: ${text}`).join('\n\n');
  return {
    place: 'opening',
    heading: 'Background to the motion',
    documents: [
      ...(terms === '' ? [] : [{ title: 'definitions', text: terms }]),
      ...(scope === null ? [] : [{ title: 'scope', text: scope }]),
      ...documents,
    ],
  };
}

export const format = defineFormat<Options, State>({
  id: 'oxford',
  title: 'Oxford debate',
  summary:
    'Proposition and opposition argue a motion without seeing each other first; judges score every exchange to a sum of zero.',
  options: optionsSchema,
  recipes,
  prompts: ['proposition', 'opposition', 'judge', 'open', 'rebut', 'mark-exchange', 'mark-again'],
  seats: seatsOf,
  acts: { argument, judgment, 'swapped-judgment': swappedJudgment },
  calls(options) {
    const all = options.rounds * (SIDES.length + options.judges * ordersOf(options).length);
    return { atLeast: all, atMost: all };
  },
  sampleAct: (_, seat) => (isSide(seat) ? 'argument' : 'judgment'),
  sampleState: (state, seat) => (isSide(seat) ? state : openArguments(state)),
  initial,
  evolve,
  next,
  closesLater: {
    code: 'rule-violation',
    message: 'The totals decide only once the last exchange has been judged.',
    hint: 'Resume the debate, or close it with your own synthesis.',
  },
  admitExtension,
  view,
  blindSince: (state) => (phaseOf(state) === 'done' ? undefined : state.phase.seq),
  expendable,
  briefing,
  explainOutcome,
  result,
});
