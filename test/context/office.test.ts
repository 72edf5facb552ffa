// Word files as context: what becomes text, what is named as unread, what is refused, and citations of them.
import { zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkAgainstGiven, type GivenMaterial, readGiven } from '../../src/domain/evidence/check-given.ts';
import { inCi, sample } from '../support/campaign.ts';
import { makeDocx, paragraph, run } from '../support/office.ts';
import { type Folder, makeFolder } from './folder.ts';

let folder: Folder;
beforeEach(async () => {
  folder = await makeFolder();
});
afterEach(() => folder.remove());

async function read(name: string, bytes: Buffer) {
  await folder.write({ [name]: bytes });
  const { items, leftOut } = await folder.collect([name]);
  return { texts: Object.fromEntries(items.map(({ source, text }) => [source, text])), leftOut };
}

const item = (level: number, text: string) =>
  paragraph(`<w:pPr><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="1"/></w:numPr></w:pPr>${run(text)}`);
const cell = (...texts: string[]) => `<w:tc>${texts.map((text) => paragraph(run(text))).join('')}</w:tc>`;

describe('a Word file', () => {
  it.runIf(inCi)('is one document: headings, lists, tables, notes and comments', async () => {
    const body = [
      paragraph(run('Plan'), 'H1'),
      paragraph(`${run('It takes 40 minutes.')}<w:r><w:footnoteReference w:id="1"/></w:r>`),
      item(0, 'first'),
      item(0, 'second'),
      `<w:tbl><w:tr>${cell('Option')}${cell('Cost')}</w:tr><w:tr>${cell('Redis', 'or not')}${cell('')}</w:tr></w:tbl>`,
      paragraph(run('Risks'), 'H2'),
      paragraph(`${run('None.')}<w:r><w:commentReference w:id="0"/></w:r>`),
    ].join('');
    const { texts, leftOut } = await read(
      'docs/plan.docx',
      makeDocx({ body, footnotes: ['Measured.'], comments: ['Sure?'] }),
    );
    expect(leftOut).toEqual([]);
    expect(texts['docs/plan.docx']).toMatchInlineSnapshot(`
      "# Plan

      It takes 40 minutes.[1]

      - first
      - second

      | Option | Cost |

      Redis

      or not



      ## Risks

      None.[AB1]

      Notes:

       1. Measured.

      Comment [AB1]

      Sure?"
    `);
  });

  it('is read with its fields, in other directions, and below readings of its characters', async () => {
    const body = [
      paragraph(
        `${run('It takes ')}<w:fldSimple w:instr=" DOCPROPERTY Days ">${run('40')}</w:fldSimple>${run(' days.')}`,
      ),
      paragraph(`<w:bdo w:val="rtl">${run('שלום')}</w:bdo>${run(' ')}<w:dir w:val="rtl">${run('مرحبا')}</w:dir>`),
      paragraph(
        `<w:r><w:ruby><w:rubyPr/><w:rt>${run('とうきょう')}</w:rt><w:rubyBase>${run('東京')}</w:rubyBase></w:ruby></w:r>${run('都')}`,
      ),
    ].join('');
    const { texts, leftOut } = await read('a.docx', makeDocx({ body }));
    expect([texts, leftOut]).toEqual([{ 'a.docx': 'It takes 40 days.\n\nשלום مرحبا\n\n東京都' }, []]);
  });

  it('is read as if tracked changes were accepted, and says so', async () => {
    const body = paragraph(
      `${run('Use ')}<w:del><w:r><w:delText>Redis</w:delText></w:r></w:del><w:ins>${run('Valkey')}</w:ins>${run('.')}`,
    );
    expect(await read('a.docx', makeDocx({ body }))).toEqual({
      texts: { 'a.docx': 'Use Valkey.' },
      leftOut: [{ source: 'a.docx', reason: expect.stringContaining('tracked changes') }],
    });
  });
});

