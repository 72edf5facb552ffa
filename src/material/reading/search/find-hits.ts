// Finds lines in pinned files: with git where there is git, else without.
import { onceForEach } from '../../../domain/once.ts';
import type { PathMatch } from '../../context/files/glob.ts';
import { isGitMissing } from '../../context/git/git.ts';
import type { PinnedFile, PinnedFiles } from '../files/pinned-files.ts';
import type { Sources } from '../sources.ts';
import { grepArguments, grepCommit, parseGrep, searchDisk } from './git-grep.ts';
import { createSearchPace, type FoundFile, type Search } from './pattern.ts';

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
