// Markdown that models and people wrote, as elements: no HTML string is ever made of it, so nothing in it can run.
// Also runs in Node from source, where loaders read this and not the settings of the page:
/** @jsxRuntime automatic @jsxImportSource preact */
import { Lexer, type Token, Tokenizer, type Tokens, type TokensList } from 'marked';
import { type ComponentChild, h } from 'preact';
import { decodeEntities } from '../../domain/words/entities.ts';
import { showControls } from '../../domain/words/markdown-safe.ts';

/** What stands deeper is text. */
const DEEPEST = 40;
/** What the parser takes for a block grows faster than its lines, so that one of more lines without an empty one gets one. */
const MOST_LINES = 200;
/** A row with fewer cells than the head has is filled up, so that few characters can make many cells. Of one text. */
const MOST_CELLS = 65_536;
/** Of a paragraph. One with more, or with more marks, is read line by line, and such a line is text. */
const LONGEST = 16 * 1024;
const MOST_MARKS = 1_000;
const FENCE = /^ {0,3}(?:`{3}|~{3})/;
const DIVIDES_COLUMNS = /^.*\n.*[:|]/;

const asText = (raw: string): Token => ({ type: 'text', raw, text: raw });

/** HTML is text, links are only what was marked as one, and one tilde means "about". */
class PlainTokenizer extends Tokenizer {
  override html(): undefined {}
  override tag(): undefined {}
  override url(): undefined {}

  #cells = 0;

  /** Without a look at all that follows where the second line rules a table out. */
  override table(src: string) {
    if (!DIVIDES_COLUMNS.test(src)) return undefined;
    const [head = '', ...rows] = (/^[\s\S]*?(?=\n\s*\n|(?![\s\S]))/.exec(src)?.[0] ?? '').split('\n');
    this.#cells += head.split('|').length * rows.length;
    return this.#cells <= MOST_CELLS ? super.table(src) : undefined;
  }

  override del(src: string, masked: string, before?: string) {
    return src.startsWith('~~') ? super.del(src, masked, before) : undefined;
  }
}

const isShort = (src: string) => src.length <= LONGEST && (src.match(/[*_~[<`]/g)?.length ?? 0) <= MOST_MARKS;

class BoundedLexer extends Lexer {
  #depth = 0;

  override blockTokens(src: string, tokens?: Token[], clipped?: boolean): Token[];
  override blockTokens(src: string, tokens?: TokensList, clipped?: boolean): TokensList;
  override blockTokens(src: string, tokens: Token[] = [], clipped?: boolean): Token[] {
    return this.#within(src, tokens, this.#depth < DEEPEST, () => super.blockTokens(src, tokens, clipped));
  }

  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    if (isShort(src)) return this.#within(src, tokens, this.#depth < DEEPEST, () => super.inlineTokens(src, tokens));
    for (const line of src.split(/(?<=\n)/)) {
      this.#within(line, tokens, isShort(line) && this.#depth < DEEPEST, () => super.inlineTokens(line, tokens));
    }
    return tokens;
  }

  #within(src: string, tokens: Token[], isReadable: boolean, read: () => Token[]): Token[] {
    if (!isReadable) {
      tokens.push(asText(src));
      return tokens;
    }
    this.#depth += 1;
    try {
      return read();
    } finally {
      this.#depth -= 1;
    }
  }
}

function divideLongBlocks(text: string): string {
  let isCode = false;
  let lines = 0;
  return text
    .split('\n')
    .map((line) => {
      if (FENCE.test(line)) isCode = !isCode;
      lines = isCode || line.trim() === '' ? 0 : lines + 1;
      if (lines <= MOST_LINES) return line;
      lines = 1;
      return `\n${line}`;
    })
    .join('\n');
}

export function lexSafely(text: string): readonly Token[] {
  return new BoundedLexer({ gfm: true, tokenizer: new PlainTokenizer() }).lex(divideLongBlocks(text));
}

const WEB = /^https?:\/\//i;
/** Shown as it was written, so that nobody takes it for a link that is merely missing. */
const RUNS = /^\s*(?:javascript|vbscript|file|data):/i;
const SMALLEST_HEADING = 6;

/** With the brackets of an IPv6 host, which belong to it. */
const encodeAddress = (address: string) =>
  encodeURI(address.toWellFormed())
    .replaceAll('%25', '%')
    .replace(/^(https?:\/\/)%5B([\da-f:.]+)%5D/i, '$1[$2]');

