// Folders of a hall: made, found where they really are, and given rules for git.
import { existsSync, mkdirSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readRegular } from './regular-file.ts';

const getCode = (error: unknown) => (error as NodeJS.ErrnoException).code;

function createFolderIn(folder: string): void {
  try {
    // Whoever may write here could swap what others wrote.
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process was faster; if it made something else than a folder, the next use says so.
    if (getCode(error) !== 'EEXIST') throw error;
  }
}

/**
 * Makes a folder and those above it. Node's own way (`recursive: true`, seen in 20 to 24) retries forever, and cannot be interrupted,
 * where a parent exists that takes no folders, as in /proc.
 */
export function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  const parent = path.dirname(folder);
  if (parent !== folder) makeFolder(parent);
  createFolderIn(folder);
}

/** Where a folder really is, or would be once it is made, links followed. */
export function resolveRealPath(folder: string): string {
  try {
    // Node's own way looks at every folder on the path, one call each.
    return realpathSync.native(folder);
  } catch {
    const parent = path.dirname(folder);
    return parent === folder ? folder : path.join(resolveRealPath(parent), path.basename(folder));
  }
}

const IGNORE_RULES = `# Ledgers stay local; the records (*.oct.md) and their signatures are committed.
/.gitignore
/.hall/
*.jsonl
`;

/** So that a project's own `.gitignore` need not know the hall. Rules that somebody changed stay as they are. */
export function keepIgnoreRules(folder: string): void {
  const file = path.join(folder, '.gitignore');
  // Empty is also what is left when the first write was killed.
  if (!existsSync(file) || readRegular(file) === '') writeFileSync(file, IGNORE_RULES);
}
