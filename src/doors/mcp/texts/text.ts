// Keeps results small and other people's words apart from ours: clipping and quoting.

/**
 * Size in quarters of a token. Latin text takes about a quarter of a token for a character, letters of other alphabets
 * about half of one, and Chinese, Japanese and Korean characters about one: 43,000 of those were measured as 41,227 tokens.
 */
export function measureWeight(text: string): number {
  let weight = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    weight += unit < 0x80 ? 1 : unit < 0x1100 ? 2 : 4;
  }
  return weight;
}

/**
 * The beginning of a text whose JSON form weighs at most `max`, since that is what a client counts.
 * A cut text ends with "…".
 */
export function clip(text: string, max: number): string {
  let cut = text;
  for (let weight = measureWeight(JSON.stringify(cut)); weight > max; weight = measureWeight(JSON.stringify(cut))) {
    cut = `${cut.slice(0, Math.max(1, Math.floor((cut.length * max) / weight) - 1)).toWellFormed()}…`;
    if (cut.length <= 2) break;
  }
  return cut;
}

/** As a quotation, so that no line of it reads as the server's own. */
export function quoteLines(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
}

/** A part of a text whose JSON form weighs at most `max`: whole lines where they fit, and never half a character. */
export function slicePortion(text: string, offset: number, max: number): string {
  let part = text.slice(offset);
  for (let weight = measureWeight(JSON.stringify(part)); weight > max; weight = measureWeight(JSON.stringify(part))) {
    part = part.slice(0, Math.max(1, Math.floor((part.length * max) / weight)));
  }
  if (offset + part.length === text.length) return part;
  const lineEnd = part.lastIndexOf('\n') + 1;
  if (lineEnd > 0) return part.slice(0, lineEnd);
  return part.isWellFormed() || part.length === 1 ? part : part.slice(0, -1);
}
