// What requests and titles of several acts say alike.
import { capitalize } from '../../domain/words/sentence.ts';
import type { State } from './state.ts';

/** Longest answer, far above what three arguments within their word limits need. */
export const MAX_ANSWER = 64_000;

export const joinIds = (ids: readonly string[]) => (ids.length === 0 ? '(none)' : ids.join(', '));

/** "the opening", "exchange 2" */
export function exchangeName(exchange: number): string {
  return exchange === 0 ? 'the opening' : `exchange ${exchange}`;
}

export const exchangeValues = ({ exchange, planned }: State) => ({
  ...{ exchange: String(exchange), exchanges: String(planned) },
});

/** "Opening, Proposition", in the round of people. */
export function titleTurn(exchange: number, who: string): { readonly title: string; readonly round: number } {
  const when = exchangeName(exchange).replace(/^the /, '');
  return { title: `${capitalize(when)}, ${who}`, round: exchange + 1 };
}
