// The files that a person wants the outcome in: written when the debate is opened and again at its end, so that a file of
// an earlier run never passes for one of this run, whatever becomes of it.
import { resolve } from 'node:path';
import { HallError } from '../../../domain/failures/errors.ts';
import { findOwnDebate } from '../../../domain/own-documents.ts';
import { writeResumeCommand } from '../../../domain/words/resume-command.ts';
import type { Exporter } from '../../../exchange/exporters/exporter.ts';
import type { Hall } from '../../../hall/operations/hall.ts';
import { renderPieces } from '../../../hall/operations/records/copies/export-debate.ts';
import { quoteArgument } from '../../../support/quote-argument.ts';
import type { AddedBy, addViewOptions } from '../input/options.ts';
import { checkWritable, isOpenedByShell, isStream, writeDocument } from './write-export.ts';

interface OutputFlags extends Pick<AddedBy<typeof addViewOptions>, 'report' | 'html'> {
  readonly sarif?: string;
}

export interface OutputFile {
  readonly file: string;
  readonly exporter: Exporter;
}

/** Of kinds whose files are no document that a review leaves out. */
const OTHER_REPORTS = /^(?:<!-- debate-hall adr |\{\s*"thread_id": |::(?:error|warning|notice) )/;

/** Whether an earlier run may have written this, so that another one may replace it. */
const isReport = ({ extension }: Exporter, text: string) =>
  findOwnDebate(extension, text) !== undefined || OTHER_REPORTS.test(text);

/**
 * `format`: of the debate, where the command has only one; `threadId`: where it has one already, or is asked for. Throws `bad-input` for
 * an ending that no export of it has, `storage` for what cannot be written, `already-exists` for a file that is no report.
 */
export async function outputFiles(
  hall: Hall,
  format: string | undefined,
  { report = [], sarif, html }: OutputFlags,
  threadId: string | undefined,
): Promise<readonly OutputFile[]> {
  if (report.length === 0 && sarif === undefined && html === undefined) return [];
  const exporters = (await hall.exporters()).filter(({ onlyFor = format }) => onlyFor === format);
  const byEnding = exporters.toSorted((a, b) => b.extension.length - a.extension.length);
  const named = report.map((file): OutputFile => {
    const exporter = byEnding.find(({ extension }) => file.endsWith(extension));
    if (exporter !== undefined) return { file, exporter };
    throw new HallError('bad-input', `Unknown report format: ${file}.`, {
      hint: `Use one of these extensions: ${exporters.map(({ extension }) => extension).join(', ')}.`,
    });
  });
  const as = (id: string, file: string | undefined): OutputFile[] =>
    file === undefined ? [] : exporters.filter((each) => each.id === id).map((exporter) => ({ file, exporter }));
  const all = [...named, ...as('sarif', sarif), ...as('html', html)];
  for (const { file, exporter } of all) {
    if (all.every((other) => other.exporter === exporter || resolve(other.file) !== resolve(file))) continue;
    throw new HallError('usage', `${file} is named for two formats.`, { hint: 'Name a file for each.' });
  }
  for (const { file, exporter } of all)
    await checkWritable({ hall, threadId }, file, (text) => isReport(exporter, text));
  return all;
}

/** What names the files again, for another command: not what this shell alone has opened. */
export function listFileOptions(files: readonly OutputFile[]): string[] {
  return files
    .filter(({ file }) => !isOpenedByShell(file))
    .map(({ file, exporter: { id, extension } }) => {
      return `--${file.endsWith(extension) ? 'report' : id} ${quoteArgument(file)}`;
    });
}

interface Moment {
  /** A pipe gets one document, the last. */
  readonly isLast?: boolean;
  /** Whether the debate was opened without these files in what its seats may look up. */
  readonly isUnread?: boolean;
}

/**
 * What seats may look up must not change while they may, so of such a debate nothing else is written before its end.
 * Throws `storage` for the first file that cannot be written, after the others.
 */
export async function writeOutputs(
  hall: Hall,
  threadId: string,
  files: readonly OutputFile[],
  { isLast = false, isUnread = false }: Moment = {},
): Promise<void> {
  if (files.length === 0) return;
  const { debate } = await hall.engine.snapshot(threadId);
  const { format, reading } = debate.opened;
  if (reading !== undefined && debate.status === 'open' && !isUnread) return;
  const failed: HallError[] = [];
  for (const { file, exporter } of files) {
    if (!isLast && (await isStream(file))) continue;
    const text = await renderPieces(hall, threadId, exporter);
    await writeDocument({ hall, threadId }, file, text, true).catch((error: unknown) => {
      if (!(error instanceof HallError)) throw error;
      failed.push(error);
    });
  }
  const [first] = failed;
  if (first === undefined) return;
  const { code, message, hint, cause } = first;
  const again = `Nothing of the debate is lost; write the file with: ${writeResumeCommand({ format, threadId })} --report FILE`;
  throw new HallError(code, message, { hint: `${hint} ${again}`, cause, details: { threadId } });
}
