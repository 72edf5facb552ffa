// Cuts an answer to a size that claude passes on. What is larger it would write into a file outside of the copy, and name.

/** Of the answer as JSON; claude takes about 50,000. */
const MAX_BYTES = 30_000;
/** Left for the last line. */
const RESERVE = 200;

function countBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text));
}

/** The beginning of a text that is not larger than this. */
function cutToBytes(text: string, bytes: number): string {
  let short = text.slice(0, bytes);
  while (countBytes(short) > bytes) short = short.slice(0, Math.floor(short.length / 2));
  return short;
}

/** As many lines as fit, at least one, and what `more` says about the rest when some do not. */
export function cutToPage(lines: readonly string[], more: (shown: number) => string): string {
  const shown: string[] = [];
  let left = MAX_BYTES - RESERVE;
  for (const line of lines) {
    const needed = countBytes(line) + 1;
    if (needed > left) break;
    shown.push(line);
    left -= needed;
  }
  const [first = ''] = lines;
  if (shown.length === 0) shown.push(`${cutToBytes(first, MAX_BYTES - RESERVE)} (this line is longer)`);
  return [...shown, ...(shown.length < lines.length ? [more(shown.length)] : [])].join('\n');
}
