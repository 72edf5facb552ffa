// The decision: the ballot has decided, so what the writer writes down may give no other answer.
import * as z from 'zod';
import { type Answer, answerSchema, isAnswerTo } from '../../../domain/question/answer.ts';
import { formatAnswer } from '../../../domain/question/format-answer.ts';
import { isClosed } from '../../../domain/question/question.ts';
import { type Claim, claimName } from '../../common/claims/state.ts';
import { readDecidedAnswer } from '../../common/opinions/answers.ts';
import { voteAgain } from '../../common/opinions/state.ts';
import { readAnswerLine } from '../../common/own-lines.ts';
import { REHEARSED, type Rehearsal } from '../../common/rehearsal.ts';
import { SEARCH_LINE } from '../../common/search-terms.ts';
import { type ActReading, defineAct, readWords } from '../../define-act.ts';
import { findStanding } from '../result.ts';
import { listClaims, listDisputed } from '../rounds.ts';
import type { State } from '../state.ts';

/** `null`: no answer stands, or it is in words. */
const data = z.strictObject({ answer: answerSchema.nullable() });

const decide = (answer: Answer | null, ...fatal: string[]): ActReading<z.infer<typeof data>> => ({
  data: { answer },
  fatal,
});

function read(state: State, text: string) {
  const { question } = state.opinions;
  if (!isClosed(question)) return decide(null);
  const standing = findStanding(state);
  if (standing === undefined) {
    return readAnswerLine(text) === undefined
      ? decide(null)
      : decide(null, 'No answer stands, so the text must not have a line "ANSWER: …".');
  }
  const { answer = null, issue } = readDecidedAnswer(question, text, standing);
  return decide(answer, ...(issue === undefined ? [] : [issue]));
}

function sample(state: State, answer: string, { question }: Rehearsal): string {
  const disputed = listDisputed(state);
  const settled = listClaims(state).filter((claim) => !disputed.includes(claim));
  const joinNames = (claims: readonly Claim[]) => claims.map(({ number }) => claimName(number)).join(', ') || 'none';
  const decision =
    answer === ''
      ? `On ${question}: measure for two weeks, then try one part.`
      : `The answer to ${question} is ${answer}; it starts with the one part that can be undone.`;
  return [
    ...(answer === '' ? [] : [`ANSWER: ${answer}`, '']),
    `1. **Decision.** ${decision}`,
    `2. **Why.** What nobody disputes in the end: ${joinNames(settled)}.`,
    '3. **What it rests on.** That the first part is like the rest; two weeks of figures check that.',
    `4. **Disputed to the end.** ${joinNames(disputed)}.`,
    '5. **When to reverse it.** If two weeks of figures show the opposite.',
    `6. **Next steps.** Write down today's figure; name who stops the trial. ${REHEARSED}`,
    'SEARCH: rehearsal',
  ].join('\n');
}

export const decision = defineAct<State, string, z.infer<typeof data>>({
  parse: readWords,
  data,
  request(state) {
    const { opinions, refinements, decision, options } = state;
    const standing = findStanding(state);
    const answer = standing === undefined ? '' : formatAnswer(opinions.question, standing);
    const isRevision = decision !== undefined;
    const first = !isClosed(opinions.question) ? 'draft' : standing === undefined ? 'write-open' : 'write';
    return {
      id: isRevision ? `revision-${refinements + 1}` : 'decision',
      task: isRevision ? 'revise' : first,
      label: isRevision ? 'The writer revises the decision' : 'The writer writes the decision',
      values: {
        answer,
        revision: String(refinements + 1),
        revisions: String(options.maxRefinements),
        search_line: SEARCH_LINE,
      },
      sample: (rehearsal) => sample(state, answer, rehearsal),
    };
  },
  fits(state, { answer }) {
    const { question } = state.opinions;
    if (!isClosed(question)) return answer === null;
    return answer === null ? findStanding(state) === undefined : isAnswerTo(question, answer);
  },
  read,
  apply(state, { seq, data: { answer } }) {
    const decided = { ...state, decision: { seq, answer } };
    if (state.decision === undefined) return decided;
    return { ...decided, refinements: state.refinements + 1, opinions: voteAgain(state.opinions, seq) };
  },
  title: (_, { count }) => (count('decision') === 1 ? 'Decision' : `Revised decision ${count('decision') - 1}`),
});
