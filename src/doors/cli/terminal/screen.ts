// The screen of a terminal, which the live view and the prompts of a person share: while a person has it, events wait.
import type { LiveEvent } from '../../../domain/live-events.ts';
import { NO_VIEW, type View } from '../render/live/view.ts';

/** What comes in many pieces and is shown with the turn that it belongs to. */
const CAN_WAIT: ReadonlySet<LiveEvent['type']> = new Set(['text-delta', 'seat-started', 'waiting-for-person']);

export class Screen {
  #view: View = NO_VIEW;
  /** Not there while the view has the screen. */
  #waiting: LiveEvent[] | undefined;
  #tell: (() => void) | undefined;

  attach(view: View): void {
    this.#view = view;
  }

  listen(event: LiveEvent): void {
    if (this.#waiting === undefined) this.#view.listen(event);
    else {
      this.#waiting.push(event);
      if (!CAN_WAIT.has(event.type)) this.#tell?.();
    }
  }

  /** Says something that nobody misses while a person has the screen. */
  remark(text: string): void {
    if (this.#waiting === undefined) this.#view.remark?.(text);
  }

  /** Gives the screen to a person until `work` is done. */
  async lend<T>(work: () => Promise<T>): Promise<T> {
    this.#view.rest();
    this.#waiting = [];
    try {
      return await work();
    } finally {
      const waiting = this.#waiting;
      this.#waiting = undefined;
      for (const event of waiting) this.#view.listen(event);
    }
  }

  /** Calls `tell` when there is something to show, at once if there is already; returns what ends that. */
  onNews(tell: () => void): () => void {
    this.#tell = tell;
    if (this.#waiting?.some(({ type }) => !CAN_WAIT.has(type)) === true) tell();
    return () => {
      this.#tell = undefined;
    };
  }

  /** Prints what has come since. */
  show(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = [];
    for (const event of waiting) this.#view.listen(event);
    this.#view.rest();
  }
}
