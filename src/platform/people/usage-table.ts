// What principals of a shared hall have used, counted in its database.
import type { UsageCounter } from '../access/quotas.ts';
import type { Database } from '../database/database.ts';

const TODAY = "(clock_timestamp() at time zone 'utc')::date";
const THIS_MONTH = "date_trunc('month', clock_timestamp() at time zone 'utc')::date";

interface Row {
  readonly calls: string;
  readonly micro_usd: string;
}

export function openUsageTable(database: Database): UsageCounter {
  return {
    used: async (principal) => {
      const [row] = await database.query<Row>(
        `select coalesce(sum(calls) filter (where day = ${TODAY}), 0) as calls, coalesce(sum(micro_usd), 0) as micro_usd
         from debate_hall.usage where hall = $1 and principal = $2 and day >= ${THIS_MONTH}`,
        [database.hall, principal],
      );
      return { callsToday: Number(row?.calls ?? 0), microUsdThisMonth: Number(row?.micro_usd ?? 0) };
    },
    countCall: async (principal, most) => {
      const rows = await database.query(
        `insert into debate_hall.usage as u (hall, principal, day, calls) values ($1, $2, ${TODAY}, 1)
         on conflict (hall, principal, day) do update set calls = u.calls + 1
         where $3::bigint is null or u.calls < $3 returning 1`,
        [database.hall, principal, most ?? null],
      );
      return rows.length > 0 ? 'counted' : 'used-up';
    },
    addCost: async (principal, microUsd) => {
      await database.query(
        `insert into debate_hall.usage as u (hall, principal, day, micro_usd) values ($1, $2, ${TODAY}, $3)
         on conflict (hall, principal, day) do update set micro_usd = u.micro_usd + excluded.micro_usd`,
        [database.hall, principal, Math.round(microUsd)],
      );
    },
    close: async () => await database.close(),
  };
}
