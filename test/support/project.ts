// A user's project in a temporary folder, and the built command line started in it from outside.
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LedgerEvent } from '../../src/domain/events.ts';
import type { LiveEvent } from '../../src/domain/live-events.ts';
import { type DebateRecord, debateRecordSchema } from '../../src/domain/record.ts';
import { callProgramIn, type Finished } from './call-program.ts';
import { KEPT_CODE } from './kept-code.ts';
import { ledgersOf } from './ledgers.ts';
import { storeVariables } from './shared-store.ts';
import { atTerminal, type Terminal, type TerminalOptions } from './terminal.ts';

export const MAIN = fileURLToPath(new URL('../../dist/cli/start.cjs', import.meta.url));
const SEAT = fileURLToPath(new URL('../fakes/takes-a-seat.mjs', import.meta.url));
const HOLDER = fileURLToPath(new URL('../fakes/holds-an-answer.mjs', import.meta.url));

export interface CallOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Another user than the one of the tests; only root can become one. */
  readonly uid?: number;
}

export interface StartOptions extends CallOptions {
  readonly stdin?: string | Uint8Array;
}

export interface Running {
  readonly child: ChildProcess;
  readonly pid: number;
  /** Resolves with all output so far as soon as it holds the text; rejects when the program ends without it. */
  says(stream: 'stdout' | 'stderr', text: string): Promise<string>;
  readonly finished: Promise<Finished>;
}

/** One call of the program of test/fakes that takes seats. */
export interface SeatCall {
  readonly as: string;
  readonly act: string;
  readonly pid: number;
  readonly heard: string;
}

export interface SeatBehaviour {
  readonly say?: Readonly<Record<string, string>>;
  readonly fail?: string;
  readonly delayMs?: number;
  /** A file that the program waits for. */
  readonly until?: string;
  /** It takes no notice of SIGTERM. */
  readonly stubborn?: boolean;
  readonly usage?: { readonly input: number; readonly output: number; readonly usd: number };
}

/** What an agent of test/fakes answers, before a debate and after it. */
export interface Held {
  readonly answer: string;
  readonly confidence?: number;
  /** In the end; left out: as before. */
  readonly final?: string;
  readonly movedBy?: string;
  readonly vote?: 'own' | 'accept' | 'reject';
  /** A file that it waits for before its opening. */
  readonly until?: string;
  /** The act at which it fails, each time that it is asked. */
  readonly failsAt?: 'opening' | 'ballot';
}

// Of a run of tests that is broken off nothing stays: its workers end with it, and on Linux what they started ends with them.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
const SETPRIV = '/usr/bin/setpriv';
const WITH_PARENT = fs.existsSync(SETPRIV) ? [SETPRIV, '--pdeathsig', 'KILL', '--'] : [];

/** Starts the built command line in this folder, with exactly this environment. */
export function startCommandLine(
  folder: string,
  env: Readonly<Record<string, string>>,
  args: readonly string[],
  options: StartOptions = {},
): Running {
  const [program = process.execPath, ...own] = [...WITH_PARENT, process.execPath, MAIN, ...args];
  const child = spawn(program, own, {
    cwd: folder,
    env: { ...env, ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
  });
  const text = { stdout: '', stderr: '' };
  const waiting = new Set<() => void>();
  let over = false;
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (piece: string) => {
      text[name] += piece;
      for (const look of waiting) look();
    });
  }
  // A program that never reads its input closes it.
  child.stdin.on('error', () => {});
  child.stdin.end(options.stdin ?? '');
  const finished = new Promise<Finished>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      over = true;
      for (const look of waiting) look();
      resolve({ code, ...text });
    });
  });
  return {
    child,
    pid: child.pid as number,
    finished,
    says: (stream, wanted) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (text[stream].includes(wanted)) resolve(text[stream]);
          else if (over) reject(new Error(`It ended without saying "${wanted}": ${text.stdout}\n${text.stderr}`));
          else return;
          waiting.delete(look);
        };
        waiting.add(look);
        look();
      }),
  };
}

