// Which exit code a debate's end gives, the same for every door that ends with one.
import { EXIT, type ExitCode } from '../domain/errors.ts';
import type { DebateRecord } from '../domain/record.ts';
import type { RunEndReason } from '../runner/live.ts';

/** Docs/cli.md lists the codes. */
export function exitCodeOf(reason: RunEndReason, record: DebateRecord): ExitCode {
  if (reason === 'cancelled' || reason === 'force-closed') return EXIT.cancelled;
  if (reason === 'paused') return EXIT.agent;
  switch (record.outcome) {
    case 'stopped-by-limit':
      return EXIT.limit;
    case 'stable-disagreement':
      return EXIT.disagreement;
    default:
      return record.authority.full ? EXIT.decided : EXIT.degraded;
  }
}
