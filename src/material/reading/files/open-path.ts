// Turns a path, glob or revision that somebody asked for into pinned files.
import { lstat, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { GONE, HallError } from '../../../domain/failures/errors.ts';
import { describeKind } from '../../../support/read-bytes.ts';
import { findRealPlace } from '../../../support/real-place.ts';
import { cleanName, withSlashes } from '../../../support/text.ts';
import { compileGlob, GlobError, splitGlob } from '../../context/files/glob.ts';
import { isOfSystem } from '../../context/files/walk.ts';
import { type Git, isGitMissing } from '../../context/git/git.ts';
import { findRepository, type Repository } from '../../context/git/repository.ts';
import { pinFolder, pinRepository } from './pin-files.ts';
import type { PinnedFiles } from './pinned-files.ts';

export interface SourcePorts {
  /** Absolute path of the folder that paths are relative to. */
  readonly cwd: string;
  readonly gitIn: (folder: string) => Git;
  /** Absolute path of the folder that keeps the debates. */
  readonly hallFolder: string;
  /** Files that the debate is written to while it is held, or after it: paths that `cwd` is added to. */
  readonly outputs: readonly string[];
  readonly signal: AbortSignal;
}

export interface PathRequest {
  readonly spec: string;
  readonly path: string;
  /** `disk`, `index`, or the ID of a commit. */
  readonly at: string;
  /** See `RepositoryRequest`. */
  readonly commit?: string | undefined;
}

function refuse(spec: string, why: string, hint: string, details = {}): HallError {
  return new HallError('context-unreadable', `"${cleanName(spec)}" ${why}.`, { hint, details });
}

interface Place {
  /** Absolute, without links. */
  readonly place: string;
  readonly isFolder: boolean;
  /** Of paths relative to `place`, for a glob. */
  readonly isMatch?: (path: string) => boolean;
}

async function findPlace({ spec, path }: PathRequest, cwd: string): Promise<Place> {
  const shown = resolve(cwd, path);
  const kind = await stat(shown).catch(() => undefined);
  if (await isOfSystem(shown)) {
    throw refuse(spec, 'belongs to the system and holds no files', 'Pass a file or folder on a disk.');
  }
  if (kind?.isDirectory()) return { place: await realpath(shown), isFolder: true };
  if (kind?.isFile()) return { place: await realpath(shown), isFolder: false };
  if (kind !== undefined) throw refuse(spec, `is ${describeKind(kind)}`, 'Pass a file, a folder or a quoted glob.');
  const isLink = (await lstat(shown).catch(() => undefined)) !== undefined;
  const { base, glob } = splitGlob(withSlashes(path));
  const folder = isLink || glob === '' ? undefined : await realpath(resolve(cwd, base)).catch(() => undefined);
  if (folder === undefined) throw refuse(spec, 'does not exist', 'Pass a file, a folder or a quoted glob.', GONE);
  try {
    return { place: folder, isFolder: true, isMatch: compileGlob(glob, { hidden: true }) };
  } catch (error) {
    if (error instanceof GlobError) throw refuse(spec, `cannot be used: ${error.message}`, 'Try a simpler glob.');
    throw error;
  }
}

/** The repository around a folder; `undefined` where there is none with a working tree, or no git, unless it is needed. */
async function findAround(git: Git, spec: string, isNeeded = false): Promise<Repository | undefined> {
  const place = await git.place().catch((error: unknown) => {
    if (isGitMissing(error) && !isNeeded) return 'outside' as const;
    throw error;
  });
  if (place === 'outside' && isNeeded)
    throw refuse(spec, 'was in a git repository, and is in none here', 'Run this where the repository is.');
  if (place === 'outside') return undefined;
  if (place === 'bare')
    throw refuse(spec, 'is a bare repository, which has no files', 'Pass a clone with a working tree.');
  if (place === 'in-git-folder') throw refuse(spec, "is one of git's own folders", 'Pass the working tree.');
  return await findRepository(git);
}

/** Before names from elsewhere than the folder that the debate is held in. */
async function prefixFor(root: string, { cwd, gitIn }: SourcePorts): Promise<string> {
  const here = await realpath(cwd);
  const own = await findAround(gitIn(here), '.').catch(() => undefined);
  const home = own === undefined ? here : await realpath(own.root);
  if (root === home) return '';
  const inside = withSlashes(relative(home, root));
  return inside.startsWith('..') ? `${cleanName(basename(root))}/` : `${cleanName(inside)}/`;
}

/** Those of the outputs that lie in what was asked for: from the root, and as the pin has them. */
async function findOutputs(root: string, isAsked: (path: string) => boolean, { cwd, outputs: all }: SourcePorts) {
  const here = await realpath(cwd);
  const places = await Promise.all(all.map(async (output) => await findRealPlace(resolve(cwd, output))));
  const isInside = (place: string) => place.startsWith(join(root, sep)) && isAsked(withSlashes(relative(root, place)));
  const inside = [...new Set(places.filter(isInside))].sort();
  return {
    outputs: new Set(inside.map((place) => withSlashes(relative(root, place)))),
    except: inside.length === 0 ? undefined : inside.map((place) => withSlashes(relative(here, place))),
  };
}

/** @throws HallError `context-unreadable` */
export async function openPath(request: PathRequest, ports: SourcePorts): Promise<PinnedFiles> {
  const { spec, at, commit } = request;
  const { hallFolder, signal } = ports;
  const { place, isFolder, isMatch } = await findPlace(request, ports.cwd);
  const repository = await findAround(ports.gitIn(isFolder ? place : dirname(place)), spec, commit !== undefined);
  const root = repository === undefined ? (isFolder ? place : dirname(place)) : await realpath(repository.root);
  const scope = withSlashes(relative(root, place));
  const isInScope = (path: string) => scope === '' || path === scope || path.startsWith(`${scope}/`);
  const isAsked = (path: string) =>
    isInScope(path) && (isMatch === undefined || isMatch(scope === '' ? path : path.slice(scope.length + 1)));
  const { outputs, except } = await findOutputs(root, isAsked, ports);
  const isWanted = (path: string) => isAsked(path) && !outputs.has(path);
  const prefix = await prefixFor(root, ports);
  const common = { spec, except, prefix, isWanted, hallFolder, signal };
  const found =
    repository === undefined
      ? await pinFolder(common, place, isFolder)
      : await pinRepository({ ...common, root, git: repository.git, at, scope, commit });
  if (found.files.length > 0) return found;
  throw refuse(
    spec,
    'holds nothing that can be read',
    'Ignored files, secrets and instructions for agents are never read.',
  );
}
