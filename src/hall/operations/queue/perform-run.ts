// Carries out a run that somebody asked for, and says what became of it in the words of the queue.
import { defined } from '../../../domain/defined.ts';
import { type ErrorCode, HallError } from '../../../domain/failures/errors.ts';
import type { Snapshot } from '../../../ledger/engine/snapshot.ts';
import type { PerformRun, RunResult } from '../../../platform/queues/queue.ts';
import { growingWait, wait } from '../../../support/wait.ts';
import type { RunOutput } from '../debate/running/run-output.ts';
import { runThread } from '../debate/running/run-thread.ts';
import { continueWithoutSilent } from '../debate/take-part/manual-turns.ts';
import { isPausedForPeople, listPersonSteps } from '../debate/take-part/person-steps.ts';
import type { Hall } from '../hall.ts';

/** Errors that another try, or another worker, may not meet. */
const MAY_PASS: ReadonlySet<ErrorCode> = new Set(['already-running', 'claim-lost', 'locked', 'storage', 'no-agents']);
/** Nothing is left to do: somebody was faster, or the debate is gone. */
const OVER: ReadonlySet<ErrorCode> = new Set(['not-active', 'not-found']);

/** The claim of a worker that died is over soon after its run was given to another one. */
const CLAIM_IS_OVER_WITHIN_MS = 20_000;
const TRY_AGAIN_MS = 500;

const toPause = ({ log }: Snapshot): RunResult => ({ kind: 'paused', events: log.length });

function toResult({ reason, snapshot }: RunOutput): RunResult {
  if (reason === 'cancelled') return { kind: 'stopped' };
  if (reason !== 'paused') return { kind: 'done' };
  if (isPausedForPeople(snapshot) || listPersonSteps(snapshot).length > 0) return toPause(snapshot);
  const problem = 'A seat failed, and the debate cannot continue without it.';
  return { kind: 'failed', code: 'agent-failed', problem, retry: false };
}

function toFailure(error: unknown, isStopped: boolean): RunResult {
  if (!(error instanceof HallError)) throw error;
  if (isStopped || error.code === 'claim-lost') return { kind: 'stopped' };
  if (OVER.has(error.code)) return { kind: 'done' };
  const { code, message: problem } = error;
  return { kind: 'failed', code, problem, retry: MAY_PASS.has(code) };
}

/** What a worker does with a run. `findHall` gives the hall in which the agents of this person are. */
export function performRuns(findHall: (owner: string | undefined) => Promise<Hall>): PerformRun {
  return async ({ threadId, owner, worker, signal }) => {
    let waits = 0;
    for (let left = CLAIM_IS_OVER_WITHIN_MS; ; ) {
      try {
        const hall = await findHall(owner);
        // Asked for again by a turn that the last run had seen.
        const snapshot = await continueWithoutSilent(hall, threadId);
        if (isPausedForPeople(snapshot)) return toPause(snapshot);
        return toResult(await runThread(hall, { threadId, signal, worker, ...defined({ askedBy: owner }) }));
      } catch (error) {
        const isClaimed = error instanceof HallError && error.code === 'already-running' && left > 0;
        const isAway = error instanceof HallError && error.passes;
        if (signal.aborted || !(isClaimed || isAway)) return toFailure(error, signal.aborted);
        if (isClaimed) left -= TRY_AGAIN_MS;
        await wait(isClaimed ? TRY_AGAIN_MS : growingWait(waits++), signal);
      }
    }
  };
}
