// What of a run is still under way, so that whoever comes later sees it as well: steps that were asked, their words so far, and
// what was looked up for them. What is recorded is in the record.
import type { TimedLiveEvent } from '../../../domain/hall-page/stream.ts';

const stepOf = (event: TimedLiveEvent): string | undefined => ('step' in event ? event.step : undefined);

/** Events by which a step is over, for good or until it is asked again. */
const ENDS: ReadonlySet<TimedLiveEvent['type']> = new Set(['turn-recorded', 'answer-rejected', 'seat-failed']);

export class UnfinishedSteps {
  readonly #steps = new Map<string, TimedLiveEvent[]>();

  add(event: TimedLiveEvent): void {
    if (event.type === 'run-started' || event.type === 'run-ended') this.#steps.clear();
    const step = stepOf(event);
    if (step === undefined) return;
    if (ENDS.has(event.type)) this.#steps.delete(step);
    else if (event.type === 'seat-started' || event.type === 'waiting-for-person') this.#steps.set(step, [event]);
    else this.#append(step, event);
  }

  /** In the order in which the steps began. */
  list(): readonly TimedLiveEvent[] {
    return [...this.#steps.values()].flat();
  }

  #append(step: string, event: TimedLiveEvent): void {
    const events = this.#steps.get(step);
    const last = events?.at(-1);
    // A try that failed said nothing that counts.
    if (event.type === 'retrying') events?.splice(1, events.length, event);
    else if (event.type === 'text-delta' && last?.type === 'text-delta') {
      events?.splice(-1, 1, { ...last, text: last.text + event.text });
    } else events?.push(event);
  }
}
