// The plan of a debate as a client shows it: its rounds, and the steps outside of them as they come.
import type { PlanEntry } from '@agentclientprotocol/sdk';
import type { LiveEvent } from '../../runner/live/live-events.ts';

interface Part {
  title: string;
  /** Steps that are not answered yet. */
  readonly open: Set<string>;
  status: 'pending' | 'in_progress' | 'completed';
}

const roundTitle = (round: string, rounds: string | undefined) =>
  rounds === undefined ? `Round ${round}` : `Round ${round} of ${rounds}`;

export class DebatePlan {
  #parts: Part[] = [];
  /** Between two turns of a round, the round is still in progress. */
  #current: Part | undefined;

  follow(event: LiveEvent): void {
    if (event.type === 'seat-started') this.#begin(event);
    else if (event.type === 'turn-recorded' || event.type === 'seat-failed') this.#current?.open.delete(event.step);
    else if (event.type === 'run-ended' && event.reason === 'closed') this.#end();
  }

  get entries(): PlanEntry[] {
    return this.#parts.map(({ title, status }) => ({ content: title, priority: 'medium', status }));
  }

  #begin({ step, label, round, rounds }: Extract<LiveEvent, { type: 'seat-started' }>): void {
    const part = round === undefined ? this.#alongside(label) : this.#round(round, rounds);
    if (this.#current !== undefined && this.#current !== part) this.#current.status = 'completed';
    this.#current = part;
    part.status = 'in_progress';
    part.open.add(step);
  }

  #round(round: string, rounds: string | undefined): Part {
    for (let each = 1; each <= Number(rounds ?? 0); each += 1) this.#named(roundTitle(String(each), rounds));
    return this.#named(roundTitle(round, rounds));
  }

  /** Seats that are asked at the same time are one part: "Wind gives an opening, Wall gives an opening". */
  #alongside(label: string): Part {
    const current = this.#current;
    if (current === undefined || current.open.size === 0 || current.title.startsWith('Round '))
      return this.#named(label);
    current.title = `${current.title}, ${label}`;
    return current;
  }

  #named(title: string): Part {
    const known = this.#parts.find((part) => part.title === title);
    if (known !== undefined) return known;
    const part: Part = { title, open: new Set(), status: 'pending' };
    this.#parts.push(part);
    return part;
  }

  /** Rounds that were not needed are no part of it. */
  #end(): void {
    if (this.#current !== undefined) this.#current.status = 'completed';
    this.#parts = this.#parts.filter(({ status }) => status !== 'pending');
  }
}
