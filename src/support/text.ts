// Turns the bytes of a context source into text that is safe to show and to record.
import { sep } from 'node:path';
import { toUSVString } from 'node:util';
import { CONTROL_CHARACTERS } from './control-characters.ts';

/** The control pictures for C0 and DEL, `\u{…}` for the rest. */
function escapeCharacter(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  return `\\u{${code.toString(16)}}`;
}

/** Line ends become `\n`, lone surrogates U+FFFD, control characters visible; a byte order mark at the start goes. */
export function cleanText(text: string): string {
  return toUSVString(text)
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replace(CONTROL_CHARACTERS, escapeCharacter);
}

/** A byte of a name that is not UTF-8, as git shows it. */
const escapeByte = (byte: string) => `\\${(byte.charCodeAt(0) & 0xff).toString(8)}`;

/** The same for a name that has to stay on one line. */
export function cleanName(name: string): string {
  return cleanText(name.replace(/[\udc80-\udcff]/gu, escapeByte)).replace(/[\n\t]/g, escapeCharacter);
}

/** A path as people write it everywhere, with "/". */
export const withSlashes = (path: string): string => path.split(sep).join('/');

/** `undefined` for anything that is not text: a NUL byte, or bytes that are not UTF-8. */
export function decodeText(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
