// Refuses a change between commits that chooses its own reviewers: whoever proposes it may not decide how it is judged.
import { realpath } from 'node:fs/promises';
import { join, posix, relative } from 'node:path';
import { HallError } from '../../../domain/failures/errors.ts';
import type { Git } from '../../../material/context/git/git.ts';
import { listChanged, nameOnDisk } from '../../../material/context/git/repository.ts';
import type { ReviewDiff } from '../../../material/context/git/review-diff.ts';
import { cleanName, withSlashes } from '../../../support/text.ts';
import { PROJECT_FILES, readPackageKey, searchFolders } from '../../config/sources/files.ts';
import type { Hall } from '../hall.ts';

/** Absolute paths of what configures the hall, or would: the file that a person named, else those that are looked for. */
async function listPlaces({ cwd, loaded }: Hall): Promise<readonly string[]> {
  const places = (await searchFolders(await realpath(cwd))).flatMap((folder) =>
    PROJECT_FILES.map((name) => join(folder, name)),
  );
  const used = loaded.files.find(({ kind }) => kind === 'project-file')?.path;
  return used === undefined || places.includes(used) ? places : [used];
}

/** Of a package.json almost nothing is for the hall. */
async function isForHall(git: Git, name: string, { from, at }: ReviewDiff): Promise<boolean> {
  if (posix.basename(name) !== 'package.json') return true;
  const [before, after] = await Promise.all(
    [from, at].map(async (commit) => readPackageKey((await git(['cat-file', 'blob', `${commit}:${name}`])).stdout)),
  );
  return before !== after;
}

/** Throws `bad-input`. What is not committed is the person's own, and so is its configuration. */
export async function refuseChosenReviewers(hall: Hall, git: Git, diff: ReviewDiff): Promise<void> {
  if (diff.at === 'disk' || diff.at === 'index') return;
  const names = new Set<string | undefined>();
  for (const place of await listPlaces(hall)) {
    names.add(withSlashes(relative(diff.root, place)));
    // Where it leads to as a link.
    names.add(await nameOnDisk(diff, place));
  }
  const changed = [...(await listChanged(git, diff.from, diff.at))].filter((name) => names.has(name));
  for (const name of changed) {
    if (!(await isForHall(git, name, diff))) continue;
    throw new HallError('bad-input', `The change decides how it is reviewed: it changes ${cleanName(name)}.`, {
      hint: 'Pass --config with a file that you trust, such as that of the commit before the change.',
    });
  }
}
