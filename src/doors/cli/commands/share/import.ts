// `debate-hall import`: a ledger of the Python debate-hall-mcp, or a debate folder, becomes a ledger of ours.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { defined } from '../../../../domain/defined.ts';
import { HallError } from '../../../../domain/failures/errors.ts';
import { EXIT } from '../../../../domain/failures/exit-codes.ts';
import { importDebate } from '../../../../hall/operations/records/copies/import-debate.ts';
import { importFolder } from '../../../../hall/operations/records/copies/import-folder.ts';
import { toPrintable } from '../../../../support/control-characters.ts';
import { readBytes } from '../../../../support/read-bytes.ts';
import { withHall } from '../../actions/run-action.ts';
import { readNamedFile, readText, refuseLong } from '../../input/named-file.ts';
import { addResultOptions } from '../../input/options.ts';
import { printEither, printMessage, printResult } from '../../terminal/io.ts';

const MAX_FILE_BYTES = 1024 * 1024;

/** What `read` gives; `missing` when there is nothing of the name. Throws for every other error. */
async function orMissing<T>(path: string, missing: T, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    if (cause instanceof HallError) throw cause;
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') return missing;
    throw new HallError('bad-input', `${path} cannot be read (${code}).`, {
      hint: 'Check the path and its permissions.',
      cause,
    });
  }
}

/** Texts by path inside the folder, without those that are missing. Throws `bad-input` for what cannot be read or is over 1 MiB. */
async function readFolder(folder: string): Promise<ReadonlyMap<string, string>> {
  const inArguments = join(folder, 'arguments');
  const named = await orMissing<string[]>(inArguments, [], () => readdir(inArguments));
  const paths = [
    'debate.md',
    'scores.json',
    ...named.filter((name) => name.endsWith('.md')).map((name) => `arguments/${name}`),
  ];
  const texts = await Promise.all(
    paths.map(async (path) => {
      const file = join(folder, path);
      const read = await orMissing(file, undefined, () => readBytes(file, MAX_FILE_BYTES));
      const bytes = refuseLong(read, file, MAX_FILE_BYTES);
      return [path, bytes && readText(bytes, file)] as const;
    }),
  );
  return new Map(texts.flatMap(([path, text]) => (text === undefined ? [] : [[path, text] as const])));
}

async function readInput(path: string): Promise<{ text: string } | { files: ReadonlyMap<string, string> }> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) return { files: await readFolder(path) };
  return { text: await readNamedFile(path, 'The file') };
}

export function define(command: Command): void {
  addResultOptions(
    command
      .description(
        'Import a ledger from the Python debate-hall-mcp, or a debate folder from dialectic. Every turn is checked.',
      )
      .argument('<path>', '{thread_id}.json, or a folder with a debate.md'),
  )
    .option('--id <name>', 'ID for the imported debate')
    .option('--force', 'import even if it does not verify; kept as history, with the damage noted')
    .action(async (path, flags) => {
      await withHall(flags, {}, async ({ hall }) => {
        const input = await readInput(path);
        const how = { force: flags.force === true, ...defined({ threadId: flags.id }) };
        const { record, problems } =
          'files' in input
            ? await importFolder(hall, { ...input, ...how })
            : await importDebate(hall, { ...input, ...how });
        for (const { index, field, message } of toPrintable(problems))
          printMessage(`damage: ${index ?? ''} ${field}: ${message}`);
        const { threadId, ledger } = record;
        await printEither(flags, { threadId, events: ledger.events, problems }, () => printResult(threadId));
        return problems.length === 0 ? EXIT.ok : EXIT.degraded;
      });
    });
}
