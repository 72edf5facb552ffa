// `debate-hall export`: a debate as a document.
import { rm, writeFile } from 'node:fs/promises';
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
    const flag = flags.force === true ? 'w' : 'wx';
    await writeFile(output, text, { flag }).catch(async (cause: NodeJS.ErrnoException) => {
      if (cause.code === 'EEXIST') {
        throw new HallError('already-exists', `${output} exists.`, { hint: 'Replace it with --force.' });
      }
      // Half a document must not pass for a whole one; what was there before is not ours to take away.
      if (flag === 'wx') await rm(output, { force: true });
      throw new HallError('storage', `${output} cannot be written (${cause.code}).`, {
        hint: 'Check the path and its permissions.',
        cause,
      });
    });
    talk(`Wrote ${output}.`);
    return EXIT.decided;
  });
}
