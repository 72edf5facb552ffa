// Recognises whoever shows an API key.
import type { KeyStore } from './api-key.ts';
import { isKeyOf, isValid, readKey } from './api-key.ts';
import type { Verify } from './credentials.ts';

export function verifyKeys(keys: KeyStore, now: () => number): Verify {
  return async (token) => {
    const given = readKey(token);
    const kept = given === undefined ? undefined : await keys.find(given.id);
    if (given === undefined || kept === undefined || !isKeyOf(kept, given.secret)) return undefined;
    if (!isValid(kept, now())) return undefined;
    const { id, name, role, hall, expires } = kept;
    return { principal: { id: `key:${name}`, name, role, halls: [hall], by: 'key' }, key: id, expires };
  };
}
