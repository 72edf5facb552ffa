// `debate-hall import`: a ledger of the Python debate-hall-mcp becomes one of ours.
import { readFile } from 'node:fs/promises';
import { EXIT, HallError } from '../../domain/errors.ts';
import { importDebate } from '../../operations/import-debate.ts';
import { printable } from '../../support/control-characters.ts';
import { printJson, printResult, talk } from '../io.ts';
import { type HallFlags, withHall } from '../run-action.ts';

interface ImportFlags extends HallFlags {
  readonly id?: string;
  readonly force?: boolean;
}

export async function run(file: string, flags: ImportFlags): Promise<void> {
  await withHall(flags, [], async ({ hall }) => {
    const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
      throw new HallError('bad-input', `${file} cannot be read (${cause.code}).`, {
        hint: 'Check the path and its permissions.',
        cause,
      });
    });
    const { record, problems } = await importDebate(hall, {
      text,
      force: flags.force === true,
      ...(flags.id === undefined ? {} : { threadId: flags.id }),
    });
    for (const { index, field, message } of printable(problems)) talk(`damage: ${index ?? ''} ${field}: ${message}`);
    if (flags.json === true) await printJson({ threadId: record.threadId, events: record.ledger.events, problems });
    else await printResult(record.threadId);
    return problems.length === 0 ? EXIT.decided : EXIT.degraded;
  });
}
