// Runs in a thread of its own: the text of a Word file, with its tables, notes and comments. Nothing of the file is run, and no
// other file is opened for it.
import mammoth from 'mammoth';
import { htmlToText } from '../../support/html-text.ts';
import { answerWith, type Extracted, type LeftOutPart } from './extract.ts';
import { unpackOffice } from './office-archive.ts';

/** Back from a note or a comment to where it belongs. */
const WAY_BACK = /\s*<a href="#(?:footnote|endnote|comment)-ref-[^"]*">↑<\/a>/g;
const TEXTS = /^word\/(?:document|footnotes|endnotes|comments)\d*\.xml$/;
/** What mammoth passes over without a word. */
const PASSED_OVER: readonly (readonly [what: RegExp, name: string])[] = [
  [/<m:oMath[\s>]/, 'equations'],
  [/<w:altChunk[\s/>]/, 'documents'],
  [/<c(?:x\d?)?:chart[\s/>]/, 'charts'],
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
    if (unpacked.count(TEXTS, /<w:(?:del|moveFrom)[\s>]/) > 0)
      unread.push({ reason: 'tracked changes: read as accepted, without what they delete', missed: false });
    if (pictures > 0)
      unread.push({ reason: `pictures in it, ${pictures}: pass those that matter as files`, missed: false });
    for (const [what, name] of PASSED_OVER) {
      const found = unpacked.count(TEXTS, what);
      if (found > 0)
        unread.push({ reason: `${name} in it, ${found}: pass their text, or pictures of them`, missed: true });
    }
    return { parts: text === '' ? [] : [{ text }], unread };
  } catch {
    return { problem: 'is damaged, or no Word file' };
  }
}

answerWith(extract);
