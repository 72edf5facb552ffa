// The live feed of a run as rows, a few of them each second however fast it writes.
import type { Database } from '../../../platform/database/database.ts';
import type { Store } from '../store.ts';
import { toKey } from './lists.ts';

const GATHER_MS = 250;
/** When nobody tells of news, such as when the run was killed. */
const LOOK_EVERY_MS = 5_000;

/** The claim of `$3`, if any, is the newest of `$1`, `$2`. */
const IS_NEWEST = `($3::bigint is null
  or exists (select from debate_hall.debate where hall = $1 and id = $2 and run_fence = $3))`;

export function openFeeds(
  database: Database,
  isRunning: Store['isRunning'],
): Pick<Store, 'openFeed' | 'clearFeed' | 'followFeed'> {
  const clear = async (id: string, fence?: number) => {
    await database.query(`delete from debate_hall.feed where hall = $1 and id = $2 and ${IS_NEWEST}`, [
      ...toKey(database, id),
      fence ?? null,
    ]);
  };
  return {
    clearFeed: async (id) => await clear(id),
    /** What cannot be written is given up: a feed is not part of the record. */
    openFeed: (id, claim) => {
      const [key, fence] = [toKey(database, id), claim?.fence];
      let gathered: string[] = [];
      let timer: NodeJS.Timeout | undefined;
      let last = clear(id, fence).catch(() => {});
      const add = async (lines: string) => {
        await database.query(`insert into debate_hall.feed (hall, id, lines) select $1, $2, $4 where ${IS_NEWEST}`, [
          ...key,
          fence ?? null,
          lines,
        ]);
      };
      const flush = () => {
        clearTimeout(timer);
        timer = undefined;
        const lines = gathered.join('\n');
        gathered = [];
        if (lines !== '') last = last.then(async () => await add(lines)).catch(() => {});
      };
      return {
        write: (line) => {
          gathered.push(line);
          timer ??= setTimeout(flush, GATHER_MS);
        },
        close: async () => {
          flush();
          await last;
        },
      };
    },
    /** Ends when the run is over and everything it wrote was given out. */
    async *followFeed(id, signal) {
      const { changed, close } = database.alarm('feeds', id);
      try {
        let last = '0';
        for (let running = await isRunning(id); !signal.aborted; ) {
          const rows = await database.query<{ n: string; lines: string }>(
            'select n, lines from debate_hall.feed where hall = $1 and id = $2 and n > $3 order by n',
            [...toKey(database, id), last],
          );
          // What a killed run left behind is over: nothing in it is live.
          if (!running && last === '0') return;
          for (const { n, lines } of rows) {
            last = n;
            yield* lines.split('\n');
          }
          if (rows.length > 0) continue;
          if (!running) return;
          await changed.wait(LOOK_EVERY_MS, signal);
          running = await isRunning(id);
        }
      } finally {
        close();
      }
    },
  };
}
