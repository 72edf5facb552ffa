// Documents beside a ledger, such as its record and its signatures.
import type { Database } from '../../../platform/database/database.ts';
import { createNotFoundError } from '../errors.ts';

export class Documents {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async write(id: string, extension: string, text: string | Iterable<string>): Promise<void> {
    const whole = typeof text === 'string' ? text : [...text].join('');
    const rows = await this.#database.query(
      `insert into debate_hall.document (hall, id, extension, text)
       select hall, id, $3, $4 from debate_hall.debate where hall = $1 and id = $2
       on conflict (hall, id, extension) do update set text = excluded.text returning 1`,
      [this.#database.hall, id, extension, whole],
    );
    if (rows.length > 0) return;
    throw createNotFoundError(id, 'this hall');
  }

  /** At most so many bytes from its beginning. */
  async read(id: string, extension: string, most?: number): Promise<string | undefined> {
    // A character has at least one byte.
    const [row] = await this.#database.query<{ text: string }>(
      `select case when $4::int is null then text else left(text, $4) end as text
       from debate_hall.document where hall = $1 and id = $2 and extension = $3`,
      [this.#database.hall, id, extension, most ?? null],
    );
    if (row === undefined || most === undefined) return row?.text;
    return Buffer.from(row.text, 'utf8').subarray(0, most).toString('utf8');
  }

  /** Names of those whose extension begins with this folder. */
  async names(id: string, folder: string): Promise<readonly string[]> {
    const rows = await this.#database.query<{ extension: string }>(
      `select extension from debate_hall.document
       where hall = $1 and id = $2 and starts_with(extension, $3) order by extension collate "C"`,
      [this.#database.hall, id, `${folder}/`],
    );
    return rows.map(({ extension }) => extension.slice(folder.length + 1));
  }

  /** Those with one of these extensions, and those in folders of that name. */
  async remove(id: string, extensions: readonly string[]): Promise<void> {
    await this.#database.query(
      `delete from debate_hall.document where hall = $1 and id = $2
       and exists (select from unnest($3::text[]) as gone (name)
                   where extension = gone.name or starts_with(extension, gone.name || '/'))`,
      [this.#database.hall, id, extensions],
    );
  }
}