export function createProject(config: Record<string, unknown> = {}) {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'debate-hall-project-')));
  const folder = path.join(root, 'project');
  const home = path.join(root, 'home');
  const scratch = path.join(root, 'tmp');
  for (const each of [folder, home, scratch]) fs.mkdirSync(each);
  const log = path.join(root, 'calls.jsonl');
  // What its files ask for is the tests' own; tests of trust take this out.
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    TMPDIR: scratch,
    XDG_CACHE_HOME: KEPT_CODE,
    DEBATE_HALL_TRUST: folder,
    ...storeVariables(folder),
  };
  const ledgers = ledgersOf(folder);
  const children = new Set<ChildProcess>();

  const project = {
    root,
    folder,
    scratch,
    env,
    debates: path.join(folder, 'debates'),
    /** What it keeps, wherever that is. */
    ledgers,
    path: (...parts: string[]) => path.join(folder, ...parts),
    write(name: string, content: string | object) {
      const file = path.join(folder, name);
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
      return file;
    },
    configure(settings: Record<string, unknown>) {
      project.write('debate-hall.config.json', settings);
    },
    /** The settings of an agent that is the program of test/fakes that takes seats. */
    seat: (as: string, behaviour: SeatBehaviour = {}) => project.fake(SEAT, { as, ...behaviour }),
    /** The same for the program that holds an answer. */
    holder: (as: string, held: Held) => project.fake(HOLDER, { as, ...held }),
    fake(program: string, told: object) {
      return {
        kind: 'command',
        // They write their log and wait for files, and most are called in this process.
        sandbox: 'off',
        argv: [process.execPath, program, JSON.stringify({ log, ...told })],
        prompt: 'stdin',
        output: {
          format: 'json',
          path: 'text',
          usage: { inputTokens: 'usage.input', outputTokens: 'usage.output', costUsd: 'usage.usd' },
        },
      };
    },
    calls(): SeatCall[] {
      if (!fs.existsSync(log)) return [];
      return (
        fs
          .readFileSync(log, 'utf8')
          .split('\n')
          // Behind the last line break there is nothing yet, or a line that is being written.
          .slice(0, -1)
          .map((line) => JSON.parse(line) as SeatCall)
      );
    },
    start(args: readonly string[], options: StartOptions = {}): Running {
      const running = startCommandLine(folder, env, args, options);
      children.add(running.child);
      running.child.on('close', () => children.delete(running.child));
      return running;
    },
    /** Starts any program at a terminal of its own. */
    terminal(argv: readonly string[], options: TerminalOptions = {}): Terminal {
      const terminal = atTerminal({ folder, env }, argv, options);
      children.add(terminal.child);
      terminal.child.on('close', () => children.delete(terminal.child));
      return terminal;
    },
    /** Starts the built command line at a terminal. */
    startAtTerminal: (args: readonly string[], options: TerminalOptions = {}): Terminal =>
      project.terminal([process.execPath, MAIN, ...args], options),
    async run(args: readonly string[], options: StartOptions = {}): Promise<Finished> {
      return await project.start(args, options).finished;
    },
    /** The same without the start of a program: for what prepares a test, looks at what it left, or varies a call. */
    async call(args: readonly string[], options: CallOptions = {}): Promise<Finished> {
      return await callProgramIn({ folder, env: { ...env, ...options.env }, uid: options.uid }, args);
    },
    /** Calls a command that prints a record and reads it by its published schema. */
    async record(args: readonly string[], options: CallOptions = {}) {
      return recordIn(await project.call(args, options));
    },
    /** The record of a debate as it is now. */
    shown: async (id: string) => recordIn(await project.call(['show', '--json', id])),
    /** Where a ledger is that is a file. */
    ledger: (id: string) => path.join(project.debates, `${id}.jsonl`),
    events: (id: string): LedgerEvent[] => ledgers.events(id),
    dispose() {
      for (const child of children) child.kill('SIGKILL');
      fs.rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    },
  };
  project.configure(config);
  return project;
}

export type Project = ReturnType<typeof createProject>;

/** The values of JSON lines; throws when a line is none. */
export function linesOf<T = LiveEvent & { readonly at?: string }>(text: string): T[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}

/** A rehearsal that answers at once and agrees. */
export const quickRehearsal = { kind: 'rehearsal', wordsPerSecond: 0, vote: 'approve' } as const;

/** What a program printed that was to print a record. */
export function recordIn({ stdout, code }: Finished): DebateRecord & { readonly code: number | null } {
  return { ...debateRecordSchema.parse(JSON.parse(stdout)), code };
}

/** Settings that fill all three seats with one agent. */
export function everySeat(agent: string): Record<string, string> {
  return { wind: agent, wall: agent, door: agent };
}
