// Finds lines in pinned files with `git grep`: fast on disk, in the repository where the disk is not what was pinned. What git
// cannot search is gone through without it.
import { type Git, type GitResult, getGitMessage, isGitMissing } from '../../context/git/git.ts';
import type { PinnedFile, PinnedFiles } from '../files/pinned-files.ts';
import type { Sources } from '../sources.ts';
import { UnreadableError } from '../unreadable.ts';
import type { Pattern } from './pattern.ts';

export interface Hit {
  readonly name: string;
  /** From 1. */
  readonly line: number;
}

export interface Search extends Pattern {
  readonly ignoreCase: boolean;
}

export interface FoundLine {
  readonly path: string;
  readonly line: number;
}

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

/** "PATH\0LINE\0TEXT" for each line. */
function parseGrep({ code, stdout, ...rest }: GitResult, before = ''): readonly FoundLine[] {
  if (code > 1) {
    const said = getGitMessage({ code, stdout, ...rest })?.replace(/^fatal: (?:-e option, )?/, '');
    throw new UnreadableError(
      `The pattern cannot be searched for${said === undefined ? '.' : `: ${said.slice(0, 200)}`}`,
    );
  }
  const found: FoundLine[] = [];
  for (let at = 0; at < stdout.length; ) {
    const pathEnd = stdout.indexOf('\0', at);
    const lineEnd = stdout.indexOf('\0', pathEnd + 1);
    const end = stdout.indexOf('\n', lineEnd + 1);
    if (pathEnd === -1 || lineEnd === -1) break;
    const path = stdout.slice(at, pathEnd);
    found.push({ path: path.slice(before.length), line: Number(stdout.slice(pathEnd + 1, lineEnd)) });
    at = end === -1 ? stdout.length : end + 1;
  }
  return found;
}

async function grepCommit(
  git: Git,
  commit: string,
  search: Search,
  paths: readonly string[],
): Promise<readonly FoundLine[]> {
  const scope = paths.length === 0 ? [] : ['--', ...paths];
  return parseGrep(await git([...grepArguments(search), commit, ...scope]), `${commit}:`);
}

/** Paths whose bytes on disk, or whose presence there, are not those of the commit. */
async function listStale(git: Git, commit: string): Promise<ReadonlySet<string>> {
  const [differing, flagged] = await Promise.all([
    git(['diff-index', '--name-only', '-z', '--ignore-submodules=all', commit]),
    git(['ls-files', '-z', '-t', '-v']),
  ]);
  const hidden = flagged.stdout.split('\0').flatMap((row) => (/^[Sa-z] /.test(row) ? [row.slice(2)] : []));
  return new Set([...differing.stdout.split('\0').filter(Boolean), ...hidden]);
}

async function searchDisk(git: Git, { pin, scope, files }: PinnedFiles, search: Search): Promise<readonly FoundLine[]> {
  const within = scope === '' ? [] : ['--', scope];
  // Only what was pinned as it lay on disk can be untracked.
  const untracked = pin.changed === undefined ? [] : ['--untracked'];
  const { commit } = pin;
  const [disk, stale] = await Promise.all([
    git([...grepArguments(search), ...untracked, ...within]).then((result) => parseGrep(result)),
    commit === undefined ? undefined : listStale(git, commit),
  ]);
  if (commit === undefined || stale === undefined) return disk;
  // Those that were pinned as they lay on disk are read from there again.
  const lost = files.filter(({ path, blob }) => blob !== undefined && stale.has(path)).map(({ path }) => path);
  const kept = new Set(lost);
  const old: FoundLine[] = [];
  for (let at = 0; at < lost.length; at += MAX_PATHS) {
    old.push(...(await grepCommit(git, commit, search, lost.slice(at, at + MAX_PATHS))));
  }
  return [...disk.filter(({ path }) => !kept.has(path)), ...old];
}

/** A folder without a repository. */
async function searchFolder(
  source: PinnedFiles,
  search: Search,
  { gitIn, read }: Sources,
): Promise<readonly FoundLine[]> {
  try {
    const args = [...grepArguments(search), '--no-index', '--', ...onlyFile(source)];
    return parseGrep(await gitIn(source.root)(args));
  } catch (error) {
    if (!isGitMissing(error)) throw error;
    const { scanTexts } = await import('./scan-texts.ts');
    return await scanTexts(source.files, search, read);
  }
}

async function searchSource(source: PinnedFiles, search: Search, all: Sources): Promise<readonly FoundLine[]> {
  const { git, pin, scope, files } = source;
  const within = scope === '' ? [] : ['--', scope];
  if (files.some(({ kind }) => kind === 'page')) {
    const { scanTexts } = await import('./scan-texts.ts');
    return await scanTexts(files, search, all.read);
  }
  if (git === undefined) return await searchFolder(source, search, all);
  if (pin.at === 'disk') return await searchDisk(git, source, search);
  if (pin.at === 'index') return parseGrep(await git([...grepArguments(search), '--cached', ...within]));
  return await grepCommit(git, pin.at, search, scope === '' ? [] : [scope]);
}

const onlyFile = ({ files }: PinnedFiles) => (files.length === 1 ? files.map(({ path }) => path) : ['.']);

/** Every line that matches, by the order of names; not yet held against what was pinned. @throws UnreadableError */
export async function findHits(all: Sources, search: Search): Promise<readonly Hit[]> {
  const { sources, files } = all;
  const hits: Hit[] = [];
  for (const source of sources) {
    const byPath = new Map(source.files.map((file): [string, PinnedFile] => [file.path, file]));
    for (const { path, line } of await searchSource(source, search, all)) {
      const file = byPath.get(path);
      if ((file?.kind === 'file' || file?.kind === 'page') && files.get(file.name)?.file === file)
        hits.push({ name: file.name, line });
    }
  }
  return hits.sort((a, b) => (a.name === b.name ? a.line - b.line : a.name < b.name ? -1 : 1));
}
