// Keeps results small and other people's words apart from ours: clipping and quoting.

/**
 * The beginning of a text whose JSON form has at most `max` characters, since that is what a client counts.
 * A cut text ends with "…".
 */
export function clip(text: string, max: number): string {
  let cut = text;
  for (let length = JSON.stringify(cut).length; length > max; length = JSON.stringify(cut).length) {
    cut = `${cut.slice(0, Math.max(1, Math.floor((cut.length * max) / length) - 1)).toWellFormed()}…`;
    if (cut.length <= 2) break;
  }
  return cut;
}

/** As a quotation, so that no line of it reads as the server's own. */
export function quote(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
}
