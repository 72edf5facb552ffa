// Lists the process groups and folders that must not outlive the hall, cleans them up at a regular exit, and sends the list to the
// watchdog, which cleans up where there was none.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defined } from '../../domain/defined.ts';
import { onceForName } from '../../domain/once.ts';
import { systemRandom } from '../../support/clock.ts';
import { signalGroup } from './process-group.ts';
import { WATCHDOG_PROGRAM } from './watchdog-program.ts';

/** After this many starts the hall runs without a watchdog. */
const MAX_LAUNCHES = 5;
/** It waits this long for the next hall of its process, since a start costs more than waiting. */
const LINGER_MS = 1_000;

type Kind = 'group' | 'folder';

function createWatchdog(graceMs: number) {
  /** A line for everything on the list now, also for a watchdog that takes the place of one that was killed. */
  const list = new Map<string, string>();
  let child: ChildProcess | undefined;
  let launches = 0;
  let users = 0;
  let ending: NodeJS.Timeout | undefined;

  function send(line: string): void {
    child?.stdin?.write(line);
  }

  function launch(): void {
    if (launches >= MAX_LAUNCHES) return;
    launches += 1;
    const systemRoot = process.env['SYSTEMROOT'];
    const started = spawn(process.execPath, ['--eval', WATCHDOG_PROGRAM, '--', String(graceMs)], {
      // A session of its own, so that no signal to the hall's terminal or group reaches it.
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
      cwd: '/',
      env: defined({ SYSTEMROOT: systemRoot }),
      windowsHide: true,
    });
    const replace = () => {
      if (child !== started) return;
      child = undefined;
      if (list.size > 0) launch();
    };
    started.on('error', replace);
    started.on('exit', replace);
    started.stdin?.on('error', replace);
    // It must not keep the hall from ending.
    started.unref();
    if (started.stdin instanceof Socket) started.stdin.unref();
    child = started;
    for (const line of list.values()) send(line);
  }

  function end(): void {
    child?.stdin?.end();
    child = undefined;
    launches = 0;
    list.clear();
  }

  return {
    open() {
      users += 1;
      clearTimeout(ending);
    },
    /** Puts a group or folder on the list; the first one starts the watchdog. */
    add(kind: Kind, item: number | string) {
      const line = `${JSON.stringify([`+${kind}`, item])}\n`;
      list.set(`${kind} ${item}`, line);
      if (child === undefined) launch();
      else send(line);
    },
    remove(kind: Kind, item: number | string) {
      if (list.delete(`${kind} ${item}`)) send(`${JSON.stringify([`-${kind}`, item])}\n`);
    },
    /** Lets it end once nobody uses it; what is still on the list is cleaned up by it. */
    close() {
      users -= 1;
      if (users === 0) ending = setTimeout(end, LINGER_MS).unref();
    },
  };
}

/** By grace: one watchdog serves all halls of this process. */
const watchdogOf = onceForName(createWatchdog);

export function openWatchdog(graceMs: number) {
  const watchdog = watchdogOf(graceMs);
  watchdog.open();
  let isOpen = true;
  return {
    ...watchdog,
    close() {
      if (isOpen) watchdog.close();
      isOpen = false;
    },
  };
}

const REMOVE_OPTIONS = { recursive: true, force: true, maxRetries: 5, retryDelay: 50 } as const;

export type CleanupList = ReturnType<typeof createCleanupList>;

/** Of all lists of this process: one listener, however many halls are open. */
const cleanUps = new Set<() => void>();

function cleanUpAtExit(): void {
  for (const cleanUp of cleanUps) cleanUp();
}

function addCleanUp(cleanUp: () => void): void {
  if (cleanUps.size === 0) process.on('exit', cleanUpAtExit);
  cleanUps.add(cleanUp);
}

function removeCleanUp(cleanUp: () => void): void {
  cleanUps.delete(cleanUp);
  if (cleanUps.size === 0) process.removeListener('exit', cleanUpAtExit);
}

export function createCleanupList(graceMs: number) {
  const groups = new Set<number>();
  const folders = new Set<string>();
  const watchdog = openWatchdog(graceMs);

  /** At `exit` nothing can be waited for, so there is no grace. */
  const cleanUp = () => {
    for (const group of groups) signalGroup(group, 'SIGKILL');
    for (const folder of folders) {
      try {
        rmSync(folder, REMOVE_OPTIONS);
      } catch {
        // The watchdog tries once more.
      }
    }
  };

  /** Never rejects: an answer must not be lost over a folder. One that cannot be removed now is tried again when the hall ends. */
  const removeFolder = async (path: string) => {
    try {
      await rm(path, REMOVE_OPTIONS);
    } catch {
      return;
    }
    folders.delete(path);
    watchdog.remove('folder', path);
  };

  return {
    addGroup(pid: number) {
      watchdog.add('group', pid);
      groups.add(pid);
      addCleanUp(cleanUp);
    },
    removeGroup(pid: number) {
      groups.delete(pid);
      watchdog.remove('group', pid);
    },
    /** A new private folder on the list; throws what the file system says. */
    createFolder(): string {
      // The watchdog hears of it first: a hall that is killed in between would leave a folder that nobody knows.
      const path = join(tmpdir(), `debate-hall-${systemRandom(16)}`);
      watchdog.add('folder', path);
      try {
        mkdirSync(path, { mode: 0o700 });
      } catch (error) {
        watchdog.remove('folder', path);
        throw error;
      }
      folders.add(path);
      addCleanUp(cleanUp);
      return path;
    },
    removeFolder,
    /** Removes every folder that is still there and lets the watchdog end. */
    async close() {
      await Promise.all([...folders].map(removeFolder));
      watchdog.close();
      removeCleanUp(cleanUp);
    },
  };
}
