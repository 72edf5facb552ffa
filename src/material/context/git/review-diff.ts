// Reads the change that a person means to have reviewed as one diff that is safe to hand to agents, within a budget and
// with a list of what was left out.
import { defined } from '../../../domain/defined.ts';
import { type DiffFile, getPath, parseDiff, whyUnseen } from '../../../domain/diffs/diff.ts';
import type { LeftOut } from '../../../domain/event-parts.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import { summarizeLeftOut } from '../../../domain/left-out.ts';
import { canBeOwn, findOwnDebate } from '../../../domain/own-documents.ts';
import { findSecret } from '../../../support/secrets/find-secret.ts';
import { cleanName, cleanText } from '../../../support/text.ts';
import { selectFitting } from '../budget.ts';
import { createDiskStore, createGitStore, type FileSource } from '../files/file-store.ts';
import { FILTERED, listFiltered } from './filters.ts';
import { DIFF_COMMAND, type Git, type GitInput } from './git.ts';
import { openKeptBack } from './kept-back.ts';
import { nothingToReview, refuseUnknownPath, type Scope, UNCOMMITTED_INSIDE } from './nothing-to-review.ts';
import {
  findRepository,
  listFilledSubmodules,
  pathInside,
  type Repository,
  readGitOutput,
  resolveHeadOrEmpty,
  resolveRange,
} from './repository.ts';
import { withUntracked } from './untracked.ts';

/** A larger file is looked at like any other change. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Of a file that the diff shows from its first line to its last. */
function wholeText({ status, hunks }: DiffFile): string | undefined {
  if (status !== 'added' && status !== 'deleted') return undefined;
  return hunks.flatMap(({ lines }) => lines.map(({ text }) => `${text}\n`)).join('');
}

async function readText(file: DiffFile, path: string, store: FileSource): Promise<string | undefined> {
  const shown = wholeText(file);
  if (shown !== undefined) return shown;
  const [found] = await store.candidates([{ path, newId: file.newId }]);
  if (found === undefined || found.bytes > MOST_BYTES) return undefined;
  return (await store.texts([found]))[0];
}

/** By path, the debate that a document is about. `isKnown`: anybody can write the mark of one, but not into this hall. */
async function findOwnDocuments(
  files: readonly { readonly file: DiffFile; readonly name: string }[],
  store: FileSource,
  isKnown: (threadId: string, path: string) => Promise<boolean>,
): Promise<ReadonlyMap<string, string>> {
  const own = new Map<string, string>();
  for (const { file, name } of files) {
    if (file.binary || !canBeOwn(name)) continue;
    const text = await readText(file, name, store);
    const threadId = text === undefined ? undefined : findOwnDebate(name, text);
    if (threadId !== undefined && (await isKnown(threadId, name))) own.set(name, threadId);
  }
  return own;
}

export interface ReadDiffOptions {
  /** Only what is staged. Not together with `range`. */
  readonly staged?: true;
  /** `A...B`, `A..B`, or one revision, which means everything from there to the working tree. */
  readonly range?: string;
  /** File or folder that it is limited to, as named in the current folder. */
  readonly path?: string;
  /** Of `text` in UTF-8. */
  readonly maxBytes: number;
  readonly allowSecrets: boolean;
  /** Absolute path of the folder that keeps the debates: its records are no part of what people changed. */
  readonly hallFolder?: string;
  /** Whether the hall has this debate, so that a document about it is one that the hall wrote. */
  readonly isKnown?: (threadId: string, path: string) => Promise<boolean>;
}

export interface ReviewedFile extends Pick<DiffFile, 'oldPath' | 'status' | 'mode' | 'newId' | 'binary' | 'added'> {
  /** Relative to the root of the repository, with "/"; the old one of a deleted file. As it is on disk. */
  readonly path: string;
  readonly removed: number;
}

export interface ReviewDiff {
  /** Well-formed, line ends `\n`, control characters made visible; whole files only. */
  readonly text: string;
  /** What `text` shows, in its order. */
  readonly files: readonly ReviewedFile[];
  readonly leftOut: readonly LeftOut[];
  /** Names, also those from before, of what a commit of the change may have: what was looked at and kept back for no reason but its size. */
  readonly committable: readonly string[];
  /** Of these, what the change takes away. */
  readonly gone: readonly string[];
  /** What was read, for people: "staged changes in src". */
  readonly range: string;
  /** Where the new side is: on disk below `root`, or only in git under the files' `newId`. */
  readonly newSide: 'disk' | 'git';
  /** Id of the commit, or of the empty tree, that the change begins at. */
  readonly from: string;
  /** Names the new side: `disk`, `index`, or the id of a commit. */
  readonly at: string;
  /** Absolute path of the working tree. */
  readonly root: string;
}

/** Files whose lines all end the same way lose their carriage returns; where they differ, that is what changed. */
function cleanPart(part: string): string {
  const body = part.slice(part.indexOf('\n@@') + 1).split('\n');
  const ends = new Set(body.filter((line) => /^[-+ ]/.test(line)).map((line) => line.endsWith('\r')));
  const text = ends.size > 1 ? part : part.replaceAll('\r\n', '\n');
  return cleanText(text.replaceAll('\r', '\u240d'));
}

/** A file that became a link is there, under both. */
function listGone(parts: readonly { readonly file: DiffFile; readonly name: string }[]): readonly string[] {
  const there = new Set(parts.flatMap(({ file, name }) => (file.status === 'deleted' ? [] : [name])));
  return parts
    .filter(({ file: { status } }) => status === 'deleted' || status === 'renamed')
    .map(({ file, name }) => file.oldPath ?? name)
    .filter((path) => !there.has(path));
}

