// One writer at a time: a lock of the kernel on a side file. It is gone with its process, however that ends, so there
// are no stale locks; the file only says who holds it and is never removed (removing it would race).
import fs from 'node:fs';
import { createRequire, Module } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';
import { HallError } from '../../../domain/failures/errors.ts';
import { once } from '../../../domain/once.ts';
import { systemClock } from '../../../support/clock.ts';
import { openRegular } from './regular-file.ts';

const FIRST_WAIT_MS = 1;
const LONGEST_WAIT_MS = 25;

/** The part of fs-native-extensions that is used here; the package ships no types. */
interface NativeLocks {
  /** Takes a kernel lock on the file behind `fd`, exclusive unless `shared`, held until that descriptor is closed. */
  tryLock(fd: number, options?: { readonly shared: true }): boolean;
}

const load = createRequire(import.meta.url);

/**
 * The package searches for its addon with a dozen modules, which takes longer than all the rest of a lock. Where it nearly always is
 * it is put in place at once; elsewhere the package searches.
 */
function putAddonInPlace(): void {
  try {
    const place = load.resolve('fs-native-extensions/binding.js');
    const addon = load(`fs-native-extensions/prebuilds/${process.platform}-${process.arch}/fs-native-extensions.node`);
    load.cache[place] ??= Object.assign(new Module(place), { exports: addon, loaded: true });
  } catch {}
}

/** Loaded at the first lock, since readers need none. */
const findLocks = once((): NativeLocks | HallError => {
  putAddonInPlace();
  try {
    return load('fs-native-extensions') as NativeLocks;
  } catch (cause) {
    const where = `${process.platform} ${process.arch}, Node ${process.version}`;
    return new HallError('no-locks', `The addon that locks files, fs-native-extensions, does not load (${where}).`, {
      hint: 'Install Debate Hall again. It writes on Linux with glibc (x64, arm64), macOS and Windows; elsewhere use a container of one of these.',
      cause,
    });
  }
});

/** Throws `no-locks`. */
function nativeLocks(): NativeLocks {
  const locks = findLocks();
  if (locks instanceof HallError) throw locks;
  return locks;
}

/** Throws `no-locks` where nothing can be written, before anything is. */
export function requireLocks(): void {
  nativeLocks();
}

export interface HeldLock {
  release(): void;
}

/** Takes the lock if nobody holds it. */
export function tryFileLock(lockFile: string): HeldLock | undefined {
  const locks = nativeLocks();
  const fd = openRegular(lockFile, 'a+', 0o600);
  try {
    if (!locks.tryLock(fd)) {
      fs.closeSync(fd);
      return undefined;
    }
    return { release: () => fs.closeSync(fd) };
  } catch (error) {
    fs.closeSync(fd);
    throw error;
  }
}

/** Whether someone holds the lock; needs no right to write the file. Where nothing can lock, no process of this machine does. */
export function isFileLocked(lockFile: string): boolean {
  const locks = findLocks();
  if (locks instanceof HallError) return false;
  const fd = openRegular(lockFile, 'r');
  try {
    return !locks.tryLock(fd, { shared: true });
  } finally {
    fs.closeSync(fd);
  }
}

/** Runs `work` under the lock. Throws `locked` when another process keeps it for longer than `timeoutMs`. */
export async function withFileLock<T>(lockFile: string, timeoutMs: number, work: () => T): Promise<T> {
  const giveUpAt = systemClock.elapsed() + timeoutMs;
  let pause = FIRST_WAIT_MS;
  let held = tryFileLock(lockFile);
  while (held === undefined) {
    if (systemClock.elapsed() > giveUpAt) {
      throw new HallError('locked', `Another process has held ${lockFile} for more than ${timeoutMs} ms.`, {
        hint: 'Wait for it, or look for a suspended process.',
      });
    }
    await wait(pause);
    pause = Math.min(pause * 2, LONGEST_WAIT_MS);
    held = tryFileLock(lockFile);
  }
  try {
    return work();
  } finally {
    held.release();
  }
}
