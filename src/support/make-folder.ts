// Makes a folder and those above it.
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Whoever may write here could swap what others wrote. */
const PRIVATE = 0o700;

/**
 * Node's own way (`recursive: true`, seen in 20 to 24) retries forever, and cannot be interrupted, where a parent exists that takes no
 * folders, as in /proc. Where something else than a folder is, the next use says so.
 */
export function makeFolder(folder: string, mode = PRIVATE): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent, mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
