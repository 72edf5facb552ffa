// Reads the full text of changed files, as it is after the change, to go with a diff.
import type { LeftOut } from '../../domain/event-parts.ts';
import { summarizeLeftOut } from '../../domain/left-out.ts';
import { findSecret } from '../../support/secrets/find-secret.ts';
import { cleanName, cleanText } from '../../support/text.ts';
import { isMachineMade, selectFitting } from './budget.ts';
import type { CollectedContext } from './collect.ts';
import type { ContextItem } from './collection.ts';
import { createDiskStore, createGitStore, type Leave } from './files/file-store.ts';
import type { Git } from './git/git.ts';
import type { ReadDiffOptions, ReviewDiff, ReviewedFile } from './git/review-diff.ts';

const REGULAR_FILE = /^100/;

/** Whether the file holds more than its diff shows. */
function hasSurroundings({ status, mode = '', binary, added, removed }: ReviewedFile): boolean {
  const isText = !binary && REGULAR_FILE.test(mode);
  return isText && status !== 'added' && status !== 'deleted' && added + removed > 0;
}

/**
 * The changed files of a diff in full, as they are on its new side: smallest first, within `maxBytes` of all texts together. Left out without
 * a word is what holds no more than the diff shows: added, deleted, binary and merely renamed files, links and submodules.
 * @throws HallError `context-unreadable` when git cannot read its own objects
 */
export async function readSurroundings(
  git: Git,
  diff: ReviewDiff,
  { maxBytes, allowSecrets }: Pick<ReadDiffOptions, 'maxBytes' | 'allowSecrets'>,
): Promise<Pick<CollectedContext, 'items' | 'leftOut'>> {
  const items: ContextItem[] = [];
  const leftOut: LeftOut[] = [];
  const leave: Leave = (name, reason) => void leftOut.push({ source: cleanName(name), reason });
  const store = diff.newSide === 'disk' ? createDiskStore(diff.root, leave) : createGitStore(git, leave);

  const wanted = diff.files.filter(hasSurroundings);
  for (const { path } of wanted) if (isMachineMade(path)) leave(path, 'lock file, generated, minified or vendored');
  const candidates = await store.candidates(wanted.filter(({ path }) => !isMachineMade(path)));
  const chosen = selectFitting(candidates, maxBytes);
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
  return { items, leftOut: summarizeLeftOut(leftOut) };
}
