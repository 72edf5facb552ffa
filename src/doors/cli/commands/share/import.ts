// `debate-hall import`: a ledger of the Python debate-hall-mcp, or a debate folder, becomes a ledger of ours.
import { stat } from 'node:fs/promises';
import type { Command } from 'commander';
import { defined } from '../../../../domain/defined.ts';
import { EXIT } from '../../../../domain/failures/exit-codes.ts';
import { importDebate } from '../../../../hall/operations/records/copies/import-debate.ts';
import { importFolder } from '../../../../hall/operations/records/copies/import-folder.ts';
import { toPrintable } from '../../../../support/control-characters.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { readNamedFile } from '../../input/named-file.ts';
import { addHallOptions } from '../../input/options.ts';
import { readFolder } from '../../input/read-folder.ts';
import { printJson, printMessage, printResult } from '../../terminal/io.ts';

interface ImportFlags extends HallFlags {
  readonly id?: string;
  readonly force?: boolean;
}

async function readInput(path: string): Promise<{ text: string } | { files: ReadonlyMap<string, string> }> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) return { files: await readFolder(path) };
  return { text: (await readNamedFile(path, 'The file')).toString('utf8') };
}

async function run(path: string, flags: ImportFlags): Promise<void> {
  await withHall(flags, [], async ({ hall }) => {
    const input = await readInput(path);
    const how = { force: flags.force === true, ...defined({ threadId: flags.id }) };
    const { record, problems } =
      'files' in input
        ? await importFolder(hall, { ...input, ...how })
        : await importDebate(hall, { ...input, ...how });
    for (const { index, field, message } of toPrintable(problems))
      printMessage(`damage: ${index ?? ''} ${field}: ${message}`);
    if (flags.json === true) await printJson({ threadId: record.threadId, events: record.ledger.events, problems });
    else await printResult(record.threadId);
    return problems.length === 0 ? EXIT.ok : EXIT.degraded;
  });
}

export function define(command: Command): void {
  addHallOptions(
    command
      .description(
        'Import a ledger from the Python debate-hall-mcp, or a debate folder from dialectic. Every turn is checked.',
      )
      .argument('<path>', '{thread_id}.json, or a folder with a debate.md'),
  )
    .option('--id <name>', 'ID for the imported debate')
    .option('--force', 'import even if it does not verify; kept as history, with the damage noted')
    .option('--json', 'print JSON')
    .action(run);
}
