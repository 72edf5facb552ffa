// Wraps text at word borders while it streams in, so that a terminal does not cut words in two. Rows of a table stay whole.
import stringWidth from 'fast-string-width';
import { Emphasis } from './emphasis.ts';

/** Columns: longer lines are hard to read, however wide the terminal is. */
const WIDEST = 100;

/** Columns for text on this stream; without end where nobody looks at columns. A terminal that knows no width says 0. */
export function columnsOf(stream: { readonly isTTY?: boolean; readonly columns?: number }): number {
  return stream.isTTY === true ? Math.min(stream.columns || WIDEST, WIDEST) : Number.POSITIVE_INFINITY;
}

/** The same for tables, which may be as wide as the terminal is. */
export function roomOf(stream: { readonly isTTY?: boolean; readonly columns?: number }): number {
  return stream.isTTY === true ? stream.columns || WIDEST : Number.POSITIVE_INFINITY;
}

export interface WrapOptions {
  /** Begins every line. No line is then longer than the width, so that the terminal begins none by itself. */
  readonly bar?: string;
  /** Begins the lines that a break makes. */
  readonly hang?: string;
  /** Shows what stands between two "**"; without it they stay. */
  readonly bold?: ((text: string) => string) | undefined;
}

const LINE_ENDS = /^[\n\u2028\u2029]$/;
/** Scripts that are written without blanks, so that a line may break after each character. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff01-\uff60]/u;
/** What never begins a line, and what never ends one. */
const CLOSES = /[、。，．・：；？！）〕］｝〉》」』】ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ]/u;
const OPENS = /[（〔［｛〈《「『【*]$/u;

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Feed it pieces with `write`; what cannot be placed yet is held back until more comes or `flush`. */
export class WordWrap {
  readonly #width: number;
  readonly #bar: string;
  readonly #hang: string;
  readonly #emphasis: Emphasis;
  #column = 0;
  #word = '';
  /** Nothing was written on the line, not even the bar. */
  #fresh = true;
  /** The line is a row of a Markdown table, which breaks make unreadable. */
  #row = false;

  /** `width` in columns of the terminal, bar included. */
  constructor(width: number, { bar = '', hang = '', bold }: WrapOptions = {}) {
    this.#width = Math.max(1, width - stringWidth(bar));
    this.#bar = bar;
    this.#hang = hang;
    this.#emphasis = new Emphasis(bold);
  }

  write(text: string): string {
    let out = '';
    for (const character of text) {
      if (LINE_ENDS.test(character)) out += this.#place() + this.#endLine();
      else if (character === ' ' || character === '\t') out += this.#place() + this.#blank();
      else {
        if (this.#breaksBefore(character)) out += this.#place();
        this.#word += character;
      }
    }
    return out;
  }

  flush(): string {
    return this.#place();
  }

  #breaksBefore(character: string): boolean {
    if (this.#word === '' || CLOSES.test(character) || OPENS.test(this.#word)) return false;
    return UNSPACED.test(character) || UNSPACED.test(this.#word.slice(-1));
  }

  #begin(): string {
    const bar = this.#fresh ? this.#bar : '';
    this.#fresh = false;
    return bar;
  }

  #endLine(): string {
    const bar = this.#begin();
    this.#column = 0;
    this.#fresh = true;
    this.#row = false;
    this.#emphasis.end();
    return `${bar}\n`;
  }

  #break(): string {
    this.#column = stringWidth(this.#hang);
    this.#fresh = true;
    return `\n${this.#begin()}${this.#hang}`;
  }

  #blank(): string {
    if (this.#column >= this.#width && (this.#bar !== '' || !this.#row)) return '';
    this.#column += 1;
    return `${this.#begin()} `;
  }

  #place(): string {
    if (this.#word === '') return '';
    if (this.#column === 0) this.#row = this.#word.startsWith('|');
    const { shown, width } = this.#emphasis.of(this.#word);
    const word = this.#word;
    this.#word = '';
    const isTooLong = this.#bar !== '' && width > (this.#row ? this.#width - this.#column : this.#width);
    if (isTooLong) return this.#cut(word);
    const isCrossing = !this.#row && this.#column > 0 && this.#column + width > this.#width;
    // A path that a new line would not make fit either stays beside its label.
    const breaks = isCrossing && (this.#hang === '' || width <= this.#width - stringWidth(this.#hang));
    const before = breaks ? this.#break() : this.#begin();
    this.#column += width;
    return before + shown;
  }

  /** Fills lines with a word that is longer than one. */
  #cut(word: string): string {
    let out = this.#begin();
    for (const { segment } of graphemes.segment(word)) {
      const width = stringWidth(segment);
      if (this.#column + width > this.#width) out += this.#break();
      this.#column += width;
      out += segment;
    }
    return out;
  }
}

/** A whole text, wrapped. */
export function wrapText(text: string, width: number, options: WrapOptions = {}): string {
  const wrap = new WordWrap(width, options);
  return wrap.write(text) + wrap.flush();
}
