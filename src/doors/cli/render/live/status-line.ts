// The last line of the terminal while agents are asked: it is there until something is said or the run ends.
import yoctoSpinner from 'yocto-spinner';
import type { Range } from '../../../../domain/calls.ts';
import { countNoun, formatCost, formatDuration } from '../../../../domain/words/format-figures.ts';
import { onRelease } from '../../../../process/cleanup/stop-signals.ts';
import { onSuspend } from '../../../../process/cleanup/suspension.ts';
import { stringWidth } from '../layout/word-wrap.ts';

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
    const stop = () => void this.#spinner.stop();
    const forget = [onRelease(stop), onSuspend(stop, () => this.#refresh())];
    this.#forget = () => {
      for (const each of forget) each();
    };
    this.#spinner.start(this.#now());
    this.#ticker = setInterval(() => this.#refresh(), REFRESH_MS);
    this.#ticker.unref();
    this.#stream.on('resize', this.#resized);
  }

  hide(): void {
    clearInterval(this.#ticker);
    this.#ticker = undefined;
    this.#stream.off('resize', this.#resized);
    if (this.#spinner.isSpinning) this.#spinner.stop();
    this.#forget();
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

// The words of the status line: who is being waited for, and what the run has taken so far.

interface Waiting {
  readonly label: string;
  readonly round?: string | undefined;
  readonly rounds?: string | undefined;
  readonly ms: number;
}

export interface StatusProgress {
  /** Contributions that were recorded. */
  readonly done: number;
  readonly planned?: Range | undefined;
  readonly tokens: number;
  readonly costMicroUsd: number;
}

const MINUTE_MS = 60_000;

/** Without tenths, which would flicker. */
const seconds = (ms: number) => (ms < MINUTE_MS ? `${Math.floor(ms / 1_000)} s` : formatDuration(ms));

function roundText(waiting: readonly Waiting[]): string | undefined {
  const [first, ...others] = waiting;
  if (first?.round === undefined || others.some(({ round }) => round !== first.round)) return undefined;
  return first.rounds === undefined ? `round ${first.round}` : `round ${first.round} of ${first.rounds}`;
}

/** A run may be past the fewest calls that it takes, never past the most. */
function planCalls({ atLeast, atMost }: NonNullable<StatusProgress['planned']>): string {
  return `${atLeast === atMost ? '' : 'up to '}${countNoun(atMost, 'call')}`;
}

/** "round 1 of 2 · Wall speaks · 12 s · 1,234 tokens · $0.0120 · 3 of 9 calls"; the less important parts give way first. */
export function statusText(waiting: readonly Waiting[], progress: StatusProgress, columns: number): string {
  const { done, planned, tokens, costMicroUsd } = progress;
  const labels = waiting.map(({ label }) => label);
  const time = seconds(Math.max(0, ...waiting.map(({ ms }) => ms)));
  const calls = planned === undefined ? countNoun(done, 'call') : `${done} of ${planCalls(planned)}`;
  const parts = {
    round: roundText(waiting),
    seats: labels.join(', '),
    time,
    tokens: tokens === 0 ? undefined : countNoun(tokens, 'token'),
    cost: costMicroUsd === 0 ? undefined : formatCost(costMicroUsd, 1, 0),
    calls,
  };
  const line = (): string =>
    Object.values(parts)
      .filter((part) => part !== undefined)
      .join(' · ');
  if (stringWidth(line()) > columns && labels.length > 1) parts.seats = `${labels.length} seats`;
  for (const part of ['tokens', 'cost', 'calls', 'round'] as const) {
    if (stringWidth(line()) > columns) Object.assign(parts, { [part]: undefined });
  }
  return stringWidth(line()) > columns ? time : line();
}
