// Finds lines in pinned files: with git where there is git, else without.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { onceForEach } from '../../../domain/once.ts';
import type { PathMatch } from '../../context/files/glob.ts';
import { type Git, type GitResult, isGitMissing } from '../../context/git/git.ts';
import type { PinnedFile, PinnedFiles } from '../files/pinned-files.ts';
import type { Sources } from '../sources.ts';
import { UnreadableError } from '../unreadable.ts';
import { createSearchPace, type FoundFile, type Search } from './pattern.ts';

/** Paths in one command. */
const MAX_PATHS = 2_000;

function grepArguments({ text, literal, ignoreCase }: Search): readonly string[] {
  return [
    'grep',
    '--null',
    '--line-number',
    '-I',
    '--no-color',
    literal ? '-F' : '-E',
    ...(ignoreCase ? ['-i'] : []),
    '-e',
    text,
  ];
}

/** "PATH\0LINE\0TEXT" for each line, those of a file together. */
async function parseGrep({ code, stdout }: GitResult, before = ''): Promise<readonly FoundFile[]> {
  if (code > 1) {
    throw new UnreadableError(
      'The pattern cannot be searched for. It has to be a POSIX extended regular expression, or a text with "literal".',
    );
  }
  const pace = createSearchPace();
  const found: { path: string; lines: number[] }[] = [];
  for (let at = 0; at < stdout.length; ) {
    const pause = pace();
    if (pause !== undefined) await pause;
    const pathEnd = stdout.indexOf('\0', at);
    const lineEnd = stdout.indexOf('\0', pathEnd + 1);
    const end = stdout.indexOf('\n', lineEnd + 1);
    if (pathEnd === -1 || lineEnd === -1) break;
    const path = stdout.slice(at + before.length, pathEnd);
    const line = Number(stdout.slice(pathEnd + 1, lineEnd));
    const last = found.at(-1);
    if (last?.path === path) last.lines.push(line);
    else found.push({ path, lines: [line] });
    at = end === -1 ? stdout.length : end + 1;
  }
  return found;
}

async function grepCommit(
  git: Git,
  commit: string,
  search: Search,
  paths: readonly string[],
): Promise<readonly FoundFile[]> {
  const scope = paths.length === 0 ? [] : ['--', ...paths];
  return await parseGrep(await git([...grepArguments(search), commit, ...scope]), `${commit}:`);
}

/** Of an index that has not changed since. */
const hiddenFiles = new WeakMap<PinnedFiles, { readonly index: string; readonly paths: readonly string[] }>();

/** Paths that git takes for unchanged without looking, by their flags in the index. */
async function listHidden(source: PinnedFiles, git: Git): Promise<readonly string[]> {
  const place = await git.place();
  const file = typeof place === 'object' ? join(place.own, 'index') : '';
  const status = await stat(file).catch(() => undefined);
  const index = status === undefined ? undefined : `${status.ino} ${status.size} ${status.mtimeMs}`;
  const known = hiddenFiles.get(source);
  if (known !== undefined && known.index === index) return known.paths;
  const { stdout } = await git(['ls-files', '-z', '-t', '-v']);
  const paths = stdout.split('\0').flatMap((row) => (/^[Sa-z] /.test(row) ? [row.slice(2)] : []));
  if (index !== undefined) hiddenFiles.set(source, { index, paths });
  return paths;
}

/** Paths whose bytes on disk, or whose presence there, are not those of the commit. */
async function listStale(source: PinnedFiles, git: Git, commit: string): Promise<ReadonlySet<string>> {
  const [differing, hidden] = await Promise.all([
    git(['diff-index', '--name-only', '-z', '--ignore-submodules=all', commit]),
    listHidden(source, git),
  ]);
  return new Set([...differing.stdout.split('\0').filter(Boolean), ...hidden]);
}

type Grep = (paths: readonly string[]) => Promise<readonly FoundFile[]>;

