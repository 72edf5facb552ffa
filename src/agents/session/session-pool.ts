// Limits how many programs of live sessions run at a time, across all debates of this process.

export interface SessionPoolLimits {
  /** Programs that may keep running; any other program ends after its answer. */
  readonly maxPrograms: number;
  /** Longest wait for the next question, in milliseconds. */
  readonly idleMs: number;
}

/** A reserved place for one running program. */
export interface SessionSlot {
  /** Starts the idle timer; `close` is called when it expires. */
  markIdle(close: () => void): void;
  /** Stops the idle timer. */
  markBusy(): void;
  /** Frees the slot. Safe to call twice. */
  release(): void;
}

export interface SessionPool {
  /**
   * Returns `undefined` when the pool is full. Running programs keep their slots: evicting the oldest would end each program
   * just before its next turn.
   */
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
          // An idle timer must not keep the process alive.
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
