// Proposition and opposition argue a motion, both at once and blind; judges who do not know which side is which score every
// exchange so that what one side gains the other loses.
import type { ActEntry } from '../common/transcript.ts';
import type { ActContext } from '../define-act.ts';
import { defineFormat } from '../define-format.ts';
import type { Briefing, SeatDocument, Step } from '../format.ts';
import { argument } from './acts/argument.ts';
import { judgment, swappedJudgment } from './acts/judgment.ts';
import { admitExtension, evolve, expendable, next } from './course.ts';
import { nameArguments } from './judging/ballot.ts';
import { explainOutcome } from './judging/reliability.ts';
import { result } from './result.ts';
import { isSide, listSeats, MAX_JUDGES, type Options, optionsSchema, recipes, SIDES } from './setup.ts';
import { getPhase, initial, listOrders, openArguments, readOrder, type State } from './state.ts';

/** What a seat may see: sides what both argued in earlier exchanges, judges all arguments side by side and nothing that judges said. */
function view(
  entries: readonly ActEntry[],
  { seat, act }: Pick<Step, 'seat' | 'act'>,
  { state }: ActContext<State>,
): readonly ActEntry[] {
  const { exchange, phase } = state;
  // Words from outside that came before the present phase, so that all who are asked in it know the same.
  const isInterjection = (entry: ActEntry) => entry.act === undefined && entry.seq < phase.seq;
  const isArgument = (entry: ActEntry, until: number) =>
    entry.seat !== undefined && isSide(entry.seat) && (entry.round ?? 0) - 1 <= until;
  if (isSide(seat)) return entries.filter((entry) => isInterjection(entry) || isArgument(entry, exchange - 1));
  const order = readOrder(act);
  if (order === undefined) return entries.filter(isInterjection);
  const { first } = nameArguments(state, exchange, seat, order);
  const placeEntry = (entry: ActEntry) => 2 * (entry.round ?? 0) + (entry.seat === first ? 0 : 1);
  return [
    ...entries
      .filter((entry) => isArgument(entry, exchange))
      .toSorted((one, other) => placeEntry(one) - placeEntry(other))
      .map((entry) => ({ ...entry, seat: undefined })),
    ...entries.filter(isInterjection),
  ];
}

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
  seats: listSeats,
  fullest: { judges: MAX_JUDGES },
  acts: { argument, judgment, 'swapped-judgment': swappedJudgment },
  calls(options) {
    const all = options.rounds * (SIDES.length + options.judges * listOrders(options).length);
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
  blindSince: (state) => (getPhase(state) === 'done' ? undefined : state.phase.seq),
  expendable,
  briefing,
  explainOutcome,
  result,
});
