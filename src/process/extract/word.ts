// Runs in a thread of its own: the text of a Word file, with its tables, notes and comments. Nothing of the file is run, and no
// other file is opened for it.
import mammoth from 'mammoth';
import { htmlToText } from '../../support/html-text.ts';
import { answerWith, type Extracted, type Unread } from './extract.ts';
import { unpackOffice } from './office-archive.ts';

/** Back from a note or a comment to where it belongs. */
const WAY_BACK = /\s*<a href="#(?:footnote|endnote|comment)-ref-[^"]*">↑<\/a>/g;
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
    const unread: Unread[] = [];
    if (unpacked.says(/^word\/document\d*\.xml$/, /<w:(?:del|moveFrom)[\s>]/))
      unread.push({ reason: 'tracked changes: read as accepted, without what they delete', missed: false });
    if (pictures > 0)
      unread.push({ reason: `pictures in it, ${pictures}: pass those that matter as files`, missed: false });
    return { parts: text === '' ? [] : [{ text }], unread };
  } catch {
    return { problem: 'is damaged, or no Word file' };
  }
}

answerWith(extract);
