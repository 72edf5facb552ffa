// How many columns a text takes, and text wrapped at word borders while it streams in, so that a terminal does not cut words in two.
import exactWidth from 'fast-string-width';
import { once } from '../../../../domain/once.ts';

const segmenter = once(() => new Intl.Segmenter(undefined, { granularity: 'grapheme' }));

/** The first call loads the tables of Unicode, which takes about 10 ms: ask only for text that has to be cut. */
export function* splitGraphemes(text: string): Generator<string> {
  for (const { segment } of segmenter().segment(text)) yield segment;
}

const ASCII = /^[ -~]*$/;

/** Most words are plain ASCII, one column for each character; the library would load the tables of Unicode for them. */
export const stringWidth = (text: string): number => (ASCII.test(text) ? text.length : exactWidth(text));

/** Columns: longer lines are hard to read, however wide the terminal is. */
const WIDEST = 100;

/** Columns for text on this stream; without end where nobody looks at columns. A terminal that knows no width says 0. */
export function getColumns(stream: { readonly isTTY?: boolean; readonly columns?: number }): number {
  return stream.isTTY === true ? Math.min(stream.columns || WIDEST, WIDEST) : Number.POSITIVE_INFINITY;
}

/** Adds escape sequences around a text and nothing else. */
export type Style = (text: string) => string;

/** The same for tables, which may be as wide as the terminal is. */
export function getRoom(stream: { readonly isTTY?: boolean; readonly columns?: number }): number {
  return stream.isTTY === true ? stream.columns || WIDEST : Number.POSITIVE_INFINITY;
}

export interface WrapOptions {
  /** Begins every line. */
  readonly bar?: string;
  /** Begins the lines that a break makes. */
  readonly hang?: string;
  /**
   * No line is longer than the width, so that the terminal begins none by itself. Else a word that is too long, and a row of a
   * Markdown table, stay whole.
   */
  readonly strict?: boolean;
}

export interface Piece {
  readonly text: string;
  readonly style: Style;
}

const PLAIN: Style = (text) => text;
/** A line end, a blank, or what stands between them. */
const RUNS = /[\n\u2028\u2029 \t]|[^\n\u2028\u2029 \t]+/g;
const LINE_END = /[\n\u2028\u2029]/;
/** Scripts that are written without blanks, so that a line may break after each character. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff01-\uff60]/u;
/** What never begins a line, and what never ends one. */
const CLOSES = /[、。，．・：；？！）〕］｝〉》」』】ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ]/u;
const OPENS = /[（〔［｛〈《「『【*]$/u;

/** Feed it pieces with `write`; what cannot be placed yet is held back until more comes or `flush`. */
export class WordWrap {
  readonly #width: number;
  readonly #bar: string;
  readonly #hang: string;
  readonly #strict: boolean;
  #column = 0;
  #word: Piece[] = [];
  /** Nothing was written on the line, not even the bar. */
  #fresh = true;
  /** The line is a row of a Markdown table, which breaks make unreadable. */
  #row = false;
  /** A blank was left out, as the line is full. */
  #owed = false;

  /** `width` in columns of the terminal, bar included. */
  constructor(width: number, { bar = '', hang = '', strict = bar !== '' }: WrapOptions = {}) {
    this.#width = Math.max(1, width - stringWidth(bar));
    this.#bar = bar;
    this.#hang = hang;
    this.#strict = strict;
  }

