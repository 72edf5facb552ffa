// The time limits of one program: in all, until the first output, and of silence after it.
import type { Clock } from '../support/clock.ts';
import { callAfter } from '../support/wait.ts';
import type { ProcessLimits } from './process.ts';

type TimeLimit = 'total' | 'idle' | 'first-output';

interface TimeLimitOptions {
  readonly clock: Clock;
  /** See `ProcessRequest`. */
  readonly hasStarted?: (() => boolean) | undefined;
  /** Called before a limit is judged, to take note of output that nobody has looked at yet. */
  readonly readOutput: () => void;
  readonly onLimit: (limit: TimeLimit, limitMs: number) => void;
}

export function watchTimeLimits(limits: ProcessLimits, { clock, hasStarted, readOutput, onLimit }: TimeLimitOptions) {
  const startedAt = clock.elapsed();
  let lastOutputAt: number | undefined;
  let stopTimer = () => {};
  let stopped = false;

  function findNextLimit(): { limit: TimeLimit; limitMs: number; at: number } | undefined {
    const silence =
      lastOutputAt === undefined
        ? { limit: 'first-output' as const, limitMs: limits.firstOutputMs, at: startedAt + limits.firstOutputMs }
        : { limit: 'idle' as const, limitMs: limits.idleMs, at: lastOutputAt + limits.idleMs };
    const total = { limit: 'total' as const, limitMs: limits.totalMs, at: startedAt + limits.totalMs };
    return [silence, total]
      .filter(({ limitMs }) => limitMs > 0 && Number.isFinite(limitMs))
      .sort((a, b) => a.at - b.at)[0];
  }

  function startTimer(): void {
    stopTimer();
    const next = findNextLimit();
    if (next === undefined || stopped) return;
    stopTimer = callAfter(Math.max(1, Math.ceil(next.at - clock.elapsed())), checkLimits);
  }

  function checkLimits(): void {
    readOutput();
    const next = findNextLimit();
    if (stopped || next === undefined) return;
    if (clock.elapsed() >= next.at) onLimit(next.limit, next.limitMs);
    else startTimer();
  }

  startTimer();
  return {
    /** Something came on either stream. */
    noteOutput() {
      const first = lastOutputAt === undefined;
      if (first && hasStarted?.() === false) return;
      lastOutputAt = clock.elapsed();
      if (first) startTimer();
    },
    stop() {
      stopped = true;
      stopTimer();
    },
  };
}
