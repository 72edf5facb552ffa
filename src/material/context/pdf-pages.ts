// The text of a PDF, page by page: read in a thread that is ended when it takes too long or too much memory.
import type { PagesAnswer, PagesRequest } from '../../process/pdf/extract-pages.ts';
import { runInThread } from '../../process/run-in-thread.ts';

/** Of the file. */
export const MAX_PDF_BYTES = 32 * 1024 * 1024;
export const MAX_PAGES = 500;
const MAX_MS = 60_000;
const MAX_HEAP_MB = 512;

/** Its mark is among the first bytes; a few programs write something before it. */
export const isPdf = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 1_024)).includes('%PDF-');

export async function readPages(bytes: Uint8Array, signal: AbortSignal): Promise<PagesAnswer> {
  const request: PagesRequest = { bytes, mostPages: MAX_PAGES };
  const limits = { ms: MAX_MS, heapMb: MAX_HEAP_MB };
  const answer = await runInThread<PagesAnswer>('process/pdf/extract-pages', request, { limits, signal });
  return answer ?? { problem: `cannot be read within ${MAX_MS / 1_000} s and ${MAX_HEAP_MB} MB` };
}

/** "3,5-7" */
export function formatPages(numbers: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else runs.push([number, number]);
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',');
}
