// Writes an event whose keys are in order: what its hash covers, and its line, most of which is the same text.
import type { LedgerEvent } from '../domain/events.ts';
import type { Sealed } from '../domain/sealed/sealed.ts';

/** A sealed text as the hash covers it. In JSON no text can hold this, since its quotes are escaped. */
const SEAL = /\{"sha256":"[0-9a-f]{64}"\}/g;

/**
 * `covered` is the data with each sealed text reduced to its digest, `seals` are those texts in their order. JSON.stringify keeps the
 * order of keys, so both texts are canonical.
 */
export function writeInOrder(
  { at, hash, prev, seq, type, v }: LedgerEvent,
  covered: LedgerEvent['data'],
  seals: readonly Sealed[],
): { readonly hashed: string; readonly line: string } {
  const start = JSON.stringify({ at, data: covered }).slice(0, -1);
  const end = JSON.stringify({ prev, seq, type, v }).slice(1);
  let next = 0;
  const whole = seals.length === 0 ? start : start.replace(SEAL, () => JSON.stringify(seals[next++]));
  return { hashed: `${start},${end}`, line: `${whole},"hash":"${hash}",${end}` };
}
