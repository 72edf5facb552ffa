// PDFs as context: text by page, what has none, what cannot be read, and citations of pages.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkAgainstGiven, type GivenMaterial, readGiven } from '../../src/domain/evidence/check-given.ts';
import { findCitations } from '../../src/domain/reading/citations.ts';
import { createKnownNames } from '../../src/domain/reading/known-names.ts';
import { inCi } from '../support/campaign.ts';
import { inNamedFont, makePdf, thenBroken } from '../support/pdf.ts';
import { type Folder, makeFolder } from './folder.ts';

let folder: Folder;
beforeEach(async () => {
  folder = await makeFolder();
});
afterEach(() => folder.remove());

const put = async (name: string, bytes: Buffer) => {
  await folder.write({ [name]: '' });
  await writeFile(join(folder.path, name), bytes);
};

describe('a PDF', () => {
  it('is a document for each page that has text, and names the others', async () => {
    await put('spec.pdf', makePdf(['It takes 40 minutes.\nToo long.', '', 'Three', '', '', '', 'Seven', '']));
    const { items, leftOut } = await folder.collect(['spec.pdf']);
    expect(items).toEqual([
      { source: 'spec.pdf:p1', bytes: 30, text: 'It takes 40 minutes.\nToo long.' },
      { source: 'spec.pdf:p3', bytes: 5, text: 'Three' },
      { source: 'spec.pdf:p7', bytes: 5, text: 'Seven' },
    ]);
    expect(leftOut).toEqual([{ source: 'spec.pdf:p2,4-6,8', reason: 'no text: scanned, or a picture', missed: true }]);
  });

  it.runIf(inCi).each([
    ['without any text', makePdf(['', '']), /has no text on its pages/],
    [
      'with text that cannot be read',
      makePdf([inNamedFont('日本語')]),
      /has its text in fonts whose tables of characters are not in/,
    ],
    ['with nothing but damaged pages', makePdf([thenBroken('')]), /has damaged pages, and no text that can be read/],
    [
      'that stands in for a form',
      makePdf(['Please wait...'], { form: true }),
      /is a form that only programs for XFA show/,
    ],
    ['with a password', makePdf(['Secret'], { locked: true }), /is protected by a password/],
    ['that was cut off', makePdf(['Whole']).subarray(0, 200), /is damaged, or no PDF|cannot be read/],
    ['that is only called so', Buffer.from([0, 1, 2, 0, 255, 254]), /is neither text nor a picture/],
  ])('%s is refused where it is named, and left out where a folder has it', async (_, bytes, message) => {
    await put('docs/a.pdf', bytes);
    await folder.write({ 'docs/b.md': 'B' });
    await expect(folder.collect(['docs/a.pdf'])).rejects.toThrow(message);
    const { items, leftOut } = await folder.collect(['docs']);
    expect([items.map(({ source }) => source), leftOut.length]).toEqual([['docs/b.md'], 1]);
  });

  it('is read with what somebody filled in and noted on it', async () => {
    const widget = '/Type /Annot /Subtype /Widget /F 4 /Rect [50 650 200 670]';
    const annotations = [
      `${widget} /FT /Tx /T (applicant) /V (Ada Lovelace)`,
      `${widget} /FT /Tx /T (empty)`,
      `${widget} /FT /Tx /Ff 8192 /T (pin) /V (1234)`,
      `${widget} /FT /Ch /T (plan) /Opt [(Basic) (Gold)] /V (Gold)`,
      `${widget} /FT /Ch /T (country) /Opt [[(49) (Germany)] [(33) (France)]] /V (49)`,
      `${widget} /FT /Ch /T (heating) /Opt [(On) (Off)] /V (Off)`,
      `${widget} /FT /Tx /V (Without a name)`,
      `${widget} /FT /Btn /T (agreed) /V /Off /AS /Off`,
      '/Type /Annot /Subtype /FreeText /Contents (Typed on it) /DA (/F1 12 Tf) /Rect [300 600 420 620]',
      '/Type /Annot /Subtype /Link /Contents (A link) /Rect [300 600 420 620]',
    ];
    await put('form.pdf', makePdf(['Application', ''], { annotations }));
    const { items, leftOut } = await folder.collect(['form.pdf']);
    const added =
      'applicant: Ada Lovelace\nplan: Gold\ncountry: Germany\nheating: Off\nField: Without a name\nNote: Typed on it';
    expect(items.map(({ text }) => text.split('\n').sort())).toEqual([
      ['Application', ...added.split('\n')].sort(),
      added.split('\n').sort(),
    ]);
    expect(leftOut).toEqual([]);
  });

  it('names the pages of which it passes over text, in fonts whose characters the file does not name', async () => {
    const japanese = inNamedFont('日本語');
    await put('spec.pdf', makePdf([`Total: 5\n${japanese}`, 'Two', japanese, `Four\n${japanese}`]));
    const { items, leftOut } = await folder.collect(['spec.pdf']);
    expect(items.map(({ source, text }) => [source, text])).toEqual([
      ['spec.pdf:p1', 'Total: 5'],
      ['spec.pdf:p2', 'Two'],
      ['spec.pdf:p4', 'Four'],
    ]);
    const reason = 'text in a font whose table of characters is not in the file';
    expect(leftOut).toEqual([
      { source: 'spec.pdf:p3', reason, missed: true },
      { source: 'spec.pdf:p1,4 (part)', reason, missed: true },
    ]);
  });

  it('names the pages whose content breaks off, whether text stands before the place or none', async () => {
    const pages = ['One', thenBroken('Two'), thenBroken(''), 'Four', `${inNamedFont('日本語')}\nFive`];
    await put('spec.pdf', makePdf(pages));
    const { items, leftOut } = await folder.collect(['spec.pdf']);
    expect(items.map(({ source, text }) => [source, text])).toEqual([
      ['spec.pdf:p1', 'One'],
      ['spec.pdf:p2', 'Two'],
      ['spec.pdf:p4', 'Four'],
      ['spec.pdf:p5', 'Five'],
    ]);
    const reason = 'damaged: some of its text may be missing';
    expect(leftOut).toEqual([
      expect.objectContaining({ source: 'spec.pdf:p5 (part)' }),
      { source: 'spec.pdf:p3', reason, missed: true },
      { source: 'spec.pdf:p2 (part)', reason, missed: true },
    ]);
  });

  it('is text where it is text', async () => {
    await folder.write({ 'notes.pdf': 'Only called so.' });
    expect((await folder.collect(['notes.pdf'])).items).toMatchObject([
      { source: 'notes.pdf', text: 'Only called so.' },
    ]);
  });

  it('comes whole or not at all into what room is left', async () => {
    await put('a.pdf', makePdf(['x'.repeat(60), 'y'.repeat(60)]));
    const { items, leftOut } = await folder.collect(['a.pdf'], { maxBytes: 100 });
    expect([items, leftOut]).toEqual([
      [],
      [{ source: 'a.pdf', reason: expect.stringContaining('too large: 120'), missed: true }],
    ]);
  });

  it('is searched for secrets page by page', async () => {
    await put('a.pdf', makePdf(['Fine', `token ghp_${'a1B2'.repeat(9)}`]));
    await expect(folder.collect(['a.pdf'])).rejects.toThrow('a.pdf:p2, line 1, looks like');
  });

  it('is given up when somebody stops it', async () => {
    await put('a.pdf', makePdf(['One']));
    const stop = new AbortController();
    const collecting = folder.collect(['a.pdf'], { signal: stop.signal });
    stop.abort(new Error('stopped'));
    await expect(collecting).rejects.toThrow('stopped');
  });
});

