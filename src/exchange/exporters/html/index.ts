// The HTML export: one file that asks for nothing, with the page's program and the record that it shows. What was decided, and by
// whom, is plain HTML as well, for readers without scripts.
import { readFileSync } from 'node:fs';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { findHunks } from '../../../domain/diffs/finding-hunks.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import { onceForName } from '../../../domain/once.ts';
import { HTML_GENERATOR } from '../../../domain/own-documents.ts';
import { type DebateRecord, debateRecordSchema } from '../../../domain/record.ts';
import { cutTitle } from '../../../domain/words/cut-line.ts';
import { showControls } from '../../../domain/words/markdown-safe.ts';
import { ResultText, Summary, Unchecked } from '../../../page/report/summary.tsx';
import { toPrintableJson } from '../../../support/control-characters.ts';
import { packageUrl } from '../../../support/package-root.ts';
import type { Exporter, ExportSources } from '../exporter.ts';

/** A program of the page, as the build leaves it. */
interface ScriptPart {
  readonly script: string;
  /** As a policy names it: "sha256-…". */
  readonly scriptDigest: string;
  /** Of the packages in the script, which ask to be passed on with it. */
  readonly licenses: string;
}

interface PageParts extends ScriptPart {
  readonly style: string;
  readonly styleDigest: string;
}

/** Read when the first page is written. Throws `storage` where the page was never built. */
const loadPart = onceForName((file: string): unknown => {
  try {
    return JSON.parse(readFileSync(packageUrl(`dist/page/${file}`), 'utf8'));
  } catch (cause) {
    throw new HallError('storage', 'The page is not built.', { hint: 'Run "npm run build" first.', cause });
  }
});

export const loadPageParts = () => loadPart('parts.json') as PageParts;

/** What a page with its ledger holds as well. */
const loadRebuild = () => loadPart('rebuild.json') as ScriptPart;

const entrySchema = debateRecordSchema.shape.entries.element;
const TITLE_LENGTH = 80;

const escapeHtml = (text: string) =>
  showControls(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** JSON inside a script element, which ends at the first "</script" whatever it is in. */
const inlineJson = (value: unknown) => toPrintableJson(value).replaceAll('<', '\\u003c');

function buildContentPolicy({ styleDigest }: PageParts, scripts: readonly ScriptPart[]): string {
  return [
    "default-src 'none'",
    `script-src ${scripts.map(({ scriptDigest }) => `'${scriptDigest}'`).join(' ')}`,
    `style-src '${styleDigest}'`,
    // Pictures of the debate, which stand in the file.
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

function renderHead(record: DebateRecord, parts: PageParts, scripts: readonly ScriptPart[]): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${buildContentPolicy(parts, scripts)}">`,
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
  const scripts = ledger === undefined ? [parts] : [loadRebuild(), parts];
  yield `${renderHead(record, parts, scripts)}\n<div id="page"><main>`;
  yield renderToString(h(Summary, { record, check: h(Unchecked, {}) }));
  yield renderToString(h(ResultText, { record }));
  yield `</main><noscript><p class="banner">The transcript and the pictures need scripts.</p></noscript></div>\n${dataBlock('record')}`;
  yield* recordJson(record);
  yield `</script>\n${dataBlock('hunks')}${inlineJson(findHunks(record, context))}</script>\n`;
  if (record.pictures !== undefined) yield `${dataBlock('pictures')}${inlineJson(pictures?.() ?? {})}</script>\n`;
  if (ledger !== undefined) yield `${dataBlock('ledger')}${inlineJson(ledger)}</script>\n`;
  const licenses = scripts.map((each) => each.licenses.replaceAll('<', '&lt;')).join('\n');
  yield `<script type="text/plain" id="licenses">\n${licenses}\n</script>\n`;
  for (const { script } of scripts) yield `<script>${script}</script>\n`;
  yield '</body>\n</html>\n';
}

export const exporter: Exporter = {
  id: 'html',
  extension: '.html',
  mimeType: 'text/html; charset=utf-8',
  embedsLedger: true,
  pieces,
};
