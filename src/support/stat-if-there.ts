// What lies at a path, if anything: a way that leads through a file leads nowhere, as one through a missing folder does.
import { lstatSync, type Stats, statSync } from 'node:fs';

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
