// Renders a debate as a document, and keeps the committed record `{thread_id}.oct.md` up to date.
import { HallError } from '../domain/errors.ts';
import { toRecord } from '../engine/record.ts';
import type { Snapshot } from '../engine/snapshot.ts';
import type { Exporter } from '../exporters/exporter.ts';
import type { Hall } from './hall.ts';

export const RECORD_FORMAT = 'octave';

/** Throws `not-found` with the known ones. */
export async function exporterNamed(hall: Hall, id: string): Promise<Exporter> {
  const exporters = await hall.exporters();
  const exporter = exporters.find((each) => each.id === id);
  if (exporter !== undefined) return exporter;
  throw new HallError('not-found', `There is no export format "${id}".`, {
    hint: `Known are ${exporters.map((each) => each.id).join(', ')}.`,
  });
}

/** The document's text. Throws `not-found`, `ledger-damaged`. */
export async function exportDebate(hall: Hall, threadId: string, format: string): Promise<string> {
  const exporter = await exporterNamed(hall, format);
  return exporter.render(toRecord(await hall.engine.snapshot(threadId)));
}

/** Writes the record beside the ledger and returns its path. */
export async function saveRecord(hall: Hall, snapshot: Snapshot): Promise<string> {
  const exporter = await exporterNamed(hall, RECORD_FORMAT);
  return await hall.store.writeDocument(snapshot.threadId, exporter.extension, exporter.render(toRecord(snapshot)));
}
