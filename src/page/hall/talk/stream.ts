// The one stream of a tab: open while the tab is seen, and opened again whenever it breaks off. After each opening everything that
// is shown is read again, so that nothing is missed.
import { signal } from '@preact/signals';
import { createParser } from 'eventsource-parser';
import type { StreamMessage } from '../../../domain/hall-page/stream.ts';
import { describeError, NoAnswer, readRefusal } from './failures.ts';
import { loseSession, readToken, session, withToken } from './session.ts';

export type StreamState = 'open' | 'opening' | 'asleep' | 'broken';

export const connection = signal<StreamState>('opening');

/** What the hall says of a stream that it does not open for now; empty where it says nothing. */
export const streamProblem = signal('');

/** Whoever gets one of these from the hall is nobody in it: unknown, without a role, or of another hall. */
const NOBODY: ReadonlySet<string> = new Set(['not-authenticated', 'not-permitted', 'not-found']);

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 5_000;

type Listener = (messages: readonly StreamMessage[]) => void;

async function readStream(response: Response, take: (message: StreamMessage) => void): Promise<void> {
  const parser = createParser({ onEvent: ({ data }) => take(JSON.parse(data) as StreamMessage) });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let chunk = await reader?.read(); chunk !== undefined && !chunk.done; chunk = await reader?.read()) {
    parser.feed(chunk.value);
  }
}

/** Hands over what came since the last frame at once: a model that speaks fast must not be drawn word by word. */
function inFrames(listen: Listener): (message: StreamMessage) => void {
  let waiting: StreamMessage[] = [];
  const flush = () => {
    const messages = waiting;
    waiting = [];
    listen(messages);
  };
  return (message) => {
    if (waiting.length === 0) requestAnimationFrame(flush);
    waiting.push(message);
  };
}

export class HallStream {
  readonly #take: (message: StreamMessage) => void;
  #followed: readonly string[] = [];
  #current: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waitMs = FIRST_WAIT_MS;

  constructor(listen: Listener) {
    this.#take = inFrames(listen);
  }

  start(): void {
    document.addEventListener('visibilitychange', () => this.#restart());
    addEventListener('online', () => this.#restart());
    session.subscribe(() => this.#restart());
  }

  /** Debates of which every word is wanted. */
  follow(ids: readonly string[]): void {
    if (ids.join('\n') === this.#followed.join('\n')) return;
    this.#followed = ids;
    this.#restart();
  }

  #restart(): void {
    clearTimeout(this.#timer);
    const previous = this.#current;
    this.#current = undefined;
    previous?.abort();
    if (document.hidden) {
      connection.value = 'asleep';
    } else if (session.peek() === 'open') {
      this.#waitMs = FIRST_WAIT_MS;
      void this.#run();
    }
  }

  async #run(): Promise<void> {
    const current = new AbortController();
    this.#current = current;
    connection.value = 'opening';
    try {
      const query = new URLSearchParams(this.#followed.map((id) => ['follow', id]));
      const token = readToken();
      const response = await fetch(`/api/live?${query}`, { headers: withToken(token), signal: current.signal });
      streamProblem.value = '';
      if (!response.ok) {
        const why = await readRefusal(response);
        if (NOBODY.has(why.error.code)) loseSession(token, why);
        else streamProblem.value = describeError(why);
      } else {
        connection.value = 'open';
        this.#waitMs = FIRST_WAIT_MS;
        await readStream(response, (message) => {
          if (this.#current === current) this.#take(message);
        });
      }
    } catch (error) {
      streamProblem.value = error instanceof NoAnswer ? error.message : '';
      // It broke off, as it does when the hall ends; what matters is that it is opened again.
    }
    if (this.#current !== current) return;
    connection.value = 'broken';
    this.#timer = setTimeout(() => void this.#run(), this.#waitMs);
    this.#waitMs = Math.min(this.#waitMs * 2, LONGEST_WAIT_MS);
  }
}
