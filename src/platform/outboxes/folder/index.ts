// The outbox of a hall in a folder: one small file for each delivery in the hidden folder. Two processes that take the same one at
// the same time send it twice, under the same ID.
import fs from 'node:fs';
import path from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import * as z from 'zod';
import { NOTICE_KINDS } from '../../../domain/webhook-notices.ts';
import type { Clock } from '../../../support/clock.ts';
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

const nameFile = ({ id, hook }: Dispatch) => `${id}-${hook}.json`;

function parse(text: string): Delivery | undefined {
  try {
    return deliverySchema.parse(JSON.parse(text)) as Delivery;
  } catch {
    // Half a file, or somebody else's: the notice is made again from the ledger.
    return undefined;
  }
}

export function openFolderOutbox({ folder, clock }: { readonly folder: string; readonly clock: Clock }): Outbox {
  const place = path.join(folder, '.hall', 'webhooks');

  function readAll(): readonly Delivery[] {
    if (!fs.existsSync(place)) return [];
    const names = fs.readdirSync(place).filter((name) => name.endsWith('.json'));
    return names.flatMap((name) => parse(fs.readFileSync(path.join(place, name), 'utf8')) ?? []);
  }

  async function write(delivery: Delivery): Promise<void> {
    await writeFileAtomic(path.join(place, nameFile(delivery)), `${JSON.stringify(delivery)}\n`);
  }

  return {
    add: async (dispatches) => {
      fs.mkdirSync(place, { recursive: true, mode: 0o700 });
      const known = new Set(fs.readdirSync(place));
      for (const dispatch of dispatches) {
        if (known.has(nameFile(dispatch))) continue;
        await write({ ...dispatch, state: 'waiting', attempts: 0, at: clock.now() });
      }
    },
    take: async (hooks) => {
      const now = clock.now();
      const due = readAll().filter(({ hook, state, at }) => hooks.includes(hook) && state === 'waiting' && at <= now);
      const taken = due.map((each) => ({ ...each, attempts: each.attempts + 1, at: now + TAKEN_FOR_MS }));
      for (const each of taken) await write(each);
      return taken;
    },
    settle: async (dispatch, settlement) => {
      const found = readAll().find((each) => nameFile(each) === nameFile(dispatch));
      if (found === undefined) return;
      const { problem: _, ...delivery } = found;
      const at = clock.now() + (settlement.state === 'waiting' ? settlement.afterMs : 0);
      const problem = settlement.state === 'delivered' ? {} : { problem: settlement.problem };
      await write({ ...delivery, state: settlement.state, at, ...problem });
    },
    list: async () => readAll().toSorted((one, other) => other.at - one.at),
    retry: async (id) => {
      const failed = readAll().filter((each) => each.state === 'failed' && (id === undefined || each.id === id));
      for (const { problem: _, ...each } of failed) {
        await write({ ...each, state: 'waiting', attempts: 0, at: clock.now() });
      }
      return failed.length;
    },
    /** Whoever writes to a folder tells of it itself. */
    unread: async () => [],
    markRead: async () => {
      const old = clock.now() - KEPT_FOR_MS;
      for (const each of readAll()) {
        if (each.state !== 'waiting' && each.at < old) fs.rmSync(path.join(place, nameFile(each)), { force: true });
      }
    },
    close: async () => {},
  };
}
