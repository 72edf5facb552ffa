// A machine in miniature: a HOME and a project folder of their own, and a model server that every agent is led to.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { answerAsSeat } from '../model-server/role-answers.ts';
import { type BehaviourSource, type ModelServer, startModelServer } from '../model-server/server.ts';
import { KEPT_CODE } from '../support/kept-code.ts';
import { FOREVER_MS } from '../support/limits.ts';
import type { RealCli } from './real-cli.ts';

export const PROGRAMS = fileURLToPath(new URL('node_modules/.bin', import.meta.url));

/** A Node that keeps what it compiles of gemini between starts, which Node 20 cannot; where none is packed, the Node of the tests. */
const NODE = fileURLToPath(new URL('../nodes/node_modules/node-24/bin', import.meta.url));

const LOOK_EVERY_MS = 50;

export interface MachineOptions {
  /** Left out: the answers are those of a debate. */
  readonly behaviour?: BehaviourSource;
  /** Instead of the dummy keys. */
  readonly login?: Readonly<Record<string, string>>;
  /** Fills home and project with traps that hold this text. */
  readonly canary?: string;
}

interface RunningProcess {
  readonly pid: number;
  readonly command: string;
}

export interface Machine {
  readonly server: ModelServer;
  readonly root: string;
  readonly home: string;
  /** The folder in which the person starts the hall. */
  readonly cwd: string;
  /** The environment of that person; no other process on the computer has this HOME. */
  readonly env: Readonly<Record<string, string>>;
  /** Names of the traps that were stepped into, sorted. */
  sprung(): Promise<string[]>;
  /** Processes of this machine that run now. */
  alive(): Promise<RunningProcess[]>;
  /** Waits until none of them runs; rejects with their command lines when they do not end. */
  gone(): Promise<void>;
  close(): Promise<void>;
}

export async function openMachine(clis: readonly RealCli[], options: MachineOptions = {}): Promise<Machine> {
  const root = await mkdtemp(join(tmpdir(), 'real-cli-'));
  const [home, cwd, marks] = [join(root, 'home'), join(root, 'project'), join(root, 'marks')];
  for (const folder of [home, cwd, marks]) await mkdir(folder);
  // The hall's alone: a variable for all caches would reach the CLIs too.
  const compiled = join(KEPT_CODE, 'debate-hall');
  await mkdir(compiled, { recursive: true });
  await mkdir(join(home, '.cache'));
  await symlink(compiled, join(home, '.cache', 'debate-hall'));
  const { behaviour = answerAsSeat, canary, login } = options;
  if (canary !== undefined) {
    const mark = (name: string) => `echo sprung > '${join(marks, name)}'`;
    for (const cli of clis) await cli.plant({ home, cwd, mark, canary });
  }
  const server = await startModelServer({ behaviour });
  const alive = () => processesWith(`HOME=${home}`);
  const logins = login === undefined ? clis.map((cli) => cli.login) : [login];
  return {
    server,
    root,
    home,
    cwd,
    env: Object.assign(
      // The person has trusted the project, whose file leads the CLIs to the model server.
      { PATH: `${PROGRAMS}:${NODE}:${process.env['PATH']}`, HOME: home, LANG: 'C.UTF-8', DEBATE_HALL_TRUST: cwd },
      ...logins,
    ),
    sprung: async () => (await readdir(marks)).sort(),
    alive,
    async gone() {
      for (const since = performance.now(); ; ) {
        const left = await alive();
        if (left.length === 0) return;
        if (performance.now() - since > FOREVER_MS / 2) {
          throw new Error(`Still running: ${left.map(({ command }) => command.slice(0, 200)).join('; ')}`);
        }
        await pause(LOOK_EVERY_MS);
      }
    },
    async close() {
      await server.close();
      await rm(root, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/**
 * Processes with a variable such as `NAME=value` in their environment. Looks into /proc, so it works on Linux only;
 * elsewhere it throws rather than find nothing.
 */
async function processesWith(variable: string): Promise<RunningProcess[]> {
  if (!existsSync('/proc/self/environ')) throw new Error('Processes can only be looked for where /proc is.');
  const found: RunningProcess[] = [];
  for (const id of await readdir('/proc')) {
    if (!/^\d+$/.test(id)) continue;
    try {
      const environment = await readFile(`/proc/${id}/environ`, 'utf8');
      if (!environment.split('\0').includes(variable)) continue;
      found.push({ pid: Number(id), command: (await readFile(`/proc/${id}/cmdline`, 'utf8')).replaceAll('\0', ' ') });
    } catch {
      // It ended meanwhile, or belongs to someone else.
    }
  }
  return found;
}
