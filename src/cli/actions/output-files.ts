// The files that a person wants the outcome in: written when the debate is opened and again at its end, so that a file of
// an earlier run never passes for one of this run, whatever becomes of it.
import { HallError } from '../../domain/errors.ts';
import type { DebateRecord } from '../../domain/record.ts';
import { type Exporter, piecesOf } from '../../exporters/exporter.ts';
import type { Hall } from '../../operations/hall.ts';
import { checkWritable, writeDocument } from './write-export.ts';

export interface OutputFlags {
  readonly report?: readonly string[];
  readonly sarif?: string;
}

export interface OutputFile {
  readonly file: string;
  readonly exporter: Exporter;
}

/** Throws `usage` for an ending that no export of this format has, `storage` for what cannot be written. */
export async function outputFiles(
  hall: Hall,
  format: string,
  { report = [], sarif }: OutputFlags,
): Promise<readonly OutputFile[]> {
  const exporters = (await hall.exporters()).filter(({ onlyFor = format }) => onlyFor === format);
  const byEnding = exporters.toSorted((a, b) => b.extension.length - a.extension.length);
  const named = report.map((file): OutputFile => {
    const exporter = byEnding.find(({ extension }) => file.endsWith(extension));
    if (exporter !== undefined) return { file, exporter };
    throw new HallError('usage', `Unknown report format: ${file}.`, {
      hint: `Use one of these extensions: ${exporters.map(({ extension }) => extension).join(', ')}.`,
    });
  });
  const asSarif = exporters.filter(({ id }) => id === 'sarif');
  const all = [...named, ...(sarif === undefined ? [] : asSarif.map((exporter) => ({ file: sarif, exporter })))];
  for (const { file } of all) await checkWritable(file);
  return all;
}

export async function writeOutputs(files: readonly OutputFile[], record: DebateRecord): Promise<void> {
  for (const { file, exporter } of files) await writeDocument(file, piecesOf(exporter, record), true);
}
