// Keeps the number of programs that wait for their next question within bounds, over all debates of a process.

export interface SessionPoolLimits {
  /** Programs that may wait at a time; when there is one more, the one that has waited longest is closed. */
  readonly waiting: number;
  /** Longest wait, in milliseconds. */
  readonly idleMs: number;
}

export interface SessionPool {
  /** A program that waits from now on; `close` is called when its time is over. The result ends the wait. */
  wait(close: () => void): () => void;
}

export function createSessionPool({ waiting: most, idleMs }: SessionPoolLimits): SessionPool {
  const waiting = new Set<() => void>();
  return {
    wait(close) {
      const leave = () => {
        clearTimeout(timer);
        waiting.delete(expire);
      };
      const expire = () => {
        leave();
        close();
      };
      // Waiting for the next question must not keep the hall from ending.
      const timer = setTimeout(expire, idleMs).unref();
      waiting.add(expire);
      const [oldest] = waiting;
      if (waiting.size > most) oldest?.();
      return leave;
    },
  };
}
