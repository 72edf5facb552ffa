// Keeps the claims of a debate as its events come: those of the openings first, then what turns make and answer.
import { type EventOf, isEvent, type LedgerEvent } from '../../../domain/events.ts';
import type { BaseState } from '../base-state.ts';
import { isOpinionAct } from '../opinions/data.ts';
import { listUnopened, type OpinionState } from '../opinions/state.ts';
import { applyEntries } from './entries.ts';
import { type ClaimRules, entriesOf } from './rules.ts';
import { addClaims, type Claims, NO_CLAIMS } from './state.ts';

/** Numbered in the order of the seats, whoever answered first; so they have no numbers before all openings are in. */
export function claimsOfOpenings({ holders, openings, openingSeqs }: OpinionState): Claims {
  return holders.reduce((before, seat) => {
    const count = openings[seat]?.claims ?? 0;
    return addClaims(before, { seat, seq: openingSeqs[seat] ?? 0, round: null, count });
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
  const entries = entriesOf(rules, event.data);
  const { seat } = event.data;
  return applyEntries(claims, { seat, seq: event.seq, round: rules.roundOf(after), entries });
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
