// What a hall in a database need not keep for ever beside its debates: live feeds, webhooks that were sent, what people have used.
import type { Database } from './database.ts';

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

export type RetentionTable = ReturnType<typeof openRetentionTable>;

/** Closes the database with itself. */
export function openRetentionTable(database: Database) {
  return {
    count: async (rows: OldRows, before: Date) => {
      const [found] = await database.query<{ count: string }>(`select count(*) from ${OLD[rows]}`, [
        database.hall,
        before,
      ]);
      return Number(found?.count ?? 0);
    },
    remove: async (rows: OldRows, before: Date) => {
      const removed = await database.query(`delete from ${OLD[rows]} returning 1`, [database.hall, before]);
      return removed.length;
    },
    /** Debates that nobody runs, and nobody has written or queued since, the oldest first. */
    listDebates: async (before: Date): Promise<readonly string[]> => {
      const rows = await database.query<{ id: string }>(
        `select id from debate_hall.debate where hall = $1 and written < $2
         and (run_until is null or run_until < clock_timestamp()) and not exists (
           select from debate_hall.run where run.hall = debate.hall and run.id = debate.id and ended is null and asked >= $2
         ) order by written, id`,
        [database.hall, before],
      );
      return rows.map(({ id }) => id);
    },
    close: async () => await database.close(),
  };
}
