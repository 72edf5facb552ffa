// Turns what the file system says into what a person can act on: which place, what is wrong with it, what to do.
import { endSentence, uncapitalize } from '../words/sentence.ts';
import { HallError } from './errors.ts';

const FREE = 'Free some space';
const RIGHTS = 'Check who owns the folder';
const LINKS = 'Check the path and where its links lead';
const OTHER = '';
const CAUSES: Readonly<Record<string, readonly [cause: string, remedy: string]>> = {
  ENOSPC: ['the disk is full', FREE],
  EDQUOT: ['the disk quota is used up', FREE],
  EFBIG: ['the file would become too large', 'Raise the file size limit'],
  EACCES: ['permission is denied', RIGHTS],
  EPERM: ['permission is denied', RIGHTS],
  EROFS: ['the file system is read-only', OTHER],
  ENOENT: ['the path, or a link on it, leads to what does not exist', LINKS],
  ELOOP: ['a link on the path leads back to itself', LINKS],
  ENOTDIR: ['part of the path is not a folder', OTHER],
  EXDEV: [
    'the file and the hidden folder .hall are on different disks',
    'Keep both on one disk; replace a link with the file it points to',
  ],
  EISDIR: ['a folder is where a file is expected', 'Move it away'],
  EIO: ['the disk reports an error', 'Check the disk'],
  ENAMETOOLONG: ['the name is too long', 'Choose a shorter name'],
  EMFILE: ['too many files are open', 'Raise the limit of open files: ulimit -n 1024'],
  ENFILE: ['too many files are open on this machine', 'Close some programs'],
};

const RESUME = 'resume. Everything recorded so far is safe';

/** How else to name the place, as the end of a sentence. */
const ELSEWHERE = {
  hall: 'choose another folder with --hall',
  /** Nothing is there yet that could be resumed. */
  new: 'choose another folder with --hall',
  from: 'choose another folder with --from',
  to: 'choose another folder with --to',
  temporary: 'set TMPDIR to another folder',
  state: 'set XDG_STATE_HOME to another folder',
  file: 'choose another place',
  repository: 'work in a copy of the repository that you may write',
} as const;

/** The cause in words with the code of the system; `undefined` for any error that is not one of a file system. */
function storageCause(error: unknown): string | undefined {
  const code = (error as { readonly code?: string } | undefined)?.code;
  const known = code === undefined ? undefined : CAUSES[code];
  return known === undefined ? undefined : `${known[0]} (${code})`;
}

type Place = keyof typeof ELSEWHERE;

function findRemedy(code: string, place: Place): string {
  const [, remedy] = CAUSES[code] as readonly [string, string];
  if ([FREE, RIGHTS, LINKS].includes(remedy)) return `${remedy}, or ${ELSEWHERE[place]}`;
  return remedy === OTHER ? ELSEWHERE[place] : remedy;
}

/** The cause and what to do where something temporary is kept, for the end of a sentence; `undefined` for any error that is not one of a file system. */
export function temporaryProblem(error: unknown): string | undefined {
  const cause = storageCause(error);
  if (cause === undefined) return undefined;
  const remedy = findRemedy((error as { readonly code: string }).code, 'temporary');
  return `${cause}; ${uncapitalize(remedy)}`;
}

function nextStep(code: string, place: Place): string {
  if (CAUSES[code]?.[1] !== FREE) return endSentence(findRemedy(code, place));
  // What the hall has is in no other one.
  if (place === 'hall') return `${FREE}, then ${RESUME}.`;
  return `${findRemedy(code, place)}; then ${place === 'temporary' ? RESUME : 'try again'}.`;
}

/** The error that callers see; a `HallError` passes through, and so does any error that is not one of a file system. */
export function storageError(error: unknown, doing: string, place: Place = 'hall'): unknown {
  const cause = storageCause(error);
  if (error instanceof HallError || cause === undefined) return error;
  const hint = nextStep((error as { readonly code: string }).code, place);
  return new HallError('storage', `Cannot ${doing}: ${cause}.`, { hint, cause: error });
}

/** The same where nothing but the place can be at fault, whatever the system calls what is wrong with it. */
export function placeError(error: unknown, doing: string, place: Place): HallError {
  const told = storageError(error, doing, place);
  if (told instanceof HallError) return told;
  const { code } = error as { readonly code: string };
  const hint = `Check the path and its permissions, or ${ELSEWHERE[place]}.`;
  return new HallError('storage', `Cannot ${doing} (${code}).`, { hint, cause: error });
}

/** What lies in the person's home, where it is needed. Throws `storage` where nobody knows the home. */
export function requireHome(place: string | undefined): string {
  if (place !== undefined) return place;
  throw new HallError('storage', 'Your home folder is unknown: HOME is not an absolute path.', {
    hint: 'Set HOME to the absolute path of your home folder.',
  });
}

/** `~/` is the person's home. Throws `storage` where nobody knows it. */
export function expandHome(path: string, home: string | undefined): string {
  return path === '~' || path.startsWith('~/') ? `${requireHome(home)}${path.slice(1)}` : path;
}

/** What a machine lacks, wherever it shows. Another error of a file system, where nobody expects one, is a fault of ours. */
const LACKS: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE']);

/** The error that a door shows for a fault that no part expected. */
export function shownError(error: unknown): unknown {
  const { code, path, syscall } = (error ?? {}) as { readonly [Key in 'code' | 'path' | 'syscall']?: string };
  if (syscall === 'uv_cwd') {
    return new HallError('storage', `The current folder cannot be used: it was removed or moved (${code}).`, {
      hint: 'Change to a folder that is there: cd ~',
      cause: error,
    });
  }
  return code !== undefined && LACKS.has(code) ? storageError(error, `use ${path ?? 'a file'}`, 'new') : error;
}
