// A forecast in words, for every door; also of a run that is under way, as reading the past of a hall takes time.
import type { Range } from '../../../../domain/calls.ts';
import { unlessRefused } from '../../../../domain/failures/errors.ts';
import type { LiveEventOf, LiveListener } from '../../../../domain/live-events.ts';
import { AMOUNTS } from '../../../../domain/words/describe-limit.ts';
import { countNoun, formatCount, formatDuration, joinWords } from '../../../../domain/words/format-figures.ts';
import { wait } from '../../../../support/wait.ts';
import type { Hall } from '../../hall.ts';
import {
  type CallForecast,
  type ForecastBasis,
  forecastDebate,
  listUnknownCosts,
  type SeatForecast,
} from './forecast.ts';

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

/** By then the first question is out. */
const AFTER_MS = 300;

type RunStarted = LiveEventOf<'run-started'>;

/** `undefined` where past calls give nothing to go by, as for a rehearsal. */
async function sentenceFor(
  hall: Hall,
  { threadId, seats: taking }: RunStarted,
  calls: Range,
  signal: AbortSignal,
): Promise<string | undefined> {
  await wait(AFTER_MS, signal);
  if (signal.aborted) return undefined;
  const { debate } = await hall.engine.snapshot(threadId);
  const asked = new Set(taking.map(({ seat }) => seat));
  const seats = Object.entries(debate.seats).flatMap(([seat, { agent }]) => (asked.has(seat) ? [{ seat, agent }] : []));
  if (seats.every(({ agent }) => agent.rehearsal === true)) return undefined;
  const forecast = await forecastDebate(hall, { calls, seats }, signal);
  const isKnown = forecast.pastCalls > 0 && forecast.seats.every(({ basis }) => basis !== 'none');
  return isKnown && !signal.aborted ? forecastText(forecast) : undefined;
}

interface PastForecast {
  readonly listen: LiveListener;
  stop(): Promise<void>;
}

/** Tells the forecast of the run that it listens to, if there is one before the run is stopped. */
export function pastForecast(hall: Hall, tell: (sentence: string) => void): PastForecast {
  const stopped = new AbortController();
  let printing: Promise<void> | undefined;
  const tellForecast = async (started: RunStarted, calls: Range): Promise<void> => {
    // The run meets whatever is wrong with its ledger itself.
    const sentence = await unlessRefused(() => sentenceFor(hall, started, calls, stopped.signal));
    if (sentence !== undefined) tell(sentence);
  };
  return {
    listen: (event) => {
      if (event.type === 'run-started' && event.calls !== undefined) printing = tellForecast(event, event.calls);
    },
    async stop() {
      stopped.abort();
      await printing;
    },
  };
}
