// Labels that take one thing alone, such as a number or an ID. It is found in whatever words an agent writes, and the words are lost;
// of a person no word is lost, so there is nothing else to find.
import { ALONE } from '../../../domain/answers/coerce-answer.ts';
import { isNothing } from '../../../domain/answers/nothing.ts';
import { listForms, type Node } from '../../../domain/answers/wanted.ts';
import { namesAlone } from '../named.ts';
import { normalizeCharacters, readWord } from '../wording.ts';

interface Alone {
  /** "a number", "one of P0, P1, P2" */
  readonly what: string;
  readonly fits: (words: string) => boolean;
}

/** With two letters or its own label before it: "12", "L12", "lines 12-14", "7 of 10". */
function isNumber(words: string, key: string): boolean {
  const [, word = '', rest = ''] =
    /^[^\p{L}\p{N}]*(\p{L}*)[^\p{L}\p{N}]*(\p{N}.*)$/su.exec(normalizeCharacters(words)) ?? [];
  const isLabel = word.length <= 2 || word.toLowerCase().replace(/s$/, '') === key;
  return isLabel && rest !== '' && !/\p{L}/u.test(rest.replace(/\sof\s/i, ' '));
}

const BY_NAME: Readonly<Record<string, Alone>> = {
  id: { what: 'an ID', fits: namesAlone },
  path: { what: 'one path', fits: () => true },
};

/** What a member takes alone, if it does; of a list each of its entries. */
function findAlone(key: string, node: Node, root: Node): Alone | undefined {
  const forms = listForms(node, root);
  const named = [node, ...forms].map((form) => BY_NAME[String(form[ALONE])]).find((alone) => alone !== undefined);
  if (named !== undefined) return named;
  const items = forms.find(({ type }) => type === 'array')?.['items'] as Node | undefined;
  if (items !== undefined) return findAlone(key, items, root);
  const closed = forms
    .flatMap((form) => (form['enum'] ?? []) as readonly string[])
    .map((word) => word.replaceAll('_', ' '));
  const isClosed = (words: string) => /^[^\s:]*$/.test(readWord(words)) || closed.includes(readWord(words));
  if (closed.length > 0) return { what: `one of ${closed.join(', ')}`, fits: isClosed };
  const takes = (...types: string[]) => forms.some(({ type }) => types.includes(type as string));
  if (takes('string', 'object')) return undefined;
  if (takes('boolean')) return { what: 'yes or no', fits: (words) => !/\s/.test(words.trim()) };
  return takes('integer', 'number') ? { what: 'a number', fits: (words) => isNumber(words, key) } : undefined;
}

/** Why these words cannot be taken, if they cannot. */
export type RefuseMore = (words: string) => string | undefined;

export function createRefusal(label: string, [key, node]: readonly [string, Node], root: Node): RefuseMore {
  const alone = findAlone(key, node, root);
  if (alone === undefined) return () => undefined;
  const refusal = `"${label}" takes ${alone.what} and nothing else. Write other words under another label.`;
  const isOne = (words: string) => !words.trim().includes('\n') && (isNothing(words) || alone.fits(words));
  return (words) => (isOne(words) ? undefined : refusal);
}
