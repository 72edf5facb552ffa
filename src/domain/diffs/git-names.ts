// The names of files as git writes them in a diff.
import { decodeBytes, encodeBytes } from './name-bytes.ts';

const ESCAPES: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '"': 34, '\\': 92 };

/** A name in quotes at the start of the text, with what follows it; `undefined` if there is none. */
function quotedName(text: string): { name: string; rest: string } | undefined {
  const inside = /^"((?:[^"\\]|\\.)*)"/.exec(text);
  if (inside === null) return undefined;
  const bytes = [...(inside[1] ?? '').matchAll(/\\([0-7]{1,3}|.)|[^\\]+/gs)].flatMap(([all, escaped]) => {
    if (escaped === undefined) return [...encodeBytes(all)];
    if (/^[0-7]/.test(escaped)) return [Number.parseInt(escaped, 8) & 0xff];
    return ESCAPES[escaped] ?? [...encodeBytes(escaped)];
  });
  return {
    name: decodeBytes(bytes.map((byte) => String.fromCharCode(byte)).join('')),
    rest: text.slice(inside[0].length),
  };
}

/** The rest of a header line as a name; git puts a tab after one that holds spaces, other programs a time after it. */
export function nameIn(text: string): string {
  return quotedName(text)?.name ?? text.replace(/\t.*$/s, '');
}

function withoutPrefix(name: string, prefix: 'a/' | 'b/'): string {
  return name.startsWith(prefix) ? name.slice(prefix.length) : name;
}

/** The name of a `---` or `+++` line. */
export function sideName(text: string, prefix: 'a/' | 'b/'): string | null {
  return text === '/dev/null' ? null : withoutPrefix(nameIn(text), prefix);
}

/** The two names of a `diff --git` line. Without quotes only equal names can be told apart, which is all git needs. */
export function gitNames(text: string): { oldPath?: string; newPath?: string } {
  const first = quotedName(text);
  if (first !== undefined) {
    return { oldPath: withoutPrefix(first.name, 'a/'), newPath: withoutPrefix(nameIn(first.rest.slice(1)), 'b/') };
  }
  const quoteAt = text.endsWith('"') ? text.indexOf(' "') : -1;
  const middle = quoteAt === -1 ? (text.length - 1) / 2 : quoteAt;
  const oldPath = withoutPrefix(text.slice(0, middle), 'a/');
  const newPath = withoutPrefix(nameIn(text.slice(middle + 1)), 'b/');
  return quoteAt !== -1 || (text[middle] === ' ' && oldPath === newPath) ? { oldPath, newPath } : {};
}
