// Names of debates and seats: what is accepted, and how a debate's name is made from its topic.
import * as z from 'zod';
import { HallError } from './failures/errors.ts';
import { cutText } from './words/cut-line.ts';

/** The format of a debate that was held elsewhere and is kept as history; only an import opens one. */
export const IMPORTED_FORMAT = 'imported';

const MAX_THREAD_ID = 128;
const SUBJECT_LENGTH = 48;

/** A safe slug: ASCII letters, digits, dot, underscore, hyphen; starts with a letter or digit; no `..`. */
export const threadIdSchema = z
  .string()
  .max(MAX_THREAD_ID, { error: `must have at most ${MAX_THREAD_ID} characters` })
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*(?![\s\S])/, {
    error: 'must start with a letter or digit and contain only letters, digits, ".", "_" and "-"',
  })
  .refine((id) => !id.includes('..') && !id.endsWith('.'), { error: 'must not contain ".." or end with "."' });

/** The same in one pattern, which a hall can ask of a thousand names at a fraction of the cost; the schema says what is wrong. */
const SAFE = new RegExp(`^[A-Za-z0-9](?!.*\\.\\.)[A-Za-z0-9._-]{0,${MAX_THREAD_ID - 1}}(?<!\\.)(?![\\s\\S])`);

export const isThreadId = (name: string): boolean => SAFE.test(name);

const SHOWN_CHARACTERS = 60;

/** Throws `bad-input` for anything that is not the ID of a debate, so that no ID ever leads out of its hall. */
export function checkThreadId(id: string): void {
  if (isThreadId(id)) return;
  const parsed = threadIdSchema.safeParse(id);
  if (parsed.success) return;
  throw new HallError(
    'bad-input',
    `${JSON.stringify(cutText(id, SHOWN_CHARACTERS))} is not a valid debate ID: it ${parsed.error.issues[0]?.message}.`,
    { hint: 'IDs look like "rust-rewrite" or "2026-11-20-rewrite-backend".' },
  );
}

export const seatIdSchema = z
  .string()
  .max(64)
  .regex(/^[a-z][a-z0-9-]*(?![\s\S])/, { error: 'must be a lower-case slug such as "wind"' });

const STOP_WORDS = new Set('a an the should we our i to is are do does of in on this it'.split(' '));

const NO_SUBJECT = 'debate';

/** As many of the words as fit, without the filler words among them. */
function joinWords(words: readonly string[]): string {
  const meaningful = words.filter((word) => !STOP_WORDS.has(word));
  let slug = '';
  for (const word of meaningful.length > 0 ? meaningful : words) {
    const next = slug === '' ? [...word].slice(0, SUBJECT_LENGTH).join('') : `${slug}-${word}`;
    if (next.length > SUBJECT_LENGTH && slug !== '') break;
    slug = next;
  }
  return slug === '' ? NO_SUBJECT : slug;
}

const splitWords = (text: string, between: RegExp) => text.split(between).filter((word) => word !== '');

/**
 * The subject part of a generated name: up to 48 ASCII letters, digits and hyphens taken from the topic without its
 * filler words; `debate` when the topic has no such characters. Letters of other scripts are romanized before.
 */
export function subjectSlug(topic: string): string {
  const plain = topic
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  return joinWords(splitWords(plain, /[^a-z0-9]+/));
}

/** The same for names that may hold letters of any script, which are taken where the topic has no others. */
export function fileSlug(topic: string): string {
  const slug = subjectSlug(topic);
  if (slug !== NO_SUBJECT) return slug;
  return joinWords(splitWords(topic.normalize('NFC').toLowerCase(), /[^\p{L}\p{M}\p{N}]+/u));
}

/** `YYYY-MM-DD-subject`; `attempt` 2, 3, … gives `-2`, `-3`, … for a second debate of that name on one day. */
export function generateThreadId(topic: string, isoTime: string, attempt = 1): string {
  const base = `${isoTime.slice(0, 10)}-${subjectSlug(topic)}`;
  return attempt === 1 ? base : `${base}-${attempt}`;
}
