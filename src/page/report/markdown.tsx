// Markdown that models and people wrote, as elements: no HTML string is ever made of it, so nothing in it can run.
// Also runs in Node from source, where loaders read this and not the settings of the page:
/** @jsxRuntime automatic @jsxImportSource preact */
import MarkdownIt from 'markdown-it';
import { type ComponentChild, type ComponentType, h } from 'preact';
import { visible } from '../../domain/words/markdown-safe.ts';

const parser = new MarkdownIt({ html: false, linkify: false, maxNesting: 40 });

type Token = ReturnType<typeof parser.parse>[number];

const WEB = /^https?:\/\//i;
const SMALLEST_HEADING = 6;
/** Headings of a text rank below those of the page. */
const HEADING_OFFSET = 3;

function tagOf(tag: string): string {
  const level = /^h([1-6])$/.exec(tag)?.[1];
  return level === undefined ? tag : `h${Math.min(SMALLEST_HEADING, Number(level) + HEADING_OFFSET)}`;
}

const attribute = (token: Token, name: string) => String(token.attrGet(name) ?? '');

function attributesOf(token: Token): Record<string, string> {
  if (token.type === 'ordered_list_open') {
    const start = attribute(token, 'start');
    return start === '' ? {} : { start };
  }
  if (token.type === 'th_open' || token.type === 'td_open') {
    const align = /text-align:(\w+)/.exec(attribute(token, 'style'))?.[1];
    return align === undefined ? {} : { class: `to-${align}` };
  }
  if (token.type !== 'link_open') return {};
  const href = attribute(token, 'href');
  return WEB.test(href) ? { href, rel: 'noopener noreferrer nofollow' } : {};
}

/** Links that lead elsewhere than to the web are text. */
const elementOf = (token: Token): string =>
  token.type === 'link_open' && !WEB.test(attribute(token, 'href')) ? 'span' : tagOf(token.tag);

function leafOf(token: Token): ComponentChild {
  switch (token.type) {
    case 'inline':
      return elementsOf(token.children ?? []);
    case 'text':
      return token.content;
    case 'softbreak':
      return '\n';
    case 'hardbreak':
      return h('br', {});
    case 'hr':
      return h('hr', {});
    case 'code_inline':
      return h('code', {}, token.content);
    case 'code_block':
    case 'fence':
      return h('pre', { tabIndex: 0 }, h('code', {}, token.content));
    case 'image':
      return `![${token.content}](${attribute(token, 'src')})`;
    default:
      return token.content;
  }
}

/** The flat list of tokens as a tree, with a stack of its own: however deep a text is nested, nothing overflows. */
function elementsOf(tokens: readonly Token[]): ComponentChild[] {
  const root: ComponentChild[] = [];
  const open: { tag: string; attributes: Record<string, string>; children: ComponentChild[] }[] = [];
  for (const token of tokens) {
    const into = open.at(-1)?.children ?? root;
    if (token.nesting === 1) {
      open.push({ tag: elementOf(token), attributes: attributesOf(token), children: [] });
    } else if (token.nesting === -1) {
      const closed = open.pop();
      if (closed === undefined) continue;
      const { tag, attributes, children } = closed;
      const element = token.hidden ? children : h(tag, attributes, ...children);
      (open.at(-1)?.children ?? root).push(
        tag === 'table' ? h('div', { class: 'scrolls', tabIndex: 0 }, element) : element,
      );
    } else {
      into.push(leafOf(token));
    }
  }
  return root;
}

export const Markdown: ComponentType<{ readonly text: string }> = ({ text }) => (
  <div class="prose" dir="auto">
    {elementsOf(parser.parse(visible(text), {}))}
  </div>
);