  write(text: string, style: Style = PLAIN): string {
    if (this.#width === Number.POSITIVE_INFINITY) return this.#writeLines(text, style);
    let out = '';
    for (const [run] of text.matchAll(RUNS)) {
      if (LINE_END.test(run)) out += this.#place() + this.#endLine();
      else if (run === ' ' || run === '\t') out += this.#place() + this.#blank();
      else out += this.#continueWord(run, style);
    }
    return out;
  }

  flush(): string {
    return this.#place();
  }

  /** Where nobody looks at columns, no word has to be placed. */
  #writeLines(text: string, style: Style): string {
    const [first = '', ...more] = text.split(LINE_END);
    const write = (line: string) => (line === '' ? '' : this.#begin() + style(line.replaceAll('\t', ' ')));
    return write(first) + more.map((line) => this.#endLine() + write(line)).join('');
  }

  /** Only scripts without blanks are looked at character by character. */
  #continueWord(run: string, style: Style): string {
    const last = this.#word.at(-1)?.text.slice(-1) ?? '';
    if (!UNSPACED.test(last + run)) {
      this.#add(run, style);
      return '';
    }
    let out = '';
    for (const character of run) {
      if (this.#breaksBefore(character)) out += this.#place();
      this.#add(character, style);
    }
    return out;
  }

  #add(text: string, style: Style): void {
    const last = this.#word.at(-1);
    if (last === undefined || last.style !== style) this.#word.push({ text, style });
    else this.#word[this.#word.length - 1] = { text: last.text + text, style };
  }

  #breaksBefore(character: string): boolean {
    const last = this.#word.at(-1)?.text;
    if (last === undefined || CLOSES.test(character) || OPENS.test(last)) return false;
    return UNSPACED.test(character) || UNSPACED.test(last.slice(-1));
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
    this.#owed = false;
    return `${bar}\n`;
  }

  #break(): string {
    this.#column = stringWidth(this.#hang);
    this.#fresh = true;
    this.#owed = false;
    return `\n${this.#begin()}${this.#hang}`;
  }

  #blank(): string {
    if (this.#column >= this.#width && (this.#strict || !this.#row)) {
      this.#owed = true;
      return '';
    }
    this.#column += 1;
    return `${this.#begin()} `;
  }

  #place(): string {
    const word = this.#word;
    if (word.length === 0) return '';
    this.#word = [];
    const text = word.map((piece) => piece.text).join('');
    if (this.#column === 0) this.#row = text.startsWith('|');
    const width = stringWidth(text);
    const isTooLong = this.#strict && width > (this.#row ? this.#width - this.#column : this.#width);
    if (isTooLong) return this.#cut(word);
    const isCrossing = !this.#row && this.#column > 0 && this.#column + width > this.#width;
    // A path that a new line would not make fit either stays beside its label.
    const breaks = isCrossing && (this.#hang === '' || width <= this.#width - stringWidth(this.#hang));
    const before = breaks ? this.#break() : this.#begin() + (this.#owed ? ' ' : '');
    this.#owed = false;
    this.#column += width;
    return before + word.map((piece) => piece.style(piece.text)).join('');
  }

  /** Fills lines with a word that is longer than one. */
  #cut(word: readonly Piece[]): string {
    let out = this.#begin();
    for (const { text, style } of word) {
      let run = '';
      for (const segment of splitGraphemes(text)) {
        const width = stringWidth(segment);
        if (this.#column + width > this.#width) {
          out += (run === '' ? '' : style(run)) + this.#break();
          run = '';
        }
        this.#column += width;
        run += segment;
      }
      out += run === '' ? '' : style(run);
    }
    return out;
  }
}

export function wrapText(text: string, width: number, options: WrapOptions): string {
  const wrap = new WordWrap(width, options);
  return wrap.write(text) + wrap.flush();
}

/** What somebody copies: a command in quotation marks, or behind "Next", a colon or a dot, and a file behind a label. */
const COPIED =
  /(?<="|[·:;] |^(?:\x1b\[\d+m)?(?:Next|next:)? *(?:\x1b\[\d+m)? *)(?:(?:npm start --|npx debate-hall|debate-hall) [a-z]|git log --patch |npm uninstall )(?:'[^']*'|[^"·;()])*(?=["·;()]|$)|(?<=^| {2}|\x1b\[\d+m)(?:\/|[A-Z]:\\).*\.\w+$/g;
/** For private use, so that no text has it, and neither a blank nor a letter to whoever wraps. */
const GLUE = '\ue000';
const BETWEEN_COPIED = new RegExp(`${GLUE}· (?=\\S+${GLUE})`, 'g');

/** A line of our own, wrapped; what is copied from it stays on one line, and commands in a row that is too long get one each. */
export function wrapMessage(line: string, width: number, hang = ''): string {
  if (width === Number.POSITIVE_INFINITY) return line;
  const glued = line.replace(COPIED, (copied) => copied.replaceAll(' ', GLUE));
  const laid = stringWidth(line) > width ? glued.replace(BETWEEN_COPIED, `\n${hang}`) : glued;
  return wrapText(laid, width, { hang }).replaceAll(/ +\n/g, '\n').replaceAll(GLUE, ' ');
}
