// Names that a ledger keeps as they are: of whoever acts, and what else somebody calls things there. One that nobody sees is none.
import { MAX_NAME } from '../../domain/event-parts.ts';
import { HallError } from '../../domain/failures/errors.ts';
import { cleanName } from '../../support/text.ts';

/** Blanks, controls, and what takes no room. */
const UNSEEN = /[\s\p{C}\p{DI}\u2800]/gu;
const LOGIN = /:\/\/[^\s/?#@]+@/;

function refuseUnfit(what: string, text: string, hint: string): void {
  if (text.replace(UNSEEN, '') === '') throw new HallError('bad-input', `The ${what} is empty.`, { hint });
  if (text.length <= MAX_NAME) return;
  throw new HallError('bad-input', `The ${what} is longer than ${MAX_NAME} characters.`, { hint });
}

/** Who acts, as the record names them. Throws `bad-input`. */
export function readAuthor(given: string): string {
  const author = cleanName(given).trim();
  refuseUnfit('name of the author', author, 'Pass your name with --author, or as "author".');
  return author;
}

/** By what callers call them: "key", "model". Throws `bad-input`. */
export function checkNames(named: Readonly<Record<string, string | undefined>>): void {
  for (const [what, text] of Object.entries(named))
    if (text !== undefined) refuseUnfit(what, text, 'Pass a short text, or leave it out.');
}

/** Where words are from, such as the address of a comment. Throws `bad-input`. */
export function checkSource(source: string | undefined): void {
  if (source === undefined) return;
  if (source.replace(UNSEEN, '') === '')
    throw new HallError('bad-input', 'The source is empty.', {
      hint: 'Say where the words are from, or leave it out.',
    });
  if (!LOGIN.test(source)) return;
  throw new HallError('bad-input', 'The source has a login in it, and cannot be redacted later.', {
    hint: 'Pass the address without user and password.',
  });
}