/** What the commit has of files that are not on disk as they were. */
async function searchLost(
  grep: Grep,
  lost: ReadonlySet<string>,
  { scope, files }: PinnedFiles,
): Promise<readonly FoundFile[]> {
  // As of a sparse checkout: git reads all of a commit sooner than it finds so many names in it, part by part.
  if (lost.size > MAX_PATHS && lost.size > files.length / 2) {
    const all = await grep(scope === '' ? [] : [scope]);
    return all.filter(({ path }) => lost.has(path));
  }
  const paths = [...lost];
  const found: FoundFile[] = [];
  for (let at = 0; at < paths.length; at += MAX_PATHS) found.push(...(await grep(paths.slice(at, at + MAX_PATHS))));
  return found;
}

async function searchDisk(git: Git, source: PinnedFiles, search: Search): Promise<readonly FoundFile[]> {
  const { pin, scope, files } = source;
  const within = scope === '' ? [] : ['--', scope];
  // Only what was pinned as it lay on disk can be untracked.
  const untracked = pin.changed === undefined ? [] : ['--untracked'];
  const { commit } = pin;
  const [disk, stale] = await Promise.all([
    git([...grepArguments(search), ...untracked, ...within]).then((result) => parseGrep(result)),
    commit === undefined ? undefined : listStale(source, git, commit),
  ]);
  if (commit === undefined || stale === undefined) return disk;
  // Those that were pinned as they lay on disk are read from there again.
  if (stale.size === 0) return disk;
  const lost = new Set(files.filter(({ path, blob }) => blob !== undefined && stale.has(path)).map(({ path }) => path));
  const old = await searchLost(async (paths) => await grepCommit(git, commit, search, paths), lost, source);
  return [...disk.filter(({ path }) => !lost.has(path)), ...old];
}

/** A pinned file, and the lines that match, from 1. */
export interface HitFile {
  readonly name: string;
  readonly lines: readonly number[];
}

/** A folder without a repository. */
async function searchFolder(
  source: PinnedFiles,
  search: Search,
  { gitIn, read }: Sources,
): Promise<readonly FoundFile[]> {
  try {
    const args = [...grepArguments(search), '--no-index', '--', ...onlyFile(source)];
    return await parseGrep(await gitIn(source.root)(args));
  } catch (error) {
    if (!isGitMissing(error)) throw error;
    const { scanTexts } = await import('./scan-texts.ts');
    return await scanTexts(source.files, search, read);
  }
}

async function searchSource(source: PinnedFiles, search: Search, all: Sources): Promise<readonly FoundFile[]> {
  const { git, pin, scope, files } = source;
  const within = scope === '' ? [] : ['--', scope];
  if (files[0]?.kind === 'page') {
    const { scanTexts } = await import('./scan-texts.ts');
    return await scanTexts(files, search, all.read);
  }
  if (git === undefined) return await searchFolder(source, search, all);
  if (pin.at === 'disk') return await searchDisk(git, source, search);
  if (pin.at === 'index') return await parseGrep(await git([...grepArguments(search), '--cached', ...within]));
  return await grepCommit(git, pin.at, search, scope === '' ? [] : [scope]);
}

const onlyFile = ({ files }: PinnedFiles) => (files.length === 1 ? files.map(({ path }) => path) : ['.']);

const indexFiles = onceForEach(
  ({ files }: PinnedFiles): ReadonlyMap<string, PinnedFile> => new Map(files.map((file) => [file.path, file])),
);

/** Every line that matches, by the order of names; not yet held against what was pinned. @throws UnreadableError */
export async function findHits(all: Sources, search: Search, isWanted: PathMatch): Promise<readonly HitFile[]> {
  const { sources, files } = all;
  const pace = createSearchPace();
  const hits: HitFile[] = [];
  for (const source of sources) {
    const found = await searchSource(source, search, all);
    const byPath = found.length === 0 ? undefined : indexFiles(source);
    for (const { path, lines } of found) {
      const pause = pace();
      if (pause !== undefined) await pause;
      const file = byPath?.get(path);
      const isReadable = file?.kind === 'file' || file?.kind === 'page';
      if (isReadable && files.get(file.name)?.file === file && isWanted(file.name))
        hits.push({ name: file.name, lines });
    }
  }
  return hits.sort((a, b) => (a.name < b.name ? -1 : 1));
}
