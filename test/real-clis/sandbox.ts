// A machine in miniature: a HOME and a folder of their own, a model server, a process runner and one real CLI.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Agent, Prompt, Reply } from '../../src/agents/agent.ts';
import type { ProcessResult, ProcessRunner } from '../../src/process/process.ts';
import { createProcessRunner } from '../../src/process/runner.ts';
import { systemClock } from '../../src/support/clock.ts';
import type { BehaviourSource } from '../model-server/behaviour.ts';
import { type ModelServer, startModelServer } from '../model-server/model-server.ts';
import type { RealCli } from './real-cli.ts';

export const PROGRAMS = fileURLToPath(new URL('node_modules/.bin', import.meta.url));

/** In the environment of every program of a sandbox, so that those which outlive it can be told. */
const TOKEN_VARIABLE = 'REAL_CLI_SANDBOX';

export interface Asked {
  readonly reply: Reply;
  readonly deltas: readonly string[];
}

export interface Sandbox {
  readonly agent: Agent;
  readonly server: ModelServer;
  readonly processes: ProcessRunner;
  readonly home: string;
  readonly cwd: string;
  /** The environment of the person who would start the hall here; also right for the built CLI. */
  readonly env: Readonly<Record<string, string>>;
  ask(user: string, options?: { signal?: AbortSignal; onText?: (delta: string) => void }): Promise<Asked>;
  /** Runs the CLI in `cwd` as people would, without the adapter. */
  careless(stdin: string): Promise<ProcessResult>;
  /** Names of the traps that were stepped into, sorted. */
  sprung(): Promise<string[]>;
  /** Command lines of programs of this sandbox that are still alive. */
  alive(): Promise<string[]>;
  close(): Promise<void>;
}

export interface SandboxOptions {
  readonly behaviour?: BehaviourSource;
  /** On top of what leads the agent to the model server. */
  readonly settings?: Record<string, unknown>;
  /** Instead of a dummy key. */
  readonly login?: Readonly<Record<string, string>>;
  /** Fills the sandbox with traps that hold this text. */
  readonly canary?: string;
}

export function prompt(user: string): Prompt {
  const step = {
    id: 's1',
    seat: 'wall',
    act: 'turn',
    task: 'turn',
    label: 'Wall tests',
    data: {},
    values: {},
    corrections: [],
  };
  return { system: 'You are the Wall. You test what others propose.', user, step, topic: 'A topic', transcript: [] };
}

export async function openSandbox(cli: RealCli, options: SandboxOptions = {}): Promise<Sandbox> {
  const root = await mkdtemp(join(tmpdir(), 'real-cli-'));
  const [home, cwd, marks] = [join(root, 'home'), join(root, 'project'), join(root, 'marks')];
  for (const folder of [home, cwd, marks]) await mkdir(folder);
  if (options.canary !== undefined) {
    const mark = (name: string) => `echo sprung > '${join(marks, name)}'`;
    await cli.plant({ home, cwd, mark, canary: options.canary });
  }
  const server = await startModelServer(options.behaviour === undefined ? {} : { behaviour: options.behaviour });
  const processes = createProcessRunner({ clock: systemClock, graceMs: 500 });
  const token = randomUUID();
  const env = {
    PATH: `${PROGRAMS}:${process.env['PATH']}`,
    HOME: home,
    LANG: 'C.UTF-8',
    ...(options.login ?? cli.login),
  };
  const { env: cliEnv, ...settings }: Record<string, unknown> = { ...cli.settings(server.url), ...options.settings };
  const agent = cli.kind.create(
    cli.kind.kind,
    cli.kind.options.parse({ ...settings, env: { ...Object(cliEnv), [TOKEN_VARIABLE]: token } }),
    { processes, clock: systemClock, env, cwd },
  );
  return {
    agent,
    server,
    processes,
    home,
    cwd,
    env,
    async ask(user, { signal = new AbortController().signal, onText = () => {} } = {}) {
      const deltas: string[] = [];
      const session = await agent.open('wall');
      const reply = await session.ask(prompt(user), {
        signal,
        onText: (delta) => {
          deltas.push(delta);
          onText(delta);
        },
      });
      await session.close();
      return { reply, deltas };
    },
    careless(stdin) {
      const { args, env: extra } = cli.careless(server.url);
      const limits = { totalMs: 30_000, idleMs: 0, firstOutputMs: 0, maxOutputBytes: 10_000_000 };
      const { signal } = new AbortController();
      const argv = [join(PROGRAMS, cli.program), ...args] as const;
      return processes.start({ argv, env: { ...env, ...extra }, cwd, stdin, limits, signal }).result;
    },
    sprung: async () => (await readdir(marks)).sort(),
    alive: () => processesWith(`${TOKEN_VARIABLE}=${token}`),
    async close() {
      await processes.close();
      await server.close();
      await rm(root, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** Looks into /proc, so it works on Linux only; elsewhere it throws rather than find nothing. */
async function processesWith(variable: string): Promise<string[]> {
  if (!existsSync('/proc/self/environ')) throw new Error('Processes can only be looked for where /proc is.');
  const found: string[] = [];
  for (const id of await readdir('/proc')) {
    if (!/^\d+$/.test(id)) continue;
    try {
      const environment = await readFile(`/proc/${id}/environ`, 'utf8');
      if (!environment.split('\0').includes(variable)) continue;
      found.push((await readFile(`/proc/${id}/cmdline`, 'utf8')).replaceAll('\0', ' '));
    } catch {
      // It ended meanwhile, or belongs to someone else.
    }
  }
  return found;
}
