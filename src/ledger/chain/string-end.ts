// Where a string ends in the text of a ledger, without parsing it.

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text[at - 1 - slashes] === '\\') slashes += 1;
  return slashes % 2 === 1;
}

/** The quote that ends the string that begins at `from`, or some quote more than `most` characters away; -1 when there is none. */
export function findStringEnd(text: string, from: number, most = Number.POSITIVE_INFINITY): number {
  let end = text.indexOf('"', from);
  while (end - from < most && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}
