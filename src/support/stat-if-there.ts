// What lies at a path, if anything, and whether it can be known that nothing does.
import { lstatSync, readdirSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** What the system says where nothing is. Node's own `throwIfNoEntry` knows only the first. */
const NOT_THERE: readonly string[] = ['ENOENT', 'ENOTDIR'];

export const isNotThere = (error: unknown): boolean =>
  NOT_THERE.includes(String((error as NodeJS.ErrnoException).code));

function ifThere(look: () => Stats | undefined): Stats | undefined {
  try {
    return look();
  } catch (error) {
    if (isNotThere(error)) return undefined;
    throw error;
  }
}

/** An error is dear, so a path that is just not there makes none. */
export const statIfThere = (path: string) => ifThere(() => statSync(path, { throwIfNoEntry: false }));

/** The same of a link itself. */
export const lstatIfThere = (path: string) => ifThere(() => lstatSync(path, { throwIfNoEntry: false }));

/** Whether nothing is at a path that the system does not find. A link that leads nowhere is there, such as one to a disk that is not mounted. */
function isFree(path: string, error: unknown): boolean {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || lstatSync(path, { throwIfNoEntry: false })) return false;
  // A way to it that is broken is an error.
  if (dirname(path) !== path) isThere(dirname(path));
  return true;
}

/** Whether something is at the path, or nothing yet. Throws what the system says where neither can be known. */
export function isThere(path: string): boolean {
  try {
    statSync(path);
    return true;
  } catch (error) {
    if (isFree(path, error)) return false;
    throw error;
  }
}

/** What is in a folder: nothing where it is not made yet. Throws what the system says of one that cannot be reached. */
export function readNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isFree(folder, error)) return [];
    throw error;
  }
}
