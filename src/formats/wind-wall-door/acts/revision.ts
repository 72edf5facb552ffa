// The revision: Door writes the decision anew, after objections or for the answer that the seats came to.
import { formatAnswer } from '../../../domain/question/format-answer.ts';
import { forgetVotes, voteAgain } from '../../common/opinions/state.ts';
import type { Rehearsal } from '../../common/rehearsal.ts';
import { SEARCH_LINE } from '../../common/search-terms.ts';
import { defineAct, readWords } from '../../define-act.ts';
import { findAnswerToCarryOut } from '../next.ts';
import { sampleRevision } from '../samples.ts';
import type { State } from '../state.ts';
import { describeLastLines, fitsProse, formatProse, type ProseData, proseData, readProse } from './prose.ts';

export const revision = defineAct<State, string, ProseData>({
  parse: readWords,
  data: proseData,
  outright: ['cognition'],
  request(state) {
    const { opinions, refinements, options } = state;
    const answer = findAnswerToCarryOut(state);
    const sample = (rehearsal: Rehearsal) => sampleRevision(state, rehearsal);
    if (opinions !== undefined && answer !== undefined) {
      return {
        id: 'carry-out',
        task: 'carry-out',
        label: "Door writes the decision for the panel's answer",
        values: { answer: formatAnswer(opinions.question, answer), search_line: SEARCH_LINE },
        sample,
      };
    }
    return {
      id: `revision-${refinements + 1}`,
      task: 'refine',
      label: 'Door revises the decision',
      values: {
        refinement: String(refinements + 1),
        max_refinements: String(options.maxRefinements),
        ...describeLastLines(state),
      },
      sample,
    };
  },
  fits: fitsProse,
  read: (state, text, contribution) => readProse(state, text, contribution, true),
  apply(state, { seq, data: { answer: decided } }) {
    const before = state.opinions;
    if (before !== undefined && findAnswerToCarryOut(state) !== undefined) {
      return { ...state, decision: seq, decided, carriedOut: true, opinions: forgetVotes(before) };
    }
    const opinions = before === undefined ? undefined : voteAgain(before, seq);
    return { ...state, decision: seq, decided, refinements: state.refinements + 1, ballot: {}, opinions };
  },
  title: ({ seat }, { count, label }) => `Revised decision ${count('revision')}, ${label(seat)}`,
  text: (text, { data }) => formatProse(text, data),
});
