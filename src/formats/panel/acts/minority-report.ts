// The minority report: why a seat that the decision passed over holds what it holds.
import * as z from 'zod';
import { claimName } from '../../common/claims/state.ts';
import { listOwnOpinions } from '../../common/opinions/acts/ballot.ts';
import { REHEARSED } from '../../common/rehearsal.ts';
import { defineAct, readWords } from '../../define-act.ts';
import { listDisputed } from '../rounds.ts';
import { labelSeat, nameAuthor } from '../setup.ts';
import type { State } from '../state.ts';

const data = z.strictObject({});

function sample(state: State): string {
  const [rests] = listDisputed(state).map(({ number }) => claimName(number));
  return [
    '- **What I hold instead:** change nothing until its cost has been measured.',
    `- **Why:** ${rests ?? 'my opening'} was disputed and never answered with a number.`,
    '- **What the majority bets on:** that an easy first part says something about the rest.',
    `- **The first sign that I was right:** in four weeks nobody can say what it cost before. ${REHEARSED}`,
  ].join('\n');
}

export const minorityReport = defineAct<State, string, z.infer<typeof data>>({
  parse: readWords,
  data,
  request: (state, seat) => ({
    id: `minority-report-${seat}`,
    task: 'minority-report',
    label: `${labelSeat(seat)} writes its minority report`,
    repeats: listOwnOpinions(state.opinions, seat),
    sample: () => sample(state),
  }),
  read: () => ({ data: {} }),
  apply: (state, { seat, seq }) => ({ ...state, reports: { ...state.reports, [seat]: seq } }),
  title: ({ seat }, history) => `Minority report, ${nameAuthor(history, seat)}`,
});
