// Markdown that models and people wrote, as elements: no HTML string is ever made of it, so nothing in it can run.
// Also runs in Node from source, where loaders read this and not the settings of the page:
/** @jsxRuntime automatic @jsxImportSource preact */
import MarkdownIt from 'markdown-it';
import { type ComponentChild, h } from 'preact';
import { showControls } from '../../domain/words/markdown-safe.ts';

const parser = new MarkdownIt({ html: false, linkify: false, maxNesting: 40 });

type Token = ReturnType<typeof parser.parse>[number];

const WEB = /^https?:\/\//i;
const SMALLEST_HEADING = 6;
const isHeading = ({ type }: Token) => type === 'heading_open' || type === 'heading_close';

/**
 * Gives headings of a text a place below those of the page, from `first` on: as deep as the text has them, without the steps that it
 * leaves out.
 */
function placeHeadings(tokens: readonly Token[], first: number): void {
  const headings = tokens.filter(isHeading);
  const used = [...new Set(headings.map(({ tag }) => tag))].sort();
  let level = first - 1;
  for (const token of headings) {
    if (token.nesting === 1) level = Math.min(first + used.indexOf(token.tag), level + 1, SMALLEST_HEADING);
    token.tag = `h${level}`;
  }
}

const readAttribute = (token: Token, name: string) => String(token.attrGet(name) ?? '');

function listAttributes(token: Token): Record<string, string> {
  if (token.type === 'ordered_list_open') {
    const start = readAttribute(token, 'start');
    return start === '' ? {} : { start };
  }
  if (token.type === 'th_open' || token.type === 'td_open') {
    const align = /text-align:(\w+)/.exec(readAttribute(token, 'style'))?.[1];
    return align === undefined ? {} : { class: `to-${align}` };
  }
  if (token.type !== 'link_open') return {};
  const href = readAttribute(token, 'href');
  return WEB.test(href) ? { href, rel: 'noopener noreferrer nofollow' } : {};
}

/** Links that lead elsewhere than to the web are text. */
const chooseElement = (token: Token): string =>
  token.type === 'link_open' && !WEB.test(readAttribute(token, 'href')) ? 'span' : token.tag;

function renderLeaf(token: Token): ComponentChild {
  switch (token.type) {
    case 'inline':
      return renderTokens(token.children ?? []);
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
      return `![${token.content}](${readAttribute(token, 'src')})`;
    default:
      return token.content;
  }
}

/** The flat list of tokens as a tree, with a stack of its own: however deep a text is nested, nothing overflows. */
function renderTokens(tokens: readonly Token[]): ComponentChild[] {
  const root: ComponentChild[] = [];
  const open: { tag: string; attributes: Record<string, string>; children: ComponentChild[] }[] = [];
  for (const token of tokens) {
    const into = open.at(-1)?.children ?? root;
    if (token.nesting === 1) {
      open.push({ tag: chooseElement(token), attributes: listAttributes(token), children: [] });
    } else if (token.nesting === -1) {
      const closed = open.pop();
      if (closed === undefined) continue;
      const { tag, attributes, children } = closed;
      const element = token.hidden ? children : h(tag, attributes, ...children);
      (open.at(-1)?.children ?? root).push(
        tag === 'table' ? h('div', { class: 'scrolls', tabIndex: 0 }, element) : element,
      );
    } else {
      into.push(renderLeaf(token));
    }
  }
  return root;
}

interface MarkdownProps {
  readonly text: string;
  /** Of the highest heading in the text; default: the one below the heading of a section. */
  readonly heading?: number;
}

export function Markdown({ text, heading = 3 }: MarkdownProps) {
  const tokens = parser.parse(showControls(text), {});
  placeHeadings(tokens, heading);
  return (
    <div class="prose" dir="auto">
      {renderTokens(tokens)}
    </div>
  );
}
