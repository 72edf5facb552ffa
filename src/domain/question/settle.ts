// From what each seat answered before anybody read anybody, and what it answered in the end, to one answer.
import { type Answer, isSameAnswer } from './answer.ts';
import { type Tally, tallyAnswers, type Voice } from './tally.ts';

export interface Move {
  readonly seat: string;
  readonly from: Answer;
  readonly to: Answer;
  /** It named something that another seat had said as what moved it. */
  readonly cited: boolean;
}

/**
 * unanimous-ballot: every seat gave it in the final ballot, and each that moved named its reason. openings: most seats gave it at
 * first. cited-moves, ballot: the openings had no majority, so what seats came to counts; without, or with, moves that name no reason.
 */
export type Basis = 'unanimous-ballot' | 'openings' | 'cited-moves' | 'ballot';

export interface Settlement {
  readonly openings: Tally;
  readonly ballot: Tally;
  readonly moves: readonly Move[];
  /** Not there when neither has a majority, or the answers are words. */
  readonly answer?: { readonly value: Answer; readonly basis: Basis };
  /** All seats hold the answer in the end, and each that moved left the first majority and named its reason. */
  readonly isAgreed: boolean;
  /** Most seats end with another answer than the one that stands, so that nobody should act on either. */
  readonly isContested: boolean;
}

export interface FinalVoice extends Voice {
  readonly cited: boolean;
}

/**
 * The answer that most seats gave before they read each other stands, unless all end with another one and each that moved names
 * something of another seat as its reason. A move without a reason is as likely conformity as insight, and joining the majority is
 * what conformity looks like even with one, so neither makes an agreement; nor does a tie that one move breaks, or a ballot that
 * nobody's opening can be compared with. Chosen by simulation (docs/verdict.md): no other rule that was tried is never worse than a
 * vote of blind answers.
 */
export function settleAnswer(openings: readonly Voice[], ballot: readonly FinalVoice[]): Settlement {
  const first = tallyAnswers(openings);
  const last = tallyAnswers(ballot);
  const before = new Map(openings.map((voice) => [voice.seat, voice]));
  const moves = ballot.flatMap(({ seat, answer, cited }): Move[] => {
    const from = before.get(seat)?.answer;
    return from === undefined || isSameAnswer(from, answer) ? [] : [{ seat, from, to: answer, cited }];
  });
  const uncited = new Set(moves.filter(({ cited }) => !cited).map(({ seat }) => seat));
  const counted = ballot.map((voice) => (uncited.has(voice.seat) ? (before.get(voice.seat) ?? voice) : voice));
  const answer = chooseAnswer(first, last, tallyAnswers(counted), uncited.size === 0);
  const leaves = (to: Answer) => first.leader !== undefined && !isSameAnswer(to, first.leader);
  return {
    openings: first,
    ballot: last,
    moves,
    ...(answer === undefined ? {} : { answer }),
    isAgreed: openings.length > 0 && last.unanimous && moves.every(({ to, cited }) => cited && leaves(to)),
    isContested: answer !== undefined && last.leader !== undefined && !isSameAnswer(answer.value, last.leader),
  };
}

function chooseAnswer(first: Tally, last: Tally, counted: Tally, allCited: boolean): Settlement['answer'] {
  if (last.unanimous && allCited && last.leader !== undefined) return { value: last.leader, basis: 'unanimous-ballot' };
  if (first.leader !== undefined) return { value: first.leader, basis: 'openings' };
  if (counted.leader !== undefined) return { value: counted.leader, basis: 'cited-moves' };
  return last.leader === undefined ? undefined : { value: last.leader, basis: 'ballot' };
}
