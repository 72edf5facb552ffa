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
 * unanimous-ballot: every seat gave it in the final ballot. openings: most seats gave it at first, and no move that counts
 * changed that. cited-moves: seats that named what moved them brought it a majority. ballot: the openings had no majority.
 */
export type Basis = 'unanimous-ballot' | 'openings' | 'cited-moves' | 'ballot';

export interface Settlement {
  readonly openings: Tally;
  readonly ballot: Tally;
  readonly moves: readonly Move[];
  /** Not there when neither has a majority, or the answers are words. */
  readonly answer?: { readonly value: Answer; readonly basis: Basis };
}

export interface FinalVoice extends Voice {
  readonly cited: boolean;
}

/**
 * A move that names no reason of somebody else's is as likely conformity as insight, so it counts only when everybody ends with
 * the same answer: the opening majority stands unless the ballot is unanimous or the moves that change it name their reason.
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
  const answer = chooseAnswer(first, last, tallyAnswers(counted));
  return { openings: first, ballot: last, moves, ...(answer === undefined ? {} : { answer }) };
}

function chooseAnswer(first: Tally, last: Tally, counted: Tally): Settlement['answer'] {
  if (last.unanimous && last.leader !== undefined) return { value: last.leader, basis: 'unanimous-ballot' };
  if (counted.leader !== undefined && first.leader === undefined) return { value: counted.leader, basis: 'ballot' };
  if (counted.leader !== undefined && first.leader !== undefined) {
    return { value: counted.leader, basis: isSameAnswer(counted.leader, first.leader) ? 'openings' : 'cited-moves' };
  }
  if (first.leader !== undefined) return { value: first.leader, basis: 'openings' };
  return last.leader === undefined ? undefined : { value: last.leader, basis: 'ballot' };
}
