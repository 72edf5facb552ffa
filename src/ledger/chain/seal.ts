// Sealing: text enters an event together with a random salt and the digest of both (docs/reference/ledger.md, "Sealed texts").
import type { OpenSealed, Sealed } from '../../domain/sealed/sealed.ts';
import { sha256Hex } from '../../support/canonical.ts';

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
