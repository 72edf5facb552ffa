// Whether a change decides how it is reviewed: it changes what configures the hall, would configure it, or leads to that.
import { readdir, readlink, realpath } from 'node:fs/promises';
import { isAbsolute, join, parse, posix, relative, resolve, sep } from 'node:path';
import { HallError } from '../../../domain/failures/errors.ts';
import type { Git } from '../../../material/context/git/git.ts';
import { listChanged } from '../../../material/context/git/repository.ts';
import type { ReviewDiff } from '../../../material/context/git/review-diff.ts';
import { cleanName, withSlashes } from '../../../support/text.ts';
import { DOTENV, parseDotenv } from '../../config/sources/dotenv.ts';
import { PROJECT_FILES, readPackageKey, searchFolders } from '../../config/sources/files.ts';
import type { Hall } from '../hall.ts';

/** More than any system follows. */
const MOST_LINKS = 64;

/** The links on the way to a place, each where it lies, and the place itself in the end. */
async function followLinks(path: string): Promise<{ readonly links: readonly string[]; readonly end: string }> {
  const links: string[] = [];
  let end = parse(path).root;
  let steps = relative(end, path).split(sep);
  for (let name = steps.shift(); name !== undefined; name = steps.shift()) {
    const next = resolve(end, name);
    const target = links.length < MOST_LINKS ? await readlink(next).catch(() => undefined) : undefined;
    if (target === undefined) end = next;
    else {
      links.push(next);
      if (isAbsolute(target)) end = parse(target).root;
      steps = [...target.split(sep), ...steps];
    }
  }
  return { links, end };
}

/** Absolute paths. */
interface Places {
  /** Of each only what is for the hall counts. */
  readonly files: readonly string[];
  /** Whatever is in them counts. */
  readonly folders: readonly string[];
}

/** What configures the hall, or would: the file that a person named, else those that are looked for; settings for all of them, and texts. */
async function listPlaces({ cwd, loaded }: Hall): Promise<Places> {
  const folders = await searchFolders(await realpath(cwd));
  const places = folders.flatMap((folder) => PROJECT_FILES.map((name) => join(folder, name)));
  const used = loaded.files.find(({ kind }) => kind === 'project-file')?.path;
  const { prompts } = loaded.config;
  return {
    files: [
      ...(used === undefined || places.includes(used) ? places : [used]),
      ...folders.map((folder) => join(folder, DOTENV)),
    ],
    folders: prompts === undefined ? [] : [prompts],
  };
}

/** What a text says to the hall, of files that say something to others, too. */
const READERS: Readonly<Record<string, (text: string) => string | undefined>> = {
  'package.json': readPackageKey,
  [DOTENV]: (text) => JSON.stringify(Object.entries(parseDotenv(text)).toSorted()),
};

async function isForHall(git: Git, name: string, { from, at }: ReviewDiff): Promise<boolean> {
  const base = posix.basename(name);
  const read = Object.hasOwn(READERS, base) ? READERS[base] : undefined;
  if (read === undefined) return true;
  const [before, after] = await Promise.all(
    [from, at].map(async (commit) => read((await git(['cat-file', 'blob', `${commit}:${name}`])).stdout)),
  );
  return before !== after;
}

/** Throws `bad-input`. What is not committed is the person's own, and so is its configuration. */
export async function refuseChosenReviewers(hall: Hall, git: Git, diff: ReviewDiff): Promise<void> {
  if (diff.at === 'disk' || diff.at === 'index') return;
  const toName = (path: string) => withSlashes(relative(diff.root, path));
  const { files, folders } = await listPlaces(hall);
  const readable = new Set<string>();
  const whole = new Set<string>();
  const below: string[] = [];
  const follow = async (path: string): Promise<string> => {
    const { links, end } = await followLinks(path);
    for (const link of links) whole.add(toName(link));
    return end;
  };
  for (const file of files) for (const path of [file, await follow(file)]) readable.add(toName(path));
  for (const folder of folders) {
    const end = await follow(folder);
    below.push(toName(folder), toName(end));
    for (const entry of await readdir(end, { recursive: true, withFileTypes: true }).catch(() => [])) {
      if (entry.isSymbolicLink()) whole.add(toName(await follow(join(entry.parentPath, entry.name))));
    }
  }
  const isWhole = (name: string) =>
    [...whole, ...below].includes(name) || below.some((folder) => folder === '' || name.startsWith(`${folder}/`));
  for (const name of await listChanged(git, diff.from, diff.at)) {
    if (!isWhole(name) && !(readable.has(name) && (await isForHall(git, name, diff)))) continue;
    throw new HallError('bad-input', `The change decides how it is reviewed: it changes ${cleanName(name)}.`, {
      hint: PROJECT_FILES.some((file) => file === posix.basename(name))
        ? 'Pass --config with a file that you trust, such as that of the commit before the change.'
        : 'Have a person review that in a commit of its own, and pass --range with what follows it.',
    });
  }
}
