// The outbox of a shared hall: rows, which the servers and workers take from without getting in each other's way.
import { defined } from '../../../domain/defined.ts';
import type { Database } from '../../database/database.ts';
import { type Delivery, KEPT_FOR_MS, NEWS_FOR_MS, type Outbox, TAKEN_FOR_MS } from '../outbox.ts';

const AT_ONCE = 20;
const MOST_LISTED = 1_000;

interface Row extends Omit<Delivery, 'seq' | 'at' | 'problem'> {
  readonly seq: string;
  readonly at: Date;
  readonly problem: string | null;
}

const COLUMNS = 'webhook_delivery.id, hook, debate, seq, kind, state, attempts, at, problem';

function toDelivery({ seq, at, problem, ...row }: Row): Delivery {
  return { ...row, seq: Number(seq), at: at.getTime(), ...defined({ problem: problem ?? undefined }) };
}

/** Closes the database with itself. */
export function openPostgresOutbox(database: Database): Outbox {
  return {
    add: async (dispatches) => {
      for (const { id, hook, debate, seq, kind } of dispatches) {
        await database.query(
          `insert into debate_hall.webhook_delivery (hall, id, hook, debate, seq, kind)
           select hall, $3, $4, id, $5, $6 from debate_hall.debate where hall = $1 and id = $2 and copied <= $5
           on conflict do nothing`,
          [database.hall, debate, id, hook, seq, kind],
        );
      }
    },
    take: async (hooks) => {
      const rows = await database.query<Row>(
        `update debate_hall.webhook_delivery
         set attempts = attempts + 1, problem = null, at = clock_timestamp() + $3 * interval '1 millisecond'
         from (select id, hook from debate_hall.webhook_delivery
               where hall = $1 and hook = any($2) and state = 'waiting' and at <= clock_timestamp()
               order by at limit ${AT_ONCE} for update skip locked) as due (due_id, due_hook)
         where hall = $1 and id = due_id and hook = due_hook
         returning ${COLUMNS}`,
        [database.hall, hooks, TAKEN_FOR_MS],
      );
      return rows.map(toDelivery);
    },
    settle: async ({ id, hook }, settlement) => {
      const afterMs = settlement.state === 'waiting' ? settlement.afterMs : 0;
      const problem = 'problem' in settlement ? settlement.problem : null;
      await database.query(
        `update debate_hall.webhook_delivery
         set state = $4, at = clock_timestamp() + $5 * interval '1 millisecond', problem = $6
         where hall = $1 and id = $2 and hook = $3 and state = 'waiting'`,
        [database.hall, id, hook, settlement.state, afterMs, problem],
      );
    },
    list: async () => {
      const rows = await database.query<Row>(
        `select ${COLUMNS} from debate_hall.webhook_delivery where hall = $1 order by added desc, id, hook limit ${MOST_LISTED}`,
        [database.hall],
      );
      return rows.map(toDelivery);
    },
    retry: async (hooks, id) => {
      const rows = await database.query(
        `update debate_hall.webhook_delivery set state = 'waiting', attempts = case state when 'failed' then 0 else attempts end, at = clock_timestamp(),
           problem = null
         where hall = $1 and hook = any($2) and ($3::text is null or id = $3)
           and (state = 'failed' or state = 'waiting' and (problem is not null or at <= clock_timestamp())) returning 1`,
        [database.hall, hooks, id ?? null],
      );
      return rows.length;
    },
    unread: async (hooks) => {
      const rows = await database.query<{ id: string; lines: string }>(
        `select debate.id, debate.lines from debate_hall.debate
         where hall = $1 and written > clock_timestamp() - $2 * interval '1 millisecond' and exists (
           select from unnest($3::text[]) as wanted (hook)
           left join debate_hall.webhook_read as seen
             on seen.hall = debate.hall and seen.debate = debate.id and seen.hook = wanted.hook
           where debate.lines <> coalesce(seen.events, debate.copied))
         order by written limit 100`,
        [database.hall, NEWS_FOR_MS, hooks],
      );
      return rows.map(({ id, lines }) => ({ debate: id, events: Number(lines) }));
    },
    markRead: async ({ debate, events }, hooks) => {
      await database.query(
        `with old as (
           delete from debate_hall.webhook_delivery
           where hall = $1 and debate = $2 and state <> 'waiting' and at < clock_timestamp() - $4 * interval '1 millisecond'
         )
         insert into debate_hall.webhook_read (hall, debate, hook, events)
         select hall, id, hook, $3 from debate_hall.debate, unnest($5::text[]) as noted (hook) where hall = $1 and id = $2
         on conflict (hall, debate, hook) do update set events = excluded.events`,
        [database.hall, debate, events, KEPT_FOR_MS, hooks],
      );
    },
    /** They go with the row of the debate. */
    forget: async () => {},
    close: async () => await database.close(),
  };
}
