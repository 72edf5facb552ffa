// What the hash of an event covers, taken from its line, which is canonical if this is: so a long text is looked through, not written again.
import type { LedgerEvent } from '../../domain/events.ts';
import type { Sealed } from '../../domain/sealed/sealed.ts';

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text[at - 1 - slashes] === '\\') slashes += 1;
  return slashes % 2 === 1;
}

/** The quote that ends the string that begins at `from`; -1 when there is none. */
function findStringEnd(text: string, from: number): number {
  let end = text.indexOf('"', from);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

/** The escape of a surrogate, or what looks like one. */
const SURROGATE_ESCAPE = '\\ud';

/** Whether canonical JSON writes `text` in this way. Only these escapes can be written in more than one. */
function isCanonical(written: string, text: string): boolean {
  if (written.length === text.length || !(written.includes('\\u') || written.includes('\\/'))) return true;
  return !written.includes(SURROGATE_ESCAPE) && JSON.stringify(text) === `"${written}"`;
}

/**
 * The canonical text of the event without `hash`, with every sealed text reduced to its digest; `undefined` where the line is not, or not for
 * sure, the canonical form of the event. The names of the event, which was parsed from the line, are in order; `covered` is its data with each
 * sealed text reduced to its digest, `seals` are these texts in their order. RFC 8785 writes numbers and strings as JSON.stringify does; only
 * lone surrogates, which it refuses, need more care.
 */
export function coveredText(
  line: string,
  { at, hash, prev, seq, type, v }: LedgerEvent,
  covered: LedgerEvent['data'],
  seals: readonly Sealed[],
): string | undefined {
  if (!line.isWellFormed()) return undefined;
  let text = '';
  let done = 0;
  for (const sealed of seals) {
    if (!('text' in sealed)) continue;
    const digest = `"sha256":"${sealed.sha256}"`;
    // In JSON no text can hold this, since its quotes are escaped.
    const opening = `{"salt":"${sealed.salt}",${digest},"text":"`;
    const from = line.indexOf(opening, done);
    if (from === -1) return undefined;
    const begin = from + opening.length;
    const end = findStringEnd(line, begin);
    const written = line.slice(begin, end);
    // Another member would be a second text, of which parsing took the last.
    if (line[end + 1] !== '}' || !isCanonical(written, sealed.text)) return undefined;
    text += `${line.slice(done, from)}{${digest}`;
    done = end + 1;
  }
  const own = `,"hash":"${hash}"`;
  const place = line.lastIndexOf(own);
  text += `${line.slice(done, place)}${line.slice(place + own.length)}`;
  if (text.includes(SURROGATE_ESCAPE) || JSON.stringify({ at, data: covered, prev, seq, type, v }) !== text)
    return undefined;
  return text;
}
