// Figures of one process for Prometheus: counters that grow, durations in buckets, and gauges that are looked up when somebody asks.
import type { Clock } from '../../support/clock.ts';
import type { Permits } from '../permits/permits.ts';

/** Every name with what it means and its labels; docs/team-hall/operate.md says what to watch. */
export const METRICS = {
  debate_hall_runs_total: ['counter', 'Runs that ended in this process, by how.'],
  debate_hall_run_takeovers_total: ['counter', 'Runs that were restarted after an earlier attempt.'],
  debate_hall_run_failures_total: ['counter', 'Runs that this process gave up.'],
  debate_hall_seat_failures_total: ['counter', 'Agents that could not answer, by the code of the failure.'],
  debate_hall_answers_total: ['counter', 'Answers that were recorded.'],
  debate_hall_tokens_total: ['counter', 'Tokens of answers, rejections and failures, by direction, as reported.'],
  debate_hall_cost_usd_total: ['counter', 'US dollars of the same, as reported.'],
  debate_hall_permit_waits_total: ['counter', 'Calls that waited for a permit of their provider.'],
  debate_hall_permit_wait_seconds_total: ['counter', 'How long they waited.'],
  debate_hall_http_request_seconds: ['histogram', 'How long answers took, by kind of address and status.'],
  debate_hall_database_statement_seconds: ['histogram', 'How long statements took, waiting for the database included.'],
  debate_hall_queue_runs: ['gauge', 'Runs of the hall that wait or are worked on, by state.'],
  debate_hall_queue_oldest_seconds: ['gauge', 'How long the oldest run has waited.'],
  debate_hall_webhook_deliveries: ['gauge', 'Deliveries of the last days, by state.'],
  debate_hall_sign_in_refusals_total: ['counter', 'Keys and tokens that were not accepted.'],
  debate_hall_scrape_failures_total: ['counter', 'Gauges that could not be looked up.'],
} as const;

export type MetricName = keyof typeof METRICS;
type NameOf<Kind extends string> = {
  [Name in MetricName]: (typeof METRICS)[Name][0] extends Kind ? Name : never;
}[MetricName];

/** Seconds; what takes longer than the last stands in "+Inf". */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

interface Durations {
  readonly labels: Labels;
  /** One for each bucket: how many took at most so long. */
  readonly counts: number[];
  sum: number;
  count: number;
}

type Labels = Readonly<Record<string, string>>;

export interface MetricSample {
  readonly name: MetricName;
  readonly labels?: Labels;
  readonly value: number;
}

const escapeLabel = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"');

function formatKey(name: MetricName, labels: Labels): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${escapeLabel(value)}"`);
  return pairs.length === 0 ? name : `${name}{${pairs.join(',')}}`;
}

export class Metrics {
  readonly #counters = new Map<MetricName, Map<string, number>>();
  readonly #durations = new Map<MetricName, Map<string, Durations>>();
  readonly #gauges: (() => Promise<readonly MetricSample[]>)[] = [];

  count(name: NameOf<'counter'>, by = 1, labels: Labels = {}): void {
    const series = this.#counters.get(name) ?? new Map<string, number>();
    this.#counters.set(name, series);
    const key = formatKey(name, labels);
    series.set(key, (series.get(key) ?? 0) + by);
  }

  /** Of one thing that took this many milliseconds. */
  time(name: NameOf<'histogram'>, milliseconds: number, labels: Labels = {}): void {
    const seconds = milliseconds / 1_000;
    const series = this.#durations.get(name) ?? new Map<string, Durations>();
    this.#durations.set(name, series);
    const key = formatKey(name, labels);
    const durations = series.get(key) ?? { labels, counts: BUCKETS.map(() => 0), sum: 0, count: 0 };
    series.set(key, durations);
    BUCKETS.forEach((bucket, index) => {
      if (seconds <= bucket) durations.counts[index] = (durations.counts[index] as number) + 1;
    });
    durations.sum += seconds;
    durations.count += 1;
  }

  /** Looked up whenever somebody asks. */
  observe(look: () => Promise<readonly MetricSample[]>): void {
    this.#gauges.push(look);
  }

  /** The text format of Prometheus. */
  async render(): Promise<string> {
    const found = await Promise.allSettled(this.#gauges.map(async (look) => await look()));
    for (const each of found) if (each.status === 'rejected') this.count('debate_hall_scrape_failures_total');
    const series = new Map<MetricName, Map<string, number>>(this.#counters);
    for (const { name, labels = {}, value } of found.flatMap((each) =>
      each.status === 'fulfilled' ? each.value : [],
    )) {
      series.set(name, new Map([...(series.get(name) ?? []), [formatKey(name, labels), value]]));
    }
    const lines = [...series].flatMap(([name, values]) => {
      const [type, help] = METRICS[name];
      const rows = [...values].map(([key, value]) => `${key} ${value}`);
      return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...rows];
    });
    return [...lines, ...this.#renderDurations()].map((line) => `${line}\n`).join('');
  }

  #renderDurations(): readonly string[] {
    return [...this.#durations].flatMap(([name, series]) => {
      const [type, help] = METRICS[name];
      const rows = [...series.values()].flatMap(({ labels, counts, sum, count }) => {
        const row = (suffix: string, value: number, more: Labels = {}) =>
          `${formatKey(name, { ...labels, ...more }).replace(name, `${name}${suffix}`)} ${value}`;
        return [
          ...BUCKETS.map((bucket, index) => row('_bucket', counts[index] as number, { le: `${bucket}` })),
          row('_bucket', count, { le: '+Inf' }),
          row('_sum', sum),
          row('_count', count),
        ];
      });
      return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...rows];
    });
  }
}

// Counts how long calls wait for permits of their provider.

export function timePermits(permits: Permits, { metrics, clock }: { metrics: Metrics; clock: Clock }): Permits {
  return {
    acquire: async (key, limits, signal) => {
      const from = clock.elapsed();
      try {
        return await permits.acquire(key, limits, signal);
      } finally {
        const [provider = ''] = key.split(' ');
        metrics.count('debate_hall_permit_waits_total', 1, { provider });
        metrics.count('debate_hall_permit_wait_seconds_total', (clock.elapsed() - from) / 1_000, { provider });
      }
    },
    close: async () => await permits.close(),
  };
}
