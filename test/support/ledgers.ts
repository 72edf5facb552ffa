// What a hall of the tests keeps, read and forged past the program, in a folder or in a database.
import fs from 'node:fs';
import path from 'node:path';
import type { LedgerEvent } from '../../src/domain/events.ts';
import { hallNameOf, onPostgres, runSql } from './shared-store.ts';

export interface Ledgers {
  /** Nothing was ever made there. */
  isUntouched(): boolean;
  /** IDs of all debates, sorted. */
  ids(): readonly string[];
  /** Names of ledgers and documents as in a folder, sorted. */
  names(): readonly string[];
  exists(id: string): boolean;
  /** Throws without such a ledger. */
  text(id: string): string;
  events(id: string): LedgerEvent[];
  /** Puts a ledger there, in place of the one that is there, as only somebody could who bypasses the program. */
  put(id: string, text: string): void;
  /** Makes it look as if it had been written then, in seconds since 1970. */
  date(id: string, seconds: number): void;
  /** Takes a ledger away, and leaves its documents. */
  drop(id: string): void;
  /** Where a text is, by names as in a folder: a ledger, a document, a live feed, a copy. */
  holding(text: string): readonly string[];
  /** Where a document is, as the program says it. */
  place(id: string, extension: string): string;
  /** Time passes in which nothing is heard of programs that were killed; in a folder, their claims end with them. */
  forgetKilled(): void;
  /** A document beside the ledger. */
  document(id: string, extension: string): string | undefined;
  dropDocument(id: string, extension: string): void;
  /** Debates of which a vector is kept, sorted. */
  vectors(): readonly string[];
}

function inFolder(debates: string): Omit<Ledgers, 'events'> {
  const file = (id: string) => path.join(debates, `${id}.jsonl`);
  const names = () => {
    const all = fs.existsSync(debates) ? fs.readdirSync(debates) : [];
    return all.filter((name) => !name.startsWith('.')).sort();
  };
  return {
    isUntouched: () => !fs.existsSync(debates),
    names,
    ids: () => names().flatMap((name) => (name.endsWith('.jsonl') ? [name.slice(0, -6)] : [])),
    place: (id, extension) => path.join(debates, `${id}${extension}`),
    exists: (id) => fs.existsSync(file(id)),
    text: (id) => fs.readFileSync(file(id), 'utf8'),
    put(id, text) {
      fs.mkdirSync(debates, { recursive: true });
      fs.writeFileSync(file(id), text);
    },
    date: (id, seconds) => fs.utimesSync(file(id), seconds, seconds),
    drop: (id) => fs.rmSync(file(id)),
    forgetKilled: () => {},
    holding(text) {
      if (!fs.existsSync(debates)) return [];
      return fs
        .readdirSync(debates, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .filter((entry) => fs.readFileSync(path.join(entry.parentPath, entry.name), 'utf8').includes(text))
        .map(({ name }) => name);
    },
    document(id, extension) {
      const place = path.join(debates, `${id}${extension}`);
      return fs.existsSync(place) ? fs.readFileSync(place, 'utf8') : undefined;
    },
    dropDocument: (id, extension) => fs.rmSync(path.join(debates, `${id}${extension}`), { force: true }),
    vectors() {
      const side = path.join(debates, '.hall');
      const all = fs.existsSync(side) ? fs.readdirSync(side) : [];
      return all.flatMap((name) => (name.endsWith('.vector') ? [name.slice(0, -7)] : [])).sort();
    },
  };
}

function inDatabase(hall: string): Omit<Ledgers, 'events'> {
  const column = (select: string, variables: Readonly<Record<string, string>> = {}) =>
    runSql(select, { hall, ...variables })
      .split('\n')
      .slice(0, -1);
  const ids = () => column(`select id from debate_hall.debate where hall = :'hall' order by id collate "C"`);
  const exists = (id: string) => ids().includes(id);
  return {
    isUntouched: () => ids().length === 0,
    ids,
    names: () =>
      [
        ...ids().map((id) => `${id}.jsonl`),
        ...column(`select id || extension from debate_hall.document where hall = :'hall'`),
      ].sort(),
    place: (id, extension) => `${id}${extension} in the hall "${hall}"`,
    exists,
    text(id) {
      const lines = runSql(`select text from debate_hall.line where hall = :'hall' and id = :'id' order by n`, {
        ...{ hall, id },
      });
      if (lines === '' && !exists(id)) throw new Error(`There is no ledger "${id}" in ${hall}.`);
      return lines;
    },
    put(id, text) {
      const lines = text.split('\n').slice(0, -1);
      // A document says nothing of how it is quoted, so it comes as JSON in hexadecimal digits.
      const json = Buffer.from(JSON.stringify(lines)).toString('hex');
      runSql(
        `begin;
         insert into debate_hall.debate (hall, id, lines) values (:'hall', :'id', ${lines.length})
         on conflict (hall, id) do update
           set lines = excluded.lines, generation = debate.generation + 1, written = clock_timestamp();
         delete from debate_hall.line where hall = :'hall' and id = :'id';
         insert into debate_hall.line (hall, id, n, text)
         select :'hall', :'id', n, line from json_array_elements_text(
           convert_from(decode('${json}', 'hex'), 'UTF8')::json) with ordinality as given (line, n);
         commit;`,
        { hall, id },
      );
    },
    date(id, seconds) {
      const update = `update debate_hall.debate set written = to_timestamp(${seconds}) where hall = :'hall' and id = :'id'`;
      runSql(update, { hall, id });
    },
    drop: (id) => void runSql(`delete from debate_hall.debate where hall = :'hall' and id = :'id'`, { hall, id }),
    forgetKilled() {
      runSql(
        `update debate_hall.debate set run_until = run_until - interval '1 hour', posting_until = posting_until - interval '1 hour'
         where hall = :'hall'`,
        { hall },
      );
    },
    holding: (text) =>
      column(
        `select distinct name from (
           select id || '.jsonl' as name, text from debate_hall.line where hall = :'hall'
           union all select id || extension, text from debate_hall.document where hall = :'hall'
           union all select id || '.live.ndjson', lines from debate_hall.feed where hall = :'hall'
         ) as kept where strpos(text, :'text') > 0 order by name`,
        { text },
      ),
    document(id, extension) {
      const found = runSql(
        `select encode(convert_to(text, 'UTF8'), 'hex') from debate_hall.document
         where hall = :'hall' and id = :'id' and extension = :'extension'`,
        { hall, id, extension },
      );
      return found === '' ? undefined : Buffer.from(found.trim(), 'hex').toString('utf8');
    },
    dropDocument(id, extension) {
      runSql(`delete from debate_hall.document where hall = :'hall' and id = :'id' and extension = :'extension'`, {
        ...{ hall, id, extension },
      });
    },
    vectors: () => column(`select id from debate_hall.vector where hall = :'hall' order by id collate "C"`),
  };
}

/** Of the project in this folder, whose debates are in `debates` where they are files. */
export function ledgersOf(folder: string, debates = path.join(folder, 'debates')): Ledgers {
  const kept = onPostgres ? inDatabase(hallNameOf(folder)) : inFolder(debates);
  const events = (id: string) =>
    kept
      .text(id)
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as LedgerEvent);
  return { ...kept, events };
}
