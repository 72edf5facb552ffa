// The last line of the terminal while agents are asked: it is there until something is said or the run ends.
import yoctoSpinner from 'yocto-spinner';
import { onRelease } from '../../../../process/cleanup/stop-signals.ts';
import { stringWidth } from '../layout/string-width.ts';

const REFRESH_MS = 500;
/** The spinner and a blank before the text, and one column that stays free so that the terminal begins no line. */
const AROUND = 3;

export class StatusLine {
  readonly #stream: NodeJS.WriteStream;
  readonly #spinner;
  #text: ((columns: number) => string) | undefined;
  #ticker: NodeJS.Timeout | undefined;
  /** While it is there the cursor is hidden. */
  #forget = () => {};
  readonly #resized = () => this.#redraw();

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream;
    this.#spinner = yoctoSpinner({ stream, handleSignals: false });
  }

  /** Keeps it up to date until it is hidden. Whole lines can be written meanwhile; they come to stand above it. */
  show(text: (columns: number) => string): void {
    this.#text = text;
    if (this.#ticker !== undefined) {
      this.#refresh();
      return;
    }
    this.#spinner.start(this.#now());
    this.#ticker = setInterval(() => this.#refresh(), REFRESH_MS);
    this.#ticker.unref();
    this.#stream.on('resize', this.#resized);
    this.#forget = onRelease(() => this.#spinner.stop());
  }

  hide(): void {
    clearInterval(this.#ticker);
    this.#ticker = undefined;
    this.#stream.off('resize', this.#resized);
    this.#forget();
    if (this.#spinner.isSpinning) this.#spinner.stop();
  }

  #now(): string {
    return this.#text?.((this.#stream.columns || 80) - AROUND) ?? '';
  }

  #refresh(): void {
    if (this.#spinner.isSpinning) this.#spinner.text = this.#now();
    else this.#spinner.start(this.#now());
  }

  /** A terminal that became narrower has broken the line in several. */
  #redraw(): void {
    const rows = Math.ceil((stringWidth(this.#spinner.text) + AROUND - 1) / (this.#stream.columns || 80));
    this.#spinner.stop();
    if (rows > 1) this.#stream.moveCursor(0, 1 - rows);
    this.#stream.clearScreenDown();
    this.#spinner.start(this.#now());
  }
}
