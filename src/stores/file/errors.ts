// Turns what the file system says into what a person can act on.
import { HallError } from '../../domain/errors.ts';

const CAUSES: Readonly<Record<string, readonly [cause: string, hint: string]>> = {
  ENOSPC: ['the disk is full', 'Free some space, then resume: nothing that was acknowledged is lost.'],
  EDQUOT: ['the disk quota is used up', 'Free some space, then resume: nothing that was acknowledged is lost.'],
  EFBIG: ['the file would become too large', 'Raise the file size limit, then resume.'],
  EACCES: ['permission is denied', 'Check who owns the folder, or choose another with --hall.'],
  EPERM: ['permission is denied', 'Check who owns the folder, or choose another with --hall.'],
  EROFS: ['the file system is read-only', 'Choose another folder with --hall.'],
  ENOENT: ['a folder of the path is not there and cannot be made', 'Choose another folder with --hall.'],
  ENOTDIR: ['a part of the path is no folder', 'Choose another folder with --hall.'],
  EISDIR: ['a folder stands where a file is expected', 'Move it away.'],
  EIO: ['the disk reports an error', 'Check the disk before you go on.'],
  ENAMETOOLONG: ['the name is too long', 'Choose a shorter name.'],
  EMFILE: ['too many files are open', 'Raise the limit of open files.'],
};

/** The error that callers see; a `HallError` passes through, and so does what is no file-system error. */
export function storageError(error: unknown, doing: string): unknown {
  if (error instanceof HallError) return error;
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  const known = code === undefined ? undefined : CAUSES[code];
  if (known === undefined) return error;
  return new HallError('storage', `Cannot ${doing}: ${known[0]} (${code}).`, { hint: known[1], cause: error });
}
