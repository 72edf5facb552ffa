// Collects what a debate is given to read: files, folders, globs, standard input and diffs, within a size budget, with
// an honest list of what was left out, and never a likely secret.
import { lstat, realpath, stat } from 'node:fs/promises';
import { basename, join, relative, resolve, sep } from 'node:path';
import { defined } from '../../domain/defined.ts';
import { parseDiff } from '../../domain/diffs/diff.ts';
import type { LeftOut } from '../../domain/events.ts';
import { HallError } from '../../domain/failures/errors.ts';
import { summarizeLeftOut } from '../../domain/left-out.ts';
import { MAX_PICTURE_BYTES, type OpenPicture, type PictureType } from '../../domain/pictures.ts';
import type { Fetched } from '../../domain/reading/reading.ts';
import type { FetchPage } from '../../net/fetch/fetch-page.ts';
import { isPageAddress } from '../../net/fetch/page-address.ts';
import { describeKind, readBeginning, readBytes } from '../../support/read-bytes.ts';
import { findSecret } from '../../support/secrets/find-secret.ts';
import { cleanName, cleanText, decodeText } from '../../support/text.ts';
import { findPictureType, SIGNATURE_BYTES } from '../pictures/read-picture.ts';
import { selectFitting } from './budget.ts';
import { compileGlob, GlobError, type PathMatch, splitGlob } from './files/glob.ts';
import { isSecretFileName } from './files/secret-files.ts';
import { isOfSystem, type Walk, walk } from './files/walk.ts';
import { DIFF_COMMAND, type Git } from './git/git.ts';
import { findRepository, resolveHeadOrEmpty, resolveRange } from './git/repository.ts';
import {
  type DocumentKind,
  fileOfPage,
  findDocument,
  MAX_DOCUMENT_BYTES,
  mayBeDocument,
  readDocument,
} from './read-document.ts';
import { createPictureTaker, tooLargePicture } from './take-pictures.ts';

export interface ContextItem {
  /** Path relative to `cwd` with "/", `-` for standard input, `git:RANGE` for a diff, the address of a web page. */
  readonly source: string;
  /** Of `text` in UTF-8. */
  readonly bytes: number;
  /** Well-formed, line ends `\n`, no byte order mark, control characters made visible. */
  readonly text: string;
  /** Of a web page. */
  readonly fetched?: Fetched;
}

export interface CollectedContext {
  readonly items: readonly ContextItem[];
  readonly pictures: readonly OpenPicture[];
  readonly leftOut: readonly LeftOut[];
  /** What of files, folders, globs and pages was too large: by source, the names as they stand in `leftOut`. */
  readonly tooLarge: ReadonlyMap<string, ReadonlySet<string>>;
}

export interface CollectOptions {
  readonly cwd: string;
  /** All of standard input; absent when there is none to read. */
  readonly stdin?: () => Promise<string>;
  readonly git?: Git;
  /** Throws for a page that is not allowed or cannot be had. */
  readonly fetchPage?: FetchPage;
  /** Budget for all items together, filled in the order of the sources. */
  readonly maxBytes: number;
  readonly allowSecrets: boolean;
  /** Files of which only these pages are taken, by their names. */
  readonly onlyPages?: ReadonlyMap<string, ReadonlySet<string>>;
  readonly signal: AbortSignal;
}

const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

function createUnreadableError(source: string, why: string, hint: string, cause?: unknown): HallError {
  return new HallError('context-unreadable', `Context "${cleanName(source)}" ${why}.`, {
    hint,
    ...defined({ cause }),
  });
}

interface Secret {
  readonly source: string;
  readonly line?: number;
  readonly kind: string;
}

