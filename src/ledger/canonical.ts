// Canonical JSON (RFC 8785) and SHA-256: the two functions that every hash of a ledger is made of.
import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/** RFC 8785 text of a JSON value. Throws on what JSON cannot hold: NaN, Infinity, lone surrogates. */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('The value has no JSON form.');
  return text;
}

/** Lower-case hex SHA-256 of the UTF-8 bytes of `text`. */
export function sha256Hex(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
