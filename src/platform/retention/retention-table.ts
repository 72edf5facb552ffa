// What a hall in a database need not keep for ever beside its debates: live feeds, webhooks that were sent, what people have used.
import type { Database } from '../database/database.ts';

/** Of the hall `$1`, before the time `$2`. */
const OLD = {
  /** Of debates that nobody runs. */
  feeds: `debate_hall.feed as old where hall = $1 and exists (
    select from debate_hall.debate where debate.hall = old.hall and debate.id = old.id and debate.written < $2
      and (debate.run_until is null or debate.run_until < clock_timestamp()))`,
  deliveries: `debate_hall.webhook_delivery as old where hall = $1 and state <> 'waiting' and added < $2`,
  /** Quotas of this month need what was used in it. */
  usage: `debate_hall.usage as old where hall = $1 and day < ($2::timestamptz at time zone 'utc')::date
    and day < date_trunc('month', clock_timestamp() at time zone 'utc')::date`,
} as const;
export type OldRows = keyof typeof OLD;

export class RetentionTable {
  readonly #database: Database;

  /** Closes the database with itself. */
  constructor(database: Database) {
    this.#database = database;
  }

  async count(rows: OldRows, before: Date): Promise<number> {
    const [found] = await this.#database.query<{ count: string }>(`select count(*) from ${OLD[rows]}`, [
      this.#database.hall,
      before,
    ]);
    return Number(found?.count ?? 0);
  }

  async remove(rows: OldRows, before: Date): Promise<number> {
    const removed = await this.#database.query(`delete from ${OLD[rows]} returning 1`, [this.#database.hall, before]);
    return removed.length;
  }

  /** Debates that nobody runs and nobody has written since, the oldest first. */
  async listDebates(before: Date): Promise<readonly string[]> {
    const rows = await this.#database.query<{ id: string }>(
      `select id from debate_hall.debate where hall = $1 and written < $2
       and (run_until is null or run_until < clock_timestamp()) order by written, id`,
      [this.#database.hall, before],
    );
    return rows.map(({ id }) => id);
  }

  async close(): Promise<void> {
    await this.#database.close();
  }
}
