// Why a run ends, and the one place from which its process group is ended.
import type { Clock } from '../support/clock.ts';
import { endGroup, signalGroup } from './group.ts';
import type { Leftovers } from './leftovers.ts';
import type { ProcessEnd } from './process.ts';

export interface ProgramPorts {
  readonly clock: Clock;
  /** Between SIGTERM and SIGKILL. */
  readonly graceMs: number;
  readonly leftovers: Leftovers;
}

/** The part of a run that its reader, its limits and its signal act upon: why it ends, and the group that is ended. */
export function createEnding({ clock, graceMs, leftovers }: ProgramPorts) {
  let how: ProcessEnd | undefined;
  let natural = false;
  let group: number | undefined;
  let fault: { readonly error: unknown } | undefined;
  let ending: Promise<void> | undefined;
  let resolveGone = () => {};
  /** Settles once the group was ended by us, even when the system never reports the program's exit. */
  const gone = new Promise<void>((resolve) => {
    resolveGone = resolve;
  });

  async function endNow(pid: number): Promise<void> {
    await endGroup(pid, clock, graceMs);
    // From here on the number may be given to a stranger.
    group = undefined;
    leftovers.removeGroup(pid);
    resolveGone();
  }

  const terminate = async () => {
    if (group !== undefined) ending ??= endNow(group);
    await ending;
  };

  /** The first reason counts. */
  function because(reason: ProcessEnd): void {
    how ??= reason;
    void terminate();
  }

  return {
    gone,
    terminate,
    how: () => how,
    because,
    /** Hands output to its reader. One that throws is a bug of the hall: the group is ended, and nothing more is read. */
    read(action: () => void) {
      if (fault !== undefined) return;
      try {
        action();
      } catch (error) {
        fault = { error };
        because({ reason: 'stopped' });
      }
    },
    /** Throws what the reader threw, if it did. */
    throwFault() {
      if (fault !== undefined) throw fault.error;
    },
    started(pid: number) {
      group = pid;
      leftovers.addGroup(pid);
    },
    exited(end: ProcessEnd) {
      natural = how === undefined;
      how ??= end;
    },
    tooLarge(end: ProcessEnd) {
      how = natural ? end : (how ?? end);
      // A flood fills the disk for as long as it is allowed to, so there is no grace.
      if (group !== undefined && process.platform !== 'win32') signalGroup(group, 'SIGKILL');
      void terminate();
    },
  };
}

export type Ending = ReturnType<typeof createEnding>;
