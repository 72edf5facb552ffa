// Documents that a caller passes as text: cleaned, kept within the size budget, and refused when one looks like a secret; and pictures.
import { HallError } from '../../../../domain/failures/errors.ts';
import type { OpenPicture } from '../../../../domain/pictures.ts';
import type { OpenRequest } from '../../../../ledger/engine/opening.ts';
import { createPictureTaker } from '../../../../material/context/take-pictures.ts';
import { findPictureType } from '../../../../material/pictures/read-picture.ts';
import { findSecret } from '../../../../support/secrets/find-secret.ts';
import { cleanText } from '../../../../support/text.ts';
import type { Hall } from '../../hall.ts';

// What a debate is given to read besides its question, before its texts are sealed.

export interface Material {
  readonly items: OpenRequest['context'];
  readonly leftOut: OpenRequest['contextLeftOut'];
  readonly pictures?: readonly OpenPicture[];
}

export const NO_MATERIAL: Material = { items: [], leftOut: [] };

const NO_PICTURE = { why: 'is no PNG, JPEG, WebP or GIF', hint: 'Save it as a PNG or JPEG.' };

/** Of a document that came as text, and is no file. */
export const isGivenDocument = (source: string): boolean => source === '-' || /^document \d+$/.test(source);

/** Names them by their order, "document 1". Throws `bad-input`, `secret-found`. */
export function givenDocuments(hall: Hall, texts: readonly string[]): Material {
  const { maxBytes, allowSecrets } = hall.loaded.config.context;
  const items = texts.map((raw, index) => {
    const text = cleanText(raw);
    return { source: `document ${index + 1}`, bytes: Buffer.byteLength(text), text };
  });
  const empty = items.find(({ text }) => text.trim() === '');
  if (empty !== undefined) {
    throw new HallError('bad-input', `The ${empty.source} is empty.`, { hint: 'Omit it.' });
  }
  const bytes = items.reduce((sum, item) => sum + item.bytes, 0);
  if (bytes > maxBytes) {
    throw new HallError('bad-input', `The documents have ${bytes} bytes; the limit is ${maxBytes}.`, {
      hint: 'Pass fewer or shorter ones.',
    });
  }
  const secret = items.map(({ source, text }) => ({ source, hit: findSecret(text) })).find(({ hit }) => hit);
  if (!allowSecrets && secret?.hit !== undefined) {
    throw new HallError(
      'secret-found',
      `The ${secret.source} contains what looks like a secret (${secret.hit.kind}).`,
      {
        hint: "Remove it. Context is sent to the agents' services.",
      },
    );
  }
  return { items, leftOut: [] };
}

/** Of a picture that came with words and is no file. */
export const nameAttachedPicture = (number: number): string => `picture ${number}`;

export const isAttachedPicture = (source: string): boolean => /^picture \d+$/.test(source);

/** Pictures that a caller passes as they are. Throws `context-unreadable`. */
export async function givenPictures(
  files: readonly { readonly source: string; readonly bytes: Buffer }[],
  signal: AbortSignal,
): Promise<NonNullable<Material['pictures']>> {
  const pictures = createPictureTaker(signal);
  for (const { source, bytes } of files) {
    const type = findPictureType(bytes);
    const problem = type === undefined ? NO_PICTURE : await pictures.take(source, bytes, type);
    if (problem !== undefined)
      throw new HallError('context-unreadable', `What is attached as "${source}" ${problem.why}.`, {
        hint: problem.hint,
      });
  }
  return pictures.taken;
}
