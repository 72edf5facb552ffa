// `debate-hall doctor`: whether everything that a run needs is in order on this machine.
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { EXIT } from '../../domain/errors.ts';
import type { Hall } from '../../operations/hall.ts';
import { listDebates } from '../../operations/read.ts';
import { surveyAgents } from '../../operations/survey-agents.ts';
import { printable } from '../../support/control-characters.ts';
import { coloursFor, printJson, printResult } from '../io.ts';
import { agentLines } from '../render/agents-view.ts';
import { type HallFlags, withHall } from '../run-action.ts';

interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly message: string;
}

/** The nearest folder that exists must take a new one. */
async function checkFolder(hall: Hall): Promise<Check> {
  let folder = hall.loaded.config.hall;
  for (;;) {
    try {
      await rm(await mkdtemp(path.join(folder, '.doctor-')), { recursive: true });
      return { name: 'hall', ok: true, message: `${hall.loaded.config.hall} can be written` };
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ENOENT' || folder === path.dirname(folder)) {
        return { name: 'hall', ok: false, message: `${hall.loaded.config.hall} cannot be written (${code})` };
      }
      folder = path.dirname(folder);
    }
  }
}

/** A copy that a killed write left keeps what is redacted from the ledger later. */
async function checkCopies(hall: Hall, clean: boolean): Promise<Check> {
  const found = await hall.store.leftovers();
  if (found.length === 0) return { name: 'copies', ok: true, message: 'none left by a killed write' };
  const names = found.join(', ');
  if (!clean)
    return { name: 'copies', ok: false, message: `${names}: left by a killed write; doctor --clean removes them` };
  await hall.store.removeLeftovers();
  return { name: 'copies', ok: true, message: `removed ${names}` };
}

interface DoctorFlags extends HallFlags {
  readonly probe?: boolean;
  readonly clean?: boolean;
}

export async function run(flags: DoctorFlags): Promise<void> {
  await withHall(flags, [], async ({ hall, signal }) => {
    const agents = await surveyAgents(hall, { ask: flags.probe === true, signal });
    const debates = await listDebates(hall);
    const damaged = debates.filter((debate) => 'damaged' in debate);
    const seatable = agents.filter(({ seatable, usable, answer }) => seatable && usable && answer?.ok !== false);
    const files = hall.loaded.files.map((file) => file.path);
    const checks: Check[] = [
      { name: 'node', ok: true, message: process.version },
      { name: 'configuration', ok: true, message: files.length === 0 ? 'no file: defaults' : files.join(', ') },
      await checkFolder(hall),
      {
        name: 'ledgers',
        ok: damaged.length === 0,
        message: `${debates.length} debates, ${damaged.length} damaged${damaged.length === 0 ? '' : `: ${damaged.map(({ threadId }) => threadId).join(', ')}`}`,
      },
      await checkCopies(hall, flags.clean === true),
      {
        name: 'agents',
        ok: seatable.length > 0,
        message:
          seatable.length === 0
            ? 'none can fill a seat; install and log in to claude, codex or gemini, or use --rehearse'
            : `${seatable.map(({ name }) => name).join(', ')} can fill seats`,
      },
    ];
    const exit = checks.every(({ ok }) => ok) ? EXIT.decided : seatable.length === 0 ? EXIT.agent : EXIT.internal;
    if (flags.json === true) {
      await printJson({ checks, agents });
      return exit;
    }
    const colours = coloursFor(process.stdout);
    const lines = checks.map(
      ({ name, ok, message }) => `${ok ? colours.green('✓') : colours.red('✗')} ${name.padEnd(14)}${message}`,
    );
    await printResult([...lines, '', ...agentLines(printable(agents), colours)].join('\n'));
    return exit;
  });
}
