// Adds claims and influence to what a debate has come to.
import type { ClaimResult, Influence } from '../../../domain/claims.ts';
import { defined } from '../../../domain/defined.ts';
import type { FormatResult } from '../../../domain/record.ts';
import { countFates, type LabelOf, renderClaims, renderInfluence } from './render.ts';

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
