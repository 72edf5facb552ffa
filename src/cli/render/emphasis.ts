// Shows **bold** words of Markdown as bold, one word at a time as they stream in.
import stringWidth from 'fast-string-width';

const OPENING = /^([^\p{L}\p{N}*/]*)\*\*(?=[^\s*/])/u;
const CLOSING = /\*\*([^\p{L}\p{N}*/]*)$/u;

export class Emphasis {
  readonly #bold: ((text: string) => string) | undefined;
  #isOpen = false;

  constructor(bold: ((text: string) => string) | undefined) {
    this.#bold = bold;
  }

  /** The word as it is shown, and the columns that it takes. */
  renderWord(word: string): { shown: string; width: number } {
    const bold = this.#bold;
    if (bold === undefined || !(this.#isOpen || word.includes('**'))) return { shown: word, width: stringWidth(word) };
    const opening = this.#isOpen ? null : OPENING.exec(word);
    const before = opening?.[1] ?? '';
    const rest = opening === null ? word : word.slice(opening[0].length);
    this.#isOpen ||= opening !== null;
    if (!this.#isOpen) return { shown: word, width: stringWidth(word) };
    const closing = CLOSING.exec(rest);
    const inside = closing === null ? rest : rest.slice(0, closing.index);
    const after = closing?.[1] ?? '';
    if (closing !== null) this.#isOpen = false;
    return {
      shown: `${before}${inside === '' ? '' : bold(inside)}${after}`,
      width: stringWidth(before + inside + after),
    };
  }

  /** Nothing stays bold beyond its line, however it was meant. */
  end(): void {
    this.#isOpen = false;
  }
}
