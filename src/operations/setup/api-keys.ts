// Giving people and programs keys to a hall, and taking them back; both are in the audit trail before they count.
import type { Audit, AuditEntry } from '../../access/audit.ts';
import type { Role } from '../../access/principal.ts';
import { createKey, type KeptKey, type KeyStore } from '../../auth/api-key.ts';
import { HallError } from '../../domain/failures/errors.ts';
import type { Hall } from '../hall.ts';

/** Ten years. */
const MOST_DAYS = 3_650;
const DAY_MS = 24 * 60 * 60_000;

export interface KeyDesk {
  readonly keys: KeyStore;
  readonly audit: Audit;
  /** Who gives keys and takes them back. */
  readonly by: AuditEntry['principal'];
}

export interface AddKeyInput {
  readonly name: string;
  readonly role: Role;
  readonly days: number;
}

export interface AddedKey {
  readonly key: KeptKey;
  /** The key itself, which nobody can be shown again. */
  readonly token: string;
}

/** Letters of any script, so that people keep their names; nothing that could pass for another field of a record. */
const NAME = /^[\p{L}\p{N}](?:[\p{L}\p{N} ._@+-]{0,62}[\p{L}\p{N}])?$/u;

async function note(
  { loaded }: Hall,
  { audit, by }: KeyDesk,
  operation: 'add-key' | 'revoke-key',
  key: string,
): Promise<void> {
  await audit.record({ principal: by, hall: loaded.config.store.hall, operation, key, decision: 'allowed' });
}

/** Throws `bad-input`. */
export async function addKey(hall: Hall, desk: KeyDesk, { name, role, days }: AddKeyInput): Promise<AddedKey> {
  if (!NAME.test(name)) {
    throw new HallError('bad-input', 'The name of a key has 1 to 64 letters, digits, spaces or . _ @ + -.', {
      hint: 'Use the name that records should show, such as "ana" or "ci".',
    });
  }
  if (days > MOST_DAYS) {
    throw new HallError('bad-input', `A key is valid for at most ${MOST_DAYS} days.`, {
      hint: 'Add another one before it expires.',
    });
  }
  const { id, token, hash } = createKey(hall.random);
  const created = new Date(hall.clock.now());
  const expires = new Date(created.getTime() + days * DAY_MS);
  const key: KeptKey = { id, hall: hall.loaded.config.store.hall, name, role, hash, created, expires };
  await note(hall, desk, 'add-key', id);
  await desk.keys.add(key);
  return { key, token };
}

/** The keys of this hall, without what they are checked by. */
export async function listKeys(hall: Hall, keys: KeyStore): Promise<readonly Omit<KeptKey, 'hash'>[]> {
  const kept = await keys.list(hall.loaded.config.store.hall);
  return kept.map(({ hash: _, ...key }) => key);
}

/** Throws `not-found`. */
export async function revokeKey(hall: Hall, desk: KeyDesk, id: string): Promise<void> {
  const own = await listKeys(hall, desk.keys);
  if (!own.some((key) => key.id === id)) {
    throw new HallError('not-found', `This hall has no key ${id}.`, {
      hint: 'List them with "debate-hall keys list".',
    });
  }
  await note(hall, desk, 'revoke-key', id);
  await desk.keys.revoke(hall.loaded.config.store.hall, id, new Date(hall.clock.now()));
}
