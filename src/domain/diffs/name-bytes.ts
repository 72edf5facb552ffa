// The names of files in a diff, as git writes them. Bytes that are not UTF-8 are kept as a lone surrogate each, U+DC80 to U+DCFF, as no
// text can hold them: names stay apart, and git gets back what it gave.

const FIRST = 0xdc00;
const LONE = /(\p{Surrogate})/u;

/** Why nobody is given a file: no seat could name it, nor anybody who reads what a seat says. */
export const NOT_UTF8 = 'a name that is not UTF-8';

export const isUtf8Name = (name: string): boolean => !LONE.test(name);

/** The least character of so many bytes; what is less is no UTF-8. */
const LEAST = [0, 0, 0x80, 0x800, 0x10000];
/** Code units that become text at a time. */
const PIECE = 8_192;

/** The character that begins here and how many bytes it has; `undefined` where the bytes are not UTF-8. */
function readCharacter(binary: string, at: number): readonly [code: number, length: number] | undefined {
  const first = binary.charCodeAt(at);
  if (first < 0x80) return [first, 1];
  const length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  if (length === 0) return undefined;
  let code = first & (0xff >> (length + 1));
  for (let next = at + 1; next < at + length; next += 1) {
    const byte = binary.charCodeAt(next);
    if ((byte & 0xc0) !== 0x80) return undefined;
    code = (code << 6) | (byte & 0x3f);
  }
  const isScalar = code >= (LEAST[length] ?? 0) && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isScalar ? [code, length] : undefined;
}

/** `binary`: one character for each byte. */
export function decodeBytes(binary: string): string {
  const pieces: string[] = [];
  let codes: number[] = [];
  for (let at = 0; at < binary.length; ) {
    const [code, length] = readCharacter(binary, at) ?? [FIRST + binary.charCodeAt(at), 1];
    codes.push(code);
    at += length;
    if (codes.length < PIECE && at < binary.length) continue;
    pieces.push(String.fromCodePoint(...codes));
    codes = [];
  }
  return pieces.join('');
}

/** The bytes that `decodeBytes` was given. */
export function encodeBytes(text: string): Uint8Array {
  const encoder = new TextEncoder();
  if (isUtf8Name(text)) return encoder.encode(text);
  const pieces = text.split(LONE).flatMap((piece) => {
    const code = piece.charCodeAt(0) - FIRST;
    return LONE.test(piece) && code >= 0x80 && code <= 0xff ? [code] : [...encoder.encode(piece)];
  });
  return Uint8Array.from(pieces);
}

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
