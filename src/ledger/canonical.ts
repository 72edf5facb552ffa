// Canonical JSON (RFC 8785) and SHA-256: what every hash of a ledger is made of.
import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';

/** RFC 8785 text of a JSON value. Throws on what JSON cannot hold: NaN, Infinity, lone surrogates. */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('The value has no JSON form.');
  return text;
}

/** The same value with lone surrogates, which UTF-8 cannot hold, as U+FFFD. */
export function toWellFormed<T>(value: T): T {
  if (typeof value === 'string') return value.toWellFormed() as T;
  if (Array.isArray(value)) return value.map(toWellFormed) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key.toWellFormed(), toWellFormed(item)])) as T;
}

/** Lower-case hex SHA-256 of the UTF-8 bytes of `text`. */
export function sha256Hex(text: string): string {
  return hash('sha256', text, 'hex');
}
