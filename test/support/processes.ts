// Looks at real processes from outside.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

interface ProcessLine {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly state: string;
  readonly command: string;
}

/** Every process of the machine that is not dead and merely uncollected. */
function processes(): ProcessLine[] {
  return execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,pgid=,stat=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields.length > 4)
    .map(([pid, parent, group, state = '', ...command]) => ({
      pid: Number(pid),
      parent: Number(parent),
      group: Number(group),
      state,
      command: command.join(' '),
    }))
    .filter(({ state }) => !state.startsWith('Z'));
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
    .filter((line) => line.parent === parent && line.command.includes(commandHolds))
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
