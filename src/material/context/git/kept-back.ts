// Which files of a change reviewers do not get, and why. A change excuses nobody from reviewing it: what a .debatehallignore names
// is left out, and counts as missed unless the rules named it before the change, too.
import { join, posix } from 'node:path';
import { isUtf8Name, NOT_UTF8 } from '../../../domain/diffs/name-bytes.ts';
import type { LeftOut } from '../../../domain/event-parts.ts';
import { LEFT_OUT_BY_CHANGE, LEFT_OUT_BY_WISH } from '../../../domain/left-out.ts';
import { cleanName } from '../../../support/text.ts';
import { createGitStore } from '../files/file-store.ts';
import { OF_THE_HALL, whyOfHall } from '../files/hidden-files.ts';
import { createIgnoreCheck, HALL_RULES } from '../files/ignore-rules.ts';
import { isSecretFileName } from '../files/secret-file-names.ts';
import { nameOnDisk, type Repository, readGitOutput } from './repository.ts';

/** Whether the rules, as they were at this commit or tree, named a path. */
async function createFormerCheck(
  { git, root }: Repository,
  at: string,
  paths: readonly string[],
): Promise<(path: string) => Promise<boolean>> {
  const wanted = new Set<string>();
  for (const path of paths) {
    for (let folder = path; folder !== '.'; ) {
      folder = posix.dirname(folder);
      wanted.add(posix.join(folder, HALL_RULES));
    }
  }
  if (wanted.size === 0) return async () => false;
  const listed = await readGitOutput(git, 'list files', ['ls-tree', '-z', '--full-tree', at, '--', ...wanted], {
    hint: 'Run "git fsck".',
  });
  const named = listed.split('\0').flatMap((line) => {
    const [, newId, path] = /^\d+ blob ([0-9a-f]+)\t(.+)$/s.exec(line) ?? [];
    return newId === undefined || path === undefined ? [] : [{ path, newId }];
  });
  const store = createGitStore(git, () => {});
  const found = await store.candidates(named);
  const texts = await store.texts(found);
  const rules = new Map(found.map(({ name }, index) => [join(root, name), texts[index] ?? '']));
  return createIgnoreCheck(root, async (file) => rules.get(file) ?? '');
}

export interface KeepingOptions {
  /** Id of the commit, or of the empty tree, that the change begins at. */
  readonly from: string;
  readonly allowSecrets: boolean;
  /** Absolute path of the folder that keeps the debates. */
  readonly hallFolder: string | undefined;
}

/** What is left out of one change. Names are those of the repository. */
export async function openKeptBack(repository: Repository, { from, allowSecrets, hallFolder }: KeepingOptions) {
  const hall = hallFolder === undefined ? undefined : await nameOnDisk(repository, hallFolder);
  const isIgnored = createIgnoreCheck(repository.root);
  const rows: { readonly names: readonly string[]; readonly reason: string; readonly missed?: true }[] = [];
  const secrets = new Set<string>();

  /** Why a file must not be read; `undefined` when it may. */
  const whyUnread = async (name: string): Promise<string | undefined> => {
    const inside = hall !== undefined && name.startsWith(`${hall}/`) ? name.slice(hall.length + 1) : '';
    const ofHall = whyOfHall(inside);
    if (ofHall !== undefined) return ofHall;
    if (await isIgnored(name)) return LEFT_OUT_BY_WISH;
    if (!allowSecrets && isSecretFileName(posix.basename(name))) {
      secrets.add(name);
      return 'usually holds secrets';
    }
    return isUtf8Name(name) ? undefined : NOT_UTF8;
  };

  return {
    whyUnread,
    /** The same of what a diff says of a file, which shows what was under its old name, and that this is gone. */
    whyKept: async (name: string, oldName = name): Promise<string | undefined> => {
      const [now, before] = [await whyUnread(name), await whyUnread(oldName)];
      const reason = now ?? before;
      const isOfOneSide = reason === OF_THE_HALL || reason === LEFT_OUT_BY_WISH || reason === NOT_UTF8;
      return isOfOneSide && now !== before ? `moved: only one side is ${reason}` : reason;
    },
    leave: (name: string, reason: string, oldName = name): void => {
      // The only reason that is not worth a word.
      if (reason !== OF_THE_HALL) rows.push({ names: [name, oldName], reason, missed: true });
    },
    leaveSecret: (name: string, reason: string): void => {
      secrets.add(name);
      rows.push({ names: [name], reason, missed: true });
    },
    /** Nobody expects it to be reviewed. */
    leaveOut: (name: string, reason: string): void => {
      rows.push({ names: [name], reason });
    },
    /** What the hall wrote about a debate of its own; where it writes it by itself, next to the record, that is worth no word. */
    leaveReport: (name: string, threadId: string): void => {
      if (name !== `${hall}/${threadId}${posix.extname(name)}`)
        rows.push({ names: [name], reason: `a report of the hall on ${threadId}` });
    },
    /** Names of what was kept back as it holds secrets, or may. */
    secrets: (): readonly string[] => [...secrets],
    list: async (): Promise<readonly LeftOut[]> => {
      const byWish = rows.filter(({ reason }) => reason === LEFT_OUT_BY_WISH);
      const wasNamed = await createFormerCheck(
        repository,
        from,
        byWish.flatMap(({ names }) => names),
      );
      const excused = new Set<unknown>();
      for (const row of byWish) {
        if ((await Promise.all(row.names.map(wasNamed))).every(Boolean)) excused.add(row);
      }
      return rows.map((row) => {
        const { names, reason, ...rest } = row;
        const isOfChange = reason === LEFT_OUT_BY_WISH && !excused.has(row);
        return { source: cleanName(names[0] as string), reason: isOfChange ? LEFT_OUT_BY_CHANGE : reason, ...rest };
      });
    },
  };
}
