// What the openings and the ballot have decided, and who ends with another answer.
import { type Answer, isSameAnswer } from '../../domain/question/answer.ts';
import { isClosed } from '../../domain/question/question.ts';
import { settle } from '../common/opinions/settlement.ts';
import { listRejections, listUnballoted } from '../common/opinions/state.ts';
import type { State } from './state.ts';

/** The answer that stands; `undefined` where the ballot is not in, or nothing is settled. */
export function findStanding(state: State): Answer | undefined {
  return listUnballoted(state.opinions).length === 0 ? settle(state).answer : undefined;
}

/** Seats that end with another answer than the one that stands, or reject the decision. */
export function listMinority(state: State): readonly string[] {
  const { opinions } = state;
  if (!isClosed(opinions.question)) return listRejections(opinions);
  const standing = findStanding(state);
  if (standing === undefined) return [];
  return opinions.seats.filter((seat) => {
    const ballot = opinions.ballot[seat];
    return ballot !== undefined && !isSameAnswer(ballot.answer, standing);
  });
}
