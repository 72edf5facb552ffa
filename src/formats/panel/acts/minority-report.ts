// The minority report: why a seat that the decision passed over holds what it holds.
import * as z from 'zod';
import { isSameAnswer } from '../../../domain/question/answer.ts';
import { formatAnswer } from '../../../domain/question/format-answer.ts';
import { claimName } from '../../common/claims/state.ts';
import { listOwnOpinions } from '../../common/opinions/acts/ballot.ts';
import { REHEARSED } from '../../common/rehearsal.ts';
import { defineAct, readWords } from '../../define-act.ts';
import { findStanding } from '../result.ts';
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

/** How the decision passed it over. A number may be near the one that stands. */
function explain(state: State, seat: string): string {
  const { question, ballot, openings } = state.opinions;
  const standing = findStanding(state);
  const own = (ballot[seat] ?? openings[seat])?.answer;
  const isRejected = ballot[seat]?.vote === 'reject';
  if (standing === undefined || own === undefined || isSameAnswer(own, standing))
    return 'The panel has decided, and you reject its decision.';
  const [theirs, yours] = [standing, own].map((answer) => `**${formatAnswer(question, answer)}**`);
  const rejected = isRejected ? ' You also reject the decision as it is written.' : '';
  return `The panel has decided for ${theirs}, and your last answer, ${yours}, is not the same.${rejected}`;
}

export const minorityReport = defineAct<State, string, z.infer<typeof data>>({
  parse: readWords,
  data,
  request: (state, seat) => ({
    id: `minority-report-${seat}`,
    task: 'minority-report',
    label: `${labelSeat(seat)} writes its minority report`,
    values: { passed_over: explain(state, seat) },
    repeats: listOwnOpinions(state.opinions, seat),
    sample: () => sample(state),
  }),
  read: () => ({ data: {} }),
  apply: (state, { seat, seq }) => ({ ...state, reports: { ...state.reports, [seat]: seq } }),
  title: ({ seat }, history) => `Minority report, ${nameAuthor(history, seat)}`,
});
