// The halls that a server serves, by name: each opened when somebody who belongs to it first asks, and kept until the server ends.
import type { AuthInfo, McpRequestContext } from '@modelcontextprotocol/server';
import { type ErrorCode, HallError } from '../../domain/failures/errors.ts';
import type { Setting } from '../../hall/config/sources/variables.ts';
import type { Hall } from '../../hall/operations/hall.ts';
import { keepSearchable } from '../../hall/operations/records/lists/search-upkeep.ts';
import { mayEver } from '../../platform/access/check-permission.ts';
import { type Gate, type GatePorts, openGate } from '../../platform/access/gate.ts';
import { belongsTo, type Principal } from '../../platform/access/principal.ts';
import { closeInOrder, closeOpened } from '../../support/close-all.ts';
import { type McpMount, mountMcp } from '../mcp/mount.ts';
import { type PartsOptions, ServerParts } from '../mcp/parts.ts';
import { watchUpdates } from '../mcp/runs/updates.ts';
import { createServer } from '../mcp/server.ts';
import { TOOLSETS } from '../mcp/tools/toolsets.ts';
import { LiveHall } from '../web/live/live-hall.ts';
import type { Room } from '../web/routes/route.ts';

export interface ServedHall extends Room {
  readonly name: string;
  readonly mcp: McpMount;
  close(): Promise<void>;
}

/** Keeps who was not let in, if anybody was recognised, and why. */
export type NoteRefusal = (
  who: Pick<Principal, 'id' | 'name' | 'by'> | undefined,
  decision: ErrorCode,
) => Promise<void>;

export interface RoomsOptions {
  /** The hall of those who belong to several and name none. */
  readonly ownHall: string;
  /** Whether there are other halls in the same place. */
  readonly hasOthers: boolean;
  /** How the halls are opened. */
  readonly parts: PartsOptions;
  readonly toolsets?: readonly string[] | undefined;
  /** As records of this hall name them. */
  readonly recognise: (hall: string, principal: Principal) => Promise<Principal>;
  readonly noteRefusal: NoteRefusal;
  readonly gatePorts: (hall: Hall) => GatePorts;
  readonly report: (fault: unknown) => void;
}

/** Who asks, as a request's handlers get it. */
interface Visit {
  readonly principal: Principal;
  readonly ended?: AbortSignal;
}

const NAME = /^[a-z0-9][a-z0-9-]{0,63}$/;

export class OpenHalls {
  readonly #options: RoomsOptions;
  readonly #open = new Map<string, Promise<ServedHall>>();

  constructor(options: RoomsOptions) {
    this.#options = options;
  }

  /** The hall that was named, or the principal's own. Throws `not-found` for one to which it does not belong. */
  nameFor(principal: Principal, named?: string): string {
    const { ownHall, hasOthers } = this.#options;
    const [first = ownHall] =
      principal.halls === 'every' || belongsTo(principal, ownHall) ? [ownHall] : principal.halls;
    const name = named ?? first;
    const isThere = NAME.test(name) && (hasOthers || name === ownHall);
    if (isThere && belongsTo(principal, name)) return name;
    throw new HallError('not-found', 'There is no such hall.', { hint: 'Check its name.' });
  }

  /** The same for somebody who comes in; who is refused is noted. */
  async enter(principal: Principal, named?: string): Promise<string> {
    try {
      return this.nameFor(principal, named);
    } catch (error) {
      if (error instanceof HallError) await this.#options.noteRefusal(principal, error.code);
      throw error;
    }
  }

  async get(name: string): Promise<ServedHall> {
    const opened = this.#open.get(name) ?? this.#openHall(name);
    this.#open.set(name, opened);
    try {
      return await opened;
    } catch (error) {
      this.#open.delete(name);
      throw error;
    }
  }

  async gate(name: string, visit: Visit): Promise<Gate> {
    const { hall } = await this.get(name);
    const principal = await this.#options.recognise(name, visit.principal);
    return openGate({ hall: name, ...visit, principal }, this.#options.gatePorts(hall));
  }

  /** What a role never may is no tool for MCP; that somebody called it is in the audit trail all the same. */
  async noteHidden(name: string, visit: Visit, called: readonly string[]): Promise<void> {
    const operations = TOOLSETS.flatMap(({ tools }) => tools)
      .filter((tool) => called.includes(tool.name) && !mayEver(visit.principal, tool.operation))
      .map(({ operation }) => operation);
    if (operations.length === 0) return;
    const gate = await this.gate(name, visit);
    for (const operation of operations) {
      await gate.permit(operation).catch((error: unknown) => {
        if (!(error instanceof HallError) || error.code === 'storage') throw error;
      });
    }
  }

  async close(): Promise<void> {
    await closeOpened(this.#open.values());
  }

  async #openHall(name: string): Promise<ServedHall> {
    const { parts: options, report } = this.#options;
    const setting: Setting = { name: 'the hall of this request', path: ['store', 'hall'], value: name };
    const parts = new ServerParts({ ...options, settings: [...options.settings, setting], runs: 'elsewhere' });
    const hall = await parts.hall();
    const live = new LiveHall(hall, report);
    const mcp = mountMcp({
      factory: async (context) => await this.#createServer(name, parts, context),
      elapsed: () => hall.clock.elapsed(),
      random: hall.random,
      report,
    });
    const updates = watchUpdates(Promise.resolve(hall), {
      resourceUpdated: (uri) => mcp.notify.resourceUpdated(uri),
      resourcesChanged: () => mcp.notify.resourcesChanged(),
    });
    const search = keepSearchable(hall, report);
    return {
      name,
      hall,
      live,
      mcp,
      openWith: async (settings) => await parts.hallWith(settings),
      close: async () =>
        await closeInOrder([search.stop, updates.stop, () => live.close(), mcp.close, () => parts.close()]),
    };
  }

  async #createServer(name: string, parts: ServerParts, { era, authInfo }: McpRequestContext) {
    const gate = await this.gate(name, getVisit(authInfo));
    const { toolsets } = this.#options;
    const updates = era === 'modern' ? 'elsewhere' : 'here';
    return createServer(parts, await parts.hall(), { era, gate, updates, ...(toolsets && { toolsets }) });
  }
}

/** Carried through the protocol's own handler, which passes it on as it is. */
export function withVisit(auth: AuthInfo, visit: Visit): AuthInfo {
  return { ...auth, extra: { visit } };
}

function getVisit(auth: AuthInfo | undefined): Visit {
  const visit = auth?.extra?.['visit'];
  if (visit === undefined) throw new TypeError('A request reached MCP without anybody behind it.');
  return visit as Visit;
}
