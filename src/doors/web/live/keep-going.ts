// Work that goes on while somebody listens: what fails, such as a database that is away, is reported and tried again.
import { wait } from '../../../support/wait.ts';

const TRY_AGAIN_MS = 2_000;

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
