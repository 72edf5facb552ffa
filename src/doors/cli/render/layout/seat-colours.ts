// The colour of each seat: the same wherever it is named in a debate.
import type { Colours } from '../../terminal/io.ts';
import type { Style } from './word-wrap.ts';

const PALETTE = ['blue', 'magenta', 'green', 'yellow', 'cyan', 'red'] as const;

export class SeatColours {
  readonly #colours: Colours;
  readonly #seats: string[];

  /** In the order of the debate. */
  constructor(colours: Colours, seats: readonly { readonly seat: string }[] = []) {
    this.#colours = colours;
    this.#seats = seats.map(({ seat }) => seat);
  }

  /** A seat that is new, such as one that was joined later, gets the next colour. */
  of(seat: string | undefined): Style {
    if (seat === undefined) return this.#colours.dim;
    if (!this.#seats.includes(seat)) this.#seats.push(seat);
    return this.#colours[PALETTE[this.#seats.indexOf(seat) % PALETTE.length] ?? 'cyan'];
  }
}
