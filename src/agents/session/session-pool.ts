// Limits how many programs of live sessions run at a time, across all debates of this process.

export interface SessionPoolLimits {
  /** Programs that may keep running; any other program ends after its answer. */
  readonly maxPrograms: number;
  /** Longest wait for the next question, in milliseconds. */
  readonly idleMs: number;
}

export type SessionPool = ReturnType<typeof createSessionPool>;

/** A reserved place for one running program. */
export type SessionSlot = NonNullable<ReturnType<SessionPool['reserve']>>;

export function createSessionPool({ maxPrograms, idleMs }: SessionPoolLimits) {
  const reserved = new Set<object>();
  const isFull = () => reserved.size >= maxPrograms;
  return {
    isFull,
    /**
     * Returns `undefined` when the pool is full. Running programs keep their slots: evicting the oldest would end each program
     * just before its next turn.
     */
    reserve() {
      if (isFull()) return undefined;
      let timer: NodeJS.Timeout | undefined;
      const slot = {
        /** Starts the idle timer; `close` is called when it expires. */
        markIdle(close: () => void): void {
          clearTimeout(timer);
          // An idle timer must not keep the process alive.
          timer = setTimeout(close, idleMs).unref();
        },
        markBusy: () => clearTimeout(timer),
        /** Frees the slot. Safe to call twice. */
        release(): void {
          clearTimeout(timer);
          reserved.delete(slot);
        },
      };
      reserved.add(slot);
      return slot;
    },
  };
}
