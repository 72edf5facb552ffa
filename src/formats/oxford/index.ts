// Proposition and opposition argue a motion, both at once and blind; judges who do not know which side is which score every
// exchange so that what one side gains the other loses.
import type { Briefing, Format, SeatDocument, SeatSpec } from '../format.ts';
import { admit, admitClose, admitExtension } from './admit.ts';
import { evolve } from './evolve.ts';
import { calls, labelOf, next, sampleStep } from './next.ts';
import { type Options, optionsSchema, recipes } from './options.ts';
import { result } from './result.ts';
import type { State } from './state.ts';
import { ACTS, initial, isDue, judgeSeats, phaseOf } from './state.ts';
import { transcript, view } from './transcript.ts';

const SIDE_SEATS: readonly SeatSpec[] = [
  { id: 'proposition', label: 'Proposition', role: 'proposition', purpose: 'argues for the motion' },
  { id: 'opposition', label: 'Opposition', role: 'opposition', purpose: 'argues against the motion' },
];

const judgeSeat = (id: string): SeatSpec => ({
  id,
  label: labelOf(id),
  role: 'judge',
  purpose: 'scores every argument without knowing which side is which',
  judges: true,
});

/** What the motion means goes to every seat as data, as documents do. */
function briefing({ definitions, scope }: Options, _seat: string, documents: readonly SeatDocument[]): Briefing {
  const terms = definitions.map(({ term, text }) => `${term}: ${text}`).join('\n\n');
  return {
    place: 'opening',
    heading: 'What belongs to the motion',
    documents: [
      ...(terms === '' ? [] : [{ title: 'definitions', text: terms }]),
      ...(scope === null ? [] : [{ title: 'scope', text: scope }]),
      ...documents,
    ],
  };
}

export const format: Format<Options, State> = {
  id: 'oxford',
  title: 'Oxford debate',
  summary: 'Proposition and opposition argue a motion blind and at once; judges score every exchange to a sum of zero.',
  options: optionsSchema,
  recipes,
  prompts: ['proposition', 'opposition', 'judge', 'reading', 'open', 'rebut', 'judge-exchange', 'judge-again'],
  seats: (options) => [...SIDE_SEATS, ...judgeSeats(options).map(judgeSeat)],
  calls,
  sampleStep,
  initial,
  evolve,
  next,
  admit,
  admitClose,
  admitExtension,
  consequences: () => [],
  transcript,
  view,
  blindSince: (state) => (phaseOf(state) === 'done' || state.ended ? undefined : state.phase.seq),
  expendable: (state) => {
    if (phaseOf(state) !== 'judging' || state.judges.length < 2) return [];
    const awaited = state.judges.filter((seat) =>
      [ACTS.judge, ACTS.judgeSwapped].some((act) => isDue(state, seat, act)),
    );
    return awaited.map((seat) => ({ seat, since: state.phase.at, deadlineMs: null }));
  },
  briefing,
  result,
};
