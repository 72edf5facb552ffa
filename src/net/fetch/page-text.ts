// Turns the bytes of a web page into text: by its type, its character set, and for HTML by what is shown of it.
import { htmlToText } from '../../support/html-text.ts';
import { cleanText } from '../../support/text.ts';

/** Elements that are open at the same time; no page of people comes near, and more of them cost more than linear time. */
const MAX_OPEN = 5_000;

const HTML = /^(?:text\/html|application\/xhtml\+xml)$/;
const TEXT =
  /^(?:text\/[\w.+-]+|application\/(?:[\w.-]+\+)?(?:json|xml|yaml)|application\/(?:x-)?(?:yaml|ndjson|javascript|toml))$/;

/** "text/html; charset=x" in its parts, lower case. */
export function parseContentType(header: string): { readonly type: string; readonly charset: string | undefined } {
  const [type = '', ...parameters] = header.toLowerCase().split(';');
  const charset = parameters.map((each) => /^\s*charset\s*=\s*"?([\w.:-]+)"?\s*$/.exec(each)?.[1]).find(Boolean);
  return { type: type.trim(), charset };
}

export function isReadableType(type: string): boolean {
  return HTML.test(type) || TEXT.test(type);
}

/** As the HTML standard has it: the byte order mark, what the server says, what the page says. */
function findCharset(bytes: Buffer, declared: string | undefined, isHtml: boolean): string | undefined {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (declared !== undefined || !isHtml) return declared;
  return /<meta\s[^>]{0,200}?charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(bytes.subarray(0, 1024).toString('latin1'))?.[1];
}

/** What says no character set is UTF-8 if it can be, else what browsers take it for. */
function decode(bytes: Buffer, charset: string | undefined): string | undefined {
  try {
    if (charset !== undefined) return new TextDecoder(charset).decode(bytes);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return charset === undefined ? new TextDecoder('windows-1252').decode(bytes) : undefined;
  }
}

const CLOSED_BY_OTHERS =
  /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr|p|li|dt|dd|td|th|tr|option|thead|tbody|tfoot)$/i;

/** Whether more elements are open at some point than a page of people has. */
function isTooNested(html: string): boolean {
  let open = 0;
  for (const [, end, name = ''] of html.matchAll(/<(\/?)([A-Za-z][^\s/>]{0,40})/g)) {
    if (CLOSED_BY_OTHERS.test(name)) continue;
    open = end === '/' ? Math.max(0, open - 1) : open + 1;
    if (open > MAX_OPEN) return true;
  }
  return false;
}

/** The text, or in words why there is none. */
export function toPageText(
  bytes: Buffer,
  { contentType, address }: { readonly contentType: string; readonly address: string },
): { readonly text: string } | { readonly problem: string } {
  const { type, charset } = parseContentType(contentType);
  const isHtml = HTML.test(type);
  const raw = decode(bytes, findCharset(bytes, charset, isHtml));
  if (raw === undefined) return { problem: 'its character set is unknown' };
  if (raw.includes('\0')) return { problem: 'it is binary' };
  if (!isHtml) return { text: cleanText(raw) };
  if (isTooNested(raw)) return { problem: 'its elements are nested too deeply' };
  const resolveAddress = (path: string) => (URL.canParse(path, address) ? new URL(path, address).href : path);
  return { text: cleanText(htmlToText(raw, resolveAddress)) };
}
