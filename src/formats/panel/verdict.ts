// What the openings and the ballot have decided, and who ends with another answer.
import type { OutcomeKind } from '../../domain/outcomes.ts';
import { type Answer, isSameAnswer } from '../../domain/question/answer.ts';
import { isClosed } from '../../domain/question/question.ts';
import { judgeSettlement } from '../common/opinions/outcome.ts';
import { listRejections, listUnballoted, settle } from '../common/opinions/state.ts';
import type { State } from './state.ts';

/** The answer that stands; `undefined` where the ballot is not in, none leads, or most seats end with another one. */
export function findStanding({ opinions }: State): Answer | undefined {
  if (opinions === undefined || !isClosed(opinions.question) || listUnballoted(opinions).length > 0) return undefined;
  const { answer, isContested } = settle(opinions);
  return isContested ? undefined : answer?.value;
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

/** Words cannot be compared, so for them it is what the seats make of the decision. */
function judgeVotes({ opinions }: State): OutcomeKind {
  const votes = Object.values(opinions?.ballot ?? {}).map(({ vote }) => vote);
  const against = votes.filter((vote) => vote === 'reject').length;
  if (votes.length === 0 || against * 2 >= votes.length) return 'stable-disagreement';
  if (against > 0) return 'majority';
  return votes.every((vote) => vote === 'own') ? 'agreed' : 'accepted';
}

export function judge(state: State): OutcomeKind {
  const { opinions } = state;
  if (opinions === undefined || !isClosed(opinions.question)) return judgeVotes(state);
  const settlement = settle(opinions);
  return settlement.answer?.value.kind === 'unsure' ? 'not-settled' : judgeSettlement(settlement);
}
