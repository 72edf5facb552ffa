// The time limits of one program: in all, until the first output, and of silence after it.
import type { Clock } from '../support/clock.ts';
import type { ProcessLimits } from './process.ts';

/** `setTimeout` fires at once for anything longer. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export type TimeLimit = 'total' | 'idle' | 'first-output';

export interface LimitWatch {
  /** Something came on either stream. */
  heard(): void;
  clear(): void;
}

export interface LimitWatchOptions {
  readonly clock: Clock;
  /** See `ProcessRequest.begun`. */
  readonly begun?: (() => boolean) | undefined;
  /** Called before a limit is judged, to take note of output that nobody has looked at yet. */
  readonly look: () => void;
  readonly onLimit: (limit: TimeLimit, limitMs: number) => void;
}

export function watchLimits(limits: ProcessLimits, options: LimitWatchOptions): LimitWatch {
  const { clock, begun, look, onLimit } = options;
  const startedAt = clock.elapsed();
  let lastHeardAt: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  let cleared = false;

  function nearest(): { limit: TimeLimit; limitMs: number; at: number } | undefined {
    const silence =
      lastHeardAt === undefined
        ? { limit: 'first-output' as const, limitMs: limits.firstOutputMs, at: startedAt + limits.firstOutputMs }
        : { limit: 'idle' as const, limitMs: limits.idleMs, at: lastHeardAt + limits.idleMs };
    const total = { limit: 'total' as const, limitMs: limits.totalMs, at: startedAt + limits.totalMs };
    return [silence, total]
      .filter(({ limitMs }) => limitMs > 0 && Number.isFinite(limitMs))
      .sort((a, b) => a.at - b.at)[0];
  }

  function arm(): void {
    clearTimeout(timer);
    const next = nearest();
    if (next === undefined || cleared) return;
    timer = setTimeout(judge, Math.min(LONGEST_TIMER_MS, Math.max(1, Math.ceil(next.at - clock.elapsed()))));
  }

  function judge(): void {
    look();
    const next = nearest();
    if (cleared || next === undefined) return;
    if (clock.elapsed() >= next.at) onLimit(next.limit, next.limitMs);
    else arm();
  }

  arm();
  return {
    heard() {
      const first = lastHeardAt === undefined;
      if (first && begun?.() === false) return;
      lastHeardAt = clock.elapsed();
      if (first) arm();
    },
    clear() {
      cleared = true;
      clearTimeout(timer);
    },
  };
}
