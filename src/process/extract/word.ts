// Runs in a thread of its own: the text of a Word file, with its tables, notes and comments. Nothing of the file is run, and no
// other file is opened for it.
import { crc32 } from 'node:zlib';
import { strFromU8, strToU8, type Unzipped, unzipSync, zipSync } from 'fflate';
import mammoth from 'mammoth';
import { htmlToText } from '../../support/html-text.ts';
import { answerWith, type Extracted, type LeftOutPart } from './extract.ts';

const MAX_UNPACKED_MB = 100;
const MAX_PARTS = 10_000;

/** Pictures, drawings and charts are no text. */
const NO_TEXT = /(?:^|\/)(?:media|embeddings|drawings|charts|diagrams)\//i;

interface Unpacked {
  readonly archive: Uint8Array;
  /** Of what there is in the parts that become text. */
  readonly sum: (count: (xml: string) => number) => number;
}

/** The check sums that the directory of the archive claims, in its order. */
function* readChecksums(bytes: Uint8Array): Generator<number, undefined> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = buffer.readUInt32LE(buffer.lastIndexOf('PK\u0005\u0006') + 16);
  for (;;) {
    yield buffer.readUInt32LE(at + 16);
    at += 46 + buffer.readUInt16LE(at + 28) + buffer.readUInt16LE(at + 30) + buffer.readUInt16LE(at + 32);
  }
}

const TEXTS = /^word\/(?:document|footnotes|endnotes|comments)\d*\.xml$/;
/** Fields, other directions, and what has its reading above it: mammoth has no such names, and passes over all text in them. */
const UNNAMED = /(<\/?w:)(?:fldSimple|bdo|dir|ruby|rubyBase)(?=[\s/>])/g;

/** The same part with names that it reads through. */
const namedForMammoth = (content: Uint8Array) => strToU8(strFromU8(content, true).replace(UNNAMED, '$1smartTag'), true);

/** The archive again, or in words why there is none. */
function unpackOffice(bytes: Uint8Array): Unpacked | { readonly problem: string } {
  let unpacked = 0;
  let parts = 0;
  let found: Unzipped;
  const claimed = new Map<string, number>();
  try {
    const checksums = readChecksums(bytes);
    found = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        claimed.set(name, checksums.next().value ?? 0);
        if (!/\.(?:xml|rels)$/i.test(name) || NO_TEXT.test(name)) return false;
        unpacked += originalSize;
        parts += 1;
        return unpacked <= MAX_UNPACKED_MB * 1024 * 1024 && parts <= MAX_PARTS;
      },
    });
  } catch {
    return { problem: 'is damaged' };
  }
  if (unpacked > MAX_UNPACKED_MB * 1024 * 1024) return { problem: `unpacks to more than ${MAX_UNPACKED_MB} MB` };
  if (parts > MAX_PARTS) return { problem: `has more than ${MAX_PARTS} parts` };
  // No part gets more room than it claims to need, so one that is larger is cut, and has another sum.
  if (Object.entries(found).some(([name, content]) => crc32(content) !== claimed.get(name)))
    return { problem: 'is damaged' };
  const texts = Object.entries(found).filter(([name]) => TEXTS.test(name));
  const sum: Unpacked['sum'] = (count) =>
    texts.reduce((total, [, content]) => total + count(strFromU8(content, true)), 0);
  for (const [name, content] of texts) found[name] = namedForMammoth(content);
  return { archive: zipSync(found, { level: 0 }), sum };
}

/** Back from a note or a comment to where it belongs. */
const WAY_BACK = /\s*<a href="#(?:footnote|endnote|comment)-ref-[^"]*">↑<\/a>/g;
const countIn = (what: RegExp) => (xml: string) => xml.split(what).length - 1;

/** mammoth reads what stands in for a drawing in older programs, not the drawing. */
function countUnreadBoxes(xml: string): number {
  const standIns = xml.split(/<\/?mc:Fallback>/).filter((_, index) => index % 2 === 1);
  const read = standIns.reduce((total, each) => total + countIn(/<v:textbox[\s>]/)(each), 0);
  return Math.max(0, countIn(/<wps:txbx[\s>]/)(xml) - read);
}

/** What mammoth passes over without a word. */
const PASSED_OVER: readonly (readonly [count: (xml: string) => number, name: string])[] = [
  [countIn(/<m:oMath[\s>]/), 'equations'],
  [countIn(/<w:altChunk[\s/>]/), 'documents'],
  [countIn(/<c(?:x\d?)?:chart[\s/>]/), 'charts'],
  [countUnreadBoxes, 'text boxes'],
];
const NOTES = /<ol>(?=<li id="(?:footnote|endnote)-)/;

async function extract(bytes: Uint8Array): Promise<Extracted> {
  const unpacked = unpackOffice(bytes);
  if ('problem' in unpacked) return unpacked;
  try {
    let pictures = 0;
    const convertImage = mammoth.images.imgElement(async () => {
      pictures += 1;
      return { src: '' };
    });
    const options = { styleMap: ['comment-reference => sup'], includeEmbeddedStyleMap: false, convertImage };
    const { value: html } = await mammoth.convertToHtml({ buffer: Buffer.from(unpacked.archive) }, options);
    const text = htmlToText(html.replace(WAY_BACK, '').replace(NOTES, '<p>Notes:</p><ol>')).trim();
    const unread: LeftOutPart[] = [];
    if (unpacked.sum(countIn(/<w:(?:del|moveFrom)[\s>]/)) > 0)
      unread.push({ reason: 'tracked changes: read as accepted, without what they delete', missed: false });
    if (pictures > 0)
      unread.push({ reason: `pictures in it, ${pictures}: pass those that matter as files`, missed: false });
    for (const [count, name] of PASSED_OVER) {
      const found = unpacked.sum(count);
      if (found > 0)
        unread.push({ reason: `${name} in it, ${found}: pass their text, or pictures of them`, missed: true });
    }
    return { parts: text === '' ? [] : [{ text }], unread };
  } catch {
    return { problem: 'is damaged, or no Word file' };
  }
}

answerWith(extract);
