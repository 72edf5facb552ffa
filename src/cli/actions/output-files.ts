// The files that a person wants the outcome in: written when the debate is opened and again at its end, so that a file of
// an earlier run never passes for one of this run, whatever becomes of it.
import { HallError } from '../../domain/errors.ts';
import type { Exporter } from '../../exporters/exporter.ts';
import type { Hall } from '../../operations/hall.ts';
import { renderPieces } from '../../operations/records/export-debate.ts';
import { checkWritable, writeDocument } from './write-export.ts';

export interface OutputFlags {
  readonly report?: readonly string[];
  readonly sarif?: string;
  readonly html?: string;
}

export interface OutputFile {
  readonly file: string;
  readonly exporter: Exporter;
}

/**
 * `format`: of the debate, where the command has only one. Throws `usage` for an ending that no export of it has, `storage` for
 * what cannot be written.
 */
export async function outputFiles(
  hall: Hall,
  format: string | undefined,
  { report = [], sarif, html }: OutputFlags,
): Promise<readonly OutputFile[]> {
  if (report.length === 0 && sarif === undefined && html === undefined) return [];
  const exporters = (await hall.exporters()).filter(({ onlyFor = format }) => onlyFor === format);
  const byEnding = exporters.toSorted((a, b) => b.extension.length - a.extension.length);
  const named = report.map((file): OutputFile => {
    const exporter = byEnding.find(({ extension }) => file.endsWith(extension));
    if (exporter !== undefined) return { file, exporter };
    throw new HallError('usage', `Unknown report format: ${file}.`, {
      hint: `Use one of these extensions: ${exporters.map(({ extension }) => extension).join(', ')}.`,
    });
  });
  const as = (id: string, file: string | undefined): OutputFile[] =>
    file === undefined ? [] : exporters.filter((each) => each.id === id).map((exporter) => ({ file, exporter }));
  const all = [...named, ...as('sarif', sarif), ...as('html', html)];
  for (const { file } of all) await checkWritable(file);
  return all;
}

export async function writeOutputs(hall: Hall, files: readonly OutputFile[], threadId: string): Promise<void> {
  for (const { file, exporter } of files) await writeDocument(file, await renderPieces(hall, threadId, exporter), true);
}
