// Collects what a debate is given to read: files, folders, globs, standard input and diffs, within a size budget, with
// an honest list of what was left out, and never a likely secret.
import { lstat, realpath, stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { getPath, parseDiff } from '../../domain/diffs/diff.ts';
import type { LeftOut } from '../../domain/event-parts.ts';
import { fileOfPage } from '../../domain/evidence/pages.ts';
import { GONE, HallError, isGone } from '../../domain/failures/errors.ts';
import { NOT_THERE, summarizeLeftOut } from '../../domain/left-out.ts';
import type { OpenPicture } from '../../domain/pictures.ts';
import { countNoun } from '../../domain/words/format-figures.ts';
import type { FetchPage } from '../../net/fetch/fetch-page.ts';
import { isPageAddress } from '../../net/fetch/page-address.ts';
import { describeKind } from '../../support/read-bytes.ts';
import { isNotThere } from '../../support/stat-if-there.ts';
import { withSlashes } from '../../support/text.ts';
import { selectFitting } from './budget.ts';
import { Collection, type ContextItem, createUnreadableError } from './collection.ts';
import { compileGlob, GlobError, type PathMatch, splitGlob } from './files/glob.ts';
import { createRecordCheck } from './files/hidden-files.ts';
import { isOfSystem, type Walk, walk } from './files/walk.ts';
import { listFiltered } from './git/filters.ts';
import { DIFF_COMMAND, type Git } from './git/git.ts';
import { findRepository, resolveHeadOrEmpty, resolveRange } from './git/repository.ts';
import { createFileTaker, type FileOptions } from './take-file.ts';

export interface CollectedContext {
  readonly items: readonly ContextItem[];
  readonly pictures: readonly OpenPicture[];
  readonly leftOut: readonly LeftOut[];
  /** What of files, folders, globs and pages was too large: by source, the names as they stand in `leftOut`. */
  readonly tooLarge: ReadonlyMap<string, ReadonlySet<string>>;
}

export interface CollectOptions extends FileOptions {
  /** All of standard input; absent when there is none to read. */
  readonly stdin?: () => Promise<string>;
  /** Absolute path of the folder that keeps the debates: what the hall wrote is given only where somebody names the file. */
  readonly hallFolder: string;
  readonly git?: Git;
  /** Throws for a page that is not allowed or cannot be had. */
  readonly fetchPage?: FetchPage;
  /** What is not there any more is left out, where it was given once. */
  readonly leaveGone?: boolean;
  /** Budget for all items together, filled in the order of the sources. */
  readonly maxBytes: number;
}

/** By name as long as all of them fit, else in the order in which a budget is filled; what cannot be read says so later. */
async function orderByChoice<T extends { readonly file: string; readonly name: string }>(
  files: readonly T[],
  budget: number,
): Promise<readonly T[]> {
  const sizes = files.map(async (one) => ({ ...one, bytes: (await stat(one.file).catch(() => undefined))?.size ?? 0 }));
  const sized = await Promise.all(sizes);
  const total = sized.reduce((sum, { bytes }) => sum + bytes, 0);
  return total <= budget ? files : selectFitting(sized, Number.POSITIVE_INFINITY);
}

/**
 * Reads the sources in their order: a path of a file or folder, a glob, `-`, `git:<range>` (`git:` for uncommitted
 * changes), the address of a web page. A file that two sources name is taken once.
 * @throws HallError `context-unreadable` for a source that cannot be read, `secret-found` with every place and no value,
 *   `bad-input` for a range that looks like an option
 */
export async function collectContext(sources: readonly string[], options: CollectOptions): Promise<CollectedContext> {
  if (sources.some((source) => source.trim() === '')) {
    throw new HallError('bad-input', 'A source of the context is blank.', {
      hint: 'Name a file or a folder, or leave it out.',
    });
  }
  const collection = new Collection(options.maxBytes);
  const whyRecord = await createRecordCheck(options.hallFolder);
  const files = createFileTaker(collection, options, whyRecord);

  const report = ({ leftOut: passedOver, ignored, skipped }: Walk, source: string): void => {
    for (const { path, reason, missed } of passedOver)
      collection[missed === true ? 'miss' : 'leave'](files.nameFile(path), reason);
    if (ignored > 0)
      collection.leave(source, `${countNoun(ignored, 'entry', 'entries')} ignored by .gitignore or .debatehallignore`);
    if (skipped > 0)
      collection.leave(source, `${countNoun(skipped, 'entry', 'entries')} skipped: lock files, node_modules, .git`);
  };

  /** Takes what fits of a folder from all of its parts: by name its first sub-folders would take all the room. */
  const takeFiles = async (folder: string, shown: string, paths: readonly string[]): Promise<void> => {
    const { items, tooLarge, current } = collection;
    const isKnown = paths.some(files.isTaken);
    const before = items.length;
    const named = paths.map((file) => ({ file, name: join(shown, relative(folder, file)) }));
    for (const { file, name } of await orderByChoice(named, collection.budget)) await files.take(file, name, false);
    const place = new Map(named.map(({ name }, index) => [files.nameFile(name), index]));
    const findPlace = ({ source }: ContextItem) => place.get(fileOfPage(source) ?? source) ?? 0;
    const sorted = items.splice(before).sort((a, b) => findPlace(a) - findPlace(b));
    items.push(...sorted);
    if (sorted.length === 0 && !isKnown && !tooLarge.has(current) && !collection.hasSecrets) {
      throw createUnreadableError(
        current,
        'has no text that can be read',
        'Binary, empty and ignored files do not count, nor does what the hall wrote, and pictures only when you name each one. Name others, or leave it out.',
      );
    }
  };

  const takeFolder = async (folder: string, shown: string): Promise<void> => {
    const found = await walk(folder, options.signal);
    await takeFiles(folder, shown, found.files);
    report(found, files.nameFile(shown));
  };

  const takeGlob = async (pattern: string): Promise<void> => {
    const { base, glob } = splitGlob(pattern);
    const shown = resolve(options.cwd, base);
    const folder = await realpath(shown).catch(() => undefined);
    let isHit: PathMatch;
    try {
      isHit = compileGlob(glob, { hidden: false });
    } catch (error) {
      if (!(error instanceof GlobError)) throw error;
      throw createUnreadableError(pattern, `cannot be used: ${error.message}`, 'Try a simpler glob.', { cause: error });
    }
    const found = folder === undefined ? undefined : await walk(folder, options.signal);
    const hits = (found?.files ?? []).filter((file) => isHit(withSlashes(relative(folder ?? '', file))));
    if (hits.length === 0) {
      throw createUnreadableError(
        pattern,
        'matches no file',
        'Ignored files do not count. Is it quoted, so that the shell does not expand it?',
        { details: GONE },
      );
    }
    await takeFiles(folder ?? '', shown, hits);
  };

  const takePath = async (source: string): Promise<void> => {
    const shown = resolve(options.cwd, source);
    const kind = await stat(shown).catch((error: NodeJS.ErrnoException) => error);
    if (kind instanceof Error) {
      const isLink = await lstat(shown).then(
        () => true,
        () => false,
      );
      if (!isLink && kind.code === 'ENOENT' && splitGlob(source).glob !== '') return takeGlob(source);
      const hint = 'Pass a file, a folder, a quoted glob, - or git:<range>.';
      if (isNotThere(kind)) throw createUnreadableError(source, 'does not exist', hint, { cause: kind, details: GONE });
      throw createUnreadableError(source, `cannot be read (${kind.code})`, hint, { cause: kind });
    }
    const path = await realpath(shown);
    if (await isOfSystem(path)) {
      throw createUnreadableError(
        source,
        'belongs to the system and holds no files',
        'Pass a file or folder on a disk.',
      );
    }
    if (kind.isDirectory()) return takeFolder(path, shown);
    if (kind.isFile()) return files.take(path, shown, true);
    throw createUnreadableError(source, `is ${describeKind(kind)}`, 'Pipe it in and pass --context - instead.');
  };

  const takeDiff = async (source: string): Promise<void> => {
    if (options.git === undefined)
      throw createUnreadableError(source, 'needs git', 'Pass the diff with --context - instead.');
    const { git, root } = await findRepository(options.git);
    const range = source.slice('git:'.length);
    const { from, to } =
      range === '' ? { from: await resolveHeadOrEmpty(git), to: undefined } : await resolveRange(git, range);
    const result = await git([...DIFF_COMMAND, from, ...(to === undefined ? [] : [to]), '--']);
    if (result.code !== 0) {
      throw createUnreadableError(source, `cannot be read: git ended with code ${result.code}`, 'Run "git fsck".');
    }
    const onDisk = to === undefined ? parseDiff(result.stdout).files.filter(({ status }) => status !== 'deleted') : [];
    const filtered = await listFiltered(git, onDisk.map(getPath), from);
    collection.takeDiff(source, result.stdout, { whyRecord: (name) => whyRecord(join(root, name)), filtered });
  };

  const takePage = async (source: string): Promise<void> => {
    if (options.fetchPage === undefined)
      throw createUnreadableError('https:', 'cannot be fetched here', 'Pass a file.');
    const { address, text, fetched } = await options.fetchPage(source);
    collection.take(address, text, { fetched });
  };

  const takeSource = async (source: string): Promise<void> => {
    if (source === '-') {
      if (options.stdin === undefined) throw createUnreadableError('-', 'has nothing to read', 'Pipe something in.');
      collection.take('-', await options.stdin());
    } else if (source.startsWith('git:')) await takeDiff(source);
    else if (isPageAddress(source)) await takePage(source);
    else await takePath(source);
  };

  for (const source of new Set(sources)) {
    options.signal.throwIfAborted();
    collection.current = source;
    try {
      await takeSource(source);
    } catch (error) {
      if (options.leaveGone !== true || !isGone(error)) throw error;
      collection.miss(source, NOT_THERE);
    }
  }

  for (const source of files.unnamedPictures()) collection.leave(source, 'a picture: pass it by its name');
  if (!options.allowSecrets) collection.refuseSecrets();
  const { items, leftOut, tooLarge } = collection;
  for (const source of tooLarge.keys()) if (source === '-' || source.startsWith('git:')) tooLarge.delete(source);
  return { items, pictures: files.pictures, leftOut: summarizeLeftOut(leftOut), tooLarge };
}
