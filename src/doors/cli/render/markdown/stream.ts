// Shows Markdown while it streams in: block by block, and lists item by item, each as soon as it is certain how it ends.
import { lexer, type Token, type Tokens } from 'marked';
import { stripControl } from '../../../../support/control-characters.ts';
import type { Colours } from '../../terminal/io.ts';
import { wrapText } from '../layout/word-wrap.ts';
import { BlockLines } from './blocks.ts';

/** Where a block may have ended: at a blank line, a heading, a rule, an item, a fence, a quote. */
const MAY_END = /^\s*($|[-*+#>_=]|\d+[.)]|`{3}|~{3})/;
const BLANK_END = /\n[ \t]*\n$/;
/** Up to here every line is looked at; after that only when much has come, as a model may write one block without end. */
const EASY = 4 * 1024;
const GROWTH = 1.5;
/** Blocks that are longer, or hold more marks or deeper quotes and lists, are shown as they were written: the parser takes too long for them. */
const LONGEST = 16 * 1024;
const LONGEST_CODE = 256 * 1024;
const MOST_MARKS = 500;
const DEEPEST = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))){16}/m;
const OPENS_CODE = /^\s*\n? {0,3}(?:`{3,}[^`\n]*|~{3,}.*)\n/;

function isReadable(text: string): boolean {
  if (OPENS_CODE.test(text)) return text.length <= LONGEST_CODE;
  const marks = text.match(/[*_~]/g)?.length ?? 0;
  return text.length <= LONGEST && marks <= MOST_MARKS && !DEEPEST.test(text);
}

/** Nothing that follows can change how this block is shown; `isBlankAfter` when a blank line follows it. */
function isWhole(token: Token, isBlankAfter: boolean): boolean {
  switch (token.type) {
    case 'heading':
    case 'hr':
      return true;
    case 'paragraph':
    case 'table':
    case 'blockquote':
    case 'html':
    case 'def':
      return isBlankAfter;
    case 'code': {
      const fence = /^ {0,3}(`{3,}|~{3,})/.exec(token.raw)?.[1];
      return fence !== undefined && token.raw.trimEnd().slice(fence.length).endsWith(fence);
    }
    default:
      return false;
  }
}

/** A list without its last item, which may still grow. */
function withoutLast(list: Tokens.List): Tokens.List[] {
  const items = list.items.slice(0, -1);
  return items.length === 0 ? [] : [{ ...list, items, raw: items.map(({ raw }) => raw).join('') }];
}

function takeFinished(tokens: readonly Token[], text: string): readonly Token[] {
  const last = tokens.findLastIndex(({ type }) => type !== 'space');
  const token = tokens[last];
  if (token === undefined || isWhole(token, BLANK_END.test(text))) return tokens;
  const before = tokens.slice(0, last);
  return token.type === 'list' ? [...before, ...withoutLast(token as Tokens.List)] : before;
}

export class MarkdownStream {
  readonly #width: () => number;
  readonly #blocks: BlockLines;
  #line = '';
  #pending = '';
  #lookAt = 0;

  /** The width is asked for at every block, as the terminal may have changed. */
  constructor(colours: Colours, width: () => number) {
    this.#width = width;
    this.#blocks = new BlockLines(colours);
  }

  /** The lines that are ready. */
  write(text: string): string[] {
    const lines = (this.#line + text).split('\n');
    this.#line = lines.pop() ?? '';
    return lines.flatMap((line) => {
      this.#pending += `${line}\n`;
      if (!MAY_END.test(line) || this.#pending.length < this.#lookAt) return [];
      return this.#take(takeFinished);
    });
  }

  /** The lines of what is left. */
  flush(): string[] {
    this.#pending += this.#line;
    this.#line = '';
    return this.#take((tokens) => tokens);
  }

  #take(choose: (tokens: readonly Token[], text: string) => readonly Token[]): string[] {
    const text = this.#pending;
    if (text.trim() === '') return [];
    try {
      if (!isReadable(text)) return this.#asWritten();
      const tokens = choose(lexer(text), text);
      const taken = tokens.map(({ raw }) => raw).join('');
      if (!text.startsWith(taken)) return [];
      this.#pending = text.slice(taken.length);
      this.#lookAt = this.#pending.length < EASY ? 0 : this.#pending.length * GROWTH;
      return this.#blocks.next(tokens, this.#width());
    } catch (error) {
      // Blocks that are nested too deep for the parser.
      if (!(error instanceof RangeError)) throw error;
      return this.#asWritten();
    }
  }

  #asWritten(): string[] {
    const text = this.#pending.trimEnd();
    this.#pending = '';
    this.#lookAt = 0;
    return wrapText(stripControl(text), this.#width(), { strict: true }).split('\n');
  }
}
