// `debate-hall export`: a debate as a document.
import { EXIT } from '../../domain/errors.ts';
import { exportDebate } from '../../operations/export-debate.ts';
import { printResult, talk } from '../io.ts';
import { type HallFlags, withHall } from '../run-action.ts';
import { writeDocument } from '../write-document.ts';

interface ExportFlags extends HallFlags {
  readonly format: string;
  readonly output?: string;
  readonly force?: boolean;
}

export async function run(threadId: string, flags: ExportFlags): Promise<void> {
  await withHall(flags, [], async ({ hall }) => {
    const { output } = flags;
    const text = await exportDebate(hall, threadId, flags.format);
    if (output === undefined) {
      await printResult(text);
      return EXIT.decided;
    }
    await writeDocument(output, text, { replace: flags.force === true });
    talk(`Wrote ${output}.`);
    return EXIT.decided;
  });
}