describe('a page of a PDF', () => {
  const given: GivenMaterial = {
    ...readGiven({ context: [], contextLeftOut: [] }),
    documents: [
      { path: 'docs/Spec.pdf:p3', text: 'It takes\n40 minutes.' },
      { path: 'part.pdf:p2', text: 'What could be read.' },
      { path: 'long.pdf:p1', text: 'The beginning.' },
      { path: 'a/same.pdf:p1', text: 'One of two.' },
    ],
    leftOut: ['long.pdf', 'b/same.pdf:p1', 'docs/Spec.pdf:p5,7-9', 'part.pdf:p2 (part)', 'part.pdf:p6', 'whole.pdf'],
  };
  const check = (text: string) =>
    checkAgainstGiven(given, text, { isSaid: () => false, couldLookUp: false }).map(({ cited, status }) => [
      cited,
      status,
    ]);

  it.each([
    ['See Spec.pdf:p3.', [['Spec.pdf:p3', 'read']]],
    ['docs/spec.pdf:p3 "It takes 40 minutes"', [['docs/spec.pdf:p3', 'read']]],
    ['(docs/Spec.pdf:p3, "It takes 50 minutes")', [['docs/Spec.pdf:p3', 'wrong']]],
    ['Spec.pdf:p4', [['Spec.pdf:p4', 'wrong']]],
    ['other.pdf:p3', [['other.pdf:p3', 'wrong']]],
    [
      'Spec.pdf:p5 and Spec.pdf:p8',
      [
        ['Spec.pdf:p5', 'unreadable'],
        ['Spec.pdf:p8', 'unreadable'],
      ],
    ],
    [
      'Spec.pdf:p6 and Spec.pdf:p10',
      [
        ['Spec.pdf:p6', 'wrong'],
        ['Spec.pdf:p10', 'wrong'],
      ],
    ],
    ['part.pdf:p2 "What could be read."', [['part.pdf:p2', 'read']]],
    ['part.pdf:p2 "What nobody could read"', [['part.pdf:p2', 'unreadable']]],
    [
      'part.pdf:p6 and part.pdf:p7',
      [
        ['part.pdf:p6', 'unreadable'],
        ['part.pdf:p7', 'wrong'],
      ],
    ],
    ['long.pdf:p1 "What nobody wrote"', [['long.pdf:p1', 'wrong']]],
    ['long.pdf:p9', [['long.pdf:p9', 'unreadable']]],
    ['same.pdf:p1 "What nobody wrote"', [['same.pdf:p1', 'wrong']]],
    ['whole.pdf:p1 "What stands there"', [['whole.pdf:p1', 'unreadable']]],
    ['Spec.pdf has pages; Spec.pdf:page is none.', []],
  ])('is cited, and checked: %s', (text, found) => {
    expect(check(text)).toEqual(found);
  });

  it('costs time in proportion to the text', () => {
    expect(findCitations('a.pdf:p'.repeat(50_000), createKnownNames(['a.pdf'])).length).toBeLessThanOrEqual(50);
  });
});
