// Hides what this process was started with from other programs of the same user. On Linux they can read it in /proc/PID/environ,
// where it stays as it was at the start, whatever the process does to its variables later.
import { closeSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/**
 * What another program of the same user can read of this process. `nothing`: Linux keeps its memory from them. `memory`: with the means
 * of a debugger, but no variables in /proc. `environment`: its variables, by means that everybody has.
 */
export type Exposure = 'nothing' | 'memory' | 'environment';

const MEMORY = '/proc/self/mem';
/** Only ancestors of a process may look into it; the programs that it starts are none. */
const PTRACE_SCOPE = '/proc/sys/kernel/yama/ptrace_scope';

/** Counted from the state, the first field after the name; see proc(5). */
const ENVIRONMENT_START = 47;
const ENVIRONMENT_END = 48;

/** Where the system keeps what the process was started with. */
function findEnvironment(): { readonly start: number; readonly length: number } {
  const stat = readFileSync('/proc/self/stat', 'latin1');
  // The name of a program may hold blanks and brackets.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const start = Number(fields[ENVIRONMENT_START]);
  return { start, length: Number(fields[ENVIRONMENT_END]) - start };
}

function overwriteEnvironment(): void {
  // The C library copies what is set again; what it has handed out so far points into the memory that is overwritten.
  for (const [name, value] of Object.entries(process.env)) process.env[name] = value;
  const { start, length } = findEnvironment();
  const memory = openSync(MEMORY, 'r+');
  try {
    writeSync(memory, Buffer.alloc(length), 0, length, start);
  } finally {
    closeSync(memory);
  }
}

/** Whether Linux treats it as one that nobody may look into: its program cannot be read, or its user has changed. */
const isPrivate = (): boolean => statSync(MEMORY).uid !== process.getuid?.();

function isKeptFromDescendants(): boolean {
  try {
    return Number(readFileSync(PTRACE_SCOPE, 'utf8')) >= 1;
  } catch {
    return false;
  }
}

function hide(): Exposure {
  // The variables of another thread are a copy.
  if (process.platform !== 'linux' || !isMainThread) return 'environment';
  try {
    if (isPrivate()) return 'nothing';
    overwriteEnvironment();
    return isKeptFromDescendants() ? 'nothing' : 'memory';
  } catch {
    return 'environment';
  }
}

let exposure: Exposure | undefined;

/** Once for each process, before any program starts. Variables keep their values, also for programs that are given them. */
export function hideEnvironment(): Exposure {
  exposure ??= hide();
  return exposure;
}