function listDepths(tokens: readonly Token[]): readonly number[] {
  return tokens.flatMap((token) => {
    const items: readonly Token[] =
      token.type === 'list' ? token['items'] : 'tokens' in token ? (token.tokens ?? []) : [];
    return [...(token.type === 'heading' ? [token['depth'] as number] : []), ...listDepths(items)];
  });
}

/**
 * Gives headings of a text a place below those of the page, from `first` on: as deep as the text has them, without the steps that it
 * leaves out.
 */
function headingPlaces(tokens: readonly Token[], first: number): (depth: number) => string {
  const used = [...new Set(listDepths(tokens))].sort();
  let level = first - 1;
  return (depth) => {
    level = Math.min(first + used.indexOf(depth), level + 1, SMALLEST_HEADING);
    return `h${level}`;
  };
}

class Elements {
  readonly #headingAt: (depth: number) => string;

  constructor(headingAt: (depth: number) => string) {
    this.#headingAt = headingAt;
  }

  of(tokens: readonly Token[] | undefined): ComponentChild[] {
    return (tokens ?? []).map((token) => this.#element(token));
  }

  /** What is of no other kind is text. */
  #element(token: Token): ComponentChild {
    switch (token.type) {
      case 'space':
      case 'def':
        return null;
      case 'paragraph':
        return h('p', {}, ...this.of(token.tokens));
      case 'heading':
        return h(this.#headingAt((token as Tokens.Heading).depth), {}, ...this.of(token.tokens));
      case 'blockquote':
        return h('blockquote', {}, ...this.of(token.tokens));
      case 'list':
        return this.#list(token as Tokens.List);
      case 'table':
        return this.#table(token as Tokens.Table);
      case 'code':
        return h('pre', { tabIndex: 0 }, h('code', {}, token['text']));
      case 'hr':
      case 'br':
        return h(token.type, {});
      case 'strong':
      case 'em':
        return h(token.type, {}, ...this.of(token.tokens));
      case 'del':
        return h('s', {}, ...this.of(token.tokens));
      case 'codespan':
        return h('code', {}, token['text']);
      case 'link':
        return this.#link(token as Tokens.Link);
      case 'image':
        return `![${decodeEntities(token['text'])}](${decodeEntities(token['href'])})`;
      case 'escape':
        return token['text'];
      default:
        return 'tokens' in token && token.tokens !== undefined ? this.of(token.tokens) : decodeEntities(token.raw);
    }
  }

  /** One that leads elsewhere than to the web is text. */
  #link({ raw, href, tokens }: Tokens.Link): ComponentChild {
    const address = decodeEntities(href);
    if (RUNS.test(address)) return decodeEntities(raw);
    if (!WEB.test(address)) return h('span', {}, ...this.of(tokens));
    return h('a', { href: encodeAddress(address), rel: 'noopener noreferrer nofollow' }, ...this.of(tokens));
  }

  #list({ ordered, start, items }: Tokens.List): ComponentChild {
    const children = items.map(({ tokens }) => h('li', {}, ...this.of(tokens)));
    if (!ordered) return h('ul', {}, ...children);
    return h('ol', start === '' || start === 1 ? {} : { start }, ...children);
  }

  #table({ header, rows }: Tokens.Table): ComponentChild {
    const row = (cells: readonly Tokens.TableCell[], tag: 'th' | 'td') =>
      h(
        'tr',
        {},
        ...cells.map(({ tokens, align }) => h(tag, align === null ? {} : { class: `to-${align}` }, ...this.of(tokens))),
      );
    const body = rows.length === 0 ? null : h('tbody', {}, ...rows.map((cells) => row(cells, 'td')));
    return h('div', { class: 'scrolls', tabIndex: 0 }, h('table', {}, h('thead', {}, row(header, 'th')), body));
  }
}

interface MarkdownProps {
  readonly text: string;
  /** Of the highest heading in the text; default: the one below the heading of a section. */
  readonly heading?: number;
}

export function Markdown({ text, heading = 3 }: MarkdownProps) {
  const tokens = lexSafely(showControls(text));
  return (
    <div class="prose" dir="auto">
      {new Elements(headingPlaces(tokens, heading)).of(tokens)}
    </div>
  );
}
