// The tags that a debate is opened with, or looked for by, as they were typed.
import { HallError } from '../../../../domain/failures/errors.ts';
import { isTag, MAX_TAG, MAX_TAGS, normalizeTag } from '../../../../domain/tags.ts';
import { shorten } from '../../../../domain/words/cut-line.ts';
import { findSecret } from '../../../../support/secrets/find-secret.ts';

const SHOWN = 60;

function readTag(typed: string): string {
  // A tag stands in the ledger as it is and cannot be redacted.
  if (findSecret(typed) !== undefined)
    throw new HallError('bad-input', 'A tag looks like a secret.', { hint: 'Tags cannot be redacted: leave it out.' });
  const tag = normalizeTag(typed);
  if (isTag(tag)) return tag;
  throw new HallError('bad-input', `"${shorten(typed, SHOWN)}" is not a tag.`, {
    hint: `A tag has at most ${MAX_TAG} characters: letters, digits, and ". _ + # / -" after the first. Give each tag separately.`,
  });
}

/** Each once, in the order given. Throws `bad-input`. */
export function readTags(typed: readonly string[]): readonly string[] {
  const tags = [...new Set(typed.map(readTag))];
  if (tags.length <= MAX_TAGS) return tags;
  throw new HallError('bad-input', `A debate has at most ${MAX_TAGS} tags; there are ${tags.length}.`, {
    hint: 'Keep the ones that you will look for.',
  });
}
