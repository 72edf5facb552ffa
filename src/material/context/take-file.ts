// Takes one file as what it is: text, the parts of a document, or a picture that somebody named.
import { stat } from 'node:fs/promises';
import { basename, relative } from 'node:path';
import { fileOfPage, namePages } from '../../domain/evidence/pages.ts';
import { HallError } from '../../domain/failures/errors.ts';
import { findOwnDebate } from '../../domain/own-documents.ts';
import { MAX_PICTURE_BYTES, type PictureType } from '../../domain/pictures.ts';
import { readBeginning, readBytes } from '../../support/read-bytes.ts';
import { cleanName, cleanText, decodeText, withSlashes } from '../../support/text.ts';
import { findPictureType, SIGNATURE_BYTES } from '../pictures/read-picture.ts';
import { type Collection, createUnreadableError } from './collection.ts';
import { OF_THE_HALL } from './files/hidden-files.ts';
import { isSecretFileName } from './files/secret-file-names.ts';
import { type DocumentKind, findDocument, MAX_DOCUMENT_BYTES, mayBeDocument, readDocument } from './read-document.ts';
import { createPictureTaker, tooLargePicture } from './take-pictures.ts';

export interface FileOptions {
  readonly cwd: string;
  readonly allowSecrets: boolean;
  /** Files of which only these pages are taken, by their names. */
  readonly onlyPages?: ReadonlyMap<string, ReadonlySet<string>>;
  readonly signal: AbortSignal;
}

/** `whyRecord`: why nobody gets a file that no one named. */
export function createFileTaker(
  collection: Collection,
  options: FileOptions,
  whyRecord: (path: string) => string | undefined,
) {
  const taken = new Set<string>();
  /** Pictures that only a folder or a glob has named so far: their names, by path. */
  const unnamedPictures = new Map<string, string>();
  const pictures = createPictureTaker(options.signal);

  /** A file that is named like a page of another one is recorded so that nobody takes it for that page. */
  const nameFile = (path: string) => {
    const name = cleanName(withSlashes(relative(options.cwd, path)) || '.');
    return fileOfPage(name) === undefined ? name : `./${name}`;
  };

  /** Each part as an item of its own, so that it can be cited and redacted alone; all parts, or none. */
  const takeDocument = async (source: string, kind: DocumentKind, file: Buffer, named: boolean): Promise<void> => {
    const extracted = await readDocument(kind, file, options.signal);
    if ('problem' in extracted) {
      if (named) throw createUnreadableError(source, extracted.problem, kind.otherwise);
      collection.miss(source, extracted.problem);
      return;
    }
    const { parts, unread } = extracted;
    if (parts.length === 0 && named) throw createUnreadableError(source, kind.empty.why, kind.empty.hint);
    if (parts.length + unread.length === 0) collection.leave(source, 'empty');
    const nameOf = (pages: readonly number[] | undefined, isPart = false) =>
      cleanName(pages === undefined ? source : namePages(source, pages, isPart));
    const all = parts.map(({ page, text }) => ({
      name: nameOf(page === undefined ? undefined : [page]),
      text: cleanText(text),
    }));
    const wanted = options.onlyPages?.get(source);
    const texts = all.filter(({ name }) => wanted?.has(name) ?? true);
    const isThere = new Set(texts.map(({ name }) => name));
    for (const { name } of all) if (!isThere.has(name)) collection.leave(name, 'it was not given before');
    for (const name of wanted ?? []) if (!isThere.has(name)) collection.miss(name, 'no text of it is there any more');
    const bytes = texts.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
    if (bytes > collection.budget) return collection.missLarge(source, `${bytes} bytes of text`);
    for (const { name, text } of texts) collection.take(name, text);
    for (const { pages, isPart, reason, missed } of unread)
      collection[missed ? 'miss' : 'leave'](nameOf(pages, isPart), reason);
  };

  const takePicture = async (source: string, type: PictureType, file: Buffer | number) => {
    const problem = typeof file === 'number' ? tooLargePicture(file) : await pictures.take(source, file, type);
    if (problem !== undefined) throw createUnreadableError(source, problem.why, problem.hint);
  };

  /** `path` is real; `shown` is the name that it was found under; `named` is whether a person named it. */
  const take = async (path: string, shown: string, named: boolean): Promise<void> => {
    if (taken.has(path)) return;
    taken.add(path);
    options.signal.throwIfAborted();
    const source = nameFile(shown);
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
    const leaveRecord = (why: string) => {
      collection.leave(source, why);
      // Whoever names it later gets it.
      taken.delete(path);
    };
    const why = named ? undefined : whyRecord(path);
    if (why !== undefined) return leaveRecord(why);
    if (isSecretFileName(basename(path)) || isSecretFileName(basename(shown))) {
      collection.addSecretFile(source);
      if (!options.allowSecrets) return;
    }
    try {
      const isDocument = mayBeDocument(shown);
      const most = named ? Math.max(collection.budget, MAX_PICTURE_BYTES) : collection.budget;
      const bytes = await readBytes(path, isDocument ? MAX_DOCUMENT_BYTES : most, true);
      const document = bytes instanceof Buffer && isDocument ? findDocument(shown, bytes) : undefined;
      if (document !== undefined && 'why' in document) {
        if (named) throw createUnreadableError(source, document.why, document.hint);
        return collection.miss(source, document.why);
      }
      if (document !== undefined) return await takeDocument(source, document, bytes as Buffer, named);
      if (bytes === 'too-large') {
        const { size } = await stat(path);
        const type = findPictureType(await readBeginning(path, SIGNATURE_BYTES));
        if (type !== undefined) return await takeIfNamed(type, size);
        if (isDocument) collection.miss(source, `too large: ${size} bytes, a document may have ${MAX_DOCUMENT_BYTES}`);
        else collection.leaveLarge(source, size);
        return;
      }
      const text = bytes === undefined ? undefined : decodeText(bytes);
      const type = bytes === undefined || text !== undefined ? undefined : findPictureType(bytes);
      if (text !== undefined && !named && findOwnDebate(source, text) !== undefined) leaveRecord(OF_THE_HALL);
      else if (text !== undefined) collection.take(source, text);
      else if (bytes !== undefined && type !== undefined) await takeIfNamed(type, bytes);
      else if (named)
        throw createUnreadableError(
          source,
          'is neither text nor a picture that can be read',
          'Pass what it says as text, save a picture as PNG or JPEG, or leave it out.',
        );
      else collection.leave(source, 'binary');
    } catch (error) {
      options.signal.throwIfAborted();
      if (error instanceof HallError) throw error;
      const { code } = error as NodeJS.ErrnoException;
      if (named)
        throw createUnreadableError(source, `cannot be read (${code})`, 'Check its permissions.', { cause: error });
      collection.miss(source, `cannot be read (${code})`);
    }
  };

  return {
    pictures: pictures.taken,
    /** Names of pictures that only a folder or a glob has found. */
    unnamedPictures: () => new Set(unnamedPictures.values()),
    isTaken: (path: string) => taken.has(path),
    nameFile,
    take,
  };
}
