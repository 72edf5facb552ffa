// What a debate can be about: enough words to mean something, few enough to be a question; and a topic in Latin letters, so that debates
// in any script have IDs that people can read, type and tell apart.
import { HallError } from '../../../../domain/failures/errors.ts';
import { cutLine } from '../../../../domain/words/cut-line.ts';
import { cleanText } from '../../../../support/text.ts';

const MIN_CHARACTERS = 3;
const MAX_CHARACTERS = 20_000;

/** Clean text of a topic. Throws `bad-input`. */
export function checkTopic(raw: string): string {
  const topic = cleanText(raw).trim();
  const length = [...topic].length;
  const visible = [...topic.replace(/[\s\p{Cf}]/gu, '')].length;
  if (visible < MIN_CHARACTERS) {
    throw new HallError('bad-input', visible === 0 ? 'The topic is empty.' : `"${topic}" is too short for a topic.`, {
      hint: 'Ask a whole question, such as "Should we rewrite our backend in Rust?".',
    });
  }
  if (length > MAX_CHARACTERS) {
    throw new HallError('bad-input', `The topic has ${length} characters; the limit is ${MAX_CHARACTERS}.`, {
      hint: 'Ask the question in a few sentences, and pass the rest with --context.',
    });
  }
  return topic;
}

/** One line of it, for lists and headings. */
export function topicLine(topic: string | null, width = 80): string {
  return cutLine(topic ?? '(redacted)', width);
}

/** The table is read only where letters need it: an English topic pays nothing for it. */
export async function romanize(text: string): Promise<string> {
  const plain = text.normalize('NFKD').replace(/[\u0300-\u036f]/g, '');
  if (!/[^\p{ASCII}\P{L}]/u.test(plain)) return plain;
  const { default: transliterate } = await import('any-ascii');
  // Of what parts no words, every sign is one.
  const parted = text.normalize('NFC').replace(/\p{Script=Han}/gu, (sign) => ` ${transliterate(sign)} `);
  return transliterate(parted);
}
