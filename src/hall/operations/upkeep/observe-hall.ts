// What a server or a worker counts: its runs as they happen, and how queue and webhooks stand when somebody asks.
import type { Usage } from '../../../domain/event-parts.ts';
import type { LiveEvent } from '../../../domain/live-events.ts';
import { MICRO } from '../../../domain/words/format-figures.ts';
import { DELIVERY_STATES } from '../../../platform/outboxes/outbox.ts';
import { LIVE_STATES, type PerformRun } from '../../../platform/queues/queue.ts';
import type { MetricSample, Metrics } from '../../../platform/telemetry/metrics.ts';
import type { Hall } from '../hall.ts';

function countUsage(metrics: Metrics, { inputTokens = 0, outputTokens = 0, costMicroUsd = 0 }: Usage = {}): void {
  metrics.count('debate_hall_tokens_total', inputTokens, { direction: 'input' });
  metrics.count('debate_hall_tokens_total', outputTokens, { direction: 'output' });
  metrics.count('debate_hall_cost_usd_total', costMicroUsd / MICRO);
}

/** Counts what a run tells. */
export function countEvent(metrics: Metrics, event: LiveEvent): void {
  if (event.type === 'run-ended') metrics.count('debate_hall_runs_total', 1, { end: event.reason });
  if (event.type === 'seat-failed') metrics.count('debate_hall_seat_failures_total', 1, { code: event.failure.code });
  if (event.type === 'turn-recorded') metrics.count('debate_hall_answers_total');
  if ('usage' in event) countUsage(metrics, event.usage);
}

/** Counts what becomes of the runs that a worker takes. */
export const countTasks =
  (metrics: Metrics, perform: PerformRun): PerformRun =>
  async (task) => {
    if (task.attempt > 1) metrics.count('debate_hall_run_takeovers_total');
    const result = await perform(task);
    if (result.kind === 'failed') metrics.count('debate_hall_run_failures_total');
    return result;
  };

async function lookAtQueue(hall: Hall): Promise<readonly MetricSample[]> {
  const runs = await (await hall.queue()).list({ states: LIVE_STATES });
  const waiting = runs.filter(({ state }) => state === 'waiting');
  const oldest = waiting.reduce((first, { asked }) => Math.min(first, asked.getTime()), hall.clock.now());
  return [
    { name: 'debate_hall_queue_runs', labels: { state: 'waiting' }, value: waiting.length },
    { name: 'debate_hall_queue_runs', labels: { state: 'running' }, value: runs.length - waiting.length },
    { name: 'debate_hall_queue_oldest_seconds', value: (hall.clock.now() - oldest) / 1_000 },
  ];
}

async function lookAtWebhooks(hall: Hall): Promise<readonly MetricSample[]> {
  const deliveries = await (await hall.outbox()).list();
  return DELIVERY_STATES.map((state) => ({
    name: 'debate_hall_webhook_deliveries',
    labels: { state },
    value: deliveries.filter((each) => each.state === state).length,
  }));
}

/** Figures that are looked up when somebody asks for them. */
export function observeHall(hall: Hall): void {
  const { metrics } = hall;
  if (hall.loaded.config.queue.kind !== 'inline') metrics.observe(async () => await lookAtQueue(hall));
  metrics.observe(async () => await lookAtWebhooks(hall));
}
