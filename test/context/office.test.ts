// Files of Word and Excel as context: what becomes text, what is named as unread, what is refused, and citations of them.
import { zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkAgainstGiven, type Given, readGiven } from '../../src/domain/evidence/check-given.ts';
import { findCitations } from '../../src/domain/reading/citations.ts';
import { makeDocx, makeXlsx, paragraph, run } from '../support/office.ts';
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
  it('is one document: headings, lists, tables, notes and comments', async () => {
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
      | Redis or not |  |

      ## Risks

      None.[AB1]

      Notes:

       1. Measured.

      Comment [AB1]

      Sure?"
    `);
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

describe('a file that defines entities', () => {
  const lol = Array.from({ length: 12 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('');
  const types = `<!DOCTYPE x [<!ENTITY l0 "lol"><!ENTITY out SYSTEM "file:///etc/passwd">${lol}]>`;
  const word = (text: string) =>
    `${types}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Safe ${text}</w:t></w:r></w:p></w:body></w:document>`;
  const sheet = (text: string) =>
    `${types}<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Safe ${text}</t></is></c></row></sheetData></worksheet>`;

  it.each(['&out;', '&l12;'])('opens no other file with them, and is not expanded: %s', async (entity) => {
    await folder.write({
      'a.docx': makeDocx({ body: '', more: { 'word/document.xml': word(entity) } }),
      'a.xlsx': makeXlsx([{ name: 'S' }], { more: { 'xl/worksheets/sheet1.xml': sheet(entity) } }),
    });
    for (const name of ['a.docx', 'a.xlsx']) {
      const outcome = await folder.collect([name]).catch((error: Error) => error);
      const text = outcome instanceof Error ? outcome.message : JSON.stringify(outcome);
      expect(text).not.toMatch(/root:|lollol/);
      expect(text.length).toBeLessThan(300);
    }
  });
});

describe('an Excel file', () => {
  it('is a document for each sheet: values, not formulas; dates as ISO; line 12 is row 12', async () => {
    const { texts, leftOut } = await read(
      'costs.xlsx',
      makeXlsx([
        {
          name: 'Plan 2027 & more',
          rows: [
            ['Option', 'Cost', 'Sure'],
            ['Redis, "cloud"', 0.1 + 0.2, true],
            [],
            ['two\nlines', { formula: '1+1', value: 2 }, { formula: '1/0', value: '#DIV/0!' }],
            [{ date: 46_354 }, { date: 46_354.573_263_888_9 }, { date: 0.5 }, { date: 1.5 }],
          ],
        },
        { name: 'Empty' },
      ]),
    );
    expect(texts).toEqual({
      'costs.xlsx:Plan 2027 & more': [
        'Option,Cost,Sure',
        '"Redis, ""cloud""",0.3,TRUE',
        '',
        'two lines,2,#DIV/0!',
        '2026-11-28,2026-11-28T13:45:30,12:00,36:00',
      ].join('\n'),
    });
    expect(leftOut).toEqual([]);
  });

  it('has dates since 1904 where it says so', async () => {
    const rows = [[{ date: 44_892 }, { date: 0.25 }]];
    expect((await read('a.xlsx', makeXlsx([{ name: 'S', rows }], { since1904: true }))).texts).toEqual({
      'a.xlsx:S': '2026-11-28,06:00',
    });
  });

  it('names hidden sheets, charts, and formulas that nobody calculated', async () => {
    const bytes = makeXlsx([
      { name: 'Shown', rows: [[1, { formula: 'A1*2' }]] },
      { name: 'Prices', rows: [['secret']], hidden: true },
      { name: 'Curve', chart: true },
    ]);
    expect(await read('a.xlsm', bytes)).toEqual({
      texts: { 'a.xlsm:Shown': '1' },
      leftOut: [
        { source: 'a.xlsm:Prices', reason: expect.stringContaining('hidden sheet') },
        { source: 'a.xlsm:Curve', reason: 'a chart, no cells' },
        { source: 'a.xlsm', reason: expect.stringContaining('formulas without a value'), missed: true },
      ],
    });
  });

  it('has limits, and names what is behind them', async () => {
    const far = '<row r="2"><c r="A2"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row>';
    const long = Array.from({ length: 10_001 }, (_, at) => `<row r="${at + 1}"><c r="A${at + 1}"><v>1</v></c></row>`);
    const { texts, leftOut } = await read(
      'a.xlsx',
      makeXlsx([
        { name: 'Far', xml: far },
        { name: 'Long', xml: long.join('') },
      ]),
    );
    expect(texts['a.xlsx:Far']).toBe('\n1');
    expect(texts['a.xlsx:Long']?.split('\n')).toHaveLength(10_000);
    expect(leftOut).toEqual([
      { source: 'a.xlsx:Far', reason: 'only 2 rows were read', missed: true },
      { source: 'a.xlsx:Long', reason: 'only 10000 rows were read', missed: true },
    ]);
  });

  it('gives the sheets that fit into what room is left', async () => {
    const sheet = (name: string, length: number) => ({ name, rows: [['x'.repeat(length)]] });
    await folder.write({ 'a.xlsx': makeXlsx([sheet('A', 60), sheet('B', 60), sheet('C', 30)]) });
    const { items, leftOut } = await folder.collect(['a.xlsx'], { maxBytes: 100 });
    expect(items.map(({ source }) => source)).toEqual(['a.xlsx:A', 'a.xlsx:C']);
    expect(leftOut).toEqual([{ source: 'a.xlsx:B', reason: expect.stringContaining('too large: 60'), missed: true }]);
  });
});

describe('what is no document of Word or Excel', () => {
  const compound = (inner: string) =>
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600), Buffer.from(inner, 'utf16le')]);
  const whole = makeXlsx([{ name: 'S', rows: [['x'.repeat(9_000)]] }]);

  /** What an archive claims of the size of what is in it. */
  function claimSize(bytes: Buffer, size: number): Buffer {
    const claimed = Buffer.from(bytes);
    for (let at = claimed.indexOf('PK\u0001\u0002'); at !== -1; at = claimed.indexOf('PK\u0001\u0002', at + 4))
      claimed.writeUInt32LE(size, at + 24);
    return claimed;
  }

  it.each([
    ['a.doc', compound('WordDocument'), /is of a kind that is not read/],
    ['a.xls', compound('Workbook'), /is of a kind that is not read/],
    ['a.pptx', makeDocx({ body: '' }), /is of a kind that is not read/],
    ['a.docx', compound('EncryptedPackage'), /is protected by a password/],
    ['a.xlsx', compound('EncryptedPackage'), /is protected by a password/],
    ['a.xlsx', whole.subarray(0, 600), /is damaged/],
    ['a.docx', whole, /is damaged, or no Word file/],
    ['a.xlsx', makeDocx({ body: paragraph(run('x')) }), /is damaged, or no Excel file/],
    ['a.docx', makeDocx({ body: '' }), /has no text/],
    ['a.xlsx', makeXlsx([{ name: 'S' }]), /has no values in sheets that are shown/],
    ['a.xlsx', claimSize(whole, 90 * 1024 * 1024), /unpacks to more than 100 MB/],
    ['a.docx', claimSize(makeDocx({ body: paragraph(run('x')) }), 90 * 1024 * 1024), /unpacks to more than 100 MB/],
    ['a.xlsx', claimSize(whole, 10), /is damaged/],
    [
      'a.docx',
      Buffer.from(
        zipSync(Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`${at}.xml`, new Uint8Array()]))),
      ),
      /more than 10000 parts/,
    ],
    ['a.docx', Buffer.from([0, 1, 2, 0, 255, 254]), /is neither text nor a picture/],
  ])('%s is refused where it is named, and left out where a folder has it: %#', async (name, bytes, message) => {
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

it('secrets are found in sheets and Word files', async () => {
  const token = `token ghp_${'a1B2'.repeat(9)}`;
  await folder.write({
    'a.xlsx': makeXlsx([{ name: 'Keys', rows: [['fine'], [token]] }]),
    'a.docx': makeDocx({ body: paragraph(run(token)) }),
  });
  await expect(folder.collect(['a.xlsx'])).rejects.toThrow('a.xlsx:Keys, line 2, looks like');
  await expect(folder.collect(['a.docx'])).rejects.toThrow('a.docx, line 1, looks like');
});

describe('a sheet', () => {
  const document = (path: string, text: string) => ({ path, text, collapsed: text });
  const given: Given = {
    ...readGiven({ context: [] }),
    documents: [
      document('docs/Costs.xlsx:Plan 2027', 'Redis,40 minutes'),
      document('docs/Costs.xlsx:Plan', 'Old'),
      document('docs/Costs.xlsx:2026', 'Past'),
      document('docs/notes.docx', 'One\nTwo'),
    ],
  };
  const check = (text: string) =>
    checkAgainstGiven(given, text, { isSaid: () => false, couldLookUp: false }).map(({ cited, status }) => [
      cited,
      status,
    ]);

  it.each([
    ['See Costs.xlsx:Plan 2027.', [['Costs.xlsx:Plan 2027', 'read']]],
    ['docs/costs.xlsx:plan 2027 "Redis,40 minutes"', [['docs/costs.xlsx:plan 2027', 'read']]],
    ['(Costs.xlsx:Plan 2027, "Redis,50 minutes")', [['Costs.xlsx:Plan 2027', 'wrong']]],
    [
      'Costs.xlsx:Plan, and Costs.xlsx:2026 too',
      [
        ['Costs.xlsx:Plan', 'read'],
        ['Costs.xlsx:2026', 'read'],
      ],
    ],
    ['Costs.xlsx:Forecast says so.', [['Costs.xlsx:Forecast', 'wrong']]],
    ['other.xlsx:Plan', [['other.xlsx:Plan', 'wrong']]],
    ['Costs.xlsx: four sheets', []],
    ['notes.docx:2 "Two"', [['notes.docx:2', 'read']]],
  ])('is cited by its name, and checked: %s', (text, found) => {
    expect(check(text)).toEqual(found);
  });

  it('costs time in proportion to the text', () => {
    const documents = new Set(Array.from({ length: 100 }, (_, at) => `a.xlsx:Sheet ${at}`));
    expect(findCitations('a.xlsx:S'.repeat(20_000), documents).length).toBeLessThanOrEqual(50);
  });
});
