// Runs the action of a command: opens the hall, turns errors into messages and exit codes, closes the hall.
import { defined } from '../../../domain/defined.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import { EXIT, type ExitCode } from '../../../domain/failures/exit-codes.ts';
import { type OpenHallOptions, openHall } from '../../../hall/compose/hall.ts';
import { listNewWarnings, type TrustOption } from '../../../hall/compose/trust.ts';
import type { Setting } from '../../../hall/config/sources/variables.ts';
import type { Hall } from '../../../hall/operations/hall.ts';
import { findDebate } from '../../../hall/operations/records/lists/find-debate.ts';
import { exitProcess, onStopSignal } from '../../../process/cleanup/stop-signals.ts';
import { isAttended } from '../../../process/terminals.ts';
import { systemClock } from '../../../support/clock.ts';
import { homeFolder } from '../../../support/home-folder.ts';
import { callAfter, isAbort } from '../../../support/wait.ts';
import { reportError } from '../errors/report-error.ts';
import { requireHall } from '../input/named-file.ts';
import type { AddedBy, addResultOptions } from '../input/options.ts';
import { askTrust } from '../terminal/ask-consent.ts';
import { type LogForm, nameHall, printMessage, printWarning, startLog } from '../terminal/io.ts';
import type { Keyboard } from '../terminal/keyboard.ts';

import { createInputReader, type ReadInput } from '../terminal/standard-input.ts';

/** Options that every command with a hall takes. */
export type HallFlags = AddedBy<typeof addResultOptions>;

interface ActionOptions {
  /** What flags say besides which hall. */
  readonly settings?: readonly Setting[];
  /** Nothing is made: a hall that is named has to be there, or a slip in its name would look like an empty hall. */
  readonly reads?: boolean;
  /** Whether a person at the terminal is asked to trust the project, when nobody has decided yet. */
  readonly asksForTrust?: boolean;
  /** Whether human seats are asked at the terminal; otherwise they wait for manual turns. */
  readonly asksForTurns?: boolean;
  /** Who runs debates: see `OpenHallOptions`. */
  readonly runs?: OpenHallOptions['runs'];
  /** Of a server: it ends so long after the first signal, whatever the network does. */
  readonly endsWithinMs?: number;
  /** What is said besides results is a log in this form, as of a server. */
  readonly log?: LogForm;
}

interface ForcedEnd {
  readonly withinMs: number;
  readonly code: ExitCode;
}

export interface ActionContext {
  readonly hall: Hall;
  /** The same hall with more settings; the caller closes it. Nobody is asked again whether the project is trusted. */
  readonly openWith: (more: readonly Setting[]) => Promise<Hall>;
  /** Aborted by Ctrl-C, SIGTERM and SIGHUP. */
  readonly signal: AbortSignal;
  readonly readInput: ReadInput;
  /** Not there when nobody can be asked. */
  readonly keyboard: Keyboard | undefined;
}

/** Longer than agents take to end, and than a database that answers takes to write that a run is paused. */
const ENDS_WITHIN_MS = 30_000;

/** What is left over is taken up by others: everything that counts is in the store. */
function endAnyway(code: ExitCode): void {
  printWarning('The database or the network does not answer, so this ends without it. Nothing acknowledged is lost.');
  exitProcess(code);
}

/**
 * The first signal asks the work to end; the second ends the process at once, agents included. `findEnd`: how long after the first it
 * ends anyway, and with which code.
 */
function stopOnSignals(findEnd: () => ForcedEnd | undefined): { signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  const release = onStopSignal(() => {
    // The shell has printed "^C" on the line.
    printMessage('');
    controller.abort();
    const end = findEnd();
    if (end !== undefined) callAfter(end.withinMs, () => endAnyway(end.code), { keepsProcess: false });
  });
  return { signal: controller.signal, release };
}

async function openKeyboard(stopped: AbortSignal): Promise<Keyboard> {
  const { Keyboard } = await import('../terminal/keyboard.ts');
  return new Keyboard(stopped);
}

/** The same as they were given, for the next command. */
const listHallFlags = ({ hall, config, trust }: HallFlags): string[] => [
  ...(hall === undefined ? [] : ['--hall', hall]),
  ...(config === undefined ? [] : ['--config', config]),
  ...(trust === true ? ['--trust'] : []),
];

/** What flags say of the hall; whether a person is asked is for `withHall` to decide. */
export function hallOptions(flags: HallFlags, settings: readonly Setting[] = []) {
  return {
    settings: [
      ...(flags.hall === undefined ? [] : [{ name: '--hall', path: ['hall'], value: flags.hall }]),
      ...settings,
    ],
    ...defined({ configFile: flags.config, trust: flags.trust === true ? (true as const) : undefined }),
  };
}

/** Sets the exit code to what `work` returns, or to that of the error it throws. */
export async function withHall(
  flags: HallFlags,
  options: ActionOptions,
  work: (context: ActionContext) => Promise<ExitCode | undefined> | Promise<void>,
): Promise<void> {
  const { settings = [], reads = false, asksForTrust = true, asksForTurns = true } = options;
  const { runs, endsWithinMs, log = 'text' } = options;
  const endLog = startLog(log);
  const forgetHall = nameHall(listHallFlags(flags));
  let hall: Hall | undefined;
  const stop = stopOnSignals(() => {
    if (endsWithinMs !== undefined) return { withinMs: endsWithinMs, code: EXIT.ok };
    // Nothing of a hall that is a folder can stay away.
    return hall?.loaded.config.store.kind === 'postgres'
      ? { withinMs: ENDS_WITHIN_MS, code: EXIT.cancelled }
      : undefined;
  });
  try {
    const keyboard = isAttended() ? await openKeyboard(stop.signal) : undefined;
    const openWith = async (more: readonly Setting[], trust?: TrustOption) =>
      await openHall({
        ...defined({ trust }),
        ...hallOptions(flags, [...settings, ...more]),
        ...defined({ person: asksForTurns ? keyboard : undefined, runs }),
        onWait: printMessage,
        onWarning: printWarning,
      });
    hall = await openWith([], asksForTrust && keyboard !== undefined ? askTrust : undefined);
    const { store, hall: folder } = hall.loaded.config;
    if (reads && flags.hall !== undefined && store.kind === 'folder') requireHall(folder);
    const ports = { env: process.env, home: homeFolder(), clock: systemClock };
    for (const warning of await listNewWarnings(hall.loaded, ports)) printWarning(warning);
    process.exitCode =
      (await work({ hall, openWith, signal: stop.signal, readInput: createInputReader(stop.signal), keyboard })) ??
      EXIT.ok;
  } catch (thrown) {
    process.exitCode = await reportError(
      isAbort(thrown, stop.signal) ? new HallError('cancelled', 'Cancelled.') : thrown,
      flags.json === true,
    );
  } finally {
    await hall?.close();
    stop.release();
    forgetHall();
    endLog();
  }
}

type DebateWork = (
  context: ActionContext & { readonly threadId: string },
) => ReturnType<Parameters<typeof withHall>[2]>;

/** The same for what is about one debate, which `reference` names. */
export const withDebate = async (reference: string, flags: HallFlags, work: DebateWork): Promise<void> =>
  await withHall(flags, {}, async (context) => {
    return (await work({ ...context, threadId: await findDebate(context.hall, reference) })) ?? EXIT.ok;
  });

/** For what only reads the hall. */
export const readHall = async (flags: HallFlags, work: Parameters<typeof withHall>[2]): Promise<void> =>
  await withHall(flags, { reads: true }, work);
