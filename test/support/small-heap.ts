// Keeps the process of the tests small: to start a program it is copied first, page table by page table, so that garbage which
// nobody has collected yet would make every start many times as expensive.
import { afterEach } from 'vitest';

const ALLOWED_BYTES = 64 * 1024 * 1024;

declare global {
  var heapAfterCollection: number | undefined;
}

afterEach(() => {
  const { heapTotal } = process.memoryUsage();
  if (heapTotal < (globalThis.heapAfterCollection ?? 0) + ALLOWED_BYTES) return;
  globalThis.gc?.();
  globalThis.heapAfterCollection = process.memoryUsage().heapTotal;
});
