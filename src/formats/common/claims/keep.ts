// Keeps the claims of a debate as its events come: those of the openings first, then what turns make and answer.
import { isEvent, type LedgerEvent } from '../../../domain/events.ts';
import type { BaseState } from '../base-state.ts';
import { isOpinionAct } from '../opinions/data.ts';
import { listUnopened } from '../opinions/state.ts';
import { applyEntries } from './entries.ts';
import { claimsOfOpenings } from './openings.ts';
import { type ClaimRules, entriesOf } from './rules.ts';
import { type Claims, NO_CLAIMS } from './state.ts';

function afterEvent<State extends BaseState>(
  before: State,
  after: State,
  event: LedgerEvent,
  rules: ClaimRules<State>,
): Claims | undefined {
  if (isEvent(event, 'debate-opened')) {
    return (event.data.formatVersion ?? 1) >= rules.since ? NO_CLAIMS : undefined;
  }
  const claims = after.numberedClaims;
  const { opinions } = after;
  if (claims === undefined) return undefined;
  const isOpening = before.opinions !== undefined && listUnopened(before.opinions).length > 0;
  if (isOpening) {
    return opinions === undefined || listUnopened(opinions).length > 0 ? claims : claimsOfOpenings(opinions);
  }
  if (!isEvent(event, 'turn-recorded') || isOpinionAct(event.data.act)) return claims;
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
