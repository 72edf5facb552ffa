// Seals and the hash chain: gives a draft its place after the last event, an event its line in the file, and a line what its hash covers.
import { type EventDraft, LEDGER_VERSION, type LedgerEvent } from '../../domain/events.ts';
import { mapSealed, type OpenSealed, type Sealed } from '../../domain/sealed/sealed.ts';
import { canonicalJson, sha256Hex, toWellFormed } from '../../support/canonical.ts';

/** A text enters an event together with a random salt and the digest of both (docs/reference/ledger.md, "Sealed texts"). */
export type Seal = (text: string) => OpenSealed;

/** Seals text under a salt of 32 hex digits. Lone surrogates, which UTF-8 cannot hold, become U+FFFD first. */
export function seal(text: string, salt: string): OpenSealed {
  const wellFormed = text.toWellFormed();
  return { salt, sha256: sha256Hex(salt + wellFormed), text: wellFormed };
}

/** Whether an open seal fits its digest; a redacted one has nothing left that could be wrong. */
export function isSealIntact(sealed: Sealed): boolean {
  return !('text' in sealed) || sha256Hex(sealed.salt + sealed.text) === sealed.sha256;
}

export interface ChainEnd {
  /** The `seq` that the next event gets. */
  readonly nextSeq: number;
  readonly head: string | null;
  /** Time of the last event; later ones never carry an earlier time. */
  readonly lastAt: string | null;
}

export const EMPTY_CHAIN: ChainEnd = { nextSeq: 0, head: null, lastAt: null };

/** SHA-256 over the canonical event without `hash`, with every sealed text reduced to its digest. */
export function eventHash(event: Omit<LedgerEvent, 'hash'> & { hash?: string }): string {
  const { at, data, prev, seq, type, v } = event;
  return sha256Hex(canonicalJson({ at, data: mapSealed(data, ({ sha256 }) => ({ sha256 })), prev, seq, type, v }));
}

/** The event that `draft` becomes at the end of the chain. It is never earlier than the last event. */
export function chainEvent(draft: EventDraft, end: ChainEnd, now: string): LedgerEvent {
  const at = end.lastAt !== null && end.lastAt > now ? end.lastAt : now;
  const data = toWellFormed(draft.data);
  const rest = { prev: end.head, seq: end.nextSeq, type: draft.type, v: LEDGER_VERSION };
  const hash = eventHash({ at, data, ...rest } as LedgerEvent);
  // In the order of canonical JSON.
  return { at, data, hash, ...rest } as LedgerEvent;
}

export function chainEnd(event: LedgerEvent): ChainEnd {
  return { nextSeq: event.seq + 1, head: event.hash, lastAt: event.at };
}

/** The event as it stands in the file, line end included. */
export function toLine(event: LedgerEvent): string {
  return `${canonicalJson(event)}\n`;
}

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
 * What the hash of an event covers, taken from its line, so that a long text is looked through and not written again: the canonical text of the
 * event without `hash`, with every sealed text reduced to its digest; `undefined` where the line is not, or not for
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
