// What a run changes before it asks anybody: limits, rounds, and who sits where.
import type { Agent } from '../../../../agents/agent.ts';
import { admitToDebate, checkLimits } from '../../../../domain/admit-event.ts';
import { sameAgent } from '../../../../domain/contradictions.ts';
import { type Debate, listPresentSeats } from '../../../../domain/debate.ts';
import { defined } from '../../../../domain/defined.ts';
import type { AgentRef, Limits } from '../../../../domain/event-parts.ts';
import type { EventData, LedgerEvent } from '../../../../domain/events.ts';
import { HallError, problemToError } from '../../../../domain/failures/errors.ts';
import type { LiveListener } from '../../../../domain/live-events.ts';
import type { Unsealed } from '../../../../domain/sealed/sealed.ts';
import { writeResumeCommand } from '../../../../domain/words/resume-command.ts';
import type { Command } from '../../../../ledger/engine/commands.ts';
import { findRefusal, type Snapshot } from '../../../../ledger/engine/snapshot.ts';
import { neverAborted } from '../../../../support/wait.ts';
import type { AgentSpec } from '../../../config/seat-spec.ts';
import type { AgentDirectory, Hall } from '../../hall.ts';
import { refuseWithoutTools } from '../../reading/pin-reading.ts';
import { findAgent, unlessGone } from '../seats/assign-seats.ts';
import { createUnusableError, type Probing, probeAgents } from '../seats/probe-agents.ts';
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

export type Changes = Pick<RunInput, 'reseat' | 'limits' | 'more'>;

type BoundCommand = Extract<Command, { type: 'limits-raised' | 'debate-extended' }>;

/**
 * How limits are raised and rounds added, what stands in the way of the other first: a limit that is reached, or the end. Throws where
 * no call could follow, so that a debate that has an outcome keeps it.
 */
export function planBounds(snapshot: Snapshot, { limits: given, more }: Changes): readonly BoundCommand[] {
  const { debate } = snapshot;
  const limits = { ...debate.limits, ...given };
  const commands: BoundCommand[] = [
    ...(given === undefined ? [] : [{ type: 'limits-raised', data: { limits } } as const]),
    ...(more === undefined ? [] : [{ type: 'debate-extended', data: more } as const]),
  ];
  if (debate.status !== 'exhausted') commands.reverse();
  const [first, second] = commands;
  if (first === undefined) return [];
  const reopened = { ...snapshot, debate: { ...debate, status: 'open' } } as const;
  // That a debate is closed matters more than how high its limits are.
  const problem =
    findRefusal(snapshot, first) ?? checkLimits(debate, limits) ?? (second && findRefusal(reopened, second));
  if (problem !== undefined) throw problemToError(problem);
  return commands;
}

/** How a seat of the debate is given away; `undefined` where none can be. */
export const writeReseatCommand = ({ opened }: Pick<Debate, 'opened'>): string | undefined =>
  opened.format === 'fix' ? undefined : writeResumeCommand(opened);

/** The agent that a seat has on record, or its stand-in; `undefined` where it waits for a person. Throws `not-found` with the way on. */
export function findSeated(
  agents: AgentDirectory,
  command: string | undefined,
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
          command === undefined
            ? 'Configure it again.'
            : `Give the seat to another one: ${command} --seat ${seat}=AGENT; or configure it again.`,
        cause: error,
      },
    );
  }
}

type Replacement = Extract<Command, { type: 'replace' }>;

/** Throws before anything is recorded, also of a seat that somebody may not give away: `not-found`, `not-your-turn`, `no-agents`. */
export async function checkReseating(
  hall: Hall,
  { debate }: Snapshot,
  { reseat = {}, signal = neverAborted }: Pick<RunInput, 'reseat' | 'signal'>,
): Promise<readonly Replacement[]> {
  const agents = await hall.agents();
  const wanted = Object.entries(reseat);
  for (const [seat] of wanted) {
    // What keeps the debate closed is said by whoever raises its bounds.
    const problem = admitToDebate({ ...debate, status: 'open' }, { type: 'seat-replaced', seat });
    if (problem !== undefined) throw problemToError(problem);
  }
  const probed = await probeAgents(
    hall,
    wanted.map(([, spec]) => spec),
    signal,
  );
  for (const [index, [seat, spec]] of wanted.entries()) {
    const found = probed[index];
    if (found !== undefined && !found.probe.usable && agents.create(spec) !== undefined)
      throw createUnusableError(seat, found);
  }
  const seats = wanted.map(([seat, spec]) => ({ seat, agent: agents.toRef(spec) }));
  if (debate.opened.reading !== undefined) await refuseWithoutTools(hall, seats);
  const reason = 'A person gave the seat to another agent.';
  return seats.map(({ seat, agent: to }) => ({ type: 'replace', seat, to, reason }));
}

/**
 * Where the configuration's agents and the ledger's differ: an agent with other settings is another one, also one that could look at more
 * than it may. Throws `bad-input` for that, `not-found` for one that is gone, except in a fork, which may ask nobody for what it copies.
 */
export async function listChangedAgents(
  hall: Hall,
  { debate }: Snapshot,
  given: readonly Replacement[],
): Promise<readonly Replacement[]> {
  const agents = await hall.agents();
  const isFork = debate.opened.relation?.kind === 'fork';
  const others = listPresentSeats(debate).filter(([id]) => given.every(({ seat }) => seat !== id));
  const changed = others.flatMap(([seat, { agent: ref, standIn, replaced }]): Replacement[] => {
    const find = (each: AgentRef) => {
      const look = () => findSeated(agents, writeReseatCommand(debate), seat, each);
      return isFork ? unlessGone(look) : look();
    };
    if (standIn !== undefined && !replaced) find(standIn);
    const to = find(ref)?.ref;
    const reason = 'The configuration of the agent has changed.';
    return to === undefined || sameAgent(to, ref) ? [] : [{ type: 'replace', seat, to, reason }];
  });
  const seats = others.map(([seat, { agent, standIn, replaced }]) => ({
    seat,
    agent,
    ...defined({ standIn: replaced ? undefined : standIn }),
  }));
  if (debate.opened.reading !== undefined) await refuseWithoutTools(hall, seats);
  return changed;
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
 * What a run that another process carries out changes before it begins. Throws what `runThread` throws before it runs; nothing is
 * recorded.
 */
export async function planChanges(hall: Hall, before: Snapshot, changes: Changes): Promise<readonly Command[]> {
  if (changes.more === undefined) refuseEnded(before);
  const given = await checkReseating(hall, before, changes);
  return [...planBounds(before, changes), ...given];
}
