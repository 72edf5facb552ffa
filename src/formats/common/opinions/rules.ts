// What a format says of the opinions of its seats; everything else about them is the same for all formats.
import type { LedgerEvent } from '../../../domain/events.ts';
import { isClosed } from '../../../domain/question/question.ts';
import type { BaseState } from '../base-state.ts';
import type { ClaimRules } from '../claims/rules.ts';
import type { OpinionState } from './state.ts';

/** What names are drawn from. */
export interface Opened<Options> {
  readonly options: Options;
  readonly seed: string;
}

export interface OpinionRules<Options, State extends BaseState> {
  /** Seats that hold an opinion of their own, as the options have them. */
  seats(options: Options): readonly string[];
  /** The final answers are asked for now, or those that are missing. */
  isBallotDue(state: State): boolean;
  /** Which ballot of the debate that is, from 1; left out: there is only one. */
  ballotNumber?(state: State): number;
  /** How many ballots a debate has, without what is asked again because an answer was unusable; left out: one. */
  maxBallots?(options: Options): number;
  /** The ballot has a vote on the decision; `open-questions`: only where answers are words, which no rule compares. */
  readonly votes?: boolean | 'open-questions';
  /** What the format makes of an event once its opinions and claims know of it; left out: nothing more. */
  evolve?(state: State, event: LedgerEvent): State;
  /** What seats know each other as, by seat, where that is not their label. */
  readerNames?(opened: Opened<Options>): ReadonlyMap<string, string>;
  /** What seats are to write in: "Japanese (日本語)"; left out: the language of the topic. */
  language?(options: Options): string;
  /** Seats answer each other's claims by number; left out: they do not. */
  readonly claims?: ClaimRules<State>;
  /** In a rehearsal, a seat that keeps its answer to the end; left out: all end with the same. */
  findRehearsedDissenter?(seats: readonly string[]): string | undefined;
  /** Acts of the format that nobody may give after reading somebody's opening. */
  readonly blindActs?: readonly string[];
}

/** Whether the ballot of this debate has a vote on the decision. */
export function hasVote({ votes }: Pick<OpinionRules<never, BaseState>, 'votes'>, { question }: OpinionState): boolean {
  return votes === 'open-questions' ? !isClosed(question) : votes === true;
}
