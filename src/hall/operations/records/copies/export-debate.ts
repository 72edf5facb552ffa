// Renders a debate as a document, and keeps the committed record `{thread_id}.oct.md` up to date.
import { defined } from '../../../../domain/defined.ts';
import { HallError } from '../../../../domain/failures/errors.ts';
import type { DebateRecord } from '../../../../domain/record.ts';
import { readSealed } from '../../../../domain/sealed/sealed.ts';
import {
  type ExportedFile,
  type Exporter,
  type ExportSources,
  WRITTEN,
  WRITTEN_EXTENSIONS,
} from '../../../../exchange/exporters/exporter.ts';
import { withoutPaths } from '../../../../exchange/without-paths.ts';
import { toLine } from '../../../../ledger/chain/chain.ts';
import { listPictureAddresses } from '../../../../ledger/engine/record/pictures.ts';
import { toRecord } from '../../../../ledger/engine/record/record.ts';
import { getVisibility } from '../../../../ledger/engine/record/visibility.ts';
import type { Snapshot } from '../../../../ledger/engine/snapshot.ts';
import type { Hall } from '../../hall.ts';
import { lookBeside } from '../look-beside.ts';
import { writeOwn } from '../own-files.ts';

export const RECORD_FORMAT = 'octave';
const REPORT_FORMAT = 'markdown';

/** What the hall itself writes beside a ledger. */
export async function writtenFormats(hall: Hall): Promise<readonly Exporter[]> {
  return await Promise.all([RECORD_FORMAT, REPORT_FORMAT].map((id) => hall.exporter(id)));
}

export interface ExportOptions {
  /** Keep what tells of this machine: argument vectors of programs, absolute paths. Default: they are left out. */
  readonly withPaths?: boolean;
  /** Embed the lines of the ledger, which keep all of that. Throws `bad-input` for a format without a place for them. */
  readonly withLedger?: boolean;
}

/** Only what anybody may see: a redacted text is not in the log, and a phase that is blind ends first. */
function listLines(snapshot: Snapshot): string[] {
  if (getVisibility(snapshot).blindFrom !== Number.POSITIVE_INFINITY) {
    throw new HallError(
      'bad-input',
      `A phase of ${snapshot.threadId} is still blind, so its ledger cannot be embedded.`,
      {
        hint: 'Export it without the ledger, or once the phase has ended.',
      },
    );
  }
  return snapshot.log.map((event) => toLine(event).trimEnd());
}

function collectSources(exporter: Exporter, snapshot: Snapshot, { withLedger = false }: ExportOptions): ExportSources {
  const context = snapshot.debate.opened.context.map(({ content }) => readSealed(content) ?? null);
  const pictures = () => listPictureAddresses(snapshot.log);
  if (!withLedger) return { context, pictures };
  if (exporter.embedsLedger !== true) {
    throw new HallError('bad-input', `The format ${exporter.id} has no place for the ledger.`, {
      hint: 'Use --format html, or copy the .jsonl file.',
    });
  }
  return { context, pictures, ledger: listLines(snapshot) };
}

/** The record with what other ledgers of the hall say of the debate: which ones are forks of it. */
export async function showDebate(hall: Hall, threadId: string): Promise<DebateRecord> {
  return await showSnapshot(hall, await hall.engine.snapshot(threadId));
}

async function showSnapshot(hall: Hall, snapshot: Snapshot): Promise<DebateRecord> {
  const record = toRecord(snapshot);
  const forks = await hall.summaries.listRelated(snapshot.threadId, ['fork']);
  return { ...record, ...(forks.length === 0 ? {} : { forks: [...forks] }) };
}

async function readForExport(
  hall: Hall,
  snapshot: Snapshot,
  { withPaths = false }: ExportOptions,
): Promise<DebateRecord> {
  const record = await showSnapshot(hall, snapshot);
  return withPaths ? record : withoutPaths(record);
}

/** The document piece by piece, so that a long one is never in memory as a whole. Throws `not-found`, `ledger-damaged`. */
export async function renderPieces(
  hall: Hall,
  threadId: string,
  exporter: Exporter,
  options: ExportOptions = {},
): Promise<Iterable<string>> {
  // The record and its ledger are of one moment, also where an event is added meanwhile.
  const snapshot = await hall.engine.snapshot(threadId);
  const sources = collectSources(exporter, snapshot, options);
  return exporter.pieces(await readForExport(hall, snapshot, options), sources);
}

export async function exportPieces(
  hall: Hall,
  threadId: string,
  format: string,
  options: ExportOptions = {},
): Promise<Iterable<string>> {
  return await renderPieces(hall, threadId, await hall.exporter(format), options);
}

/** The document's text. Throws `not-found`, `ledger-damaged`. */
export async function exportDebate(hall: Hall, threadId: string, format: string): Promise<string> {
  return [...(await exportPieces(hall, threadId, format))].join('');
}

/** The files of an export that is a folder; `undefined` for one that is a document. Throws `bad-input`, `not-found`. */
export async function exportFiles(
  hall: Hall,
  threadId: string,
  format: string,
  options: ExportOptions = {},
): Promise<readonly ExportedFile[] | undefined> {
  const exporter = await hall.exporter(format);
  return exporter.files?.(await readForExport(hall, await hall.engine.snapshot(threadId), options));
}

export interface SavedRecord {
  readonly recordFile: string;
  /** The same for people; only where a debate comes to more than a decision in words. */
  readonly reportFile?: string;
}

/** What the documents next to the ledger are written from. */
export const toWrittenRecord = (snapshot: Snapshot): DebateRecord => withoutPaths(toRecord(snapshot));

/** Writes the record next to the ledger, again if the ledger grew meanwhile, and returns its path. */
export async function saveRecord(hall: Hall, threadId: string): Promise<SavedRecord> {
  const exporter = await hall.exporter(RECORD_FORMAT);
  for (;;) {
    const snapshot = await hall.engine.snapshot(threadId);
    const record = toWrittenRecord(snapshot);
    // First, since the record tells a later run that all of it was written.
    const reportFile = record.result === null ? undefined : await saveReport(hall, record);
    const recordFile = await writeOwn(hall, threadId, exporter.extension, exporter.pieces(record));
    const now = await hall.engine.snapshot(threadId);
    if (now.debate.head !== snapshot.debate.head) continue;
    return { recordFile, ...defined({ reportFile }) };
  }
}

/** Where they are that were written before. */
export function locateRecord(hall: Hall, snapshot: Snapshot): SavedRecord {
  const place = (format: keyof typeof WRITTEN) => hall.store.documentPlace(snapshot.threadId, WRITTEN[format]);
  const reportFile = toRecord(snapshot).result === null ? undefined : place(REPORT_FORMAT);
  return { recordFile: place(RECORD_FORMAT), ...defined({ reportFile }) };
}

/** Writes again what there is, be it only the first of two documents because a kill came before the second: what was written before must not keep a text that is redacted now. */
export async function saveWritten(hall: Hall, threadId: string): Promise<void> {
  const { own } = await lookBeside(hall.store, threadId);
  if (WRITTEN_EXTENSIONS.some((extension) => own.includes(extension))) await saveRecord(hall, threadId);
}

async function saveReport(hall: Hall, record: DebateRecord): Promise<string> {
  const exporter = await hall.exporter(REPORT_FORMAT);
  return await writeOwn(hall, record.threadId, exporter.extension, exporter.pieces(record));
}
