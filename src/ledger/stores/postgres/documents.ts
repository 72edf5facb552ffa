// Documents beside a ledger, such as its record and its signatures.
import type { Database } from '../../../platform/database/database.ts';
import { createNotFoundError } from '../errors.ts';
import type { Store } from '../store.ts';
import { toKey } from './lists.ts';

export type Documents = Pick<Store, 'writeDocument' | 'documentPlace' | 'readDocument' | 'listDocuments'>;

/** `place`: where the hall is. */
export function openDocuments(database: Database, place: string): Documents {
  const documentPlace: Documents['documentPlace'] = (id, extension) => `${id}${extension} in ${place}`;
  return {
    documentPlace,
    writeDocument: async (id, extension, text) => {
      const whole = typeof text === 'string' ? text : [...text].join('');
      const rows = await database.query(
        `insert into debate_hall.document (hall, id, extension, text)
         select hall, id, $3, $4 from debate_hall.debate where hall = $1 and id = $2
         on conflict (hall, id, extension) do update set text = excluded.text returning 1`,
        [...toKey(database, id), extension, whole],
      );
      if (rows.length === 0) throw createNotFoundError(id, 'this hall');
      return documentPlace(id, extension);
    },
    readDocument: async (id, extension, most) => {
      // A character has at least one byte.
      const [row] = await database.query<{ text: string }>(
        `select case when $4::int is null then text else left(text, $4) end as text
         from debate_hall.document where hall = $1 and id = $2 and extension = $3`,
        [...toKey(database, id), extension, most ?? null],
      );
      if (row === undefined || most === undefined) return row?.text;
      return Buffer.from(row.text, 'utf8').subarray(0, most).toString('utf8');
    },
    listDocuments: async (id, folder) => {
      const rows = await database.query<{ extension: string }>(
        `select extension from debate_hall.document
         where hall = $1 and id = $2 and starts_with(extension, $3) order by extension collate "C"`,
        [...toKey(database, id), `${folder}/`],
      );
      return rows.map(({ extension }) => extension.slice(folder.length + 1));
    },
  };
}
