// `debate-hall export`: a debate as a document, or as a folder of files.
import { EXIT } from '../../../../domain/failures/exit-codes.ts';
import { exportFiles, exportPieces } from '../../../../hall/operations/records/copies/export-debate.ts';
import { findDebate } from '../../../../hall/operations/records/lists/find-debate.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { writeDocument, writeFolder } from '../../actions/write-export.ts';
import { printMessage, printResult } from '../../terminal/io.ts';

interface ExportFlags extends HallFlags {
  readonly format: string;
  readonly output?: string;
  readonly force?: boolean;
  readonly withPaths?: boolean;
  readonly withLedger?: boolean;
}

export async function run(reference: string, flags: ExportFlags): Promise<void> {
  await withHall(flags, [], async ({ hall }) => {
    const threadId = await findDebate(hall, reference);
    const { output, format, force = false } = flags;
    if (output === undefined) {
      await printResult(await exportPieces(hall, threadId, format, flags));
      return EXIT.ok;
    }
    const files = await exportFiles(hall, threadId, format, flags);
    if (files === undefined) await writeDocument(output, await exportPieces(hall, threadId, format, flags), force);
    else await writeFolder(output, files, force);
    printMessage(`Wrote ${output}.`);
    return EXIT.ok;
  });
}