async function resolveScope(repository: Repository, { staged, range }: ReadDiffOptions): Promise<Scope> {
  if (range !== undefined && staged) {
    throw new HallError('bad-input', 'A review covers staged changes or a range, not both.', {
      hint: 'Omit --staged or --range.',
    });
  }
  const { git } = repository;
  if (range === undefined) {
    const from = await resolveHeadOrEmpty(git);
    return { from, staged: staged === true, name: staged ? 'staged changes' : 'uncommitted changes' };
  }
  const compared = await resolveRange(git, range);
  const name = cleanName(range.trim());
  return {
    ...compared,
    staged: false,
    name: compared.to === undefined ? `changes since ${name}` : `changes in ${name}`,
  };
}

/** All of the diff as git writes it. */
async function rawDiff({ git }: Repository, scope: Scope, path: string | undefined, input?: GitInput): Promise<string> {
  const revisions = [...(scope.staged ? ['--cached'] : []), scope.from, ...(scope.to === undefined ? [] : [scope.to])];
  const args = [...DIFF_COMMAND, ...revisions, '--', ...(path === undefined ? [] : [path])];
  return await readGitOutput(git, `show ${scope.name}`, args, { ...input, hint: 'Run "git diff", which says why.' });
}

/**
 * The change as a person means it: by default everything that differs from HEAD, untracked files included, also before
 * the first commit; never records of the hall. Runs no program that the repository names. Files that usually hold secrets,
 * that show one, or that a .debatehallignore names are left out with the reason, and so is, beyond `maxBytes`, what programs wrote before what
 * people wrote, and large before small.
 * @throws HallError `nothing-to-review` when there is no change but what a .debatehallignore names, `bad-input` when none of it can be reviewed or the range or path is none, `secret-found` when all of it is
 *   kept back for secrets, `context-unreadable` when git cannot read it
 */
export async function readDiff(git: Git, options: ReadDiffOptions): Promise<ReviewDiff> {
  const repository = await findRepository(git);
  const scope = await resolveScope(repository, options);
  const path = options.path === undefined ? undefined : await pathInside(repository, options.path);
  const newSide = scope.staged || scope.to !== undefined ? 'git' : 'disk';

  const kept = await openKeptBack(repository, {
    from: scope.from,
    allowSecrets: options.allowSecrets,
    hallFolder: options.hallFolder,
  });
  const { maxBytes } = options;
  const raw =
    newSide === 'git'
      ? await rawDiff(repository, scope, path)
      : await withUntracked(repository, { path, anyId: scope.from, maxBytes, ...kept }, (indexFile) =>
          rawDiff(repository, scope, path, defined({ indexFile })),
        );

  const files = parseDiff(raw).files.map((file) => ({ file, name: getPath(file) }));
  const ignoreReason = () => {};
  const store = newSide === 'disk' ? createDiskStore(repository.root, ignoreReason) : createGitStore(git, ignoreReason);
  // What is gone from the disk has no bytes there.
  const onDisk = newSide === 'disk' ? files.filter(({ file }) => file.status !== 'deleted') : [];
  const filtered = await listFiltered(
    git,
    onDisk.map(({ name }) => name),
    scope.from,
  );
  const documents = await findOwnDocuments(files, store, options.isKnown ?? (async () => false));
  const parts: { file: DiffFile; name: string; text: string; bytes: number }[] = [];
  for (const { file, name } of files) {
    const about = documents.get(name);
    if (about !== undefined) {
      kept.leaveReport(name, about);
      continue;
    }
    const text = cleanPart(raw.slice(file.start, file.end));
    const reason = (await kept.whyKept(name, file.oldPath)) ?? (filtered.has(name) ? FILTERED : undefined);
    const secret = options.allowSecrets ? undefined : findSecret(text);
    if (reason !== undefined) kept.leave(name, reason, file.oldPath);
    else if (secret !== undefined) kept.leaveSecret(name, `line ${secret.line} of its diff looks like ${secret.kind}`);
    else parts.push({ file, name, text, bytes: Buffer.byteLength(text) });
  }
  const fit = new Set(selectFitting(parts, maxBytes));
  for (const part of parts) if (!fit.has(part)) kept.leave(part.name, `too large: ${part.bytes} bytes of diff`);
  const shown = parts.filter((part) => fit.has(part));
  for (const { name, file } of shown) {
    const unseen = whyUnseen(file);
    if (unseen !== undefined) kept.leave(name, unseen);
  }
  for (const name of newSide === 'disk' ? await listFilledSubmodules(repository, path) : []) {
    if (!shown.some((part) => part.name === name))
      kept.leaveOut(name, (await kept.whyUnread(name)) ?? UNCOMMITTED_INSIDE);
  }
  const leftOut = await kept.list();
  if (shown.length === 0) {
    if (path !== undefined && leftOut.length === 0) await refuseUnknownPath(repository, scope, path, options.range);
    throw nothingToReview(scope, { ...options, ...defined({ path }) }, leftOut, kept.secrets().length);
  }

  return {
    text: shown.map(({ text }) => text).join(''),
    files: shown.map(({ name, file: { oldPath, status, mode, newId, binary, added, removed } }) => {
      return { path: name, oldPath, status, mode, newId, binary, added, removed: removed.size };
    }),
    leftOut: summarizeLeftOut(leftOut),
    committable: parts.flatMap(({ name, file: { oldPath = name } }) => [oldPath, name]),
    gone: listGone(parts),
    range: `${scope.name}${path === undefined ? '' : ` in ${cleanName(path)}`}`,
    newSide,
    from: scope.from,
    at: scope.to ?? (scope.staged ? 'index' : 'disk'),
    root: repository.root,
  };
}
