// Finds secrets in texts and recognises the names of settings that hold them.
import { type SecretPattern, secretPatterns } from './secret-patterns.ts';

const SECRET_NAME =
  /(?:api[-_]?key|(?:^|[-_.])key|token|secret|passwo?r?d|passphrase|passwd|private[-_]?key|access[-_]?key|credentials?|authorization)$/i;

/** Whether a setting, flag or variable of this name usually holds a secret: `apiKey`, `GITHUB_TOKEN`, `password`. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

function findFirst({ pattern, isReal }: SecretPattern, text: string): number | undefined {
  for (const match of text.matchAll(pattern)) if (isReal(match[0], text, match.index)) return match.index;
  return undefined;
}

/**
 * The first line of the text, from 1, that has the shape of a key or token in it; says what and where, never the value. Of several on that
 * line it names the one that the table has first, as the most certain ones come first there.
 */
export function findSecret(text: string): { readonly line: number; readonly kind: string } | undefined {
  let first: { index: number; kind: string } | undefined;
  for (const shape of secretPatterns()) {
    const index = findFirst(shape, text);
    if (index === undefined) continue;
    const line = first === undefined ? Number.POSITIVE_INFINITY : text.lastIndexOf('\n', first.index) + 1;
    if (index < line) first = { index, kind: shape.kind };
  }
  if (first === undefined) return undefined;
  return { kind: first.kind, line: text.slice(0, first.index).split('\n').length };
}

/** Of what keys and tokens consist. */
const OF_SECRETS = /[!-~]/;

/** At most so many characters. A text that is longer loses its last unbroken run as well, which may be half of a secret that nobody recognises. */
export function cutBeforeRun(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = most;
  while (end > 0 && OF_SECRETS.test(text[end - 1] as string)) end -= 1;
  return text.slice(0, end);
}
