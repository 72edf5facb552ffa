// Ledgers as rows, one for each line. A write names the line that it follows, so of two that come at the same time one is late.
import type { Database } from '../../../platform/database/database.ts';
import { isTaken } from '../../../platform/database/database-errors.ts';
import { sha256Hex } from '../../../support/canonical.ts';
import { createNotFoundError, createTakenError } from '../errors.ts';
import type { Chunk, Cursor, Store, Written } from '../store.ts';
import { toKey } from './lists.ts';

/** Lines of one read: about a megabyte of long turns. */
const LINES_PER_READ = 256;

interface Head {
  readonly generation: string;
}

/** The ledger of `$1`, `$2` ends where a cursor of `$3`, `$4` does, and the claim of `$6`, if any, is the newest. */
const STILL_ENDS = `hall = $1 and id = $2 and lines = $3 and ($6::bigint is null or run_fence = $6)
  and $4 = generation || ':' || coalesce((
    select encode(sha256(convert_to(text, 'UTF8')), 'hex')
    from debate_hall.line where line.hall = $1 and line.id = $2 and n = $3), '')`;

/** Prepared, since planning it takes almost as long as the rest; its lines are one text, which needs no escapes. */
const APPEND = {
  name: 'debate_hall.append',
  text: `with grown as (
      update debate_hall.debate set lines = lines + $5, written = clock_timestamp() where ${STILL_ENDS}
      returning hall, id, generation
    ), added as (
      insert into debate_hall.line (hall, id, n, text)
      select hall, id, $3 + n, line from grown, unnest(string_to_array($7, chr(10))) with ordinality as given (line, n)
    )
    select generation from grown`,
};

/** Lines of the ledger with that generation, and the last of them. */
function cursorAt(generation: string, lines: number, last: string): Cursor {
  return { offset: lines, tail: `${generation}:${lines === 0 ? '' : sha256Hex(last)}` };
}

function split(text: string): readonly string[] {
  return text.split('\n').slice(0, -1);
}

export type Ledgers = Pick<Store, 'exists' | 'findTaken' | 'create' | 'read' | 'append' | 'replace'>;

