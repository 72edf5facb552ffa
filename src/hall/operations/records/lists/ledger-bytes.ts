// Finds what stands in the lines of a ledger, given as their bytes, without parsing them. In canonical JSON names are sorted, and no quote
// stands bare within a text.
import { findStringEnd } from '../../../../ledger/chain/covered-text.ts';

/** What stands behind a name. Found by the name first, as that takes a fraction of looking for a pattern in a long line. */
export interface Field {
  readonly name: string;
  readonly value: RegExp;
}

export const defineField = (name: string, value: string): Field => ({ name, value: new RegExp(name + value, 'y') });

export const FORMAT = defineField('"format":', String.raw`"([^"\\]*)"`);
export const RELATION = defineField('"relation":', String.raw`\{[^{}]*"kind":"([a-z-]+)","of":"([A-Za-z0-9._-]+)"\}`);
export const OUTCOME = defineField('"outcome":', '"([a-z-]+)"');

export function findField(line: string, { name, value }: Field): RegExpExecArray | null {
  const at = line.indexOf(name);
  if (at === -1) return null;
  value.lastIndex = at;
  return value.exec(line);
}

const SALT = '{"salt":"';
/** Salts and digests have one length each. */
const TEXT_BEHIND = `${SALT}${'0'.repeat(32)}","sha256":"${'0'.repeat(64)}","text":"`.length;

/** The bytes of the sealed text behind a name as they stand in JSON, at most so many; empty where it was redacted. */
export function findText(line: string, name: string, most = Number.POSITIVE_INFINITY): string {
  const at = line.indexOf(name + SALT);
  if (at === -1) return '';
  const from = at + name.length + TEXT_BEHIND;
  const end = findStringEnd(line, from, most);
  return end === -1 ? '' : line.slice(from, Math.min(end, from + most));
}

/** A text of its own: a part of a string would keep all that was read in memory. */
export const decodeBytes = (bytes: string): string => Buffer.from(bytes, 'latin1').toString();

const BEFORE_TAGS = '"tags":[';
const AFTER_TAGS = '],"threadId":';

/** The bytes of each tag. Options may have a list of the same name; that of the debate stands before its ID. */
export function findTags(opening: string): readonly string[] {
  const end = opening.indexOf(AFTER_TAGS);
  if (end === -1) return [];
  const begin = opening.lastIndexOf('[', end) + 1;
  if (!opening.startsWith(BEFORE_TAGS, begin - BEFORE_TAGS.length)) return [];
  return Array.from(opening.slice(begin, end).matchAll(/"([^"\\]*)"/g), ([, tag = '']) => tag);
}
