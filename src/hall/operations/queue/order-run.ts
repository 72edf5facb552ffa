// Asks for a run of a debate, which a worker carries out: which agents it needs is in its ledger.
import { admitToDebate } from '../../../domain/admit-event.ts';
import { defined } from '../../../domain/defined.ts';
import { type AgentRef, isForPeople } from '../../../domain/event-parts.ts';
import { problemToError } from '../../../domain/failures/errors.ts';
import type { Snapshot } from '../../../ledger/engine/snapshot.ts';
import { getQuota, refuseRun } from '../../../platform/access/quotas.ts';
import type { RunOrder, RunPriority } from '../../../platform/queues/queue.ts';
import { refuseAuthor } from '../fixing/work-place.ts';
import type { Hall } from '../hall.ts';

const nameAgents = (agents: readonly AgentRef[]) =>
  [...new Set(agents.filter((agent) => !isForPeople(agent)).map(({ agent }) => agent))].sort();

/** Names of the agents that fill its seats, or stand in for one. */
function listNeededAgents({ debate }: Snapshot): readonly string[] {
  const { seats, followUp } = debate;
  if (followUp !== undefined) return nameAgents(followUp.waiting.flatMap((seat) => seats[seat]?.agent ?? []));
  const agents = Object.values(seats).flatMap(({ agent, standIn, replaced }) => [
    agent,
    ...(standIn === undefined || replaced ? [] : [standIn]),
  ]);
  return nameAgents(agents);
}

export interface OrderInput {
  readonly threadId: string;
  /** Who asks for it. */
  readonly owner?: string | undefined;
  readonly priority?: RunPriority | undefined;
}

/** Throws `not-found`, `not-active`, `not-permitted` for the work of an author. */
export async function prepareOrder(hall: Hall, { threadId, owner, priority }: OrderInput): Promise<RunOrder> {
  const snapshot = await hall.engine.snapshot(threadId);
  const { debate } = snapshot;
  if (debate.followUp === undefined) {
    const refused = admitToDebate(debate, { type: 'run-started' });
    if (refused !== undefined) throw problemToError(refused);
    refuseAuthor(snapshot);
  }
  return { threadId, agents: listNeededAgents(snapshot), ...defined({ owner, priority }) };
}

/** Throws `not-found`, `not-active`, `quota-reached`. */
export async function orderRun(hall: Hall, input: OrderInput): Promise<'queued' | 'already-queued'> {
  const { threadId, owner } = input;
  const order = await prepareOrder(hall, input);
  const { runs } = owner === undefined ? {} : getQuota(hall.loaded.config.quotas, owner);
  const result = await (await hall.queue()).enqueue(order, runs);
  if (result !== 'no-place') return result;
  throw problemToError({
    ...refuseRun(runs ?? 0, runs ?? 0),
    hint: `Then resume debate "${threadId}", which is open.`,
  });
}
