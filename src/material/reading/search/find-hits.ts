// Finds lines in pinned files: with git where there is git, else without.
import { isGitMissing } from '../../context/git/git.ts';
import type { PinnedFile, PinnedFiles } from '../files/pinned-files.ts';
import type { Sources } from '../sources.ts';
import { grepArguments, grepCommit, parseGrep, searchDisk } from './git-grep.ts';
import type { FoundLine, Search } from './pattern.ts';

export interface Hit {
  readonly name: string;
  /** From 1. */
  readonly line: number;
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
  if (files[0]?.kind === 'page') {
    const { scanTexts } = await import('./scan-texts.ts');
    return await scanTexts(files, search, all.read);
  }
  if (git === undefined) return await searchFolder(source, search, all);
  if (pin.at === 'disk') return await searchDisk(git, source, search);
  if (pin.at === 'index') return parseGrep(await git([...grepArguments(search), '--cached', ...within]));
  return await grepCommit(git, pin.at, search, scope === '' ? [] : [scope]);
}

const onlyFile = ({ files }: PinnedFiles) => (files.length === 1 ? files.map(({ path }) => path) : ['.']);

const fileIndexes = new WeakMap<PinnedFiles, ReadonlyMap<string, PinnedFile>>();

function indexFiles(source: PinnedFiles): ReadonlyMap<string, PinnedFile> {
  const known = fileIndexes.get(source) ?? new Map(source.files.map((file) => [file.path, file]));
  fileIndexes.set(source, known);
  return known;
}

/** Every line that matches, by the order of names; not yet held against what was pinned. @throws UnreadableError */
export async function findHits(all: Sources, search: Search): Promise<readonly Hit[]> {
  const { sources, files } = all;
  const hits: Hit[] = [];
  for (const source of sources) {
    const found = await searchSource(source, search, all);
    const byPath = found.length === 0 ? undefined : indexFiles(source);
    for (const { path, line } of found) {
      const file = byPath?.get(path);
      if ((file?.kind === 'file' || file?.kind === 'page') && files.get(file.name)?.file === file)
        hits.push({ name: file.name, line });
    }
  }
  return hits.sort((a, b) => (a.name === b.name ? a.line - b.line : a.name < b.name ? -1 : 1));
}
