// What a server or a worker counts: its runs as they happen, and how queue and webhooks stand when somebody asks.
import type { Usage } from '../../domain/events.ts';
import type { LiveEvent, LiveListener } from '../../runner/live/live-events.ts';
import type { Metrics, Sample } from '../../telemetry/metrics.ts';
import type { Hall } from '../hall.ts';

const MICRO_PER_USD = 1_000_000;

function countUsage(metrics: Metrics, { inputTokens = 0, outputTokens = 0, costMicroUsd = 0 }: Usage = {}): void {
  metrics.count('debate_hall_tokens_total', inputTokens, { direction: 'input' });
  metrics.count('debate_hall_tokens_total', outputTokens, { direction: 'output' });
  metrics.count('debate_hall_cost_usd_total', costMicroUsd / MICRO_PER_USD);
}

/** Counts what a run tells. */
export const countRuns =
  (metrics: Metrics): LiveListener =>
  (event: LiveEvent) => {
    switch (event.type) {
      case 'run-ended':
        return metrics.count('debate_hall_runs_total', 1, { end: event.reason });
      case 'seat-failed':
        metrics.count('debate_hall_seat_failures_total', 1, { code: event.failure.code });
        return countUsage(metrics, event.usage);
      case 'turn-recorded':
        metrics.count('debate_hall_answers_total');
        return countUsage(metrics, event.usage);
      case 'answer-rejected':
        return countUsage(metrics, event.usage);
    }
  };

async function lookAtQueue(hall: Hall): Promise<readonly Sample[]> {
  const runs = await (await hall.queue()).list({ states: ['waiting', 'running'] });
  const waiting = runs.filter(({ state }) => state === 'waiting');
  const oldest = waiting.reduce((first, { asked }) => Math.min(first, asked.getTime()), hall.clock.now());
  return [
    { name: 'debate_hall_queue_runs', labels: { state: 'waiting' }, value: waiting.length },
    { name: 'debate_hall_queue_runs', labels: { state: 'running' }, value: runs.length - waiting.length },
    { name: 'debate_hall_queue_oldest_seconds', value: (hall.clock.now() - oldest) / 1_000 },
  ];
}

async function lookAtWebhooks(hall: Hall): Promise<readonly Sample[]> {
  const deliveries = await (await hall.outbox()).list();
  return (['waiting', 'delivered', 'failed'] as const).map((state) => ({
    name: 'debate_hall_webhook_deliveries',
    labels: { state },
    value: deliveries.filter((each) => each.state === state).length,
  }));
}

export function observeHall(metrics: Metrics, hall: Hall): void {
  if (hall.loaded.config.queue.kind !== 'inline') metrics.observe(async () => await lookAtQueue(hall));
  metrics.observe(async () => await lookAtWebhooks(hall));
}
