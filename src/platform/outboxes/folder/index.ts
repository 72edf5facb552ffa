// The outbox of a hall in a folder: one small file for each delivery in the hidden folder. Two processes that take the same one at
// the same time send it twice, under the same ID.
import fs from 'node:fs';
import path from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import * as z from 'zod';
import { NOTICE_KINDS } from '../../../domain/webhook-notices.ts';
import type { Clock } from '../../../support/clock.ts';
import {
  DELIVERY_STATES,
  type Delivery,
  type Dispatch,
  KEPT_FOR_MS,
  type Outbox,
  type Settlement,
  TAKEN_FOR_MS,
  type Unread,
} from '../outbox.ts';

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

export class FolderOutbox implements Outbox {
  readonly #folder: string;
  readonly #clock: Clock;

  constructor({ folder, clock }: { readonly folder: string; readonly clock: Clock }) {
    this.#folder = path.join(folder, '.hall', 'webhooks');
    this.#clock = clock;
  }

  async add(dispatches: readonly Dispatch[]): Promise<void> {
    fs.mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const known = new Set(fs.readdirSync(this.#folder));
    for (const dispatch of dispatches) {
      if (known.has(nameFile(dispatch))) continue;
      await this.#write({ ...dispatch, state: 'waiting', attempts: 0, at: this.#clock.now() });
    }
  }

  async take(hooks: readonly string[]): Promise<readonly Delivery[]> {
    const now = this.#clock.now();
    const due = this.#readAll().filter(
      ({ hook, state, at }) => hooks.includes(hook) && state === 'waiting' && at <= now,
    );
    const taken = due.map((each) => ({ ...each, attempts: each.attempts + 1, at: now + TAKEN_FOR_MS }));
    for (const each of taken) await this.#write(each);
    return taken;
  }

  async settle(dispatch: Dispatch, settlement: Settlement): Promise<void> {
    const found = this.#readAll().find((each) => nameFile(each) === nameFile(dispatch));
    if (found === undefined) return;
    const { problem: _, ...delivery } = found;
    const at = this.#clock.now() + (settlement.state === 'waiting' ? settlement.afterMs : 0);
    const problem = settlement.state === 'delivered' ? {} : { problem: settlement.problem };
    await this.#write({ ...delivery, state: settlement.state, at, ...problem });
  }

  async list(): Promise<readonly Delivery[]> {
    return this.#readAll().toSorted((one, other) => other.at - one.at);
  }

  async retry(id?: string): Promise<number> {
    const failed = this.#readAll().filter((each) => each.state === 'failed' && (id === undefined || each.id === id));
    for (const { problem: _, ...each } of failed) {
      await this.#write({ ...each, state: 'waiting', attempts: 0, at: this.#clock.now() });
    }
    return failed.length;
  }

  /** Whoever writes to a folder tells of it itself. */
  async unread(): Promise<readonly Unread[]> {
    return [];
  }

  async markRead(): Promise<void> {
    const old = this.#clock.now() - KEPT_FOR_MS;
    for (const each of this.#readAll()) {
      if (each.state !== 'waiting' && each.at < old)
        fs.rmSync(path.join(this.#folder, nameFile(each)), { force: true });
    }
  }

  async close(): Promise<void> {}

  #readAll(): readonly Delivery[] {
    if (!fs.existsSync(this.#folder)) return [];
    const names = fs.readdirSync(this.#folder).filter((name) => name.endsWith('.json'));
    return names.flatMap((name) => {
      const delivery = parse(fs.readFileSync(path.join(this.#folder, name), 'utf8'));
      return delivery === undefined ? [] : [delivery];
    });
  }

  async #write(delivery: Delivery): Promise<void> {
    await writeFileAtomic(path.join(this.#folder, nameFile(delivery)), `${JSON.stringify(delivery)}\n`);
  }
}
