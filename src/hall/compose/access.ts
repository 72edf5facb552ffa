// Who may do what in a hall: where its keys are, who checks tokens, and what stands behind the gate.
import type { Debate } from '../../domain/debate.ts';
import { isForPeople } from '../../domain/event-parts.ts';
import { HallError } from '../../domain/failures/errors.ts';
import { type Audit, NO_AUDIT } from '../../platform/access/audit.ts';
import type { GatePorts } from '../../platform/access/gate.ts';
import type { Principal } from '../../platform/access/principal.ts';
import { checkQuota, getQuota } from '../../platform/access/quotas.ts';
import type { AuditTrail } from '../../platform/audit/trail.ts';
import { isKeyShaped, type KeyStore, type VerifyToken, verifyKeys } from '../../platform/auth/credentials.ts';
import { openKeyFiles } from '../../platform/auth/key-files.ts';
import { verifyOidc } from '../../platform/auth/verify-oidc.ts';
import { EVERY_HALL } from '../../platform/database/every-hall.ts';
import type { PersonTable } from '../../platform/people/person-table.ts';
import { LIVE_STATES } from '../../platform/queues/queue.ts';
import type { Clock } from '../../support/clock.ts';
import { closeOpened } from '../../support/close-all.ts';
import type { Environment } from '../../support/environment.ts';
import { currentRequest } from '../../support/request-context.ts';
import type { Config } from '../config/config.ts';
import type { Hall } from '../operations/hall.ts';
import { createNoWorkersError } from './elsewhere.ts';
import { openAuditTrail, openDatabase, requireUsable } from './store.ts';

/** Throws `config-invalid`, `not-trusted`. */
export async function openKeys({ loaded }: Hall): Promise<KeyStore> {
  requireUsable(loaded);
  const { config, env } = loaded;
  if (config.store.kind === 'folder') return openKeyFiles(config.hall);
  // Whoever shows a key is known only once it is found.
  const database = await openDatabase(config, env, EVERY_HALL);
  const { openKeyTable } = await import('../../platform/auth/key-table.ts');
  return openKeyTable(database);
}

export interface VerifyOptions {
  readonly config: Config;
  readonly keys: KeyStore;
  readonly clock: Clock;
  /** What tokens call this server when the configuration does not say. */
  readonly audience: string;
}

/** The one verifier of all doors: an API key or a token of the sign-in service, told apart by how they look. */
export function openVerify({ config, keys, clock, audience }: VerifyOptions): VerifyToken {
  const { auth } = config.server;
  const verifyToken =
    auth &&
    verifyOidc({
      issuer: auth.issuer,
      audience: auth.audience ?? audience,
      rolesClaim: auth.rolesClaim ?? 'scope',
      hallsClaim: auth.hallsClaim,
      hall: config.store.hall,
    });
  const verifyKey = verifyKeys(keys, () => clock.now());
  return async (token) => (isKeyShaped(token) ? await verifyKey(token) : await verifyToken?.(token));
}

/** With which request it was, also in a session that an earlier one opened. */
export const toAudit = (trail: AuditTrail): Audit => ({
  record: async (entry) => await trail.record({ ...entry, ...currentRequest() }),
});

/** The trail of a shared hall; a folder keeps none. Throws `config-invalid`. */
export async function openAudit(
  config: Config,
  env: Environment,
  clock: Clock,
): Promise<{ audit: Audit; close(): Promise<void> }> {
  if (config.store.kind === 'folder') return { audit: NO_AUDIT, close: async () => {} };
  const trail = await openAuditTrail(config, env, clock);
  return { audit: toAudit(trail), close: trail.close };
}

/** A busy person is not written down at each of their requests. */
const NOTE_EVERY_MS = 60_000;

/** Without a role: somebody who was refused. */
type Recognised = Pick<Principal, 'id' | 'name' | 'by'> & { readonly role?: Principal['role'] };

export type PeopleNotes = ReturnType<typeof openPeopleNotes>;

/** Writes down who uses which hall of a server, and what records there call them; a folder keeps none of it. */
export function openPeopleNotes(config: Config, env: Environment, clock: Clock) {
  const noted = new Map<string, { readonly name: string; readonly at: number }>();
  const opened = new Map<string, Promise<PersonTable>>();
  const open = async (hall: string) => {
    const database = await openDatabase(config, env, hall);
    const { openPersonTable } = await import('../../platform/people/person-table.ts');
    return openPersonTable(database);
  };
  const of = async (hall: string) => {
    const table = opened.get(hall) ?? open(hall);
    opened.set(hall, table);
    return await table;
  };
  return {
    /** As records of this hall name them. Throws `storage`. */
    recognise: async <Known extends Recognised>(hall: string, principal: Known): Promise<Known> => {
      const { id, name, role, by } = principal;
      if (config.store.kind === 'folder' || (by !== 'key' && by !== 'oidc')) return principal;
      const key = JSON.stringify([hall, id, name, role]);
      const [known, at] = [noted.get(key), clock.now()];
      const people = await of(hall);
      if (known !== undefined && at - known.at < NOTE_EVERY_MS) {
        const named = { ...principal, name: known.name };
        if (await people.owns(named)) return named;
      }
      const inRecords = await people.note({ id, name, by, role, seen: new Date(at) });
      noted.set(key, { name: inRecords, at });
      return { ...principal, name: inRecords };
    },
    close: async () => await closeOpened(opened.values()),
  };
}

/** `undefined` for one that is not there or cannot be read: nobody owns it. */
async function readDebate(hall: Hall, threadId: string): Promise<Debate | undefined> {
  try {
    return (await hall.engine.snapshot(threadId)).debate;
  } catch (error) {
    if (!(error instanceof HallError) || error.code === 'storage') throw error;
    return undefined;
  }
}

/** What the gate of a server asks before each operation in this hall. */
export function createGatePorts(hall: Hall, audit: Audit): GatePorts {
  const { config } = hall.loaded;
  return {
    audit,
    isTied: async ({ id }, threadId, tie) => {
      if (tie === 'ordered') return (await (await hall.queue()).list({ threadId, owner: id })).length > 0;
      const debate = await readDebate(hall, threadId);
      if (tie === 'opened') return debate?.opened.askedBy === id;
      return debate !== undefined && Object.values(debate.seats).every(({ agent }) => isForPeople(agent));
    },
    checkUse: async ({ id }, act) => {
      if (hall.runs === 'nowhere') {
        const { code, message, hint = '' } = createNoWorkersError();
        return { code, message, hint };
      }
      const quota = getQuota(config.quotas, id);
      const used = await (await hall.usage()).used(id);
      const runs = (await (await hall.queue()).list({ owner: id, states: LIVE_STATES })).length;
      return checkQuota(act, quota, { ...used, runs }, new Date(hall.clock.now()));
    },
  };
}
