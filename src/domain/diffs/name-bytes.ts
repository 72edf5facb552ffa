// Names of files whose bytes are not UTF-8. No text can hold them, so each such byte is kept as a lone surrogate, U+DC80 to U+DCFF: names
// stay apart, and git gets back what it gave.

/** In a text of one character for each byte: what is UTF-8, in runs that are not too long for one match, and what is not. */
const UTF8 =
  /((?:[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}){1,1000})|[\x80-\xff]/g;
const FIRST = 0xdc00;
const LONE = /(\p{Surrogate})/u;

/** Why nobody is given a file: no seat could name it, nor anybody who reads what a seat says. */
export const NOT_UTF8 = 'a name that is not UTF-8';

export const isUtf8Name = (name: string): boolean => !LONE.test(name);

/** `binary`: one character for each byte. */
export function decodeBytes(binary: string): string {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return binary.replace(UTF8, (all, run?: string) =>
    run === undefined
      ? String.fromCharCode(FIRST + all.charCodeAt(0))
      : decoder.decode(Uint8Array.from(run, (one) => one.charCodeAt(0))),
  );
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
