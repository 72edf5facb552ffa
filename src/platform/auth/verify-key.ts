// Recognises whoever shows an API key.
import type { KeyStore } from './api-key.ts';
import { isValid, matchesKey, readKey } from './api-key.ts';
import type { Verify } from './credentials.ts';

/** A busy key is not written down at each of its requests. */
const NOTE_EVERY_MS = 60_000;

export function verifyKeys(keys: KeyStore, now: () => number): Verify {
  const noted = new Map<string, number>();
  /** Nobody is kept out because it could not be written down. */
  const noteUse = (id: string) => {
    if (now() - (noted.get(id) ?? Number.NEGATIVE_INFINITY) < NOTE_EVERY_MS) return;
    noted.set(id, now());
    keys.noteUse(id, new Date(now())).catch(() => noted.delete(id));
  };
  return async (token) => {
    const given = readKey(token);
    const kept = given === undefined ? undefined : await keys.find(given.id);
    if (given === undefined || kept === undefined || !matchesKey(kept, given.secret)) return undefined;
    if (!isValid(kept, now())) return undefined;
    const { id, name, role, hall, expires } = kept;
    noteUse(id);
    return { principal: { id: `key:${name}`, name, role, halls: [hall], by: 'key' }, key: id, expires };
  };
}
