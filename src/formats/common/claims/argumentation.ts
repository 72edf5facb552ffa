// Claims and influence of a debate, as far as its rules and its opinions give them.
import type { ClaimResult, Influence } from '../../../domain/claims.ts';
import { defined } from '../../../domain/defined.ts';
import type { LedgerEvent } from '../../../domain/events.ts';
import type { FormatResult } from '../../../domain/record.ts';
import type { OpinionsResult } from '../../../domain/results/opinions-result.ts';
import type { BaseState } from '../base-state.ts';
import { createEvidence } from './evidence.ts';
import { computeInfluence } from './influence.ts';
import { claimsOfOpenings } from './keep.ts';
import { countFates, type LabelOf, renderClaims, renderInfluence } from './render.ts';
import { summariseClaims } from './result.ts';
import type { ClaimRules } from './rules.ts';

export interface Argumentation {
  /** `undefined` where nobody was asked to answer claims. */
  readonly claims?: readonly ClaimResult[] | undefined;
  readonly influence?: Influence | undefined;
}

/** What is optional in it is absent and never undefined, so it is JSON. */
export const toClaimsData = (given: Argumentation) => defined(given) as unknown as FormatResult['data'];

export function addArgumentation(
  own: FormatResult | undefined,
  { claims, influence }: Argumentation,
  label: LabelOf,
): FormatResult | undefined {
  const hasClaims = claims !== undefined && claims.length > 0;
  if (!hasClaims && (own === undefined || (claims === undefined && influence === undefined))) return own;
  const page = [
    influence === undefined ? '' : renderInfluence(influence, label),
    hasClaims ? renderClaims(claims, label) : '',
  ].filter((part) => part !== '');
  const data = toClaimsData({ claims, influence });
  if (own === undefined) {
    return { data, headline: countFates(claims ?? []), markdown: page.join('\n\n'), besideDecision: true };
  }
  return { ...own, data: { ...own.data, ...data }, markdown: [own.markdown, ...page].join('\n\n') };
}

/** Under rules that ask nobody to answer claims there are none to list; who moved is known all the same. */
export function summariseArgumentation<State extends BaseState>(
  log: readonly LedgerEvent[],
  state: State,
  rules: ClaimRules<State> | undefined,
  summary: OpinionsResult | undefined,
): Argumentation {
  const { opinions, numberedClaims, ended } = state;
  const influence =
    opinions === undefined || summary === undefined
      ? undefined
      : computeInfluence({ opinions, claims: numberedClaims ?? claimsOfOpenings(opinions), summary });
  if (rules === undefined || numberedClaims === undefined) return { influence };
  const isOver = ended !== undefined;
  return { claims: summariseClaims(log, state, { rules, isOver, evidenceOf: createEvidence(log) }), influence };
}
