// Giving people and programs keys to a hall, and taking them back; both are in the audit trail before they count.
import { HallError } from '../../../domain/failures/errors.ts';
import { toPerson } from '../../../domain/speakers.ts';
import type { Audit, AuditReport } from '../../../platform/access/audit.ts';
import { isOwnName, type Role } from '../../../platform/access/principal.ts';
import { createKey, isValid, type KeptKey, type KeyStore } from '../../../platform/auth/credentials.ts';
import { quoteArgument } from '../../../support/quote-argument.ts';
import type { Hall } from '../hall.ts';

/** Ten years. */
const MOST_DAYS = 3_650;
const DAY_MS = 24 * 60 * 60_000;

export interface KeyDesk {
  readonly keys: KeyStore;
  readonly audit: Audit;
  /** Who gives keys and takes them back. */
  readonly by: AuditReport['principal'];
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

/** Letters of any script with their marks, so that people keep their names; nothing that could pass for another field of a record. */
const NAME = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} ._@+-]{0,62}[\p{L}\p{M}\p{N}])?$/u;

/** What records will show. Throws `bad-input`, and `already-exists` where it could be taken for the name of another key. */
async function chooseName(hall: Hall, keys: KeyStore, given: string): Promise<string> {
  const name = given.normalize('NFC');
  if (!NAME.test(name)) {
    throw new HallError('bad-input', 'The name of a key has 1 to 64 letters, digits, spaces or . _ @ + -.', {
      hint: 'Use the name that records should show, such as "ana" or "ci".',
    });
  }
  const person = toPerson(name);
  if (isOwnName(name)) {
    throw new HallError('bad-input', `"${name}" is a name that the hall uses itself.`, {
      hint: 'Choose another name.',
    });
  }
  const other = (await listKeys(hall, keys)).find((key) => key.name !== name && toPerson(key.name) === person);
  if (other === undefined) return name;
  throw new HallError('already-exists', `"${name}" looks like the name of another key, "${other.name}".`, {
    hint: `For the same person, add it as "${other.name}"; for somebody else, choose a name that nobody confuses with it.`,
  });
}

async function note(
  { loaded }: Hall,
  { audit, by }: KeyDesk,
  operation: 'add-key' | 'revoke-key' | 'rotate-key',
  key: string,
): Promise<void> {
  await audit.record({ principal: by, hall: loaded.config.store.hall, operation, key, decision: 'allowed' });
}

/** Throws `bad-input`, and `already-exists` for a name that could be taken for that of another key. */
export async function addKey(hall: Hall, desk: KeyDesk, { name: given, role, days }: AddKeyInput): Promise<AddedKey> {
  const name = await chooseName(hall, desk.keys, given);
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
async function findKey(hall: Hall, keys: KeyStore, id: string): Promise<Omit<KeptKey, 'hash'>> {
  const key = (await listKeys(hall, keys)).find((each) => each.id === id);
  if (key !== undefined) return key;
  throw new HallError('not-found', `This hall has no key ${id}.`, { hint: 'List them with "debate-hall keys list".' });
}

export interface RotateKeyInput {
  readonly id: string;
  /** Until the new key expires. */
  readonly days: number;
  /** For so long both keys are valid. */
  readonly overlapDays: number;
}

/** A new key of the same name and role; the old one ends after the overlap. Throws `not-found`, `not-active`. */
export async function rotateKey(
  hall: Hall,
  desk: KeyDesk,
  { id, days, overlapDays }: RotateKeyInput,
): Promise<AddedKey> {
  const old = await findKey(hall, desk.keys, id);
  if (!isValid(old, hall.clock.now())) {
    throw new HallError('not-active', `Key ${id} is no longer valid.`, {
      hint: `Add a new one with "debate-hall keys add ${quoteArgument(old.name)} --role ${old.role}".`,
    });
  }
  const added = await addKey(hall, desk, { name: old.name, role: old.role, days });
  await note(hall, desk, 'rotate-key', id);
  const end = new Date(hall.clock.now() + overlapDays * DAY_MS);
  await desk.keys.endAt(hall.loaded.config.store.hall, id, end);
  return added;
}

/** Throws `not-found`. */
export async function revokeKey(hall: Hall, desk: KeyDesk, id: string): Promise<void> {
  await findKey(hall, desk.keys, id);
  await note(hall, desk, 'revoke-key', id);
  await desk.keys.revoke(hall.loaded.config.store.hall, id, new Date(hall.clock.now()));
}
