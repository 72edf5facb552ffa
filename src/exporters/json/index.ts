// The JSON export: the record itself, for other programs.
import { type DebateRecord, debateRecordSchema } from '../../domain/record.ts';
import { toPrintableJson } from '../../support/control-characters.ts';
import type { Exporter } from '../exporter.ts';

/** Parsing puts the keys into the order of the schema, so that equal records give equal bytes. */
function render(record: DebateRecord): string {
  return `${toPrintableJson(debateRecordSchema.parse(record), 2)}\n`;
}

export const exporter: Exporter = {
  id: 'json',
  title: 'JSON: the whole record, for programs',
  extension: '.json',
  mimeType: 'application/json',
  render,
};
