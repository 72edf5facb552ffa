// Seals and the hash chain: gives a draft its place after the last event, and an event its line in the file.
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

/** The event that `draft` becomes at the end of the chain. A clock that went back is held at the last event's time. */
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
