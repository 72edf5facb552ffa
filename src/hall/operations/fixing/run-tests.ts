// Runs the command that a person named after each round. It runs what an author wrote, so it sees of the machine what the author sees.
import { programEnvironment } from '../../../agents/cli/environment.ts';
import { findProgramFiles } from '../../../agents/cli/isolation.ts';
import { createRedactor } from '../../../agents/failures/redact.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import type { ContextItem } from '../../../material/context/collection.ts';
import { openPassage } from '../../../net/passage.ts';
import { goThrough } from '../../../process/passage-program.ts';
import { type ProcessEnd, type ProcessResult, whyNotStarted } from '../../../process/process.ts';
import type { Hall } from '../hall.ts';
import { toDocument } from './documents.ts';

/** Characters of the output, from its end, that readers get. */
const TAIL = 20_000;
const MAX_OUTPUT_BYTES = 32 * 1024 * 1024;
const MINUTE_MS = 60_000;

export interface TestRun {
  /** "passed", "failed with exit code 1". */
  readonly outcome: string;
  readonly document: ContextItem;
}

/** As the source of its document begins, in every debate that has it. */
export const TESTS = 'tests: ';

function describeEnd(end: ProcessEnd, minutes: number): string {
  switch (end.reason) {
    case 'exited':
      return end.code === 0 ? 'passed' : `failed with exit code ${end.code}`;
    case 'timed-out':
      return `did not end within ${minutes} minutes`;
    case 'too-large':
      return 'printed too much';
    case 'not-started':
      return `could not be started (${whyNotStarted(end)})`;
    default:
      return `ended early (${end.reason})`;
  }
}

export interface TestOrder {
  readonly command: string;
  /** The working tree. */
  readonly folder: string;
  readonly minutes: number;
  /** The only ones that it reaches, over TLS. */
  readonly hosts: readonly string[];
  readonly signal: AbortSignal;
}

/** Throws `agent-failed` where there is no sandbox, `cancelled`. */
export async function runTests(hall: Hall, { command, folder, minutes, hosts, signal }: TestOrder): Promise<TestRun> {
  const bubblewrap = await hall.bubblewrap();
  if ('problem' in bubblewrap) {
    throw new HallError('agent-failed', `"${command}" runs only in a sandbox, and ${bubblewrap.problem}.`, {
      hint: 'Leave --test out, or run this on a Linux with bubblewrap.',
    });
  }
  const processes = await hall.processes();
  const scratch = await processes.createScratch();
  try {
    const passage = await openPassage({ folder: scratch.path, hosts, refused: () => {} });
    try {
      const env = programEnvironment({
        from: hall.loaded.env,
        settings: {},
        set: { CI: 'true', NO_COLOR: '1', TERM: 'dumb', TMPDIR: '/tmp', ...passage.env },
      });
      const { HOME: home } = env;
      const { result } = processes.start({
        argv: [...goThrough(passage.ways), '/bin/sh', '-c', `${command} 2>&1`],
        env,
        cwd: folder,
        sandbox: {
          bubblewrap: bubblewrap.program,
          // Most tests of a project that uses this program need it.
          readable: findProgramFiles(process.execPath, env, hall.cwd),
          writable: [folder, scratch.path],
          private: home === undefined ? [] : [home],
          hidden: [hall.cwd, hall.loaded.config.hall],
          offline: true,
        },
        limits: { totalMs: minutes * MINUTE_MS, idleMs: 0, firstOutputMs: 0, maxOutputBytes: MAX_OUTPUT_BYTES },
        signal,
      });
      return describeRun(await result, command, minutes, signal);
    } finally {
      await passage.close();
    }
  } finally {
    await scratch.remove();
  }
}

function describeRun({ end, stdout }: ProcessResult, command: string, minutes: number, signal: AbortSignal): TestRun {
  if (signal.aborted) throw new HallError('cancelled', 'Cancelled while the tests ran.');
  const outcome = describeEnd(end, minutes);
  const tail = createRedactor()(stdout.slice(-TAIL));
  const cut = stdout.length > TAIL ? `(${stdout.length - TAIL} characters before this are left out.)\n` : '';
  return { outcome, document: toDocument(`${TESTS}${command}`, `${command} ${outcome}\n\n${cut}${tail}`) };
}
