// The JSON export: the record itself, for other programs.
import { type DebateRecord, debateRecordSchema } from '../../../domain/record.ts';
import { jsonPieces } from '../../../support/pieces.ts';
import type { Exporter } from '../exporter.ts';

const entrySchema = debateRecordSchema.shape.entries.element;

function* listEntries({ entries }: DebateRecord): Generator<unknown> {
  for (const entry of entries) yield entrySchema.parse(entry);
}

/** Parsing puts the keys into the order of the schema, so that equal records give equal bytes. */
function* pieces(record: DebateRecord): Generator<string> {
  yield* jsonPieces(debateRecordSchema.parse({ ...record, entries: [] }), 'entries', listEntries(record));
  yield '\n';
}

export const exporter: Exporter = {
  id: 'json',
  extension: '.json',
  mimeType: 'application/json',
  pieces,
};
