// Terminates a whole process group: SIGTERM, a grace period, SIGKILL.
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../support/clock.ts';

/** Most are gone in a moment, and looking through all processes costs more than waiting for that. */
const FIRST_POLL_MS = 1;
const POLL_MS = 20;
/** A process that survives SIGKILL this long is stuck in the kernel, so waiting longer is useless. */
const MAX_KILL_WAIT_MS = 5_000;

export interface Group {
  /** That of the process which leads it. */
  readonly id: number;
  /** How many processes and threads the machine had started before that one. */
  readonly olderBirths: number;
  /** Whether that process was heard to end. */
  readonly hasExited: () => boolean;
}

/** Which number a file of the system has at this place; not a number where it has none. */
function readNumber(file: string, place: RegExp): number {
  try {
    return Number(place.exec(readFileSync(file, 'utf8'))?.[1]);
  } catch {
    return Number.NaN;
  }
}

/** How many processes and threads the machine has started; not a number where it does not say. */
export const countBirths = (): number => readNumber('/proc/stat', /^processes (\d+)$/m);

/** Signals every process of the group; false when there is none. */
export function signalGroup(group: number, signal: 'SIGTERM' | 'SIGKILL' | 0): boolean {
  try {
    process.kill(-group, signal);
    return true;
  } catch (error) {
    // EPERM: a member belongs to another user. It exists, but cannot be signalled.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether the process is of the group, and whether it runs; `undefined` for one that is gone. */
function readMember(pid: number, group: number): 'runs' | 'dead' | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before the last parenthesis can hold anything; after it: state, parent, group.
    const [state, , member] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (Number(member) !== group) return undefined;
    return state === 'Z' || state === 'X' ? 'dead' : 'runs';
  } catch {
    return undefined;
  }
}

/**
 * Which processes can be of the group: those that started after its first. IDs are given out in turn, so theirs come after its own, unless
 * the turn has started again. Reading every process of a machine costs several times as much.
 */
function findYounger({ id, olderBirths }: Group): (pid: number) => boolean {
  const born = countBirths() - olderBirths;
  const last = readNumber('/proc/loadavg', / (\d+)$/m);
  const living = readNumber('/proc/loadavg', /\/(\d+) /);
  // False as well where one of them is not there, or does not move: no ID was given out twice.
  const isOneTurn = born > 0 && last > 0 && 2 * (born + living) < readNumber('/proc/sys/kernel/pid_max', /(\d+)/);
  if (!isOneTurn) return () => true;
  return last >= id ? (pid) => pid > id : (pid) => pid > id || pid <= last;
}

/** `undefined` where they cannot be listed, as with too many open files. */
function listProcesses(): readonly number[] | undefined {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return undefined;
  }
}

/**
 * Whether a process of the group still runs. Dead ones that nobody has collected do not count: in containers whose first
 * process collects nothing they stay for ever.
 */
function isGroupRunning(group: Group): boolean {
  const { id } = group;
  if (!signalGroup(id, 0)) return false;
  if (process.platform !== 'linux') return true;
  // The one that leads it is a child of this process and is collected in a moment, also when it is dead. Then the signal says
  // whether there is anyone left, and looking through all processes of the machine is not needed.
  if (readMember(id, id) !== undefined) return true;
  const pids = listProcesses();
  // Nobody knows, and whoever is signalled once too often is of the group all the same.
  if (pids === undefined) return true;
  const isYounger = findYounger(group);
  return pids.some((pid) => isYounger(pid) && readMember(pid, id) === 'runs');
}

async function waitForGroupExit(group: Group, clock: Clock, withinMs: number): Promise<boolean> {
  const deadline = clock.elapsed() + withinMs;
  for (let pauseMs = FIRST_POLL_MS; ; pauseMs = Math.min(4 * pauseMs, POLL_MS)) {
    await delay(pauseMs);
    if (!isGroupRunning(group)) return true;
    if (clock.elapsed() >= deadline) return false;
  }
}

/** By its path: Windows looks for a name in the working directory first. */
const taskkill = () => join(process.env['SYSTEMROOT'] ?? 'C:\\Windows', 'System32', 'taskkill.exe');

/** Windows has no groups: the tree below a process is ended at once, as far as it can still be found. */
function killTree(pid: number): Promise<void> {
  return new Promise((done) => {
    execFile(taskkill(), ['/T', '/F', '/PID', String(pid)], () => done());
  });
}

/** SIGTERM, `graceMs`, SIGKILL. Resolves when the group is gone, or when nothing can end it. */
export async function endGroup(
  group: Group,
  clock: Clock,
  graceMs: number,
  platform: NodeJS.Platform = process.platform,
): Promise<void> {
  // The tree is found by its first process, whose ID belongs to nobody once it is gone, or to another.
  if (platform === 'win32') return group.hasExited() ? undefined : killTree(group.id);
  if (!signalGroup(group.id, 'SIGTERM')) return;
  if (await waitForGroupExit(group, clock, graceMs)) return;
  signalGroup(group.id, 'SIGKILL');
  await waitForGroupExit(group, clock, MAX_KILL_WAIT_MS);
}
