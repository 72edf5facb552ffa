// The contract of an exporter: a pure function from the record of a debate to a document. Each has a folder here, whose name is
// what `export --format` takes; its index.ts exports `exporter`.
import type { DebateRecord } from '../../domain/record.ts';

/** Extensions of the documents that a hall writes beside a ledger, by exporter: to look for them, none has to be loaded. */
export const WRITTEN = { octave: '.oct.md', markdown: '.md' } as const;
export const WRITTEN_EXTENSIONS: readonly string[] = Object.values(WRITTEN);

export interface ExportedFile {
  /** Inside the folder, with "/"; made of safe characters only. */
  readonly path: string;
  readonly text: string;
}

/** What a document may show that no record holds. */
export interface ExportSources {
  /** Texts of the context, in the order of the record; null for one that was redacted. */
  readonly context?: readonly (string | null)[];
  /** Addresses that hold the pictures, by their digests, without the redacted ones. */
  readonly pictures?: () => Readonly<Record<string, string>>;
  /** The lines of the ledger; only for an exporter that embeds it, and only while nothing of it may be withheld. */
  readonly ledger?: readonly string[];
}

export interface Exporter {
  readonly id: string;
  /** Of the file that holds it, with the dot: ".oct.md". */
  readonly extension: string;
  readonly mimeType: string;
  /** The only format whose debates it can render; without it, those of every format. */
  readonly onlyFor?: string;
  /** Its form, which is not ours, has no place to say that a debate was a rehearsal, its panel degraded or its ledger damaged. */
  readonly hasNoLabels?: true;
  /** How many turns of this debate have no place in its form; without it, each has one. */
  countLeftOut?(record: DebateRecord): number;
  /** It can hold the lines of the ledger, so that readers can check them. */
  readonly embedsLedger?: true;
  /**
   * The document piece by piece, as debates can be long. Always ends with a line end. All text of the record is untrusted and
   * escaped for the document's language. Throws `bad-input` for a debate of a format that it is not for.
   */
  pieces(record: DebateRecord, sources?: ExportSources): Iterable<string>;
  /** For an export that is a folder: all of its files. Throws `bad-input` for a record that it cannot hold. */
  files?(record: DebateRecord): readonly ExportedFile[];
}

export const renderWhole = (exporter: Exporter, record: DebateRecord, sources?: ExportSources): string =>
  [...exporter.pieces(record, sources)].join('');
