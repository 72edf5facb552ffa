// Lists the process groups and folders that must not outlive the hall, and cleans them up at a regular exit.
import { mkdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemRandom } from '../../support/clock.ts';
import { signalGroup } from './process-group.ts';
import { openWatchdog } from './watchdog.ts';

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
