// Writes Word files for tests, with as little in them as Word accepts.
import { strToU8, zipSync } from 'fflate';

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

type Parts = Readonly<Record<string, string>>;
type Relation = readonly [id: string, type: string, target: string];

const escapeXml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');

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
