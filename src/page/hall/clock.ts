// The time of the machine that shows the page, which reaches no ledger; and as it passes, for what says since when: one timer for the
// whole page, running only while somebody reads it.
import { signal } from '@preact/signals';

const SECOND = 1_000;

let timer: ReturnType<typeof setInterval> | undefined;

export const readClock = () => Date.now();

export const clock = signal(readClock(), {
  watched() {
    clock.value = readClock();
    timer = setInterval(() => {
      clock.value = readClock();
    }, SECOND);
  },
  unwatched() {
    clearInterval(timer);
  },
});
