// What each seat is asked for: answers to claims, the decision, a minority report.
import { formatAnswer } from '../../domain/question/format-answer.ts';
import { isClosed } from '../../domain/question/question.ts';
import { claimName } from '../common/claims/state.ts';
import type { StepRequest } from '../define-format.ts';
import { replyFormOf } from './answers.ts';
import { listDueClaims, roundOf } from './rounds.ts';
import { sampleDecision, sampleReply, sampleReport } from './samples.ts';
import { labelOf, WRITER } from './seats.ts';
import type { State } from './state.ts';
import { findStanding } from './verdict.ts';

const PLAIN_REPLY =
  'Plain lines will do, one for each claim: "C2 concede: why it holds", "C3 rebut: why it does not", "C4 refine: the claim as you would hold it"; below it "Evidence: …" if you have some; at the end "Claim: …" for one of your own.';

/** Asked in a session that remembers nothing: a seat that knew its own claims would defend them as its own. */
export function requestReply(state: State, seat: string): StepRequest {
  const { rounds, newClaims } = state.options;
  const round = roundOf(state);
  const due = listDueClaims(state, seat);
  const claims = due.map(({ number }) => claimName(number)).join(', ');
  return {
    id: `reply-${round}-${seat}`,
    seat,
    act: 'reply',
    task: 'reply',
    label: `${labelOf(seat)} answers the claims`,
    data: { round },
    values: {
      round: String(round),
      rounds: String(rounds),
      claims,
      new_claims:
        newClaims === 0
          ? 'no new claim'
          : newClaims === 1
            ? 'at most one new claim'
            : `at most ${newClaims} new claims`,
    },
    schema: replyFormOf('reply'),
    plainForm: `Say whether each of these claims holds: ${claims}. ${PLAIN_REPLY}`,
    alone: true,
    sample: (subject) => sampleReply(state, seat, due, subject),
  };
}

export function requestDecision(state: State): StepRequest {
  const { opinions, refinements, decision, options } = state;
  const isOpen = opinions === undefined || !isClosed(opinions.question);
  const standing = findStanding(state);
  const answer = standing === undefined || opinions === undefined ? '' : formatAnswer(opinions.question, standing);
  const isRevision = decision !== undefined;
  const task = isRevision ? 'revise' : isOpen ? 'draft' : standing === undefined ? 'write-open' : 'write';
  return {
    id: isRevision ? `revision-${refinements + 1}` : 'decision',
    seat: WRITER,
    act: 'decision',
    task,
    label: isRevision ? 'The writer revises the decision' : 'The writer writes the decision',
    values: { answer, revision: String(refinements + 1), revisions: String(options.maxRefinements) },
    sample: (subject) => sampleDecision(state, answer, subject),
  };
}

export function requestReport(state: State, seat: string): StepRequest {
  return {
    id: `minority-report-${seat}`,
    seat,
    act: 'minority-report',
    task: 'minority-report',
    label: `${labelOf(seat)} writes its minority report`,
    values: {},
    sample: (subject) => sampleReport(state, subject),
  };
}
