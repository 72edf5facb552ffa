// Keeps the process of the tests small: to start a program it is copied first, page table by page table, so that garbage which
// nobody has collected yet would make every start many times as expensive.
import { getHeapStatistics } from 'node:v8';
import { afterEach } from 'vitest';

/** Without the memory of the whole process, which `process.memoryUsage()` reads from /proc each time. */
const heapTotal = () => getHeapStatistics().total_heap_size;

const ALLOWED_BYTES = 64 * 1024 * 1024;

declare global {
  var heapAfterCollection: number | undefined;
}

afterEach(() => {
  if (heapTotal() < (globalThis.heapAfterCollection ?? 0) + ALLOWED_BYTES) return;
  globalThis.gc?.();
  globalThis.heapAfterCollection = heapTotal();
});