function secretsError(secrets: readonly Secret[]): HallError {
  const sentences = secrets.map(({ source, line, kind }) =>
    line === undefined ? `${source} is ${kind}` : `${source}, line ${line}, looks like ${kind}`,
  );
  const more = secrets.length > 1 ? ` (and ${plural(secrets.length - 1, 'more place')})` : '';
  return new HallError('secret-found', `${sentences[0]}${more}. Context is sent to the agents' services.`, {
    hint: 'Leave it out (.debatehallignore helps), or pass --allow-secrets if it is not a secret.',
    details: { issues: sentences },
  });
}

/** Names of files in a diff that usually hold secrets, or held them under the name before. */
function listSecretFiles(diff: string): readonly string[] {
  const names = parseDiff(diff).files.flatMap(({ oldPath = '', newPath = '' }) => [oldPath, newPath]);
  return [...new Set(names)].filter((name) => isSecretFileName(basename(name)));
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
  const items: ContextItem[] = [];
  const leftOut: LeftOut[] = [];
  const secrets: Secret[] = [];
  const taken = new Set<string>();
  /** Pictures that only a folder or a glob has named so far: their names, by path. */
  const unnamedPictures = new Map<string, string>();
  const pictures = createPictureTaker(options.signal);
  let budget = options.maxBytes;

  /** A file that is named like a page of another one is recorded so that nobody takes it for that page. */
  const namePath = (path: string) => {
    const name = cleanName(relative(options.cwd, path).split(sep).join('/') || '.');
    return fileOfPage(name) === undefined ? name : `./${name}`;
  };
  const leave = (source: string, reason: string): void => {
    leftOut.push({ source: cleanName(source), reason });
  };
  const miss = (source: string, reason: string): void => {
    leftOut.push({ source: cleanName(source), reason, missed: true });
  };
  const tooLarge = new Map<string, Set<string>>();
  let current = '';
  const leaveLarge = (source: string, bytes: number) => {
    tooLarge.set(current, (tooLarge.get(current) ?? new Set()).add(cleanName(source)));
    miss(source, `too large: ${bytes} bytes, ${budget} of ${options.maxBytes} were left`);
  };

  const take = (source: string, raw: string, more: Pick<ContextItem, 'fetched'> = {}): void => {
    const text = cleanText(raw);
    const bytes = Buffer.byteLength(text);
    if (bytes === 0) leave(source, 'empty');
    else if (bytes > budget) leaveLarge(source, bytes);
    else {
      const hit = findSecret(text);
      if (hit !== undefined) secrets.push({ source, ...hit });
      items.push({ source, bytes, text, ...more });
      budget -= bytes;
    }
  };

  /** Each part as an item of its own, so that it can be cited and redacted alone; all parts, or none. */
  const takeDocument = async (source: string, kind: DocumentKind, file: Buffer, named: boolean): Promise<void> => {
    const extracted = await readDocument(kind, file, options.signal);
    if ('problem' in extracted) {
      if (named) throw createUnreadableError(source, extracted.problem, kind.otherwise);
      miss(source, extracted.problem);
      return;
    }
    const { parts, unread } = extracted;
    if (parts.length === 0 && named) throw createUnreadableError(source, kind.empty.why, kind.empty.hint);
    if (parts.length + unread.length === 0) leave(source, 'empty');
    const nameOfPart = (part: string | undefined) => (part === undefined ? source : `${source}:${part}`);
    const all = parts.map(({ name, text }) => ({ name: cleanName(nameOfPart(name)), text: cleanText(text) }));
    const wanted = options.onlyPages?.get(source);
    const texts = all.filter(({ name }) => wanted?.has(name) ?? true);
    const isThere = new Set(texts.map(({ name }) => name));
    for (const { name } of all) if (!isThere.has(name)) leave(name, 'it was not given before');
    for (const name of wanted ?? []) if (!isThere.has(name)) miss(name, 'no text of it is there any more');
    const bytes = texts.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
    if (bytes > budget)
      return miss(source, `too large: ${bytes} bytes of text, ${budget} of ${options.maxBytes} were left`);
    for (const { name, text } of texts) take(name, text);
    for (const { name, reason, missed } of unread) (missed ? miss : leave)(nameOfPart(name), reason);
  };

  const takePicture = async (source: string, type: PictureType, file: Buffer | number) => {
    const problem = typeof file === 'number' ? tooLargePicture(file) : await pictures.take(source, file, type);
    if (problem !== undefined) throw createUnreadableError(source, problem.why, problem.hint);
  };

  /** `path` is real; `shown` is the name that it was found under. */
  const takeFile = async (path: string, shown: string, named: boolean): Promise<void> => {
    if (taken.has(path)) return;
    taken.add(path);
    options.signal.throwIfAborted();
    const source = namePath(shown);
    /** One that a folder or a glob found is rarely what a debate is about, and costs as much as pages of text. */
    const takeIfNamed = async (type: PictureType, file: Buffer | number): Promise<void> => {
      if (named) {
        unnamedPictures.delete(path);
        await takePicture(source, type, file);
      } else {
        unnamedPictures.set(path, source);
        // Whoever names it later gets it.
        taken.delete(path);
      }
    };
    if (isSecretFileName(basename(path)) || isSecretFileName(basename(shown))) {
      secrets.push({ source, kind: 'a file that usually holds secrets' });
      if (!options.allowSecrets) return;
    }
    try {
      const isDocument = mayBeDocument(shown);
      const most = named ? Math.max(budget, MAX_PICTURE_BYTES) : budget;
      const bytes = await readBytes(path, isDocument ? MAX_DOCUMENT_BYTES : most, true);
      const document = bytes instanceof Buffer && isDocument ? findDocument(shown, bytes) : undefined;
      if (document !== undefined && 'why' in document) {
        if (named) throw createUnreadableError(source, document.why, document.hint);
        return miss(source, document.why);
      }
      if (document !== undefined) return await takeDocument(source, document, bytes as Buffer, named);
      if (bytes === 'too-large') {
        const { size } = await stat(path);
        const type = findPictureType(await readBeginning(path, SIGNATURE_BYTES));
        if (type !== undefined) return await takeIfNamed(type, size);
        if (isDocument) miss(source, `too large: ${size} bytes, a document may have ${MAX_DOCUMENT_BYTES}`);
        else leaveLarge(source, size);
        return;
      }
      const text = bytes === undefined ? undefined : decodeText(bytes);
      const type = bytes === undefined || text !== undefined ? undefined : findPictureType(bytes);
      if (text !== undefined) take(source, text);
      else if (bytes !== undefined && type !== undefined) await takeIfNamed(type, bytes);
      else if (named)
        throw createUnreadableError(
          source,
          'is neither text nor a picture that can be read',
          'Pass what it says as text, save a picture as PNG or JPEG, or leave it out.',
        );
      else leave(source, 'binary');
    } catch (error) {
      options.signal.throwIfAborted();
      if (error instanceof HallError) throw error;
      const { code } = error as NodeJS.ErrnoException;
      if (named) throw createUnreadableError(source, `cannot be read (${code})`, 'Check its permissions.', error);
      miss(source, `cannot be read (${code})`);
    }
  };

  const report = ({ leftOut: passedOver, ignored, skipped }: Walk, source: string): void => {
    for (const { path, reason, missed } of passedOver) (missed === true ? miss : leave)(namePath(path), reason);
    if (ignored > 0) leave(source, `${plural(ignored, 'entry', 'entries')} ignored by .gitignore or .debatehallignore`);
    if (skipped > 0) leave(source, `${plural(skipped, 'entry', 'entries')} skipped: lock files, node_modules, .git`);
  };

  /** Takes what fits of a folder from all of its parts: by name its first sub-folders would take all the room. */
  const takeFiles = async (folder: string, shown: string, files: readonly string[]): Promise<void> => {
    const isKnown = files.some((file) => taken.has(file));
    const before = items.length;
    const named = files.map((file) => ({ file, name: join(shown, relative(folder, file)) }));
    for (const { file, name } of await orderByChoice(named, budget)) await takeFile(file, name, false);
    const place = new Map(named.map(({ name }, index) => [namePath(name), index]));
    const findPlace = ({ source }: ContextItem) => place.get(fileOfPage(source) ?? source) ?? 0;
    const sorted = items.splice(before).sort((a, b) => findPlace(a) - findPlace(b));
    items.push(...sorted);
    if (sorted.length === 0 && !isKnown && !tooLarge.has(current) && secrets.length === 0) {
      throw createUnreadableError(
        current,
        'has no text that can be read',
        'Binary, empty and ignored files do not count, and pictures only when you name each one. Name others, or leave it out.',
      );
    }
  };

  const takeFolder = async (folder: string, shown: string): Promise<void> => {
    const found = await walk(folder, options.signal);
    await takeFiles(folder, shown, found.files);
    report(found, namePath(shown));
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
      throw createUnreadableError(pattern, `cannot be used: ${error.message}`, 'Try a simpler glob.', error);
    }
    const found = folder === undefined ? undefined : await walk(folder, options.signal);
    const hits = (found?.files ?? []).filter((file) =>
      isHit(
        relative(folder ?? '', file)
          .split(sep)
          .join('/'),
      ),
    );
    if (hits.length === 0) {
      throw createUnreadableError(
        pattern,
        'matches no file',
        'Ignored files do not count. Is it quoted, so that the shell does not expand it?',
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
      const why = kind.code === 'ENOENT' ? 'does not exist' : `cannot be read (${kind.code})`;
      throw createUnreadableError(source, why, 'Pass a file, a folder, a quoted glob, - or git:<range>.', kind);
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
    if (kind.isFile()) return takeFile(path, shown, true);
    throw createUnreadableError(source, `is ${describeKind(kind)}`, 'Pipe it in and pass --context - instead.');
  };

  const takeDiff = async (source: string): Promise<void> => {
    if (options.git === undefined)
      throw createUnreadableError(source, 'needs git', 'Pass the diff with --context - instead.');
    const { git } = await findRepository(options.git);
    const range = source.slice('git:'.length);
    const { from, to } =
      range === '' ? { from: await resolveHeadOrEmpty(git), to: undefined } : await resolveRange(git, range);
    const result = await git([...DIFF_COMMAND, from, ...(to === undefined ? [] : [to]), '--']);
    if (result.code !== 0) {
      throw createUnreadableError(source, `cannot be read: git ended with code ${result.code}`, 'Run "git fsck".');
    }
    const { stdout } = result;
    for (const name of listSecretFiles(stdout)) {
      secrets.push({ source: `${source} (${cleanName(name)})`, kind: 'a file that usually holds secrets' });
    }
    take(source, stdout);
  };

  const takePage = async (source: string): Promise<void> => {
    if (options.fetchPage === undefined)
      throw createUnreadableError('https:', 'cannot be fetched here', 'Pass a file.');
    const { address, text, fetched } = await options.fetchPage(source);
    take(address, text, { fetched });
  };

  for (const source of new Set(sources)) {
    options.signal.throwIfAborted();
    current = source;
    if (source === '-') {
      if (options.stdin === undefined) throw createUnreadableError('-', 'has nothing to read', 'Pipe something in.');
      take('-', await options.stdin());
    } else if (source.startsWith('git:')) await takeDiff(source);
    else if (isPageAddress(source)) await takePage(source);
    else await takePath(source);
  }

  for (const source of new Set(unnamedPictures.values())) leave(source, 'a picture: pass it by its name');
  if (secrets.length > 0 && !options.allowSecrets) throw secretsError(secrets);
  for (const source of tooLarge.keys()) if (source === '-' || source.startsWith('git:')) tooLarge.delete(source);
  return { items, pictures: pictures.taken, leftOut: summarizeLeftOut(leftOut), tooLarge };
}
