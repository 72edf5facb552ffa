// What a format says of the claims of its seats; everything else about them is the same for all formats.
import type { EventData, EventOf } from '../../../domain/events.ts';
import { type ClaimEntry, claimEntriesIn } from './entries.ts';
import { listClaimWords } from './prose.ts';
import type { Claim } from './state.ts';

type Turn = EventData<'turn-recorded'>;

export interface ClaimRules<State> {
  /** What a turn says of claims, from its data alone; left out: what stands there under "claims". */
  entriesOf?(turn: Turn): readonly ClaimEntry[];
  /** The words of each entry, in the same order; left out: the lines of prose. */
  wordsOf?(text: string, turn: Turn): readonly (string | undefined)[];
  /** In which round the turn was that has just been taken. */
  roundOf(state: State): number | null;
  /** Whether the seat of a later turn could reply in it to a claim, which was made in the other turn. */
  couldReply(turn: EventOf<'turn-recorded'>, claim: Claim, madeIn: EventOf<'turn-recorded'>): boolean;
}

export function entriesOf<State>({ entriesOf: read }: ClaimRules<State>, turn: Turn): readonly ClaimEntry[] {
  return read === undefined ? claimEntriesIn(turn.data) : read(turn);
}

export function wordsOf<State>(rules: ClaimRules<State>, turn: Turn, text: string): readonly (string | undefined)[] {
  return rules.wordsOf?.(text, turn) ?? listClaimWords(text, entriesOf(rules, turn));
}
