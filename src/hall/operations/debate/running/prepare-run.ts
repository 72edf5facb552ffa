// What a run changes before it asks anybody: limits, rounds, and who sits where.
import type { Agent } from '../../../../agents/agent.ts';
import { admitToDebate, checkLimits } from '../../../../domain/admit-event.ts';
import { sameAgent } from '../../../../domain/contradictions.ts';
import type { Debate } from '../../../../domain/debate.ts';
import type { AgentRef, Limits } from '../../../../domain/event-parts.ts';
import type { EventData, LedgerEvent } from '../../../../domain/events.ts';
import { HallError, problemToError } from '../../../../domain/failures/errors.ts';
import type { LiveListener } from '../../../../domain/live-events.ts';
import type { Unsealed } from '../../../../domain/sealed/sealed.ts';
import { writeResumeCommand } from '../../../../domain/words/resume-command.ts';
import type { Command } from '../../../../ledger/engine/commands.ts';
import type { Snapshot } from '../../../../ledger/engine/snapshot.ts';
import { neverAborted } from '../../../../support/wait.ts';
import type { AgentSpec } from '../../../config/seat-spec.ts';
import type { AgentDirectory, Hall } from '../../hall.ts';
import { refuseWithoutTools } from '../../reading/pin-reading.ts';
import { findAgent } from '../seats/assign-seats.ts';
import { createUnusableError, type Probing, probeAgents } from '../seats/probe-agents.ts';
import { refuseReentry } from './reentry.ts';
import { refuseEnded } from './run-output.ts';

export interface RunInput {
  readonly threadId: string;
  /** Agents that take over seats from now on; recorded as replacements. */
  readonly reseat?: Readonly<Record<string, AgentSpec>>;
  /** Limits that take the place of the recorded ones; recorded. */
  readonly limits?: Partial<Limits>;
  /** One more question after the end; see `prepareFollowUp`. */
  readonly followUp?: Unsealed<EventData<'follow-up-asked'>>;
  /** Hears its number once it is recorded. */
  readonly onAsked?: (question: number) => void;
  /** Rounds beyond those that it was opened for, as whom. */
  readonly more?: { readonly rounds: number; readonly by: string };
  /** Probes that the opening of the debate has left to the run: each agent is asked when its own has ended. */
  readonly probing?: Probing;
  /** Aborting it stops the agents and pauses the debate. */
  readonly signal?: AbortSignal;
  readonly listen?: LiveListener;
  /** In a shared hall: who runs it, and who asked for it. */
  readonly worker?: string;
  readonly askedBy?: string;
  /** Stands between the debate and each agent; what it throws ends the run, and nothing of that call is recorded. */
  readonly guard?: (agent: Agent) => Agent;
  /** Somebody has agreed to what the author of a fix may touch; without it none starts. */
  readonly authorMayWork?: true;
}

export async function reseat(hall: Hall, { debate }: Snapshot, input: RunInput): Promise<void> {
  const agents = await hall.agents();
  const reads = debate.opened.reading !== undefined;
  for (const [seat, spec] of Object.entries(input.reseat ?? {})) {
    const [found] = await probeAgents(hall, [spec], input.signal ?? neverAborted);
    if (found !== undefined && !found.probe.usable && agents.create(spec) !== undefined) {
      throw createUnusableError(seat, found);
    }
    const to = agents.toRef(spec);
    if (reads) await refuseWithoutTools(hall, [{ seat, agent: to }]);
    await hall.engine.dispatch(input.threadId, {
      type: 'replace',
      seat,
      to,
      reason: 'A person gave the seat to another agent.',
    });
  }
}

/**
 * Raises limits and adds rounds, what stands in the way of the other first: a limit that is reached, or the end. Where no call could
 * follow, nothing is recorded, so that a debate that has an outcome keeps it.
 */
export async function raiseBounds(
  hall: Hall,
  { debate }: Snapshot,
  { threadId, limits: given, more }: Pick<RunInput, 'threadId' | 'limits' | 'more'>,
): Promise<void> {
  const limits = { ...debate.limits, ...given };
  const commands: Extract<Command, { type: 'limits-raised' | 'debate-extended' }>[] = [
    ...(given === undefined ? [] : [{ type: 'limits-raised', data: { limits } } as const]),
    ...(more === undefined ? [] : [{ type: 'debate-extended', data: more } as const]),
  ];
  if (debate.status !== 'exhausted') commands.reverse();
  const [first] = commands;
  if (first === undefined) return;
  // That a debate is closed matters more than how high its limits are.
  const problem = admitToDebate(debate, first) ?? checkLimits(debate, limits);
  if (problem !== undefined) throw problemToError(problem);
  for (const command of commands) await hall.engine.dispatch(threadId, command);
}

/** The agent that a seat has on record, or its stand-in; `undefined` where it waits for a person. Throws `not-found` with the way on. */
export function findSeated(
  agents: AgentDirectory,
  { opened }: Pick<Debate, 'opened'>,
  seat: string,
  ref: AgentRef,
): Agent | undefined {
  try {
    return findAgent(agents, ref);
  } catch (error) {
    if (!(error instanceof HallError) || error.code !== 'not-found') throw error;
    throw new HallError(
      'not-found',
      `There is no agent "${ref.agent}" any more, which the record names for the seat "${seat}".`,
      {
        hint:
          opened.format === 'fix'
            ? 'Configure it again.'
            : `Give the seat to another one: ${writeResumeCommand(opened)} --seat ${seat}=AGENT; or configure it again.`,
        cause: error,
      },
    );
  }
}

/** Makes the configuration's agents and the ledger's agree: an agent with other settings is another one. */
export async function noteChangedAgents(hall: Hall, threadId: string): Promise<void> {
  const { debate } = await hall.engine.snapshot(threadId);
  if (debate.status !== 'open') return;
  const agents = await hall.agents();
  for (const [seat, { agent: ref }] of Object.entries(debate.seats)) {
    const to = findSeated(agents, debate, seat, ref)?.ref;
    if (to === undefined || sameAgent(to, ref)) continue;
    const reason = 'The configuration of the agent has changed.';
    await hall.engine.dispatch(threadId, { type: 'replace', seat, to, reason });
  }
}

export type Question = NonNullable<RunInput['followUp']>;

/** It takes the place of one that was not answered. Gives its number. */
export async function recordQuestion(hall: Hall, threadId: string, data: Question): Promise<number> {
  const { events } = await hall.engine.dispatch(threadId, { type: 'follow-up-asked', data });
  return (events.findLast(({ type }) => type === 'follow-up-asked') as LedgerEvent).seq;
}

export function createAlreadyRunningError(threadId: string): HallError {
  return new HallError('already-running', `Debate "${threadId}" is already running.`, {
    hint: `Follow it with "debate-hall watch ${threadId}".`,
  });
}

/**
 * Records what a run is to change, for one that another process carries out; a question comes with its order. Throws what `runThread`
 * throws before it runs.
 */
export async function prepareRun(hall: Hall, input: Omit<RunInput, 'followUp'>): Promise<void> {
  refuseReentry(hall);
  const before = await hall.engine.snapshot(input.threadId);
  if (input.more === undefined) refuseEnded(before);
  await raiseBounds(hall, before, input);
  await reseat(hall, before, input);
}
