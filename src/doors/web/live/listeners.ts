// Those who listen to something, however many there are, and work that goes on while somebody does.
import { wait } from '../../../support/wait.ts';

export class Listeners<Message> {
  readonly #all = new Set<(message: Message) => void>();

  get count(): number {
    return this.#all.size;
  }

  add(listener: (message: Message) => void): () => void {
    // Each call is a listener of its own, even with the same function.
    const own = (message: Message) => listener(message);
    this.#all.add(own);
    return () => void this.#all.delete(own);
  }

  tell(message: Message): void {
    for (const listener of [...this.#all]) listener(message);
  }
}

const TRY_AGAIN_MS = 2_000;

/** What fails meanwhile, such as a database that is away, is reported and tried again. */
export async function keepGoing(
  signal: AbortSignal,
  report: (fault: unknown) => void,
  step: () => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await step();
    } catch (fault) {
      if (signal.aborted) return;
      report(fault);
      await wait(TRY_AGAIN_MS, signal);
    }
  }
}
