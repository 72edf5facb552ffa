// Writes files of Word and Excel for tests, with as little in them as their programs accept.
import { strToU8, zipSync } from 'fflate';

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

type Parts = Readonly<Record<string, string>>;
type Relation = readonly [id: string, type: string, target: string];

export const escapeXml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');

const relations = (all: readonly Relation[]) =>
  `<Relationships xmlns="${PACKAGE}/relationships">${all
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

function pack(main: string, parts: Parts): Buffer {
  const all: Parts = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': relations([['rId1', 'officeDocument', main]]),
    ...parts,
  };
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(all).map(([name, text]) => [name, strToU8(text)]))));
}

export const run = (text: string) => `<w:r><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`;
export const paragraph = (inner: string, style?: string) =>
  `<w:p>${style === undefined ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}${inner}</w:p>`;

export interface WordParts {
  readonly body: string;
  readonly footnotes?: readonly string[];
  readonly comments?: readonly string[];
  /** Further parts of the archive. */
  readonly more?: Parts;
}

export function makeDocx({ body, footnotes = [], comments = [], more = {} }: WordParts): Buffer {
  const root = (name: string, inner: string) => `<w:${name} xmlns:w="${WORD}" xmlns:r="${OFFICE}">${inner}</w:${name}>`;
  const style = (id: string, name: string) =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`;
  return pack('word/document.xml', {
    'word/document.xml': root('document', `<w:body>${body}</w:body>`),
    'word/styles.xml': root('styles', style('H1', 'heading 1') + style('H2', 'heading 2')),
    'word/numbering.xml': root(
      'numbering',
      '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>',
    ),
    'word/footnotes.xml': root(
      'footnotes',
      footnotes.map((text, at) => `<w:footnote w:id="${at + 1}">${paragraph(run(text))}</w:footnote>`).join(''),
    ),
    'word/comments.xml': root(
      'comments',
      comments
        .map((text, at) => `<w:comment w:id="${at}" w:initials="AB" w:author="A B">${paragraph(run(text))}</w:comment>`)
        .join(''),
    ),
    'word/_rels/document.xml.rels': relations([
      ['rId1', 'styles', 'styles.xml'],
      ['rId2', 'numbering', 'numbering.xml'],
      ['rId3', 'footnotes', 'footnotes.xml'],
      ['rId4', 'comments', 'comments.xml'],
    ]),
    ...more,
  });
}

/** `3` a number, `'x'` a text, `true` a truth; `{ date }` and `{ time }` a number that is shown as such; `{ formula, value }`. */
export type Cell =
  | number
  | string
  | boolean
  | null
  | { readonly date: number }
  | { readonly formula: string; readonly value?: number | string };

export interface SheetOf {
  readonly name: string;
  readonly rows?: readonly (readonly Cell[])[];
  readonly hidden?: boolean;
  readonly chart?: boolean;
  /** What stands where the rows would. */
  readonly xml?: string;
}

const column = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : column(Math.floor(index / 26) - 1) + column(index % 26);

function cellXml(cell: Cell, at: string): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c r="${at}" t="b"><v>${Number(cell)}</v></c>`;
  if (typeof cell === 'string') return `<c r="${at}" t="inlineStr"><is><t>${escapeXml(cell)}</t></is></c>`;
  if ('date' in cell) return `<c r="${at}" s="1"><v>${cell.date}</v></c>`;
  const value = cell.value === undefined ? '' : `<v>${escapeXml(String(cell.value))}</v>`;
  const type = typeof cell.value === 'string' ? (cell.value.startsWith('#') ? ' t="e"' : ' t="str"') : '';
  return `<c r="${at}"${type}><f>${escapeXml(cell.formula)}</f>${value}</c>`;
}

export function makeXlsx(sheets: readonly SheetOf[], { since1904 = false, more = {} as Parts } = {}): Buffer {
  const rowXml = (row: readonly Cell[], at: number) =>
    `<row r="${at + 1}">${row.map((cell, index) => cellXml(cell, `${column(index)}${at + 1}`)).join('')}</row>`;
  const files = sheets.map(({ rows = [], chart = false, xml }, at): readonly [string, string] =>
    chart
      ? [`chartsheets/sheet${at + 1}.xml`, `<chartsheet xmlns="${SHEET}"/>`]
      : [
          `worksheets/sheet${at + 1}.xml`,
          `<worksheet xmlns="${SHEET}"><sheetData>${xml ?? rows.map(rowXml).join('')}</sheetData></worksheet>`,
        ],
  );
  const named = sheets.map(
    ({ name, hidden = false }, at) =>
      `<sheet name="${escapeXml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"${hidden ? ' state="hidden"' : ''}/>`,
  );
  return pack('xl/workbook.xml', {
    'xl/workbook.xml': `<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}"><workbookPr${since1904 ? ' date1904="1"' : ''}/><sheets>${named.join('')}</sheets></workbook>`,
    'xl/styles.xml': `<styleSheet xmlns="${SHEET}"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm"/></numFmts><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    'xl/_rels/workbook.xml.rels': relations([
      ...files.map(
        ([target], at): Relation => [`rId${at + 1}`, sheets[at]?.chart === true ? 'chartsheet' : 'worksheet', target],
      ),
      ['rId900', 'styles', 'styles.xml'],
    ]),
    ...Object.fromEntries(files.map(([name, text]) => [`xl/${name}`, text])),
    ...more,
  });
}
