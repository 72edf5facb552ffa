// Keeps the number of programs that stay within bounds, over all debates of a process.

export interface SessionPoolLimits {
  /** Programs that may stay at a time; those beyond it end after each answer. */
  readonly maxPrograms: number;
  /** Longest wait for the next question, in milliseconds. */
  readonly idleMs: number;
}

/** A place for one program; it is kept while the program is asked. */
export interface SessionSlot {
  /** It waits for its next question from now on; `close` is called when it has waited for too long. */
  markIdle(close: () => void): void;
  /** It is asked, so it waits no more. */
  markBusy(): void;
  /** Gives the place to others. Safe to call twice. */
  release(): void;
}

export interface SessionPool {
  /** `undefined` when every place is taken: who came first stays, as any other order would end each just before its turn. */
  reserve(): SessionSlot | undefined;
  isFull(): boolean;
}

export function createSessionPool({ maxPrograms, idleMs }: SessionPoolLimits): SessionPool {
  const reserved = new Set<SessionSlot>();
  const isFull = () => reserved.size >= maxPrograms;
  return {
    isFull,
    reserve() {
      if (isFull()) return undefined;
      let timer: NodeJS.Timeout | undefined;
      const slot: SessionSlot = {
        markIdle(close) {
          clearTimeout(timer);
          // Waiting for the next question must not keep the hall from ending.
          timer = setTimeout(close, idleMs).unref();
        },
        markBusy: () => clearTimeout(timer),
        release() {
          clearTimeout(timer);
          reserved.delete(slot);
        },
      };
      reserved.add(slot);
      return slot;
    },
  };
}
