// Keeps the number of programs that stay within bounds, over all debates of a process.

export interface SessionPoolLimits {
  /** Programs that may stay at a time; those beyond it end after each answer. */
  readonly places: number;
  /** Longest wait for the next question, in milliseconds. */
  readonly idleMs: number;
}

/** A place for one program; it is kept while the program is asked. */
export interface Place {
  /** It waits for its next question from now on; `close` is called when it has waited for too long. */
  wait(close: () => void): void;
  /** It is asked, so it waits no more. */
  wake(): void;
  /** Gives the place to others. Safe to call twice. */
  leave(): void;
}

export interface SessionPool {
  /** `undefined` when every place is taken: who came first stays, as any other order would end each just before its turn. */
  take(): Place | undefined;
  full(): boolean;
}

export function createSessionPool({ places, idleMs }: SessionPoolLimits): SessionPool {
  const taken = new Set<Place>();
  const full = () => taken.size >= places;
  return {
    full,
    take() {
      if (full()) return undefined;
      let timer: NodeJS.Timeout | undefined;
      const place: Place = {
        wait(close) {
          clearTimeout(timer);
          // Waiting for the next question must not keep the hall from ending.
          timer = setTimeout(close, idleMs).unref();
        },
        wake: () => clearTimeout(timer),
        leave() {
          clearTimeout(timer);
          taken.delete(place);
        },
      };
      taken.add(place);
      return place;
    },
  };
}
