// The parts of a text in Markdown, whoever wrote it: without HTML, and without what would take a page long.
import { Lexer, type Token, Tokenizer, type TokensList } from 'marked';

export type { Token, Tokens } from 'marked';

/** What stands deeper is text. */
const DEEPEST = 40;
/** Blocks that are longer, or hold more marks, are text: the parser takes too long for them. */
const LONGEST = 16 * 1024;
const MOST_MARKS = 500;
/** So are quotes that go on in more lines without a mark, for each of which the parser begins again. */
const MOST_UNMARKED = 100;
const QUOTE = /^ {0,3}>/;
const DIVIDES_COLUMNS = /^.*\n.*[:|]/;

const asText = (raw: string): Token => ({ type: 'text', raw, text: raw });

/** HTML is text, links are only what was marked as one, and one tilde means "about". */
class PlainTokenizer extends Tokenizer {
  override html(): undefined {}
  override tag(): undefined {}
  override url(): undefined {}

  /** Without a look at all that follows where the second line rules a table out. */
  override table(src: string) {
    return DIVIDES_COLUMNS.test(src) ? super.table(src) : undefined;
  }

  override blockquote(src: string) {
    const raw = this.rules.block.blockquote.exec(src)?.[0];
    if (raw === undefined) return undefined;
    const unmarked = raw.split('\n').filter((line) => !QUOTE.test(line)).length;
    if (unmarked <= MOST_UNMARKED) return super.blockquote(src);
    return { type: 'blockquote' as const, raw, text: raw, tokens: [asText(raw)] };
  }

  override del(src: string, masked: string, before?: string) {
    return src.startsWith('~~') ? super.del(src, masked, before) : undefined;
  }
}

class BoundedLexer extends Lexer {
  #depth = 0;

  override blockTokens(src: string, tokens?: Token[], clipped?: boolean): Token[];
  override blockTokens(src: string, tokens?: TokensList, clipped?: boolean): TokensList;
  override blockTokens(src: string, tokens: Token[] = [], clipped?: boolean): Token[] {
    return this.#within(src, tokens, this.#depth < DEEPEST, () => super.blockTokens(src, tokens, clipped));
  }

  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    const isShort = src.length <= LONGEST && (src.match(/[*_~[<`]/g)?.length ?? 0) <= MOST_MARKS;
    return this.#within(src, tokens, isShort && this.#depth < DEEPEST, () => super.inlineTokens(src, tokens));
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

export function lexSafely(text: string): readonly Token[] {
  return new BoundedLexer({ gfm: true, tokenizer: new PlainTokenizer() }).lex(text);
}
