// A forecast in words, for every door.
import type { Range } from '../../../../domain/calls.ts';
import { AMOUNTS } from '../../../../domain/words/describe-limit.ts';
import { countNoun, formatCount, formatDuration, joinWords } from '../../../../domain/words/format-figures.ts';
import { type CallForecast, type ForecastBasis, listUnknownCosts, type SeatForecast } from './forecast.ts';

function formatRange({ atLeast, atMost }: Range, show: (value: number) => string): string {
  const [low, high] = [show(atLeast), show(atMost)];
  return low === high ? low : `${low} to ${high}`;
}

/** Two digits that count: a forecast is no more exact than that. */
const rough = (count: number) => formatCount(Number(count.toPrecision(2)));

const OTHERS: Readonly<Partial<Record<ForecastBasis, string>>> = {
  model: ' of other agents with the same model',
  kind: ' of other agents of the same kind',
};

/** "9,000 tokens, 12 s per call (median of 6 past calls)"; undefined for a seat that makes none. */
export function seatForecastText({ basis, pastCalls, tokensPerCall, msPerCall }: SeatForecast): string | undefined {
  if (basis === 'person') return undefined;
  if (basis === 'none') return 'no past calls';
  const tokens = tokensPerCall === null ? 'tokens unknown' : `${rough(tokensPerCall)} tokens`;
  const time = msPerCall === null ? 'time unknown' : `${formatDuration(msPerCall)} per call`;
  return `${tokens}, ${time} (median of ${countNoun(pastCalls, 'past call')}${OTHERS[basis] ?? ''})`;
}

/** "Estimate: 17 s to 24 s; 90,000 to 120,000 tokens; $0.10 to $0.13 (from 14 past calls in this hall)." */
export function forecastText(forecast: CallForecast): string {
  const { tokens, ms, costMicroUsd, pastCalls, seats } = forecast;
  const uncosted = listUnknownCosts(forecast);
  const strangers = seats.filter(({ basis }) => basis === 'none').map(({ agent }) => agent.agent);
  if (strangers.length > 0) {
    return `No estimate of time, tokens and cost: this hall has no past calls of ${[...new Set(strangers)].join(', ')}.`;
  }
  const parts = [
    ms === null ? 'time unknown' : formatRange(ms, formatDuration),
    tokens === null ? 'tokens unknown' : `${formatRange(tokens, rough)} tokens`,
    ...(uncosted.length === 0 ? [] : [`cost unknown for ${joinWords(uncosted)}`]),
    ...(costMicroUsd === null || costMicroUsd.atMost === 0 ? [] : [formatRange(costMicroUsd, AMOUNTS.money)]),
  ];
  return `Estimate: ${parts.join('; ')} (from ${countNoun(pastCalls, 'past call')} in this hall).`;
}
