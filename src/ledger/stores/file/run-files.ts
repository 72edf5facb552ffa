// What runs have beside a ledger: the lock of whoever runs the debate or posts of it, and the live feed of what is said:
// one writer, any number of readers that follow it from the beginning.
import fs, { existsSync, rmSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { isThreadId } from '../../../domain/ids.ts';
import { readNames } from '../../../support/stat-if-there.ts';
import { neverAborted, wait } from '../../../support/wait.ts';
import type { Feed, Lease } from '../store.ts';
import { isFileLocked, tryFileLock } from './lock.ts';
import { openRegular } from './regular-file.ts';

const LOOK_EVERY_MS = 60;
/** In which every reader has found the file that follows one that a redaction removed. */
const FOUND_WITHIN_MS = 10 * LOOK_EVERY_MS;

const isRemoved = (fd: number) => fs.fstatSync(fd).nlink === 0;

function openToRead(file: string): number | undefined {
  try {
    return openRegular(file, 'r');
  } catch {
    return undefined;
  }
}

/** Starts a new feed instead of an old one. A feed that cannot be written is given up: it is not part of the record. */
export function openFeed(file: string): Feed {
  let fd: number | undefined;
  let wasReplaced = false;
  try {
    fs.rmSync(file, { force: true });
    fd = fs.openSync(file, 'wx', 0o600);
  } catch {
    fd = undefined;
  }
  return {
    write(line) {
      if (fd === undefined) return;
      try {
        // A redaction took away what was told so far.
        if (isRemoved(fd)) {
          const next = fs.openSync(file, 'wx', 0o600);
          fs.closeSync(fd);
          fd = next;
          wasReplaced = true;
        }
        fs.writeSync(fd, `${line}\n`);
      } catch {
        fs.closeSync(fd);
        fd = undefined;
      }
    },
    async close() {
      if (wasReplaced) await wait(FOUND_WITHIN_MS);
      if (fd !== undefined) fs.closeSync(fd);
      fd = undefined;
      try {
        // Readers keep the file that they have open; new ones find none.
        fs.rmSync(file, { force: true });
      } catch {
        // It is as good as that of a run that was killed. What the debate came to does not depend on it.
      }
    },
  };
}

/** Yields nothing when nobody runs the debate. Ends when the run is over and everything it wrote was given out. */
export async function* followFeed(
  file: string,
  isRunning: () => Promise<boolean>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  // What a killed run left behind is over: nothing in it is live.
  if (!(await isRunning())) return;
  let fd = openToRead(file);
  if (fd === undefined) return;
  try {
    let decoder = new StringDecoder('utf8');
    const buffer = Buffer.alloc(65_536);
    let rest = '';
    for (let lastLook = false; !signal.aborted; ) {
      const removed = isRemoved(fd);
      const got = fs.readSync(fd, buffer, 0, buffer.length, null);
      if (got > 0) {
        const lines = (rest + decoder.write(buffer.subarray(0, got))).split('\n');
        rest = lines.pop() ?? '';
        yield* lines;
        continue;
      }
      const next: number | undefined = removed ? openToRead(file) : undefined;
      if (next !== undefined) {
        fs.closeSync(fd);
        fd = next;
        decoder = new StringDecoder('utf8');
        rest = '';
        continue;
      }
      if (lastLook) return;
      lastLook = !(await isRunning());
      if (!lastLook) await wait(LOOK_EVERY_MS, signal);
    }
  } finally {
    fs.closeSync(fd);
  }
}

const FEED = '.live.ndjson';
const RUN_LOCK = '.run';
const POSTING_LOCK = '.posting';
const CLAIM_TRIES = 10;
const CLAIM_PAUSE_MS = 20;

export type RunFiles = ReturnType<typeof openRunFiles>;

/** `side` is where all of them are. */
export function openRunFiles(side: string, toPlace: (id: string, extension: string) => string) {
  const feedFile = (id: string) => toPlace(id, FEED);
  const isRunning = (id: string): boolean => {
    const lockFile = toPlace(id, RUN_LOCK);
    return existsSync(lockFile) && isFileLocked(lockFile);
  };
  return {
    feedFile,
    isRunning,
    /** `undefined` while somebody else has it. */
    claim: async (id: string, what: 'run' | 'posting'): Promise<Lease | undefined> => {
      const lockFile = toPlace(id, what === 'run' ? RUN_LOCK : POSTING_LOCK);
      // A check whether the debate is running holds the lock for an instant.
      for (let tries = 1; ; tries += 1) {
        const held = tryFileLock(lockFile);
        // The system keeps the lock as long as the process lives, so that it is never lost and no write has to ask for it.
        if (held !== undefined)
          return { fence: 0, lost: neverAborted, isHeld: async () => true, release: async () => held.release() };
        if (tries === CLAIM_TRIES) return undefined;
        await wait(CLAIM_PAUSE_MS);
      }
    },
    /** A run that was killed leaves what it told, whole texts among it. */
    clearEndedFeed: (id: string): void => {
      const feed = feedFile(id);
      if (existsSync(feed) && !isRunning(id)) rmSync(feed, { force: true, recursive: true });
    },
    /** The debates of runs that were killed. */
    listEndedFeeds: (): readonly string[] => {
      const ids = readNames(side).flatMap((name) => (name.endsWith(FEED) ? [name.slice(0, -FEED.length)] : []));
      return ids.filter((id) => isThreadId(id) && !isRunning(id)).sort();
    },
  };
}