it('powers, struck text, and what is passed over in a Word file are told', async () => {
  const styled = (style: string, text: string) => `<w:r><w:rPr>${style}</w:rPr><w:t>${text}</w:t></w:r>`;
  const body =
    paragraph(run('10') + styled('<w:vertAlign w:val="superscript"/>', '6')) +
    paragraph(run('H') + styled('<w:vertAlign w:val="subscript"/>', '2')) +
    paragraph(`${styled('<w:strike/>', 'old')}<m:oMath xmlns:m="m"/><m:oMath xmlns:m="m"/>`) +
    '<w:altChunk r:id="rId9"/>' +
    paragraph('<w:r><w:drawing><c:chart xmlns:c="c"/></w:drawing></w:r>') +
    `<w:tbl><w:tr>${cell('a|b')}${cell('c')}</w:tr></w:tbl>`;
  expect(await read('a.docx', makeDocx({ body }))).toEqual({
    texts: { 'a.docx': '10^6\n\nH_2\n\n~~old~~\n\n| a\\|b | c |' },
    leftOut: ['equations in it, 2', 'documents in it, 1', 'charts in it, 1'].map((reason) => ({
      source: 'a.docx',
      reason: expect.stringContaining(reason),
      missed: true,
    })),
  });
});

it('text boxes of a Word file are read where it has them for older programs, too, and the others are counted', async () => {
  const inBox = (text: string) => `<w:txbxContent>${paragraph(run(text))}</w:txbxContent>`;
  const drawn = (text: string) => `<w:drawing><wps:wsp><wps:txbx>${inBox(text)}</wps:txbx></wps:wsp></w:drawing>`;
  const older = (text: string) => `<w:pict><v:shape><v:textbox>${inBox(text)}</v:textbox></v:shape></w:pict>`;
  const either = (choice: string, fallback: string) =>
    paragraph(
      `<w:r><mc:AlternateContent><mc:Choice Requires="wps">${choice}</mc:Choice>${fallback}</mc:AlternateContent></w:r>`,
    );
  const body = [
    either(drawn('Both'), `<mc:Fallback>${older('Both')}</mc:Fallback>`),
    paragraph(`<w:r>${older('Old')}</w:r>`),
    either(drawn('Newer alone'), ''),
    either(drawn('With an empty one'), '<mc:Fallback/>'),
    either(drawn('With a picture'), '<mc:Fallback><w:pict/></mc:Fallback>'),
    paragraph(`<w:r>${drawn('Without a choice')}</w:r>`),
  ].join('');
  const boxes = makeDocx({
    body: body.replace(
      /<(wps:wsp|v:shape|mc:AlternateContent)>/g,
      '<$1 xmlns:wps="wps" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">',
    ),
  });
  expect(await read('a.docx', boxes)).toEqual({
    texts: { 'a.docx': 'Both\n\nOld' },
    leftOut: [{ source: 'a.docx', reason: expect.stringContaining('text boxes in it, 4'), missed: true }],
  });
  const all = await read('b.docx', makeDocx({ body: paragraph(run('None')) }));
  expect(all.leftOut).toEqual([]);
});

