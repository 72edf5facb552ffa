// Lists the files below a folder in an order that depends on their names only, without following links.
import type { Dirent } from 'node:fs';
import { readdir, realpath, statfs } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { decodeBytes, isUtf8Name, NOT_UTF8 } from '../../../domain/diffs/name-bytes.ts';
import { createPace } from '../../../support/pace.ts';
import { describeKind } from '../../../support/read-bytes.ts';
import { addFolderRules, type IgnoreRules, isIgnored, isSkippedByDefault, readRulesAbove } from './ignore-rules.ts';

/** Nobody puts more than this before a debate; it ends a walk through a whole disk. */
export const MAX_ENTRIES = 50_000;

export interface Walk {
  /** Absolute paths. */
  readonly files: readonly string[];
  /** Files, folders and links that were passed over, one by one; `missed`: not because of what they are. */
  readonly leftOut: readonly { readonly path: string; readonly reason: string; readonly missed?: true }[];
  /** Files and whole folders that ignore files exclude. */
  readonly ignored: number;
  /** Folders such as node_modules, and lock files. */
  readonly skipped: number;
  /** It ended before the folder did. */
  readonly isCut: boolean;
}

/** File systems of Linux whose files are made up when they are read, some of them without an end: proc, sysfs and their like. */
const SYSTEM_TYPES: ReadonlySet<number> = new Set([
  ...[0x9fa0, 0x62656572, 0x62656570, 0x64626720, 0x74726163, 0x73636673],
  ...[0x63677270, 0x27e0eb, 0x1cd1, 0xcafe4a11, 0x6165676c, 0xde5e81e4],
]);

/** Whether a path lies in a file system of the kernel's own, where nothing is kept. */
export async function isOfSystem(path: string): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const found = await statfs(path).catch(() => undefined);
  return found !== undefined && SYSTEM_TYPES.has(found.type);
}

/** A name that is not UTF-8 is kept as one that no file has. */
async function listFolder(folder: string): Promise<readonly Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true, encoding: 'latin1' });
  for (const entry of entries) entry.name = decodeBytes(entry.name);
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** `folder` is an absolute path without links. @throws HallError `context-unreadable` for rules that cannot be read */
export async function walk(folder: string, signal: AbortSignal): Promise<Walk> {
  const files: string[] = [];
  const leftOut: { path: string; reason: string; missed?: true }[] = [];
  const pace = createPace();
  const counts = { ignored: 0, skipped: 0, entries: 0 };

  const visitLink = async (path: string): Promise<void> => {
    const target = await realpath(path).catch(() => undefined);
    if (target === undefined) leftOut.push({ path, reason: 'a broken link' });
    // What a link inside points to is walked under its own name.
    else if (target !== folder && !target.startsWith(folder + sep)) {
      leftOut.push({ path, reason: 'a link out of the folder' });
    }
  };

  const visit = async (current: string, above: IgnoreRules): Promise<void> => {
    signal.throwIfAborted();
    if (await isOfSystem(current)) {
      leftOut.push({ path: current, reason: 'belongs to the system' });
      return;
    }
    const entries = await listFolder(current).catch((error: NodeJS.ErrnoException) => error);
    if (entries instanceof Error) {
      leftOut.push({ path: current, reason: `cannot be read (${entries.code})`, missed: true });
      return;
    }
    const rules = await addFolderRules(current, above);
    for (const entry of entries) {
      const pause = pace();
      if (pause !== undefined) await pause;
      const path = join(current, entry.name);
      counts.entries += 1;
      if (counts.entries === MAX_ENTRIES)
        leftOut.push({ path, reason: `and all that follows: ${MAX_ENTRIES} entries`, missed: true });
      if (counts.entries >= MAX_ENTRIES) return;
      if (isSkippedByDefault(entry.name)) counts.skipped += 1;
      else if (isIgnored(path, entry.isDirectory(), rules)) counts.ignored += 1;
      else if (!isUtf8Name(entry.name)) leftOut.push({ path, reason: NOT_UTF8, missed: true });
      else if (entry.isDirectory()) await visit(path, rules);
      else if (entry.isFile()) files.push(path);
      else if (entry.isSymbolicLink()) await visitLink(path);
      else leftOut.push({ path, reason: describeKind(entry) });
    }
  };

  await visit(folder, await readRulesAbove(folder));
  return {
    files,
    leftOut,
    ignored: counts.ignored,
    skipped: counts.skipped,
    isCut: counts.entries >= MAX_ENTRIES,
  };
}
