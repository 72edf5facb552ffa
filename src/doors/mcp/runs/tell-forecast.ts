// What a run will take, for a client that does not wait: how long to look away, and what it will have spent by then.
import { forecastDebate, toForecastInput } from '../../../hall/operations/debate/forecast/forecast.ts';
import { forecastText } from '../../../hall/operations/debate/forecast/forecast-text.ts';
import type { Hall } from '../../../hall/operations/hall.ts';
import type { Snapshot } from '../../../ledger/engine/snapshot.ts';

const minutes = (ms: number) => Math.round(ms / 6_000) / 10;

export async function tellForecast(hall: Hall, { debate }: Snapshot) {
  const estimate = await forecastDebate(hall, await toForecastInput(hall, debate.opened));
  const { calls, tokens, ms, pastCalls } = estimate;
  const forecast = {
    calls,
    tokens,
    minutes: ms === null ? null : { atLeast: minutes(ms.atLeast), atMost: minutes(ms.atMost) },
    past_calls: pastCalls,
  };
  return { forecast, line: forecastText(estimate) };
}
