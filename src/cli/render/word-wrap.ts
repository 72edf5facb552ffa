// Wraps text at word borders while it streams in, so that a terminal does not cut words in two. Rows of a table stay whole.

/** Columns: longer lines are hard to read, however wide the terminal is. */
export const WIDEST = 100;

/** Feed it pieces with `write`; what cannot be placed yet is held back until more comes or `flush`. */
export class WordWrap {
  readonly #width: number;
  #column = 0;
  #word = '';
  /** The line is a row of a Markdown table, which breaks make unreadable. */
  #row = false;

  /** `width` in columns; a character counts as one. */
  constructor(width: number) {
    this.#width = width;
  }

  write(text: string): string {
    let out = '';
    for (const character of text) {
      if (character === '\n') {
        out += `${this.#place()}\n`;
        this.#column = 0;
        this.#row = false;
      } else if (character === ' ') {
        out += this.#place();
        if (this.#row || this.#column < this.#width) {
          out += ' ';
          this.#column += 1;
        }
      } else this.#word += character;
    }
    return out;
  }

  flush(): string {
    return this.#place();
  }

  #place(): string {
    const word = this.#word;
    const length = [...word].length;
    this.#word = '';
    if (length === 0) return '';
    if (this.#column === 0) this.#row = word.startsWith('|');
    const breaks = !this.#row && this.#column > 0 && this.#column + length > this.#width;
    this.#column = (breaks ? 0 : this.#column) + length;
    return breaks ? `\n${word}` : word;
  }
}
