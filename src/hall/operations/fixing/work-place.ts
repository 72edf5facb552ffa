// Where an author works: the branch and the folder of a chain of reviews, what of the repository is kept back there, and how its work
// becomes a commit.
import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, join, posix } from 'node:path';
import type { Workspace } from '../../../agents/agent.ts';
import { isForPeople } from '../../../domain/event-parts.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import { requireHome } from '../../../domain/failures/storage-error.ts';
import { type FixOptions, fixOptionsSchema } from '../../../domain/results/fix-result.ts';
import { writeFixCommand } from '../../../domain/words/resume-command.ts';
import { getNext, type Snapshot } from '../../../ledger/engine/snapshot.ts';
import { createIgnoreCheck } from '../../../material/context/files/ignore-rules.ts';
import { isSecretFileName } from '../../../material/context/files/secret-file-names.ts';
import type { Git } from '../../../material/context/git/git.ts';
import { nameOnDisk } from '../../../material/context/git/repository.ts';
import {
  findTip,
  isWorkTree,
  listTree,
  makeWorkTree,
  putAway,
  requireWorkTree,
  type SetAside,
  type WorkTreePlace,
  writeLink,
} from '../../../material/work-tree/work-tree.ts';
import { sha256Hex } from '../../../support/canonical.ts';
import { findSecret } from '../../../support/secrets/find-secret.ts';
import { neverAborted } from '../../../support/wait.ts';
import type { Hall } from '../hall.ts';

const HASH_DIGITS = 12;
/** What git keeps out of the name of a working tree, as it does in the name of a branch, and more that is nothing to miss. */
const NO_NAME = /^\.|\.{2,}|[^\p{L}\p{M}\p{N}._-]+/gu;

export type Work = NonNullable<FixOptions['work']>;

/** What the options of a debate say; `undefined` for one that no author works in. */
export function readWork({
  debate: { opened },
}: Pick<Snapshot, 'debate'>): (FixOptions & { readonly work: Work }) | undefined {
  // A fork of such a debate is about its words alone.
  if (opened.format !== 'fix' || opened.relation?.kind !== 'fix') return undefined;
  const options = fixOptionsSchema.parse(opened.options);
  return options.work === null ? undefined : { ...options, work: options.work };
}

/** An author changes files, so it works only where somebody was shown what it may touch. Throws `not-permitted`. */
export function refuseAuthor(snapshot: Snapshot): void {
  if (readWork(snapshot) === undefined || getNext(snapshot).kind !== 'ask') return;
  const command = writeFixCommand(snapshot.threadId);
  throw new HallError('not-permitted', `An author changes files, so it starts only with "${command}".`, {
    hint: 'A person runs that where the repository is, and is shown what the author may touch.',
  });
}

export async function openGit(hall: Hall, folder: string, signal = neverAborted): Promise<Git> {
  return (await hall.gits(signal))(folder);
}

/** Throws `context-unreadable` where the repository of the change is not there any more. */
export async function findWorkTree(
  hall: Hall,
  { repository, branch }: Pick<Work, 'repository' | 'branch'>,
): Promise<WorkTreePlace> {
  const root = await realpath(repository).catch(() => undefined);
  if (root === undefined) {
    throw new HallError('context-unreadable', `The repository of the change is no longer in ${repository}.`, {
      hint: 'Move it back, or start again where it is now.',
    });
  }
  const hash = sha256Hex(`${root}\n${branch}`).slice(0, HASH_DIGITS);
  return {
    git: await openGit(hall, root),
    openGit: async (folder) => await openGit(hall, folder),
    folder: join(requireHome(hall.stateFolder), 'work-trees', `${basename(root).replace(NO_NAME, '-')}-${hash}`),
    branch,
  };
}

/** Whether a path of the repository is in the folder of the hall, of which reviewers never see anything. */
export async function createHallCheck(hall: Hall, root: string): Promise<(path: string) => boolean> {
  const name = await nameOnDisk({ root }, hall.loaded.config.hall);
  return (path) => name !== undefined && (path === name || path.startsWith(`${name}/`));
}

/** Why a path is kept from the author, or, with these new lines in it, out of its commits. */
export async function createWithholding(
  hall: Hall,
  repository: string,
): Promise<(path: string, added?: string) => Promise<string | undefined>> {
  const isOfHall = await createHallCheck(hall, repository);
  const isIgnored = createIgnoreCheck(repository);
  const { allowSecrets } = hall.loaded.config.context;
  return async (path, added = '') => {
    if (isOfHall(path)) return 'the hall keeps its debates there';
    if (await isIgnored(path)) return 'a .debatehallignore names it';
    if (allowSecrets) return undefined;
    if (isSecretFileName(posix.basename(path))) return 'usually holds secrets';
    const secret = findSecret(added);
    return secret && `what is new in it looks like ${secret.kind}`;
  };
}

/** The folder as a commit has it; what no commit has is set aside. */
export async function resetWorkTree(hall: Hall, { repository, branch, head }: Work): Promise<WorkTreePlace> {
  const place = await findWorkTree(hall, { repository, branch });
  const whyWithheld = await createWithholding(hall, repository);
  const withheld: string[] = [];
  for (const path of await listTree(place.git, head)) if (await whyWithheld(path)) withheld.push(path);
  await makeWorkTree(place, { head, withheld });
  return place;
}

/** A person works there, whom the hall does not take anything from. */
export const isPersonal = ({ debate }: Pick<Snapshot, 'debate'>): boolean =>
  Object.values(debate.seats).some(({ agent }) => isForPeople(agent));

/** Sets aside what an author is not to find there, and no commit has; a person finds the folder as they left it. */
export async function clearWorkTree(hall: Hall, snapshot: Snapshot): Promise<SetAside | undefined> {
  const work = getNext(snapshot).kind === 'ask' ? readWork(snapshot)?.work : undefined;
  if (work === undefined) return undefined;
  const place = await findWorkTree(hall, work);
  return isPersonal(snapshot) && (await isWorkTree(place)) ? undefined : await putAway(place, work.head);
}

/** What a run gives the seat that changes files; `undefined` for a debate in which nobody works. */
export async function openWorkspace(hall: Hall, snapshot: Snapshot): Promise<Workspace | undefined> {
  const options = readWork(snapshot);
  // Once it has answered, what it did there is not yet committed.
  if (options === undefined || getNext(snapshot).kind !== 'ask') return undefined;
  const { folder } = await (isPersonal(snapshot)
    ? keepWorkTree(hall, options.work)
    : resetWorkTree(hall, options.work));
  return { folder, hosts: options.hosts };
}

async function keepWorkTree(hall: Hall, work: Work): Promise<WorkTreePlace> {
  const place = await findWorkTree(hall, work);
  if (!(await isWorkTree(place))) return await resetWorkTree(hall, work);
  // A person may have commits on it.
  if ((await findTip(place)) === undefined) await requireWorkTree(place, work.head);
  if (!existsSync(join(place.folder, '.git'))) await writeLink(place);
  return place;
}
