// The time as it passes, for what says since when: one timer for the whole page, running only while somebody reads it.
import { signal } from '@preact/signals';

const SECOND = 1_000;

let timer: ReturnType<typeof setInterval> | undefined;

export const clock = signal(Date.now(), {
  watched() {
    clock.value = Date.now();
    timer = setInterval(() => {
      clock.value = Date.now();
    }, SECOND);
  },
  unwatched() {
    clearInterval(timer);
  },
});
