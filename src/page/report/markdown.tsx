// Markdown that models and people wrote, as elements: no HTML string is ever made of it, so nothing in it can run.
// Also runs in Node from source, where loaders read this and not the settings of the page:
/** @jsxRuntime automatic @jsxImportSource preact */
import { type ComponentChild, h } from 'preact';
import { decodeEntities } from '../../domain/words/entities.ts';
import { showControls } from '../../domain/words/markdown-safe.ts';
import { lexSafely, type Token, type Tokens } from './markdown-tokens.ts';

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
