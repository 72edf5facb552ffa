// A forecast in words, for every door.
import { countNoun, formatCount, formatDuration } from '../../domain/words/format-figures.ts';
import type { Forecast, ForecastBasis, Range, SeatForecast } from './forecast.ts';

function between({ atLeast, atMost }: Range, show: (value: number) => string): string {
  const [low, high] = [show(atLeast), show(atMost)];
  return low === high ? low : `${low} to ${high}`;
}

/** Two digits that count: a forecast is no more exact than that. */
const rough = (count: number) => formatCount(Number(count.toPrecision(2)));

const OTHERS: Readonly<Partial<Record<ForecastBasis, string>>> = {
  model: ' of other agents with its model',
  kind: ' of other agents of its kind',
};

/** "about 9,000 tokens and 12 s a call, the median of 6 past calls"; undefined for a seat that makes none. */
export function seatForecastText({ basis, pastCalls, tokensPerCall, msPerCall }: SeatForecast): string | undefined {
  if (basis === 'person') return undefined;
  if (basis === 'none') return 'no history yet';
  const tokens = tokensPerCall === null ? 'tokens unknown' : `about ${rough(tokensPerCall)} tokens`;
  const time = msPerCall === null ? 'time unknown' : `${formatDuration(msPerCall)} a call`;
  return `${tokens} and ${time}, the median of ${countNoun(pastCalls, 'past call')}${OTHERS[basis] ?? ''}`;
}

/** One sentence for the whole debate. */
export function forecastText({ tokens, ms, pastCalls, seats }: Forecast): string {
  const strangers = seats.filter(({ basis }) => basis === 'none').map(({ agent }) => agent.agent);
  if (strangers.length > 0) {
    return `No forecast of tokens and time: no history yet of ${[...new Set(strangers)].join(', ')} in this hall.`;
  }
  const parts = [
    tokens === null ? 'an unknown number of tokens (past calls reported none)' : `${between(tokens, rough)} tokens`,
    ms === null ? 'an unknown time' : between(ms, formatDuration),
  ];
  return `Probably ${parts.join(' and ')}, by ${countNoun(pastCalls, 'past call')} in this hall.`;
}
