// `debate-hall export`: a debate as a document.
import { writeFile } from 'node:fs/promises';
import { EXIT, HallError } from '../../domain/errors.ts';
import { exportDebate } from '../../operations/export-debate.ts';
import { printResult, talk } from '../io.ts';
import { type HallFlags, withHall } from '../run-action.ts';

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
    await writeFile(output, text, { flag: flags.force === true ? 'w' : 'wx' }).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === 'EEXIST') {
        throw new HallError('already-exists', `${output} exists.`, { hint: 'Replace it with --force.' });
      }
      throw new HallError('storage', `${output} cannot be written (${cause.code}).`, {
        hint: 'Check the path and its permissions.',
        cause,
      });
    });
    talk(`Wrote ${output}.`);
    return EXIT.decided;
  });
}
