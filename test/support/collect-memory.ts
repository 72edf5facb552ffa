// What a process that runs for long does now and then: everything that nobody holds goes.
import { setImmediate as turn } from 'node:timers/promises';

/** Weak references are let go of between two turns of the event loop, so one collection is not enough. */
export async function collectMemory(): Promise<void> {
  for (let times = 0; times < 3; times += 1) {
    await turn();
    globalThis.gc?.();
  }
}