export function openLedgers(database: Database, onWritten: (id: string) => void): Ledgers {
  /** What stands before that line, as the tail of a cursor, and what follows it: one state of the database. */
  const readAfter = async (
    id: string,
    from: number,
  ): Promise<(Head & { before: string; chunk: Omit<Chunk, 'restarted'> }) | undefined> => {
    const rows = await database.query<{ generation: string; lines: string; n: string | null; text: string }>(
      `select generation, lines, line.n, line.text
       from debate_hall.debate left join debate_hall.line
         on line.hall = debate.hall and line.id = debate.id and line.n between $3 and $3 + ${LINES_PER_READ}
       where debate.hall = $1 and debate.id = $2 order by line.n`,
      [...toKey(database, id), from],
    );
    const [head] = rows;
    if (head === undefined) return undefined;
    const { generation, lines: total } = head;
    const last = rows.find(({ n }) => n !== null && Number(n) === from)?.text ?? '';
    const found = rows.flatMap(({ n, text }) => (n !== null && Number(n) > from ? [text] : []));
    const end = from + found.length;
    return {
      generation,
      before: cursorAt(generation, from, last).tail,
      chunk: {
        text: found.map((line) => `${line}\n`).join(''),
        cursor: cursorAt(generation, end, found.at(-1) ?? last),
        more: end < Number(total),
        tornBytes: 0,
      },
    };
  };

  const read: Store['read'] = async (id, cursor) => {
    const since = await readAfter(id, cursor?.offset ?? 0);
    if (since === undefined) return undefined;
    if (cursor === undefined || since.before === cursor.tail) return { ...since.chunk, restarted: false };
    const whole = cursor.offset === 0 ? since : await readAfter(id, 0);
    return whole === undefined ? undefined : { ...whole.chunk, restarted: true };
  };

  /** A connection that was lost before the answer came may have written them; no two events have the same line. */
  const findWritten = async (id: string, after: Cursor, text: string): Promise<Head | undefined> => {
    const since = await readAfter(id, after.offset);
    return since?.before === after.tail && since.chunk.text.startsWith(text) ? since : undefined;
  };

  /** Why nothing was written. Throws `not-found`. */
  const explain = async (id: string, fence: number | undefined): Promise<Written> => {
    const [debate] = await database.query<{ run_fence: string }>(
      'select run_fence from debate_hall.debate where hall = $1 and id = $2',
      toKey(database, id),
    );
    if (debate === undefined) throw createNotFoundError(id, 'this hall');
    const isLost = fence !== undefined && Number(debate.run_fence) !== fence;
    return { kind: isLost ? 'claim-lost' : 'conflict' };
  };

  const findTaken: Store['findTaken'] = async (id) => {
    const [taken] = await database.query<{ id: string }>(
      'select id from debate_hall.debate where hall = $1 and lower(id) = lower($2) order by id <> $2 limit 1',
      toKey(database, id),
    );
    return taken?.id;
  };

  return {
    read,
    exists: async (id) => {
      const rows = await database.query(
        'select 1 from debate_hall.debate where hall = $1 and id = $2',
        toKey(database, id),
      );
      return rows.length > 0;
    },
    findTaken,
    create: async (id, text, { copied = false } = {}) => {
      const key = toKey(database, id);
      const other = await findTaken(id);
      if (other !== undefined && other !== id) throw createTakenError(other, 'this hall');
      const lines = split(text);
      let isUnsure = false;
      try {
        await database.query(
          `with made as (
             insert into debate_hall.debate (hall, id, lines, copied) values ($1, $2, $3, $5) returning hall, id
           )
           insert into debate_hall.line (hall, id, n, text)
           select hall, id, n, line from made, unnest($4::text[]) with ordinality as given (line, n)`,
          [...key, lines.length, lines, copied ? lines.length : 0],
          () => {
            isUnsure = true;
          },
        );
      } catch (error) {
        if (!isTaken(error)) throw error;
        if (isUnsure && (await read(id))?.text === text) return onWritten(id);
        throw createTakenError(id, 'this hall');
      }
      onWritten(id);
    },
    append: async (id, { after, lines: text, fence }) => {
      const lines = split(text);
      let isUnsure = false;
      const rows = await database.query<Head>(
        APPEND,
        [...toKey(database, id), after.offset, after.tail, lines.length, fence ?? null, text.slice(0, -1)],
        () => {
          isUnsure = true;
        },
      );
      const [head = isUnsure ? await findWritten(id, after, text) : undefined] = rows;
      if (head === undefined) return await explain(id, fence);
      onWritten(id);
      return { kind: 'written', cursor: cursorAt(head.generation, after.offset + lines.length, lines.at(-1) ?? '') };
    },
    replace: async (id, { after, text, fence }) => {
      const key = toKey(database, id);
      const lines = split(text);
      const head = await database.change(async (client) => {
        const { rows } = await client.query<Head>(
          `update debate_hall.debate set lines = $5, generation = generation + 1, written = clock_timestamp()
           where ${STILL_ENDS} returning generation`,
          [...key, after.offset, after.tail, lines.length, fence ?? null],
        );
        if (rows.length === 0) return undefined;
        await client.query('delete from debate_hall.line where hall = $1 and id = $2', [...key]);
        await client.query(
          `insert into debate_hall.line (hall, id, n, text)
           select $1, $2, n, line from unnest($3::text[]) with ordinality as given (line, n)`,
          [...key, lines],
        );
        return rows[0];
      });
      if (head === undefined) return await explain(id, fence);
      onWritten(id);
      return { kind: 'written', cursor: cursorAt(head.generation, lines.length, lines.at(-1) ?? '') };
    },
  };
}
