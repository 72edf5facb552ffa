// Terminates a whole process group: SIGTERM, a grace period, SIGKILL.
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../support/clock.ts';

/** Most are gone in a moment, and looking through all processes costs more than waiting for that. */
const FIRST_POLL_MS = 1;
const POLL_MS = 20;
/** A process that survives SIGKILL this long is stuck in the kernel, so waiting longer is useless. */
const MAX_KILL_WAIT_MS = 5_000;

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
function readMember(pid: string | number, group: number): 'runs' | 'dead' | undefined {
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
 * Whether a process of the group still runs. Dead ones that nobody has collected do not count: in containers whose first
 * process collects nothing they stay for ever.
 */
export function isGroupRunning(group: number): boolean {
  if (!signalGroup(group, 0)) return false;
  if (process.platform !== 'linux') return true;
  // The one that leads it is a child of this process and is collected in a moment, also when it is dead. Then the signal says
  // whether there is anyone left, and looking through all processes of the machine is not needed.
  if (readMember(group, group) !== undefined) return true;
  return readdirSync('/proc').some((name) => /^\d+$/.test(name) && readMember(name, group) === 'runs');
}

async function waitForGroupExit(group: number, clock: Clock, withinMs: number): Promise<boolean> {
  const deadline = clock.elapsed() + withinMs;
  for (let pauseMs = FIRST_POLL_MS; ; pauseMs = Math.min(4 * pauseMs, POLL_MS)) {
    await delay(pauseMs);
    if (!isGroupRunning(group)) return true;
    if (clock.elapsed() >= deadline) return false;
  }
}

/** Windows has no groups: the tree below a process is ended at once, as far as it can still be found. */
function killTree(pid: number): Promise<void> {
  return new Promise((done) => {
    execFile('taskkill', ['/T', '/F', '/PID', String(pid)], () => done());
  });
}

/** SIGTERM, `graceMs`, SIGKILL. Resolves when the group is gone, or when nothing can end it. */
export async function endGroup(
  group: number,
  clock: Clock,
  graceMs: number,
  platform: NodeJS.Platform = process.platform,
): Promise<void> {
  if (platform === 'win32') return killTree(group);
  if (!signalGroup(group, 'SIGTERM')) return;
  if (await waitForGroupExit(group, clock, graceMs)) return;
  signalGroup(group, 'SIGKILL');
  await waitForGroupExit(group, clock, MAX_KILL_WAIT_MS);
}
