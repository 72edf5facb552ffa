// Looks at real processes from outside.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface ProcessLine {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly state: string;
}

const hasFiles = existsSync('/proc/self/stat');

/** One that the system shows as files; `undefined` when it is gone. */
function readProcess(pid: string): ProcessLine | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state = '', parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { pid: Number(pid), parent: Number(parent), group: Number(group), state };
  } catch {
    return undefined;
  }
}

const runPs = (...args: readonly string[]) => execFileSync('ps', ['-ww', ...args], { encoding: 'utf8' });

function askPs(): ProcessLine[] {
  return runPs('-A', '-o', 'pid=,ppid=,pgid=,stat=')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields.length === 4)
    .map(([pid, parent, group, state = '']) => ({
      pid: Number(pid),
      parent: Number(parent),
      group: Number(group),
      state,
    }));
}

/** What the process was started with; empty when it is gone. */
function commandOf(pid: number): string {
  try {
    return hasFiles
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      : runPs('-o', 'args=', '-p', `${pid}`);
  } catch {
    return '';
  }
}

/** Every process of the machine that is not dead and merely uncollected; tests ask over and over, so without a program where possible. */
function processes(): ProcessLine[] {
  const all = hasFiles
    ? readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (readProcess(name) ?? []) : []))
    : askPs();
  return all.filter(({ state }) => !state.startsWith('Z'));
}

/** Whether there is a process of this id, or with a minus a group; dead ones that nobody has collected included. */
export function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Those of the given process ids that still run, and every process in a group that one of them leads. */
export function stillRunning(pids: readonly number[]): ProcessLine[] {
  // Listing all processes costs a program.
  if (!pids.some((pid) => alive(pid) || alive(-pid))) return [];
  return processes().filter(({ pid, group }) => pids.includes(pid) || pids.includes(group));
}

/** Children of a process whose command line holds a text. */
export function childrenOf(parent: number, commandHolds: string): number[] {
  return processes()
    .filter((line) => line.parent === parent && commandOf(line.pid).includes(commandHolds))
    .map(({ pid }) => pid);
}

/** The argument vector that runs a program of test/fakes: one of Node, or one that the shell runs, which starts much faster. */
export function fake(name: string, ...args: string[]): [string, ...string[]] {
  const file = fileURLToPath(new URL(`../fakes/${name}`, import.meta.url));
  return name.endsWith('.sh') ? [file, ...args] : [process.execPath, file, ...args];
}

export interface Behaviour {
  readonly stdout?: string;
  readonly stderr?: string;
  readonly exit?: number;
  readonly hang?: boolean;
  /** Said after that, one at a time. */
  readonly lines?: readonly string[];
}

/** The argument vector of a program that does exactly this. */
export function doesAsTold({ stdout = '', stderr = '', exit = 0, hang = false, lines = [] }: Behaviour) {
  const protect = (text: string) => text.replaceAll('\\', '\\\\');
  return fake('does-as-told.sh', protect(stdout), protect(stderr), hang ? 'hang' : String(exit), ...lines.map(protect));
}
