// Asks for a run of a debate, which a worker carries out: which agents it needs is in its ledger.
import { admitToDebate } from '../../../domain/admit-event.ts';
import { listPresentSeats } from '../../../domain/debate.ts';
import { defined } from '../../../domain/defined.ts';
import { type AgentRef, isForPeople } from '../../../domain/event-parts.ts';
import { problemToError } from '../../../domain/failures/errors.ts';
import type { Snapshot } from '../../../ledger/engine/snapshot.ts';
import { getQuota, refuseRun } from '../../../platform/access/quotas.ts';
import type { RunOrder, RunPriority } from '../../../platform/queues/queue.ts';
import { createAlreadyRunningError, type Question, recordQuestion } from '../debate/running/prepare-run.ts';
import { refuseAuthor } from '../fixing/work-place.ts';
import type { Hall } from '../hall.ts';

const nameAgents = (agents: readonly AgentRef[]) =>
  [...new Set(agents.filter((agent) => !isForPeople(agent)).map(({ agent }) => agent))].sort();

const nameAgentsIn = ({ debate }: Snapshot, seats: readonly string[]) =>
  nameAgents(seats.flatMap((seat) => debate.seats[seat]?.agent ?? []));

/** Names of the agents that fill its seats, or stand in for one. */
function listNeededAgents(snapshot: Snapshot): readonly string[] {
  const { followUp } = snapshot.debate;
  if (followUp !== undefined) return nameAgentsIn(snapshot, followUp.waiting);
  const agents = listPresentSeats(snapshot.debate).flatMap(([, { agent, standIn, replaced }]) => [
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

/** `hint`: what to do once there is a place. Throws `quota-reached`. */
async function enqueue(hall: Hall, order: RunOrder, hint: string, prepare?: () => Promise<void>) {
  const { owner } = order;
  const { runs } = owner === undefined ? {} : getQuota(hall.loaded.config.quotas, owner);
  const result = await (await hall.queue()).enqueue(order, runs, prepare);
  if (result === 'no-place') throw problemToError({ ...refuseRun(runs ?? 0, runs ?? 0), hint });
  return result;
}

/** Throws `not-found`, `not-active`, `quota-reached`. */
export async function orderRun(hall: Hall, input: OrderInput): Promise<'queued' | 'already-queued'> {
  const order = await prepareOrder(hall, input);
  return await enqueue(hall, order, `Then resume debate "${input.threadId}", which is open.`);
}

/** While nobody answers another question. */
async function recordAlone(hall: Hall, threadId: string, question: Question): Promise<number> {
  const claim = await hall.store.claimRun(threadId);
  if (claim === undefined) throw createAlreadyRunningError(threadId);
  try {
    return await recordQuestion(hall, threadId, question);
  } finally {
    await claim.release();
  }
}

/**
 * Records a question after the end together with the order of its answers, and gives its number. Throws `not-found`, `not-active`,
 * `quota-reached`, `already-running` while the answers to another one are waited for.
 */
export async function orderAnswers(hall: Hall, input: OrderInput, question: Question): Promise<number> {
  const { threadId, owner, priority } = input;
  const agents = nameAgentsIn(await hall.engine.snapshot(threadId), question.seats);
  // A change of the queue that meets a lost connection is carried out again.
  let asked: number | undefined;
  const order = { threadId, agents, ...defined({ owner, priority }) };
  await enqueue(hall, order, 'Then ask again.', async () => {
    asked ??= await recordAlone(hall, threadId, question);
  });
  if (asked === undefined) throw createAlreadyRunningError(threadId);
  return asked;
}
