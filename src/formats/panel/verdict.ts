// What the openings and the ballot have decided, and who ends with another answer.
import { type Answer, isSameAnswer } from '../../domain/question/answer.ts';
import { isClosed } from '../../domain/question/question.ts';
import { settle } from '../common/opinions/settlement.ts';
import { initialOpinions, listRejections, listUnballoted } from '../common/opinions/state.ts';
import { listPanelists } from './seats.ts';
import type { State } from './state.ts';

export function settlePanel({ opinions, options, numberedClaims }: State) {
  return settle({ opinions: opinions ?? initialOpinions(options, listPanelists(options)), numberedClaims });
}

/** The answer that stands; `undefined` where the ballot is not in, or nothing is settled. */
export function findStanding(state: State): Answer | undefined {
  const { opinions } = state;
  const isVoted = opinions !== undefined && listUnballoted(opinions).length === 0;
  return isVoted ? settlePanel(state).answer : undefined;
}

/** Seats that end with another answer than the one that stands, or reject the decision. */
export function listMinority(state: State): readonly string[] {
  const { opinions } = state;
  if (opinions === undefined) return [];
  if (!isClosed(opinions.question)) return listRejections(opinions);
  const standing = findStanding(state);
  if (standing === undefined) return [];
  return opinions.seats.filter((seat) => {
    const ballot = opinions.ballot[seat];
    return ballot !== undefined && !isSameAnswer(ballot.answer, standing);
  });
}
