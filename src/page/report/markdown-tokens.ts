// The parts of a text in Markdown, whoever wrote it: without HTML, and without what would take a page long.
import { Lexer, type Token, Tokenizer, type TokensList } from 'marked';

export type { Token, Tokens } from 'marked';

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
