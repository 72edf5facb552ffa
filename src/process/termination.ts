// Tracks why a program ends, and terminates its process group.
import type { Clock } from '../support/clock.ts';
import type { CleanupList } from './cleanup/cleanup-list.ts';
import { endGroup, type Group, signalGroup } from './cleanup/process-group.ts';
import type { ProcessEnd } from './process.ts';

export interface TerminationPorts {
  readonly clock: Clock;
  /** Between SIGTERM and SIGKILL. */
  readonly graceMs: number;
  readonly cleanup: CleanupList;
}

/** Shared by the reader, the limits and the signal of one program. */
export function createTermination({ clock, graceMs, cleanup }: TerminationPorts) {
  let reason: ProcessEnd | undefined;
  let endedByItself = false;
  let group: Group | undefined;
  let readerError: { readonly error: unknown } | undefined;
  let ending: Promise<void> | undefined;
  let resolveGroupEnded = () => {};
  /** Settles after the group was terminated, even when the system never reports the program's exit. */
  const groupEnded = new Promise<void>((resolve) => {
    resolveGroupEnded = resolve;
  });

  async function endTracked(tracked: Group): Promise<void> {
    await endGroup(tracked, clock, graceMs);
    // From here on the system may reuse the ID.
    group = undefined;
    cleanup.removeGroup(tracked.id);
    resolveGroupEnded();
  }

  const terminate = async () => {
    if (group !== undefined) ending ??= endTracked(group);
    await ending;
  };

  /** The first reason counts. */
  function endFor(end: ProcessEnd): void {
    reason ??= end;
    void terminate();
  }

  return {
    groupEnded,
    terminate,
    reason: () => reason,
    endFor,
    /** Runs a reader of output. An exception is a fault of the hall: the group is terminated and reading stops. */
    runReader(action: () => void) {
      if (readerError !== undefined) return;
      try {
        action();
      } catch (error) {
        readerError = { error };
        endFor({ reason: 'stopped' });
      }
    },
    /** Throws what the reader threw, if it did. */
    rethrowReaderError() {
      if (readerError !== undefined) throw readerError.error;
    },
    trackGroup(started: Group) {
      group = started;
      cleanup.addGroup(started.id);
    },
    recordExit(end: ProcessEnd) {
      endedByItself = reason === undefined;
      reason ??= end;
    },
    endFlood(end: ProcessEnd) {
      reason = endedByItself ? end : (reason ?? end);
      // A flood fills the disk for as long as it is allowed to, so there is no grace.
      if (group !== undefined && process.platform !== 'win32') signalGroup(group.id, 'SIGKILL');
      void terminate();
    },
  };
}

export type Termination = ReturnType<typeof createTermination>;
