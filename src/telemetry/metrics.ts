// Figures of one process for Prometheus: counters that grow, and gauges that are looked up when somebody asks.

/** Every name with what it means and its labels; docs/shared-hall.md says what to watch. */
const METRICS = {
  debate_hall_runs_total: ['counter', 'Runs that ended in this process, by how.'],
  debate_hall_run_takeovers_total: ['counter', 'Runs that were restarted after an earlier attempt.'],
  debate_hall_run_failures_total: ['counter', 'Runs that this process gave up.'],
  debate_hall_seat_failures_total: ['counter', 'Agents that could not answer, by the code of the failure.'],
  debate_hall_answers_total: ['counter', 'Answers that were recorded.'],
  debate_hall_tokens_total: ['counter', 'Tokens of answers, rejections and failures, by direction, as reported.'],
  debate_hall_cost_usd_total: ['counter', 'US dollars of the same, as reported.'],
  debate_hall_permit_waits_total: ['counter', 'Calls that waited for a permit of their provider.'],
  debate_hall_permit_wait_seconds_total: ['counter', 'How long they waited.'],
  debate_hall_queue_runs: ['gauge', 'Runs of the hall that wait or are worked on, by state.'],
  debate_hall_queue_oldest_seconds: ['gauge', 'How long the oldest run has waited.'],
  debate_hall_webhook_deliveries: ['gauge', 'Deliveries of the last days, by state.'],
  debate_hall_sign_in_refusals_total: ['counter', 'Keys and tokens that were not accepted.'],
  debate_hall_scrape_failures_total: ['counter', 'Gauges that could not be looked up.'],
} as const;

export type MetricName = keyof typeof METRICS;
export type Labels = Readonly<Record<string, string>>;

export interface Sample {
  readonly name: MetricName;
  readonly labels?: Labels;
  readonly value: number;
}

const escapeLabel = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"');

function keyOf(name: MetricName, labels: Labels): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${escapeLabel(value)}"`);
  return pairs.length === 0 ? name : `${name}{${pairs.join(',')}}`;
}

export class Metrics {
  readonly #counters = new Map<MetricName, Map<string, number>>();
  readonly #gauges: (() => Promise<readonly Sample[]>)[] = [];

  count(name: MetricName, by = 1, labels: Labels = {}): void {
    const series = this.#counters.get(name) ?? new Map<string, number>();
    this.#counters.set(name, series);
    const key = keyOf(name, labels);
    series.set(key, (series.get(key) ?? 0) + by);
  }

  /** Looked up whenever somebody asks. */
  observe(look: () => Promise<readonly Sample[]>): void {
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
      series.set(name, new Map([...(series.get(name) ?? []), [keyOf(name, labels), value]]));
    }
    const lines = [...series].flatMap(([name, values]) => {
      const [type, help] = METRICS[name];
      const rows = [...values].map(([key, value]) => `${key} ${value}`);
      return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...rows];
    });
    return lines.map((line) => `${line}\n`).join('');
  }
}
