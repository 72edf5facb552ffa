// Untrusted text inside a Markdown page: it keeps its own lists, emphasis and code, but cannot leave its place, forge
// headings or HTML, notify people, close issues, load images or link to anything but the web.

const ZERO_WIDTH_SPACE = '\u200b';
const CONTROL_PICTURES = 0x2400;

/** Joiners and variants where scripts and emoji need them, and what `mute` puts in. */
const NEEDED = String.raw`(?<=(?!\p{ASCII})[\p{L}\p{M}\p{Emoji}])[\u200c\u200d](?=(?!\p{ASCII})[\p{L}\p{M}\p{Emoji}])|(?<=[\p{L}\p{S}\p{Emoji}])[\ufe00-\ufe0f]|(?<=[@#:]|GH-)\u200b`;
const UNSEEN = /[\u007f-\u009f\u2028\u2029\ufff9-\ufffb\p{DI}\p{Cs}]/u;

function replaceUnseen(text: string): string {
  // Few texts have any of it, and to make the pattern takes 2 ms.
  if (!UNSEEN.test(text)) return text;
  return text.replace(new RegExp(`(${NEEDED})|${UNSEEN.source}`, 'gu'), (_, needed?: string) => needed ?? '\ufffd');
}

/** Controls become visible pictures; whatever else nobody sees, or reorders text, becomes a replacement character. */
export function showControls(text: string): string {
  return replaceUnseen(
    text.replace(/[\u0000-\u0008\u000b-\u001f]/g, (char) => String.fromCharCode(CONTROL_PICTURES + char.charCodeAt(0))),
  );
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** Breaks what a host turns into notifications and cross references: @name, #123, GH-123, links to issues and commits. */
function mute(text: string): string {
  return text
    .replace(/@(?=[\p{L}\p{N}_-])/gu, `@${ZERO_WIDTH_SPACE}`)
    .replace(/#(?=\d)/g, `#${ZERO_WIDTH_SPACE}`)
    .replace(/\b(GH-)(?=\d)/gi, `$1${ZERO_WIDTH_SPACE}`)
    .replace(/:\/\/(?=[^\s)]*\/(?:issues|pull|pulls|discussions|commit|commits)\/)/gi, `:${ZERO_WIDTH_SPACE}//`);
}

const LINK_TARGET = /\]\((?!https?:\/\/)/gi;

/** Text that keeps its Markdown within one line. */
function escapeLine(line: string): string {
  return mute(
    escapeHtml(line)
      // Images load from anywhere, and "[!" opens an alert box.
      .replace(/!\[/g, '!\\[')
      .replace(/\[!/g, '\\[!')
      // Definitions of links and footnotes would hold for the whole page.
      .replace(/\]:/g, ']\\:')
      .replace(LINK_TARGET, ']\\('),
  );
}

/** Headings become the smallest ones, and underlines that would make one become rules or plain text. */
function flatten(line: string): string {
  const bare = line.replace(/[\s>]/g, '');
  if (/^=+$/.test(bare)) return line.replace('=', '\\=');
  if (/^-+$/.test(bare)) return bare.length >= 3 ? line.replace(/-[\s-]*$/, '***') : line.replace('-', '\\-');
  return line.replace(/^((?:[\s>*+-]|\d{1,9}[.)])*)(#{1,6})(?=\s|$)/, '$1######');
}

/** `code` in which something had to be escaped is written as HTML, where an entity shows the character it stands for. */
function inlineCode(line: string): string {
  const parts = line.split(/(`+[^`]+`+)/);
  return parts
    .map((part, index) => {
      const escaped = escapeLine(part);
      if (index % 2 === 0 || escaped === part) return escaped;
      const code = part.replace(/^`+|`+$/g, '');
      return `<code>${code.replace(/[^\p{L}\p{N}\s]/gu, (char) => `&#${char.codePointAt(0)};`)}</code>`;
    })
    .join('');
}

interface Fence {
  readonly mark: string;
  readonly language: string;
  readonly lines: string[];
}

const FENCE = /^\s*(?:(`{3,})([^`]*)|(~{3,})(.*))$/;
/** Languages that a host draws instead of showing. */
const DRAWN = /^(?:mermaid|geojson|topojson|stl|math|suggestion)$/i;

function closesFence(line: string, fence: Fence): boolean {
  const bare = line.trim();
  return bare.length >= fence.mark.length && bare === (fence.mark[0] as string).repeat(bare.length);
}

/** Code that is harmless however it is parsed stays as it is; other code becomes HTML, which nothing inside can end. */
function codeBlock(fence: Fence): string[] {
  const harmless = fence.lines.every((line) => flatten(escapeLine(line)) === line);
  if (!harmless) {
    const [first = '', ...rest] = fence.lines.map((line) => escapeHtml(line));
    return ['', `<pre><code>${first}`, ...rest, '</code></pre>', ''];
  }
  const language = /^[a-z0-9+-]{1,20}$/i.test(fence.language) && !DRAWN.test(fence.language) ? fence.language : '';
  return [`${fence.mark}${language}`, ...fence.lines, fence.mark];
}

/** Lines of Markdown that are safe inside a container of the page. */
function bodyLines(text: string): string[] {
  const out: string[] = [];
  let fence: Fence | undefined;
  for (const line of showControls(text.replace(/\r\n?/g, '\n')).split('\n')) {
    const opened = FENCE.exec(line);
    if (fence !== undefined) {
      if (closesFence(line, fence)) {
        out.push(...codeBlock(fence));
        fence = undefined;
      } else fence.lines.push(line);
    } else if (opened !== null) {
      const [, backticks, afterBackticks, tildes, afterTildes] = opened;
      const language = (afterBackticks ?? afterTildes ?? '').trim();
      fence = { mark: backticks ?? tildes ?? '', language, lines: [] };
    } else out.push(inlineCode(flatten(line)));
  }
  if (fence !== undefined) out.push(...codeBlock(fence));
  return out;
}

/** A blockquote that holds the text, every line of it. */
export function quoteBlock(text: string): string {
  return bodyLines(text)
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}

const oneLine = (text: string) => showControls(text.replace(/\s+/g, ' ').trim());

/** An underscore inside a word emphasises nothing, and ids such as `prop_001` are read by people, too. */
function escapeMarks(text: string): string {
  const escaped = text.replace(/[\\`*[\]#|~>$]/g, '\\$&');
  return escaped.includes('_') ? escaped.replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&') : escaped;
}

/** Plain text on one line, for headings, tables and list items: nothing in it is Markdown any more. */
export function escapePlain(text: string): string {
  return mute(escapeMarks(escapeHtml(oneLine(text))));
}

/** Code on one line, which nothing in it can end. */
export function codeSpan(text: string): string {
  const line = oneLine(text);
  const mark = '`'.repeat(1 + Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length)));
  const pad = /^`|`$/.test(line) ? ' ' : '';
  return `${mark}${pad}${line}${pad}${mark}`;
}

const WEB_ADDRESS = /^https?:\/\/[A-Za-z0-9.-]+(?::\d{1,5})?\/[A-Za-z0-9._~/?=&%+-]*(?:#[A-Za-z_-][A-Za-z0-9._~-]*)?$/;

/** An address that can be followed; what is none is plain text. */
export function webLink(address: string): string {
  return WEB_ADDRESS.test(address) ? `<${address}>` : escapePlain(address);
}

/** One line for places that are no Markdown and are read by machines all the same: titles and commit messages. */
export function inertLine(text: string): string {
  return mute(oneLine(text));
}

/** The same where the page holds HTML, in which a backslash would show. */
export function plainHtml(text: string): string {
  return mute(escapeHtml(oneLine(text)).replaceAll('>', '&gt;'));
}

/** `figures`: the columns whose cells are set to the right. */
export function renderTable(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  figures: readonly string[] = [],
): string {
  const rule = columns.map((column) => (figures.includes(column) ? '--:' : '---'));
  return [columns, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
