// Reads the full text of changed files, as it is after the change, to go with a diff.
import { constants } from 'node:fs';
import { lstat, open, realpath } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { HallError } from '../domain/errors.ts';
import { findSecret } from '../support/secrets.ts';
import { fitting, isMachineMade } from './budget.ts';
import { type CollectedContext, type ContextItem, type ContextLeftOut, summedUp } from './collect.ts';
import { type Git, wordsOfGit } from './git.ts';
import type { ReviewDiff, ReviewedFile } from './review-diff.ts';
import { cleanName, cleanText, decodeText } from './text.ts';

export interface SurroundingsOptions {
  /** Of all texts together, in UTF-8. */
  readonly maxBytes: number;
  readonly allowSecrets: boolean;
}

interface Candidate {
  readonly name: string;
  /** Of the file as it is stored. */
  readonly bytes: number;
  /** Where the content is: an absolute path, or an id of git. */
  readonly at: string;
}

interface Store {
  candidates(files: readonly ReviewedFile[]): Promise<readonly Candidate[]>;
  /** One text for each, in their order; `undefined` for what is no text. */
  texts(chosen: readonly Candidate[]): Promise<readonly (string | undefined)[]>;
}

type Leave = (name: string, reason: string) => void;

const REGULAR_FILE = /^100/;

/** Whether the file holds more than its diff shows. */
function hasSurroundings({ status, mode = '', binary, added, removed }: ReviewedFile): boolean {
  const isText = !binary && REGULAR_FILE.test(mode);
  return isText && status !== 'added' && status !== 'deleted' && added + removed > 0;
}

function onDisk(root: string, leave: Leave): Store {
  const find = async (name: string): Promise<Candidate | string> => {
    const at = join(root, name);
    const folder = await realpath(dirname(at));
    if (folder !== root && !folder.startsWith(root + sep)) return 'its folder leads out of the repository';
    const status = await lstat(at);
    return status.isFile() ? { name, at, bytes: status.size } : 'not a regular file';
  };
  const read = async (path: string): Promise<string | undefined> => {
    // What became a link since then is not followed.
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      return decodeText(await file.readFile());
    } finally {
      await file.close();
    }
  };
  return {
    async candidates(files) {
      const found: Candidate[] = [];
      for (const { path } of files) {
        const candidate = await find(path).catch((error: NodeJS.ErrnoException) => `cannot be read (${error.code})`);
        if (typeof candidate === 'string') leave(path, candidate);
        else found.push(candidate);
      }
      return found;
    },
    async texts(chosen) {
      const texts: (string | undefined)[] = [];
      for (const { at } of chosen) texts.push(await read(at).catch(() => undefined));
      return texts;
    },
  };
}

function inGit(git: Git, leave: Leave): Store {
  const batch = async (mode: string, ids: readonly string[]): Promise<string> => {
    const result = await git(['cat-file', mode], { stdin: ids.map((id) => `${id}\n`).join('') });
    if (result.code === 0) return result.stdout;
    throw new HallError('context-unreadable', `git cannot show changed files: it ended with code ${result.code}.`, {
      hint: wordsOfGit(result) ?? 'See what git fsck says.',
    });
  };
  return {
    async candidates(files) {
      const known = files.flatMap(({ path: name, newId }) => (newId === undefined ? [] : [{ name, id: newId }]));
      const answers = (
        await batch(
          '--batch-check',
          known.map(({ id }) => id),
        )
      ).split('\n');
      return known.flatMap(({ name }, index) => {
        const [at = '', type, size] = (answers[index] ?? '').split(' ');
        if (type === 'blob') return [{ name, at, bytes: Number(size) }];
        leave(name, 'git does not have it here');
        return [];
      });
    },
    async texts(chosen) {
      const output = await batch(
        '--batch',
        chosen.map(({ at }) => at),
      );
      let from = 0;
      return chosen.map(({ at, bytes }, index) => {
        const start = from + `${at} blob ${bytes}\n`.length;
        const next = chosen[index + 1];
        const end = next === undefined ? output.length - 1 : output.indexOf(`\n${next.at} blob ${next.bytes}\n`, start);
        from = end + 1;
        const text = output.slice(start, end);
        // Not UTF-8, or a file that holds what looks like the start of the next one.
        const isWhole = end !== -1 && Buffer.byteLength(text) === bytes && !text.includes('\0');
        return isWhole ? text : undefined;
      });
    },
  };
}

/**
 * The changed files of a diff in full, as they are on its new side: smallest first, within the budget. Left out without
 * a word is what holds no more than the diff shows: added, deleted, binary and merely renamed files, links and submodules.
 * @throws HallError `context-unreadable` when git cannot read its own objects
 */
export async function readSurroundings(
  git: Git,
  diff: ReviewDiff,
  { maxBytes, allowSecrets }: SurroundingsOptions,
): Promise<CollectedContext> {
  const items: ContextItem[] = [];
  const leftOut: ContextLeftOut[] = [];
  const leave: Leave = (name, reason) => void leftOut.push({ source: cleanName(name), reason });
  const store = diff.newSide === 'disk' ? onDisk(diff.root, leave) : inGit(git, leave);

  const wanted = diff.files.filter(hasSurroundings);
  for (const { path } of wanted) if (isMachineMade(path)) leave(path, 'lock file, generated, minified or vendored');
  const candidates = await store.candidates(wanted.filter(({ path }) => !isMachineMade(path)));
  const chosen = fitting(candidates, maxBytes);
  const fit = new Set(chosen);
  for (const one of candidates) if (!fit.has(one)) leave(one.name, `too large: ${one.bytes} bytes`);

  let left = maxBytes;
  for (const [index, raw] of (await store.texts(chosen)).entries()) {
    const { name = '' } = chosen[index] ?? {};
    const text = cleanText(raw ?? '');
    const bytes = Buffer.byteLength(text);
    const secret = allowSecrets ? undefined : findSecret(text);
    if (raw === undefined) leave(name, 'cannot be read as text');
    else if (secret !== undefined) leave(name, `line ${secret.line} looks like ${secret.kind}`);
    // Control characters take more room once they are visible.
    else if (bytes > left) leave(name, `too large: ${bytes} bytes`);
    else {
      items.push({ source: cleanName(name), bytes, text });
      left -= bytes;
    }
  }
  return { items, leftOut: summedUp(leftOut) };
}
