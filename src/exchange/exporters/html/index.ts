// The HTML export: one file that asks for nothing, with the page's program and the record that it shows. What was decided, and by
// whom, is plain HTML as well, for readers without scripts.
import { readFileSync } from 'node:fs';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { findHunks } from '../../../domain/diffs/finding-hunks.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import { HTML_GENERATOR } from '../../../domain/own-documents.ts';
import { type DebateRecord, debateRecordSchema } from '../../../domain/record.ts';
import { cutTitle } from '../../../domain/words/cut-line.ts';
import { showControls } from '../../../domain/words/markdown-safe.ts';
import { ResultText, Summary, Unchecked } from '../../../page/report/summary.tsx';
import { toPrintableJson } from '../../../support/control-characters.ts';
import { packageUrl } from '../../../support/package-root.ts';
import type { Exporter, ExportSources } from '../exporter.ts';

/** The page's program and style, as the build leaves them; read when the first page is written. */
interface PageParts {
  readonly script: string;
  readonly style: string;
  /** As a policy names it: "sha256-…". */
  readonly scriptDigest: string;
  readonly styleDigest: string;
  /** Of the packages in the script, which ask to be passed on with it. */
  readonly licenses: string;
}

let loaded: PageParts | undefined;

/** Throws `storage` where the page was never built. */
export function loadPageParts(): PageParts {
  try {
    loaded ??= JSON.parse(readFileSync(packageUrl('dist/page/parts.json'), 'utf8')) as PageParts;
  } catch (cause) {
    throw new HallError('storage', 'The page is not built.', { hint: 'Run "npm run build" first.', cause });
  }
  return loaded;
}

const entrySchema = debateRecordSchema.shape.entries.element;
const TITLE_LENGTH = 80;

const escapeHtml = (text: string) =>
  showControls(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** JSON inside a script element, which ends at the first "</script" whatever it is in. */
const inlineJson = (value: unknown) => toPrintableJson(value).replaceAll('<', '\\u003c');

function buildContentPolicy({ scriptDigest, styleDigest }: PageParts): string {
  return [
    "default-src 'none'",
    `script-src '${scriptDigest}'`,
    `style-src '${styleDigest}'`,
    // Pictures of the debate, which stand in the file.
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

function renderHead(record: DebateRecord, parts: PageParts): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${buildContentPolicy(parts)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="referrer" content="no-referrer">',
    `<meta name="generator" content="${HTML_GENERATOR}">`,
    `<title>${escapeHtml(cutTitle(record.topic ?? record.threadId, TITLE_LENGTH))} · Debate Hall</title>`,
    `<style>${parts.style}</style>`,
    '</head>',
    '<body>',
  ].join('\n');
}

/** The record with its entries one by one, so that a long debate is never in memory as one text. */
function* recordJson(record: DebateRecord): Generator<string> {
  const rest = inlineJson(debateRecordSchema.parse({ ...record, entries: [] }));
  const place = '"entries":[';
  const at = rest.lastIndexOf(`${place}]`) + place.length;
  yield rest.slice(0, at);
  let between = '';
  for (const entry of record.entries) {
    yield between + inlineJson(entrySchema.parse(entry));
    between = ',\n';
  }
  yield rest.slice(at);
}

const dataBlock = (id: string) => `<script type="application/json" id="${id}">`;

function* pieces(record: DebateRecord, { context = [], pictures, ledger }: ExportSources = {}): Generator<string> {
  const parts = loadPageParts();
  yield `${renderHead(record, parts)}\n<div id="page"><main>`;
  yield renderToString(h(Summary, { record, check: h(Unchecked, {}) }));
  yield renderToString(h(ResultText, { record }));
  yield `</main><noscript><p class="banner">The transcript and the pictures need scripts.</p></noscript></div>\n${dataBlock('record')}`;
  yield* recordJson(record);
  yield `</script>\n${dataBlock('hunks')}${inlineJson(findHunks(record, context))}</script>\n`;
  if (record.pictures !== undefined) yield `${dataBlock('pictures')}${inlineJson(pictures?.() ?? {})}</script>\n`;
  if (ledger !== undefined) yield `${dataBlock('ledger')}${inlineJson(ledger)}</script>\n`;
  yield `<script type="text/plain" id="licenses">\n${parts.licenses.replaceAll('<', '&lt;')}\n</script>\n`;
  yield `<script>${parts.script}</script>\n</body>\n</html>\n`;
}

export const exporter: Exporter = {
  id: 'html',
  extension: '.html',
  mimeType: 'text/html; charset=utf-8',
  embedsLedger: true,
  pieces,
};
