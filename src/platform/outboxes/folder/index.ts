// The outbox of a hall in a folder: one small file for each delivery in the hidden folder. Two processes that take the same one at
// the same time send it twice, under the same ID.
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import * as z from 'zod';
import { placeError } from '../../../domain/failures/storage-error.ts';
import { NOTICE_KINDS } from '../../../domain/webhook-notices.ts';
import type { Clock } from '../../../support/clock.ts';
import { makeFolder } from '../../../support/make-folder.ts';
import { readBytes } from '../../../support/read-bytes.ts';
import { isThere } from '../../../support/stat-if-there.ts';
import { DELIVERY_STATES, type Delivery, type Dispatch, KEPT_FOR_MS, type Outbox, TAKEN_FOR_MS } from '../outbox.ts';

/** A line of the hall that another version wrote may say more. */
const deliverySchema = z.object({
  id: z.string(),
  hook: z.string(),
  debate: z.string(),
  seq: z.number(),
  kind: z.enum(NOTICE_KINDS),
  state: z.enum(DELIVERY_STATES),
  attempts: z.number(),
  at: z.number(),
  problem: z.string().optional(),
});

/** Of a delivery, which is a line. */
const MAX_BYTES = 64 * 1024;

const nameFile = ({ id, hook }: Dispatch) => `${id}-${hook}.json`;

/** `undefined` for half a file, or somebody else's: the notice is made again from the ledger. */
function parse(name: string, text: string): Delivery | undefined {
  try {
    const delivery = deliverySchema.parse(JSON.parse(text)) as Delivery;
    // Its content says where it is written to and removed from.
    return nameFile(delivery) === name ? delivery : undefined;
  } catch {
    return undefined;
  }
}

export function openFolderOutbox({ folder, clock }: { readonly folder: string; readonly clock: Clock }): Outbox {
  const place = path.join(folder, '.hall', 'webhooks');

  async function guard<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw placeError(error, `read or write the notices for webhooks in ${place}`, 'hall');
    }
  }

  /** Those of regular files: what else lies there is none of the hall. */
  async function listNames(): Promise<readonly string[]> {
    const entries = await readdir(place, { withFileTypes: true }).catch((error: unknown) => {
      if (isThere(place)) throw error;
      return [];
    });
    return entries.filter((entry) => entry.isFile() && entry.name.endsWith('.json')).map(({ name }) => name);
  }

  async function read(name: string): Promise<Delivery | undefined> {
    const bytes = await readBytes(path.join(place, name), MAX_BYTES);
    return bytes === undefined || bytes === 'too-large' ? undefined : parse(name, bytes.toString('utf8'));
  }

  async function readAll(): Promise<readonly Delivery[]> {
    const found: Delivery[] = [];
    for (const name of await listNames()) {
      const delivery = await read(name);
      if (delivery !== undefined) found.push(delivery);
    }
    return found;
  }

  async function write(delivery: Delivery): Promise<void> {
    await writeFileAtomic(path.join(place, nameFile(delivery)), `${JSON.stringify(delivery)}\n`);
  }

  async function remove(isGone: (delivery: Delivery) => boolean): Promise<void> {
    await guard(async () => {
      for (const each of (await readAll()).filter(isGone)) await rm(path.join(place, nameFile(each)), { force: true });
    });
  }

  return {
    add: async (dispatches) =>
      await guard(async () => {
        makeFolder(place);
        const known = new Set(await listNames());
        for (const dispatch of dispatches) {
          if (known.has(nameFile(dispatch))) continue;
          await write({ ...dispatch, state: 'waiting', attempts: 0, at: clock.now() });
        }
      }),
    take: async (hooks) =>
      await guard(async () => {
        const now = clock.now();
        const due = (await readAll()).filter(
          ({ hook, state, at }) => hooks.includes(hook) && state === 'waiting' && at <= now,
        );
        const taken = due.map(({ problem: _, ...each }) => ({
          ...each,
          attempts: each.attempts + 1,
          at: now + TAKEN_FOR_MS,
        }));
        for (const each of taken) await write(each);
        return taken;
      }),
    settle: async (dispatch, settlement) =>
      await guard(async () => {
        const found = await read(nameFile(dispatch));
        if (found === undefined) return;
        const { problem: _, ...delivery } = found;
        const at = clock.now() + (settlement.state === 'waiting' ? settlement.afterMs : 0);
        const problem = 'problem' in settlement ? { problem: settlement.problem } : {};
        await write({ ...delivery, state: settlement.state, at, ...problem });
      }),
    list: async () => await guard(async () => (await readAll()).toSorted((one, other) => other.at - one.at)),
    retry: async (hooks, id) =>
      await guard(async () => {
        const now = clock.now();
        const left = (await readAll()).filter(
          ({ id: of, hook, state, at, problem }) =>
            hooks.includes(hook) &&
            (id === undefined || of === id) &&
            (state === 'failed' || (state === 'waiting' && (problem !== undefined || at <= now))),
        );
        for (const { problem: _, ...each } of left) {
          const attempts = each.state === 'failed' ? 0 : each.attempts;
          await write({ ...each, state: 'waiting', attempts, at: now });
        }
        return left.length;
      }),
    /** Whoever writes to a folder tells of it itself. */
    unread: async () => [],
    markRead: async () => {
      const old = clock.now() - KEPT_FOR_MS;
      await remove(({ state, at }) => state !== 'waiting' && at < old);
    },
    forget: async (debate) => await remove((each) => each.debate === debate),
    close: async () => {},
  };
}
