// How many requests each person has open, streams included: nobody can take all connections of a server.
import type { Principal } from '../access/principal.ts';
import { HallError } from '../domain/failures/errors.ts';

/** A tab has one or two, a client of MCP some more. */
const MOST_OF_ONE = 100;

export class Visits {
  readonly #open = new Map<string, number>();

  /** Counts it until `over`. Throws `quota-reached`. */
  begin({ id, halls }: Principal, over: AbortSignal): void {
    const person = JSON.stringify([id, halls]);
    const open = this.#open.get(person) ?? 0;
    if (open >= MOST_OF_ONE) {
      throw new HallError('quota-reached', `You have ${open} requests open.`, { hint: 'End some of them first.' });
    }
    if (over.aborted) return;
    this.#open.set(person, open + 1);
    over.addEventListener('abort', () => this.#end(person), { once: true });
  }

  #end(person: string): void {
    const left = (this.#open.get(person) ?? 0) - 1;
    if (left > 0) this.#open.set(person, left);
    else this.#open.delete(person);
  }
}
