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

const PARTS_OF_TABLE: ReadonlySet<string | undefined> = new Set(['thead', 'tbody', 'tfoot']);

/** Columns are not lined up: one long cell would fill all others with blanks, or be cut into lines that no quote matches. */
const table: FormatCallback = (element, walk, builder) => {
  builder.openTable();
  const walkRows = (parts: typeof element.children): void => {
    for (const part of parts) {
      if (PARTS_OF_TABLE.has(part.name)) walkRows(part.children);
      if (part.name !== 'tr') continue;
      builder.openTableRow();
      for (const cell of part.children) {
        if (cell.name !== 'td' && cell.name !== 'th') continue;
        builder.openTableCell({});
        walk(cell.children, builder);
        builder.closeTableCell({});
      }
      builder.closeTableRow();
    }
  };
  walkRows(element.children);
  builder.closeTable({
    tableToString: (rows) =>
      rows.map((cells) => `| ${cells.map(({ text }) => text.trim().replace(/\s+/g, ' ')).join(' | ')} |`).join('\n'),
    leadingLineBreaks: 2,
    trailingLineBreaks: 2,
  });
};

const SKIPPED = ['title', 'nav', 'noscript', 'template', 'svg', 'img', 'iframe', 'object', 'video', 'audio', 'dialog'];

/** `addressOf` makes whole addresses of those in links. */
export function htmlToText(html: string, addressOf: (path: string) => string = (path) => path): string {
  const convert = compile({
    wordwrap: false,
    limits: { maxDepth: MAX_DEPTH, maxInputLength: html.length },
    formatters: { heading, code, pre, table },
    selectors: [
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, format: 'heading' })),
      { selector: 'code', format: 'code' },
      { selector: 'pre', format: 'pre' },
      { selector: 'a', options: { pathRewrite: addressOf, hideLinkHrefIfSameAsText: true, noAnchorUrl: true } },
      { selector: 'ul', options: { itemPrefix: '- ' } },
      { selector: 'table', format: 'table' },
      ...SKIPPED.map((selector) => ({ selector, format: 'skip' })),
    ],
  });
  return convert(html);
}
