// Runs the action of a command: opens the hall, turns errors into messages and exit codes, closes the hall.

import { openHall } from '../compose/hall.ts';
import type { Setting } from '../config/variables.ts';
import { EXIT, type ExitCode, HallError } from '../domain/errors.ts';
import { shownError } from '../domain/storage-error.ts';
import type { Hall } from '../operations/hall.ts';
import { printable } from '../support/control-characters.ts';
import { coloursFor, printJson, talk } from './io.ts';
import { terminalPerson } from './person.ts';

/** Options that every command with a hall takes. */
export interface HallFlags {
  readonly hall?: string;
  readonly config?: string;
  readonly json?: boolean;
}

export interface ActionContext {
  readonly hall: Hall;
  /** Aborted by Ctrl-C, SIGTERM and SIGHUP. */
  readonly signal: AbortSignal;
}

async function report(fault: unknown, json: boolean | undefined): Promise<ExitCode> {
  const colours = coloursFor(process.stderr);
  const error = shownError(fault);
  if (error instanceof HallError) {
    if (json === true) await printJson({ error: error.toJSON() });
    const { message, hint, details } = printable(error.toJSON());
    talk(`${colours.red('error:')} ${message}`);
    const issues = details?.['issues'];
    const untold = Array.isArray(issues) ? issues.filter((issue) => issues.length > 1 || !message.includes(issue)) : [];
    for (const issue of untold) talk(`  - ${issue}`);
    if (hint !== undefined) talk(`${colours.cyan('next: ')} ${hint}`);
    return error.exitCode;
  }
  talk(`${colours.red('internal error:')} ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  talk('This is a fault of Debate Hall. Nothing that was acknowledged is lost; please report it.');
  return EXIT.internal;
}

/** The first signal asks the work to end; the second ends the process at once, agents included. */
function stopOnSignals(): { signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  const onSignal = () => {
    if (controller.signal.aborted) process.exit(EXIT.cancelled);
    talk('\nStopping: the agents are being ended and the debate is kept. Press Ctrl-C again to stop at once.');
    controller.abort();
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const name of signals) process.on(name, onSignal);
  return {
    signal: controller.signal,
    release: () => {
      for (const name of signals) process.off(name, onSignal);
    },
  };
}

/** Sets the exit code to what `work` returns, or to that of the error it throws. */
export async function withHall(
  flags: HallFlags,
  settings: readonly Setting[],
  work: (context: ActionContext) => Promise<ExitCode | undefined>,
): Promise<void> {
  const stop = stopOnSignals();
  let hall: Hall | undefined;
  try {
    const person = terminalPerson();
    hall = await openHall({
      settings: [
        ...settings,
        ...(flags.hall === undefined ? [] : [{ name: '--hall', path: ['hall'], value: flags.hall }]),
      ],
      ...(flags.config === undefined ? {} : { configFile: flags.config }),
      ...(person === undefined ? {} : { person }),
    });
    for (const warning of hall.loaded.warnings) talk(`${coloursFor(process.stderr).yellow('warning:')} ${warning}`);
    process.exitCode = (await work({ hall, signal: stop.signal })) ?? EXIT.decided;
  } catch (error) {
    process.exitCode = await report(error, flags.json);
  } finally {
    await hall?.close();
    stop.release();
  }
}
