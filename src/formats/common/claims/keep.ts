// Keeps the claims of a debate as its events come: those of the openings first, then what turns make and answer.
import { type EventData, type EventOf, isEvent, type LedgerEvent } from '../../../domain/events.ts';
import type { BaseState } from '../base-state.ts';
import { isOpinionAct } from '../opinions/data.ts';
import { listUnopened, type OpinionState } from '../opinions/state.ts';
import { applyEntries, type ClaimEntry, claimEntriesIn } from './entries.ts';
import { listClaimWords } from './recorded-words.ts';
import { addClaims, type Claim, type Claims, NO_CLAIMS } from './state.ts';

type Turn = EventData<'turn-recorded'>;

/** What a format says of the claims of its seats; everything else about them is the same for all formats. */
export interface ClaimRules<State> {
  /** What a turn says of claims, from its data alone; left out: what stands there under "claims". */
  readEntries?(turn: Turn): readonly ClaimEntry[];
  /** The words of each entry, in the same order; left out: the lines of prose. */
  readWords?(text: string, turn: Turn): readonly (string | undefined)[];
  /** In which round the turn was that has just been taken. */
  getRound(state: State): number | null;
  /** Whether the seat of a later turn could reply in it to a claim, which was made in the other turn. */
  couldReply(turn: EventOf<'turn-recorded'>, claim: Claim, madeIn: EventOf<'turn-recorded'>): boolean;
  /** Whether other words have since taken the place of this turn, which was no opening; left out: of none. */
  isReplaced?(state: State, turn: Pick<Claim, 'seat' | 'seq'>): boolean;
}

export function listEntries<State>({ readEntries: read }: ClaimRules<State>, turn: Turn): readonly ClaimEntry[] {
  return read === undefined ? claimEntriesIn(turn.data) : read(turn);
}

export function listWords<State>(rules: ClaimRules<State>, turn: Turn, text: string): readonly (string | undefined)[] {
  return rules.readWords?.(text, turn) ?? listClaimWords(text, listEntries(rules, turn));
}

/** Numbered in the order of the seats, whoever answered first; so they have no numbers before all openings are in. */
export function claimsOfOpenings({ holders, openings }: OpinionState): Claims {
  return holders.reduce((before, seat) => {
    const { claims: count = 0, seq = 0 } = openings[seat] ?? {};
    return addClaims(before, { seat, seq, round: null, count });
  }, NO_CLAIMS);
}

/** A case against openings that all agree is a claim like theirs, where it found a reason to debate. */
const isChallengeClaim = ({ data }: EventOf<'turn-recorded'>) =>
  data.act === 'challenge-agreement' && data.data['stands'] === true;

function afterEvent<State extends BaseState>(
  before: State,
  after: State,
  event: LedgerEvent,
  rules: ClaimRules<State>,
): Claims | undefined {
  if (isEvent(event, 'debate-opened')) return NO_CLAIMS;
  const claims = after.numberedClaims;
  const { opinions } = after;
  if (claims === undefined) return undefined;
  const isOpening = before.opinions !== undefined && listUnopened(before.opinions).length > 0;
  if (isOpening) {
    return opinions === undefined || listUnopened(opinions).length > 0 ? claims : claimsOfOpenings(opinions);
  }
  if (!isEvent(event, 'turn-recorded')) return claims;
  if (isChallengeClaim(event))
    return addClaims(claims, { seat: event.data.seat, seq: event.seq, round: null, count: 1 });
  if (isOpinionAct(event.data.act)) return claims;
  const entries = listEntries(rules, event.data);
  const { seat } = event.data;
  return applyEntries(claims, { seat, seq: event.seq, round: rules.getRound(after), entries });
}

/** `before` and `after` are the states around the event, which may be the first. */
export function keepClaims<State extends BaseState>(
  before: State,
  after: State,
  event: LedgerEvent,
  rules: ClaimRules<State> | undefined,
): State {
  if (rules === undefined) return after;
  const numberedClaims = afterEvent(before, after, event, rules);
  return numberedClaims === after.numberedClaims ? after : { ...after, numberedClaims };
}