describe('a file that defines entities', () => {
  const lol = Array.from({ length: 12 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('');
  const types = `<!DOCTYPE x [<!ENTITY l0 "lol"><!ENTITY out SYSTEM "file:///etc/passwd">${lol}]>`;
  const word = (text: string) =>
    `${types}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Safe ${text}</w:t></w:r></w:p></w:body></w:document>`;

  it.each(['&out;', '&l12;'])('opens no other file with them, and is not expanded: %s', async (entity) => {
    await folder.write({ 'a.docx': makeDocx({ body: '', more: { 'word/document.xml': word(entity) } }) });
    const outcome = await folder.collect(['a.docx']).catch((error: Error) => error);
    const text = outcome instanceof Error ? outcome.message : JSON.stringify(outcome);
    expect(text).not.toMatch(/root:|lollol/);
    expect(text.length).toBeLessThan(300);
  });
});

describe('what is no Word file', () => {
  const compound = (inner: string) =>
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600), Buffer.from(inner, 'utf16le')]);
  const whole = makeDocx({ body: paragraph(run('x'.repeat(9_000))) });
  const other = Buffer.from(zipSync({ 'xl/workbook.xml': new Uint8Array(9) }));

  /** What an archive claims of the size of what is in it. */
  function claimSize(bytes: Buffer, size: number): Buffer {
    const claimed = Buffer.from(bytes);
    for (let at = claimed.indexOf('PK\u0001\u0002'); at !== -1; at = claimed.indexOf('PK\u0001\u0002', at + 4))
      claimed.writeUInt32LE(size, at + 24);
    return claimed;
  }

  /** The same with another check sum for each part. */
  function claimSum(bytes: Buffer): Buffer {
    const claimed = Buffer.from(bytes);
    for (let at = claimed.indexOf('PK\u0001\u0002'); at !== -1; at = claimed.indexOf('PK\u0001\u0002', at + 4))
      claimed.writeUInt32LE(1, at + 16);
    return claimed;
  }

  it.each(
    sample(
      [
        ['a.doc', compound('WordDocument'), /is of a kind that is not read/],
        ['a.pptx', other, /is of a kind that is not read/],
        ['a.xls', compound('Workbook'), /is of a kind that is not read/],
        ['a.xlsx', other, /is of a kind that is not read/],
        ['a.XLSM', other, /is of a kind that is not read/],
        ['a.ods', other, /is of a kind that is not read/],
        ['a.xlsx', compound('EncryptedPackage'), /is of a kind that is not read/],
        ['a.docx', compound('EncryptedPackage'), /is protected by a password/],
        ['a.docx', whole.subarray(0, 600), /is damaged/],
        ['a.docx', other, /is damaged, or no Word file/],
        ['a.docx', makeDocx({ body: '' }), /has no text/],
        ['a.docx', claimSize(whole, 90 * 1024 * 1024), /unpacks to more than 100 MB/],
        ['a.docx', claimSize(whole, 10), /is damaged/],
        ['a.docx', claimSum(whole), /is damaged/],
        [
          'a.docx',
          Buffer.from(
            zipSync(Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`${at}.xml`, new Uint8Array()]))),
          ),
          /more than 10000 parts/,
        ],
        ['a.docx', Buffer.from([0, 1, 2, 0, 255, 254]), /is neither text nor a picture/],
      ],
      5,
    ),
  )('%s is refused where it is named, and left out where a folder has it: %#', async (name, bytes, message) => {
    await folder.write({ [`docs/${name}`]: bytes, 'docs/b.md': 'B' });
    await expect(folder.collect([`docs/${name}`])).rejects.toThrow(message);
    const { items, leftOut } = await folder.collect(['docs']);
    expect([items.map(({ source }) => source), leftOut.length]).toEqual([['docs/b.md'], 1]);
  });

  it('is text where it is text', async () => {
    expect((await read('notes.docx', Buffer.from('Only called so.'))).texts).toEqual({
      'notes.docx': 'Only called so.',
    });
  });
});

it.each([
  ['a.xlsx', 'Save each sheet as CSV.'],
  ['a.pptx', 'Save it as PDF or DOCX.'],
])('says what to do with %s', async (name, hint) => {
  await folder.write({ [name]: Buffer.from(zipSync({ 'a.xml': new Uint8Array(9) })) });
  await expect(folder.collect([name])).rejects.toMatchObject({ hint });
});

it('secrets are found in Word files', async () => {
  await folder.write({ 'a.docx': makeDocx({ body: paragraph(run(`token ghp_${'a1B2'.repeat(9)}`)) }) });
  await expect(folder.collect(['a.docx'])).rejects.toThrow('a.docx, line 1, looks like');
});

it('a line of a Word file is cited, and checked', () => {
  const text = 'One\nTwo';
  const given: GivenMaterial = {
    ...readGiven({ context: [], contextLeftOut: [] }),
    documents: [{ path: 'docs/notes.docx', text }],
  };
  const check = (answer: string) =>
    checkAgainstGiven(given, answer, { isSaid: () => false, couldLookUp: false }).map(({ status }) => status);
  expect([check('notes.docx:2 "Two"'), check('notes.docx:1 "Two"')]).toEqual([['read'], ['wrong']]);
});
