// Asks for a run of a debate, which a worker carries out: which agents it needs is in its ledger.
import { admitToDebate } from '../../../domain/admit-event.ts';
import { listPresentSeats } from '../../../domain/debate.ts';
import { defined } from '../../../domain/defined.ts';
import { type AgentRef, isForPeople } from '../../../domain/event-parts.ts';
import { HallError, problemToError, unlessRefused } from '../../../domain/failures/errors.ts';
import type { Command } from '../../../ledger/engine/commands.ts';
import type { Snapshot } from '../../../ledger/engine/snapshot.ts';
import { getQuota, refuseRun } from '../../../platform/access/quotas.ts';
import type { RunOrder, RunPriority } from '../../../platform/queues/queue.ts';
import {
  type Changes,
  createAlreadyRunningError,
  planChanges,
  type Question,
  recordQuestion,
} from '../debate/running/prepare-run.ts';
import { findAgent, unlessGone } from '../debate/seats/assign-seats.ts';
import { refuseAuthor } from '../fixing/work-place.ts';
import type { Hall } from '../hall.ts';

const nameAgents = (agents: readonly AgentRef[]) =>
  [...new Set(agents.filter((agent) => !isForPeople(agent)).map(({ agent }) => agent))].sort();

const nameAgentsIn = ({ debate }: Snapshot, seats: readonly string[]) =>
  nameAgents(seats.flatMap((seat) => debate.seats[seat]?.agent ?? []));

/**
 * Names of the agents that fill its seats, or stand in for one, after these changes. A fork, which may ask nobody for what it copies,
 * waits for none that is gone.
 */
async function listNeededAgents(
  hall: Hall,
  snapshot: Snapshot,
  changes: readonly Command[],
): Promise<readonly string[]> {
  const { followUp, opened } = snapshot.debate;
  if (followUp !== undefined) return nameAgentsIn(snapshot, followUp.waiting);
  const known = await hall.agents();
  const isHere = (ref: AgentRef) => unlessGone(() => findAgent(known, ref)) !== undefined;
  const given = new Map(changes.flatMap((each) => (each.type === 'replace' ? [[each.seat, each.to]] : [])));
  const agents = listPresentSeats(snapshot.debate).flatMap(([seat, { agent, standIn, replaced }]) => {
    const to = given.get(seat);
    if (to !== undefined) return [to];
    return standIn === undefined || replaced ? [agent] : [agent, standIn];
  });
  return nameAgents(opened.relation?.kind === 'fork' ? agents.filter(isHere) : agents);
}

export interface OrderInput {
  readonly threadId: string;
  /** Who asks for it. */
  readonly owner?: string | undefined;
  readonly priority?: RunPriority | undefined;
}

const OPENS: ReadonlySet<Command['type']> = new Set(['limits-raised', 'debate-extended']);

/** Throws `not-found`, `not-active`, `not-permitted` for the work of an author. */
export async function prepareOrder(
  hall: Hall,
  { threadId, owner, priority }: OrderInput,
  changes: readonly Command[] = [],
): Promise<RunOrder> {
  const snapshot = await hall.engine.snapshot(threadId);
  const { debate } = snapshot;
  if (debate.followUp === undefined) {
    const isOpened = changes.some(({ type }) => OPENS.has(type));
    const refused = isOpened ? undefined : admitToDebate(debate, { type: 'run-started' });
    if (refused !== undefined) throw problemToError(refused);
    refuseAuthor(snapshot);
  }
  return { threadId, agents: await listNeededAgents(hall, snapshot, changes), ...defined({ owner, priority }) };
}

/** `hint`: what to do once there is a place. Throws `quota-reached`. */
async function enqueue(hall: Hall, order: RunOrder, hint: string, prepare?: () => Promise<void>) {
  const { owner, threadId } = order;
  const { runs } = owner === undefined ? {} : getQuota(hall.loaded.config.quotas, owner);
  const result = await (await hall.queue()).enqueue(order, runs, prepare);
  if (result === 'no-place') {
    const { code, message } = refuseRun(runs ?? 0, runs ?? 0);
    throw new HallError(code, message, { hint, details: { threadId } });
  }
  return result;
}

/**
 * Records what the run is to change together with its order. Throws `not-found`, `not-active`, `quota-reached`, and what `planChanges`
 * throws; then nothing is recorded.
 */
export async function orderRun(
  hall: Hall,
  input: OrderInput,
  changes: Changes = {},
): Promise<'queued' | 'already-queued'> {
  const { threadId } = input;
  const remaining = [...(await planChanges(hall, await hall.engine.snapshot(threadId), changes))];
  const order = await prepareOrder(hall, input, remaining);
  // A change of the queue that meets a lost connection is carried out again.
  const record = async () => {
    for (let [next] = remaining; next !== undefined; [next] = remaining) {
      await hall.engine.dispatch(threadId, next);
      remaining.shift();
    }
  };
  const result = await enqueue(hall, order, `Then resume debate "${threadId}".`, record);
  if (result === 'already-queued') await record();
  return result;
}

/**
 * For a request that comes again: orders what it asked for where nobody has, as where the server ended in between. What was ordered once
 * is not ordered again, even where its run was cancelled or failed since. Throws `not-found`, `quota-reached`.
 */
export async function orderRunOnce(hall: Hall, input: OrderInput): Promise<void> {
  const { threadId } = input;
  if (await hall.store.isRunning(threadId)) return;
  const [run] = await (await hall.queue()).list({ threadId, most: 1 });
  // One that is done may have been of the debate itself, before a question after its end.
  if (run !== undefined && run.state !== 'done') return;
  // Where nothing is left to do, it has been run by now.
  await unlessRefused(async () => await orderRun(hall, input), 'not-active');
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
