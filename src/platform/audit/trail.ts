// The trail of who did and was refused what: entries that each hold the hash of the one before, so that none can be changed or taken
// out unnoticed. Nobody's words are in it.
import * as z from 'zod';
import { canonicalJson, sha256Hex, toWellFormed } from '../../support/canonical.ts';
import { toPrintable } from '../../support/control-characters.ts';

// Where a trail begins after its older entries were cut off: the hash that its first entry follows, and a signature that vouches for it.

export interface Checkpoint {
  /** How many entries came up to here, all of which were cut off. */
  readonly n: number;
  /** Of the last one of them. */
  readonly hash: string;
  readonly at: Date;
  /** Fingerprint of the key that has signed it. */
  readonly key: string;
  readonly signature: string;
}

/** What is signed: a text that anybody can write again from the checkpoint, and that passes for no statement about a ledger. */
export const checkpointText = (hall: string, { n, hash }: Pick<Checkpoint, 'n' | 'hash'>): string =>
  `debate-hall audit\nhall: ${hall}\nentries: ${n}\nhead: ${hash}\n`;

const entrySchema = z.object({
  v: z.literal(1),
  n: z.int(),
  at: z.string(),
  /** Hash of the entry before; null for the first. */
  prev: z.string().nullable(),
  /** Null where nobody was recognised. */
  principal: z.object({ id: z.string(), name: z.string(), by: z.string() }).nullable(),
  hall: z.string(),
  operation: z.string(),
  debate: z.string().optional(),
  key: z.string().optional(),
  /** `allowed`, or the code of the refusal. */
  decision: z.string(),
  requestId: z.string().optional(),
  remoteAddress: z.string().optional(),
});
export type AuditEntry = z.infer<typeof entrySchema>;

/** What a door reports; the port that the gate in front of operations fills. */
export interface AuditFact extends Omit<AuditEntry, 'v' | 'n' | 'at' | 'prev' | 'principal'> {
  readonly principal: AuditEntry['principal'] | undefined;
}

export interface KeptEntry {
  readonly n: number;
  /** Canonical JSON. */
  readonly text: string;
  readonly hash: string;
}

/** Where a trail ends; `n` is 0 for an empty one. */
export type TrailHead = Pick<KeptEntry, 'n'> & { readonly hash: string | null };

export const EMPTY_TRAIL: TrailHead = { n: 0, hash: null };

export function chainFact(after: TrailHead, { principal, ...fact }: AuditFact, at: string): KeptEntry {
  const n = after.n + 1;
  // Names come from tokens and headers.
  const entry = toPrintable({ v: 1, n, at, prev: after.hash, principal: principal ?? null, ...fact });
  const text = canonicalJson(toWellFormed(entry));
  return { n, text, hash: sha256Hex(text) };
}

export const readEntry = ({ text }: Pick<KeptEntry, 'text'>): AuditEntry => entrySchema.parse(JSON.parse(text));

/** Why this entry cannot follow that one; `undefined` when it can. */
export function findTampering(after: TrailHead, { n, text, hash }: KeptEntry): string | undefined {
  if (n !== after.n + 1) return `entries are missing before entry ${n}`;
  if (sha256Hex(text) !== hash) return `entry ${n} was changed`;
  const parsed = entrySchema.safeParse(JSON.parse(text));
  if (!parsed.success || parsed.data.n !== n) return `entry ${n} is not an entry of this trail`;
  return parsed.data.prev === after.hash ? undefined : `entry ${n} does not follow the one before it`;
}

interface AuditFilter {
  readonly debate?: string | undefined;
  /** ID of a principal, or its name. */
  readonly principal?: string | undefined;
  readonly refused?: boolean | undefined;
  readonly most: number;
}

interface TrailState {
  /** Those that were cut off included. */
  readonly entries: number;
  /** Keep it elsewhere: with it, a trail that was cut off or written anew is recognised. */
  readonly head: string | null;
  /** Where it begins; absent while nothing was cut off. */
  readonly checkpoint?: Checkpoint;
  /** What is wrong with it; absent while nothing is. */
  readonly problem?: string;
}

/** Whether it was one of these: whoever was recognised by an ID; at the command line a login says who it was, but the name is a person's. */
export const isByPerson = ({ principal }: AuditEntry, names: ReadonlySet<string>): boolean =>
  principal !== null && (names.has(principal.id) || (principal.by === 'local' && names.has(principal.name)));

/** Where the trail of all halls of a server is kept; each is read for itself. Every method throws `storage`. */
export interface AuditTrail {
  /** On return the entry is kept. */
  record(fact: AuditFact): Promise<void>;
  /** The newest first. */
  list(hall: string, filter: AuditFilter): Promise<readonly AuditEntry[]>;
  /** Reads the whole trail; `known` is a head that somebody kept from before. */
  verify(hall: string, known?: string): Promise<TrailState>;
  /** The last entry from before that time; `undefined` when there is none. */
  findBefore(hall: string, at: Date): Promise<Pick<Checkpoint, 'n' | 'hash'> | undefined>;
  /** Removes what came up to the checkpoint, and keeps that. Returns how many entries are gone. */
  cut(hall: string, checkpoint: Checkpoint): Promise<number>;
  /** Replaces a person; see trail-changes.ts. */
  rename(hall: string, names: readonly string[], to: string): Promise<number>;
  close(): Promise<void>;
}
