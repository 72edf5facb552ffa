// The built command line in a project of its own, as a person with claude, codex and gemini would use it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestContext } from 'vitest';
import { type DebateRecord, debateRecordSchema, type TurnEntry } from '../../src/domain/record.ts';
import type { LiveEvent } from '../../src/runner/live.ts';
import type { RecordedRequest } from '../model-server/behaviour.ts';
import { claude } from './claude.ts';
import { codex } from './codex.ts';
import { gemini } from './gemini.ts';
import { type Machine, type MachineOptions, openMachine } from './machine.ts';

export const CLIS = { claude, codex, gemini } as const;

/** Who sits where when seats fill themselves. */
export const SEATED = { wind: 'claude', wall: 'codex', door: 'gemini' } as const;
export type Seat = keyof typeof SEATED;

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
/** How long after a test something of it may still run. */
const GONE_MS = 5_000;

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly durationMs: number;
}

export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Resolves with the first of the `--events` that fits. */
  event(fits: (event: LiveEvent) => boolean): Promise<void>;
  /** Resolves when this stands on standard error. */
  says(words: string): Promise<void>;
}

export interface Hall extends Machine {
  start(...args: string[]): Started;
  run(...args: string[]): Promise<Ended>;
  record(threadId: string): Promise<DebateRecord>;
  ledgerFile(threadId: string): string;
  /** Every file that the project has now. */
  files(): Promise<string>;
}

export interface HallOptions extends MachineOptions {
  /** On top of what leads each agent to the model server. */
  readonly agents?: Partial<Record<keyof typeof CLIS, Record<string, unknown>>>;
  /** Other keys of the configuration file. */
  readonly config?: Record<string, unknown>;
  readonly env?: Readonly<Record<string, string>>;
}

/** Ends with the test, which fails when something of it goes on running. */
export async function openHall(context: TestContext, options: HallOptions = {}): Promise<Hall> {
  const machine = await openMachine(Object.values(CLIS), options);
  const { cwd, server } = machine;
  const agents = Object.fromEntries(
    Object.entries(CLIS).map(([name, cli]) => [
      name,
      { ...cli.settings(server.url), ...options.agents?.[name as keyof typeof CLIS] },
    ]),
  );
  await writeFile(join(cwd, 'debate-hall.config.json'), JSON.stringify({ ...options.config, agents }));
  const env = { ...machine.env, ...options.env };
  const started: ChildProcess[] = [];
  context.onTestFinished(async () => {
    for (const child of started) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await machine.gone(GONE_MS);
    await machine.close();
  });

  function start(...args: string[]): Started {
    const startedAt = performance.now();
    const child = spawn(process.execPath, [MAIN, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    started.push(child);
    const said = { stdout: '', stderr: '' };
    const listeners = new Set<() => void>();
    for (const name of ['stdout', 'stderr'] as const) {
      child[name]?.setEncoding('utf8').on('data', (text: string) => {
        said[name] += text;
        for (const listener of listeners) listener();
      });
    }
    const ended = once(child, 'close').then(([code]) => {
      return { code: code as number | null, ...said, durationMs: performance.now() - startedAt };
    });
    /** Fails rather than wait for what can not come any more. */
    const until = (what: string, holds: () => boolean) =>
      new Promise<void>((resolve, reject) => {
        const check = () => {
          if (!holds()) return;
          listeners.delete(check);
          resolve();
        };
        listeners.add(check);
        check();
        void ended.then(() => reject(new Error(`The hall ended without ${what}.\n${said.stderr}`)));
      });
    return {
      child,
      ended,
      event: (fits) => until('that event', () => eventsOf(said.stdout).some(fits)),
      says: (words) => until(`"${words}"`, () => said.stderr.includes(words)),
    };
  }

  async function run(...args: string[]): Promise<Ended> {
    return await start(...args).ended;
  }

  return {
    ...machine,
    env,
    start,
    run,
    async record(threadId) {
      const shown = await run('show', threadId, '--json');
      return debateRecordSchema.parse(JSON.parse(shown.stdout));
    },
    ledgerFile: (threadId) => join(cwd, 'debates', `${threadId}.jsonl`),
    async files() {
      const entries = await readdir(join(cwd, 'debates'), { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
      return (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n');
    },
  };
}

/** The complete lines of `--events`. */
export function eventsOf(stdout: string): LiveEvent[] {
  return stdout
    .slice(0, stdout.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as LiveEvent);
}

export function turnsOf(record: DebateRecord): TurnEntry[] {
  return record.entries.filter((entry) => entry.kind === 'turn');
}

/** How often each seat asked a model. */
export function requestsBySeat(requests: readonly RecordedRequest[]): Record<Seat, number> {
  const count = (seat: Seat) => requests.filter((request) => request.seat === seat).length;
  return { wind: count('wind'), wall: count('wall'), door: count('door') };
}

/** All that users said in it. */
export function userText(request: RecordedRequest): string {
  return request.messages
    .filter(({ role }) => role === 'user')
    .map(({ text }) => text)
    .join('\n');
}
