// Which files a filter changes on their way between disk and git, such as those of git-crypt and Git LFS. None is ever run here, so the bytes
// on disk are not those that git would keep, and nobody else may get them.
import type { Git, GitInput } from './git.ts';
import { withIndexFile } from './git-storage.ts';
import { readGitOutput } from './repository.ts';

export const FILTERED = 'a filter changes it (.gitattributes), and none is run';

/** What git prints of a filter that has no name, and so does nothing. */
const NONE = new Set(['unspecified', 'unset', 'set']);
const HINT = 'Run "git check-attr filter FILE", which says why.';

/** Of "PATH\0filter\0VALUE\0". */
async function askFilters(
  git: Git,
  paths: readonly string[],
  where: readonly string[],
  input: GitInput = {},
): Promise<readonly string[]> {
  const stdin = paths.map((path) => `${path}\0`).join('');
  const args = ['check-attr', ...where, '-z', '--stdin', 'filter'];
  const fields = (await readGitOutput(git, 'read attributes', args, { hint: HINT, ...input, stdin })).split('\0');
  return fields.filter((_, at) => at % 3 === 0 && !NONE.has(fields[at + 2] ?? 'unset'));
}

/**
 * Those of the paths that have a filter by the attributes on disk, or by those of a commit or tree: a change that takes a filter away
 * makes nothing readable. Whether the filter is set up here does not matter: settings of a repository may come from anywhere.
 */
export async function listFiltered(git: Git, paths: readonly string[], at: string): Promise<ReadonlySet<string>> {
  if (paths.length === 0) return new Set();
  const now = await askFilters(git, paths, []);
  const before = await withIndexFile(async (indexFile) => {
    await readGitOutput(git, 'list files', ['read-tree', at], { hint: 'Run "git fsck".', indexFile });
    return await askFilters(git, paths, ['--cached'], { indexFile });
  });
  return new Set([...now, ...before]);
}
