// What a door gets of whoever shows it a token. The ways to recognise one do not know each other; `verify.ts` asks them.
import { timingSafeEqual } from 'node:crypto';
import { sha256Hex } from '../../support/canonical.ts';
import type { RandomHex } from '../../support/clock.ts';
import type { Principal, Role } from '../access/principal.ts';

export interface SignedIn {
  readonly who: Pick<Principal, 'id' | 'name' | 'by'>;
  /** `undefined`: somebody whom nobody gave a role here. */
  readonly principal: Principal | undefined;
  /** The public ID of the key, where it is one. */
  readonly key?: string;
  /** Until when the token is good. */
  readonly expires: Date;
}

/**
 * `undefined` for a token that nobody gave out. `ended` for one that was given out but opens nothing, as it is expired, revoked, or meant
 * for another server: whoever shows it does not guess. They do not learn which it was.
 */
export type VerifyToken = (token: string) => Promise<SignedIn | 'ended' | undefined>;

// API keys: what one looks like, and what is kept of it. The secret has 256 random bits, so a plain hash of it tells nothing.

/** Announces what it is to people who find one, and to programs that look for secrets; see support/secrets. */
const PREFIX = 'dhk';
const ID_DIGITS = 12;
const SECRET_DIGITS = 64;
const SHAPE = new RegExp(`^${PREFIX}_([0-9a-f]{${ID_DIGITS}})_([0-9a-f]{${SECRET_DIGITS}})$`);

/** What is kept of a key: enough to recognise it, and nothing that it could be made from. */
export interface KeptKey {
  readonly id: string;
  readonly hall: string;
  /** Whom records name. A person who changes keys stays the same. */
  readonly name: string;
  readonly role: Role;
  readonly hash: string;
  readonly created: Date;
  readonly expires: Date;
  readonly revoked?: Date | undefined;
  /** When somebody last signed in with it, to the minute. */
  readonly used?: Date | undefined;
}

export interface KeyStore {
  add(key: KeptKey): Promise<void>;
  /** Of any hall. */
  find(id: string): Promise<KeptKey | undefined>;
  /** Those of one hall, the oldest first. */
  list(hall: string): Promise<readonly KeptKey[]>;
  /** `false` when this hall has no such key. */
  revoke(hall: string, id: string, at: Date): Promise<boolean>;
  /** Ends it at this time, or when it would have ended before. `false` when this hall has no such key. */
  endAt(hall: string, id: string, at: Date): Promise<boolean>;
  /** Somebody signed in with it. */
  noteUse(id: string, at: Date): Promise<void>;
  /** Tells soon of keys that are added, revoked or end sooner, of any hall. `undefined`: nobody knows which, so look at all. */
  watch(listener: (id: string | undefined) => void): { close(): void };
  close(): Promise<void>;
}

interface NewKey {
  readonly id: string;
  /** Shown once, and kept nowhere. */
  readonly token: string;
  readonly hash: string;
}

export function createKey(random: RandomHex): NewKey {
  const id = random(ID_DIGITS);
  const secret = random(SECRET_DIGITS);
  return { id, token: `${PREFIX}_${id}_${secret}`, hash: sha256Hex(secret) };
}

export const isKeyShaped = (token: string): boolean => token.startsWith(`${PREFIX}_`);

function readKey(token: string): { readonly id: string; readonly secret: string } | undefined {
  const [, id, secret] = SHAPE.exec(token) ?? [];
  return id === undefined || secret === undefined ? undefined : { id, secret };
}

/** Whether it opens anything now. */
export function isValid({ expires, revoked }: Pick<KeptKey, 'expires' | 'revoked'>, now: number): boolean {
  return revoked === undefined && expires.getTime() > now;
}

function matchesKey(kept: Pick<KeptKey, 'hash'>, secret: string): boolean {
  return timingSafeEqual(Buffer.from(kept.hash, 'hex'), Buffer.from(sha256Hex(secret), 'hex'));
}

/** A busy key is not written down at each of its requests. */
const NOTE_EVERY_MS = 60_000;

export function verifyKeys(keys: KeyStore, now: () => number): VerifyToken {
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
    if (!isValid(kept, now())) return 'ended';
    const { id, name, role, hall, expires } = kept;
    noteUse(id);
    const who = { id: `key:${name}`, name, by: 'key' } as const;
    return { who, principal: { ...who, role, halls: [hall] }, key: id, expires };
  };
}
