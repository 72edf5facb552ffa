// Programs of this machine as /proc shows them: whether they still run and how much memory they hold.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const LOOK_EVERY_MS = 20;
const PAGE_BYTES = 4_096;

export interface Program {
  readonly pid: number;
  readonly residentBytes: number;
  /** When it began, in ticks of the kernel: numbers of processes are used again. */
  readonly began: string;
}

/** `undefined` for one that has ended, collected by its parent or not. */
export function findProgram(pid: number): Program | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before the last parenthesis can hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    return { pid, residentBytes: Number(fields[21]) * PAGE_BYTES, began: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}

/** Those whose command line holds this text. */
export function listPrograms(text: string): readonly Program[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const holds = readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(text);
      return (holds ? findProgram(Number(name)) : undefined) ?? [];
    } catch {
      return [];
    }
  });
}

export const isRunning = ({ pid, began }: Program): boolean => findProgram(pid)?.began === began;

/** Resolves when none of them runs, with the time by `performance.now()`. */
export async function whenGone(programs: readonly Program[]): Promise<number> {
  while (programs.some(isRunning)) await pause(LOOK_EVERY_MS);
  return performance.now();
}
