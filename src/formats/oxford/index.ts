// Proposition and opposition argue a motion, both at once and blind; judges who do not know which side is which score every
// exchange so that what one side gains the other loses.
import { defineFormat } from '../define-format.ts';
import type { Briefing, SeatDocument } from '../format.ts';
import { admit, admitClose, admitExtension } from './admit.ts';
import { evolve } from './evolve.ts';
import { explainOutcome } from './judging/outcome.ts';
import { calls, next, sampleStep } from './next.ts';
import { type Options, optionsSchema, recipes } from './options.ts';
import { result } from './result.ts';
import { seatsOf } from './seats.ts';
import type { State } from './state.ts';
import { ACTS, initial, isDue, phaseOf } from './state.ts';
import { transcript, view } from './transcript.ts';

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
  prompts: [
    ...(['proposition', 'opposition', 'judge', 'open', 'rebut'] as const),
    ...(['mark-exchange', 'mark-again', 'judge-exchange', 'judge-again'] as const),
  ],
  seats: seatsOf,
  calls,
  sampleStep,
  initial,
  evolve,
  isDue,
  next,
  admit,
  admitClose,
  admitExtension,
  transcript,
  view,
  blindSince: (state) => (phaseOf(state) === 'done' || state.ended === 'closed' ? undefined : state.phase.seq),
  expendable: (state) => {
    if (phaseOf(state) !== 'judging' || state.judges.length < 2) return [];
    const awaited = state.judges.filter((seat) =>
      [ACTS.judge, ACTS.judgeSwapped].some((act) => isDue(state, seat, act)),
    );
    return awaited.map((seat) => ({ seat, since: state.phase.at, deadlineMs: null }));
  },
  briefing,
  explainOutcome,
  result,
});
