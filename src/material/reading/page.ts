// Cuts an answer to a size that every agent passes on: claude writes what is longer into a file and names that.

/** Of the answer as JSON; claude takes about 50,000. */
const MAX_BYTES = 30_000;
/** Left for the fence and the last line. */
const RESERVE = 600;
/** More do not fit, however short they are. */
export const MOST_LINES = MAX_BYTES / 4;

function countBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text));
}

/** The beginning of a text that is not larger than this. */
function cutToBytes(text: string, bytes: number): string {
  let short = text.slice(0, bytes);
  while (countBytes(short) > bytes) short = short.slice(0, Math.floor(short.length / 2));
  return short.toWellFormed();
}

/** As many of the lines as fit, at least the beginning of one. */
export function fitPage(lines: readonly string[]): readonly string[] {
  const shown: string[] = [];
  let left = MAX_BYTES - RESERVE;
  for (const line of lines) {
    const needed = countBytes(line) + 1;
    if (needed > left) break;
    shown.push(line);
    left -= needed;
  }
  const [first] = lines;
  if (shown.length > 0 || first === undefined) return shown;
  return [`${cutToBytes(first, MAX_BYTES - RESERVE)} (this line is longer)`];
}
