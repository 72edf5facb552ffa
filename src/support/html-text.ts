// HTML as text that quotes can be taken from: headings, lists and code as in Markdown, each row of a table as a line.
import { compile, type FormatCallback } from 'html-to-text';

/** Deeper ones are left out. */
const MAX_DEPTH = 500;

const heading: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 2 });
  builder.addLiteral(`${'#'.repeat(Number(element.name?.slice(1)))} `);
  walk(element.children, builder);
  builder.closeBlock({ trailingLineBreaks: 2 });
};

const code: FormatCallback = (element, walk, builder) => {
  const isBlock = element.parent?.type === 'tag' && element.parent.name === 'pre';
  if (!isBlock) builder.addLiteral('`');
  walk(element.children, builder);
  if (!isBlock) builder.addLiteral('`');
};

const pre: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 2 });
  builder.addLiteral('```');
  builder.openBlock({ isPre: true });
  walk(element.children, builder);
  builder.closeBlock({ trailingLineBreaks: 1 });
  builder.addLiteral('```');
  builder.closeBlock({ trailingLineBreaks: 2 });
};

/** A reference to a note is a link, and is no power. */
const around =
  (before: string, after = ''): FormatCallback =>
  (element, walk, builder) => {
    const isLink = element.children.some(({ name }) => name === 'a');
    if (!isLink) builder.addLiteral(before);
    walk(element.children, builder);
    if (!isLink) builder.addLiteral(after);
  };

type Element = Parameters<FormatCallback>[0];

const BLOCKS = /^(?:pre|[uod]l|table|blockquote|h[1-6]|div|section|article|hr)$/;

/** More than a paragraph: on one line it would be another text. */
function hasBlocks(cell: Element): boolean {
  let paragraphs = 0;
  const waiting: Element[] = [...cell.children];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (BLOCKS.test(next.name ?? '')) return true;
    if (next.name === 'p') paragraphs += 1;
    if (paragraphs > 1) return true;
    waiting.push(...(next.children ?? []));
  }
  return false;
}

const PARTS_OF_TABLE: ReadonlySet<string | undefined> = new Set(['thead', 'tbody', 'tfoot']);

const tableToString = (rows: readonly (readonly { readonly text: string }[])[]): string =>
  rows
    .map((cells) => cells.map(({ text }) => text.trim().replace(/\s+/g, ' ').replaceAll('|', '\\|')).join(' | '))
    .map((line) => `| ${line} |`)
    .join('\n');

/** Columns are not lined up: one long cell would fill all others with blanks, or be cut into lines that no quote matches. */
const table: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 2 });
  const walkRows = (parts: typeof element.children): void => {
    for (const part of parts) {
      if (PARTS_OF_TABLE.has(part.name)) walkRows(part.children);
      if (part.name !== 'tr') continue;
      const cells = part.children.filter(({ name }) => name === 'td' || name === 'th');
      if (cells.some(hasBlocks)) {
        for (const cell of cells) {
          builder.openBlock({ leadingLineBreaks: 2 });
          walk(cell.children, builder);
          builder.closeBlock({ trailingLineBreaks: 2 });
        }
        continue;
      }
      builder.openTable();
      builder.openTableRow();
      for (const cell of cells) {
        builder.openTableCell({});
        walk(cell.children, builder);
        builder.closeTableCell({});
      }
      builder.closeTableRow();
      builder.closeTable({ tableToString, leadingLineBreaks: 1, trailingLineBreaks: 1 });
    }
  };
  walkRows(element.children);
  builder.closeBlock({ trailingLineBreaks: 2 });
};

const SKIPPED = ['title', 'nav', 'noscript', 'template', 'svg', 'img', 'iframe', 'object', 'video', 'audio', 'dialog'];

/** `resolveAddress` makes whole addresses of those in links. */
export function htmlToText(html: string, resolveAddress: (path: string) => string = (path) => path): string {
  const convert = compile({
    wordwrap: false,
    limits: { maxDepth: MAX_DEPTH, maxInputLength: html.length },
    formatters: { heading, code, pre, table, above: around('^'), below: around('_'), struck: around('~~', '~~') },
    selectors: [
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, format: 'heading' })),
      { selector: 'code', format: 'code' },
      { selector: 'pre', format: 'pre' },
      { selector: 'sup', format: 'above' },
      { selector: 'sub', format: 'below' },
      ...['s', 'strike', 'del'].map((selector) => ({ selector, format: 'struck' })),
      { selector: 'a', options: { pathRewrite: resolveAddress, hideLinkHrefIfSameAsText: true, noAnchorUrl: true } },
      { selector: 'ul', options: { itemPrefix: '- ' } },
      { selector: 'table', format: 'table' },
      ...SKIPPED.map((selector) => ({ selector, format: 'skip' })),
    ],
  });
  return convert(html);
}
