// What a run will probably take, said once it is under way: reading the past of a hall takes time that no seat waits for.
import type { Range } from '../../../../domain/calls.ts';
import { unlessRefused } from '../../../../domain/failures/errors.ts';
import type { LiveEventOf, LiveListener } from '../../../../domain/live-events.ts';
import { wait } from '../../../../support/wait.ts';
import type { Hall } from '../../hall.ts';
import { forecastDebate } from './forecast.ts';
import { forecastText } from './forecast-text.ts';

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

export interface PastForecast {
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
