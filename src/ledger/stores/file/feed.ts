// The live feed of a run as a file: one writer, any number of readers that follow it from the beginning.
import fs from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { wait } from '../../../support/wait.ts';
import type { Feed } from '../store.ts';
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
      // Readers keep the file that they have open; new ones find none.
      fs.rmSync(file, { force: true });
      if (fd !== undefined) fs.closeSync(fd);
      fd = undefined;
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
