// The dispute: reviewers argue, round by round, about what they do not hold alike.
import * as z from 'zod';
import { defineAct } from '../../define-act.ts';
import { judgments } from '../answers.ts';
import { count, vote } from '../data.ts';
import { readJudgments } from '../findings/read-votes.ts';
import { listOpenFindings } from '../phases.ts';
import { labelSeat, readNumber } from '../setup.ts';
import type { State } from '../state.ts';
import { formatJudgments, formatSection, joinSections, listFindings, sampleJudgments, toJson } from '../words.ts';

const answer = z.object({ judgments });
const data = z.strictObject({ round: count, votes: z.array(vote) });

export const dispute = defineAct<State, z.infer<typeof answer>, z.infer<typeof data>>({
  answer,
  data,
  request(state, seat) {
    const { round, options } = state;
    const findings = listOpenFindings(state);
    return {
      id: `dispute-${round}-${seat}`,
      task: 'dispute',
      label: `${labelSeat(seat)} argues about disputed findings`,
      data: { round },
      values: { round: String(round), rounds: String(options.rounds), findings: listFindings(state, findings) },
      sample: () => toJson({ judgments: sampleJudgments(findings, readNumber(seat) + round) }),
    };
  },
  read(state, given) {
    const { data: votes, ...read } = readJudgments(given.judgments, listOpenFindings(state));
    return { ...read, data: { round: state.round, votes } };
  },
  apply: (state, { seat, data: { votes } }) => ({ ...state, ballots: [...state.ballots, { seat, votes }] }),
  title: ({ seat, data: { round } }) => ({ title: `Dispute round ${round}, ${labelSeat(seat)}`, round }),
  text: (given) => joinSections(formatSection('Judgments', formatJudgments(given.judgments))),
});
