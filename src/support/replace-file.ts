// Puts a file in place whole or not at all, by way of a draft that is moved there.
import fs from 'node:fs';
import path from 'node:path';
import { gathered } from './pieces.ts';

interface Replacement {
  readonly draft: string;
  readonly file: string;
  /** Whole or in pieces. */
  readonly text: string | Iterable<string>;
  /** Rights of a file that is new; one that is replaced keeps its own, and its owner. */
  readonly mode: number;
}

export function writeAll(fd: number, bytes: Buffer, position: number): void {
  let written = 0;
  while (written < bytes.length) {
    written += fs.writeSync(fd, bytes, written, bytes.length - written, position + written);
  }
}

function writeText(fd: number, text: string | Iterable<string>): void {
  let position = 0;
  for (const piece of gathered(text)) {
    const bytes = Buffer.from(piece, 'utf8');
    writeAll(fd, bytes, position);
    position += bytes.length;
  }
}

/** Makes a new name in a folder durable; not every platform can. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const fd = fs.openSync(folder, 'r');
  try {
    fs.fsyncSync(fd);
  } finally {
    fs.closeSync(fd);
  }
}

/** Where root writes into the hall of someone else, that someone must still be able to read it. */
function keepRights(fd: number, before: fs.Stats): void {
  fs.fchmodSync(fd, before.mode & 0o7777);
  if (process.getuid?.() === 0) fs.fchownSync(fd, before.uid, before.gid);
}

export function replaceFile({ draft, file, text, mode }: Replacement): void {
  const before = fs.statSync(file, { throwIfNoEntry: false });
  // What a link points to is the file that holds the text.
  const target = before === undefined ? file : fs.realpathSync(file);
  removeDraft(draft);
  try {
    const fd = fs.openSync(draft, 'wx', mode);
    try {
      if (before !== undefined) keepRights(fd, before);
      writeText(fd, text);
      fs.fsyncSync(fd);
    } finally {
      fs.closeSync(fd);
    }
    // A move, and no link: at no moment does the text have two names.
    fs.renameSync(draft, target);
  } catch (error) {
    removeDraft(draft);
    throw error;
  }
  syncFolder(path.dirname(target));
}

export function removeDraft(draft: string): void {
  fs.rmSync(draft, { force: true, recursive: true });
}
