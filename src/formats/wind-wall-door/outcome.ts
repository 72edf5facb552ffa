// What votes on Door's decision come to, where no ballot settles the answer, and why; and whether it gives the answer of the ballot.
import type { OutcomeKind } from '../../domain/outcomes.ts';
import type { Answer } from '../../domain/question/answer.ts';
import { formatAnswer } from '../../domain/question/format-answer.ts';
import { settleApproval } from '../../domain/question/settle-votes.ts';
import { joinWords } from '../../domain/words/format-figures.ts';
import type { LabelSeat } from '../../domain/words/label-seats.ts';
import { capitalize } from '../../domain/words/sentence.ts';
import { isDecisionFor } from '../common/opinions/answers.ts';
import { settleOpinions } from '../common/opinions/settlement.ts';
import { forgetVotes, listUnballoted } from '../common/opinions/state.ts';
import { PANEL, REVIEWER, type Voter } from './setup.ts';
import type { State, Vote } from './state.ts';

/** Who votes on the decision as a whole; with a ballot the seats have answered by themselves, so only the reviewer is left. */
function listVoters({ options, opinions }: State): readonly Voter[] {
  const { consensus, review, ballot } = options;
  const debaters: readonly Voter[] = consensus && !(ballot && opinions !== undefined) ? PANEL : [];
  return review ? [...debaters, REVIEWER] : debaters;
}

export function decideByVotes(state: State): OutcomeKind {
  const votes = listVoters(state).map((voter) => ({ vote: state.ballot[voter], isOutside: voter === REVIEWER }));
  return settleApproval(votes);
}

/** "Wind approves the decision; Wall rejects the decision; the vote of Reviewer cannot be read, so it is no approval." */
export function explainVotes(state: State, outcome: OutcomeKind, label: LabelSeat): string | undefined {
  const { options, opinions, ballot, decision } = state;
  const object = decision === undefined ? 'the answer that all gave' : 'the decision';
  const voters = listVoters(state);
  const isSettledByBallot =
    options.ballot && opinions !== undefined && voters.every((seat) => ballot[seat] === 'approve');
  if (voters.length === 0 || isSettledByBallot || decideByVotes(state) !== outcome) return undefined;
  const name = (vote: Vote) => voters.filter((seat) => ballot[seat] === vote).map(label);
  const say = (names: readonly string[], one: string, many: string) =>
    names.length === 0 ? [] : [`${joinWords(names)} ${names.length === 1 ? one : many} ${object}`];
  const unclear = name('unclear');
  const [votes, they] = unclear.length === 1 ? ['the vote', 'it is'] : ['the votes', 'they are'];
  const said = [
    ...say(name('approve'), 'approves', 'approve'),
    ...say(name('reject'), 'rejects', 'reject'),
    ...(unclear.length === 0 ? [] : [`${votes} of ${joinWords(unclear)} cannot be read, so ${they} no approval`]),
  ];
  return `${capitalize(said.join('; '))}.`;
}

/** The answer that the openings and the ballot come to, where the decision does not give it. */
export function findOtherAnswer(state: State): Answer | undefined {
  const { opinions, decided, options } = state;
  if (opinions === undefined || !options.ballot || listUnballoted(opinions).length > 0) return undefined;
  // The votes are on a text for another answer, which will not stand.
  const { answer } = settleOpinions({ ...state, opinions: forgetVotes(opinions) });
  return answer === undefined || isDecisionFor(answer, decided) ? undefined : answer;
}

/** Door was asked to write the decision for that answer, and its text says something else. */
export function explainDecision(state: State, label: LabelSeat): string | undefined {
  const { opinions, decided, decision } = state;
  const answer = findOtherAnswer(state);
  if (opinions === undefined || answer === undefined) return undefined;
  const name = (each: Answer) => formatAnswer(opinions.question, each);
  const given = decided === undefined ? 'names no answer' : `gives ${name(decided)}`;
  return `There is no decision in words for ${name(answer)}: the last text of ${label('door')} (event ${decision}) ${given}.`;
}
