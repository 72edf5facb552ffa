// Removes what a hall has kept for longer than it is to: debates, runs that are over, live feeds and other rows, and old entries of the
// audit trail, behind a checkpoint that somebody signs.
import type { ListedDebate } from '../../../domain/debate-summary.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import type { Audit, AuditReport } from '../../../platform/access/audit.ts';
import { type AuditTrail, checkpointText } from '../../../platform/audit/trail.ts';
import type { RetentionTable } from '../../../platform/database/retention-table.ts';
import type { Hall } from '../hall.ts';
import { findLeftCopies, type LeftCopies, removeDebate } from '../records/delete-debate.ts';
import { type SigningInput, signText } from '../records/signatures/sign-text.ts';

/** Days after which each goes; what is left out stays. */
export interface Retention {
  readonly debates?: number | undefined;
  /** Also webhooks that were sent, and what people have used. */
  readonly runs?: number | undefined;
  readonly streams?: number | undefined;
  readonly audit?: number | undefined;
}

export interface UpkeepDesk {
  readonly retention: RetentionTable;
  readonly trail: AuditTrail;
  readonly audit: Audit;
  /** Who does it. */
  readonly by: AuditReport['principal'];
}

export interface PruneInput extends SigningInput {
  readonly retention: Retention;
  /** Only says what would go. */
  readonly dryRun: boolean;
}

/** What went, or would go. */
export interface Pruned extends Readonly<Partial<Record<Exclude<keyof Retention, 'debates'>, number>>> {
  /** As they were listed before, open ones too. */
  readonly debates?: readonly ListedDebate[];
  /** What is left of these debates in others. */
  readonly copies?: LeftCopies;
}

const DAY_MS = 24 * 60 * 60_000;

/** Throws `storage` for a trail that is not whole, whose rest nobody could trust; `signing-failed`. */
async function cutAudit(hall: Hall, { trail }: UpkeepDesk, before: Date, input: PruneInput): Promise<number> {
  const { hall: name } = hall.loaded.config.store;
  const last = await trail.findBefore(name, before);
  if (last === undefined) return 0;
  const { problem, checkpoint } = await trail.verify(name);
  if (problem !== undefined) {
    throw new HallError('storage', `The audit trail is not whole, so nothing was cut off: ${problem}.`, {
      hint: 'Look at it with "debate-hall audit verify", and compare it with a backup.',
    });
  }
  if (input.dryRun) return last.n - (checkpoint?.n ?? 0);
  const signed = await signText(hall, checkpointText(name, last), input);
  return await trail.cut(name, { n: last.n, hash: last.hash, at: new Date(hall.clock.now()), ...signed });
}

/** Throws `already-running` for a debate that somebody has resumed meanwhile; what was removed before stays so. */
async function removeDebates(
  hall: Hall,
  { retention, audit, by }: UpkeepDesk,
  before: Date,
  dryRun: boolean,
): Promise<Required<Pick<Pruned, 'debates' | 'copies'>>> {
  const old = await retention.listDebates(before);
  const debates = await hall.summaries.of(await hall.store.find(old));
  const copies = await findLeftCopies(hall, old);
  const { hall: name } = hall.loaded.config.store;
  for (const debate of dryRun ? [] : old) {
    await audit.record({ principal: by, hall: name, operation: 'delete-debate', debate, decision: 'allowed' });
    await removeDebate(hall, debate);
  }
  return { debates, copies };
}

/** Throws `storage`, `signing-failed`, `already-running`. */
export async function pruneHall(hall: Hall, desk: UpkeepDesk, input: PruneInput): Promise<Pruned> {
  const { retention, dryRun } = input;
  const rows = dryRun ? desk.retention.count.bind(desk.retention) : desk.retention.remove.bind(desk.retention);
  const tasks: Readonly<Record<keyof Retention, (before: Date) => Promise<Pruned>>> = {
    // First, as it is what may fail.
    audit: async (before) => ({ audit: await cutAudit(hall, desk, before, input) }),
    debates: async (before) => await removeDebates(hall, desk, before, dryRun),
    runs: async (before) => {
      const runs = await (await hall.queue()).forget(before, dryRun);
      return { runs: runs + (await rows('deliveries', before)) + (await rows('usage', before)) };
    },
    streams: async (before) => ({ streams: await rows('feeds', before) }),
  };
  let pruned: Pruned = {};
  for (const [kind, task] of Object.entries(tasks) as [keyof Retention, (before: Date) => Promise<Pruned>][]) {
    const days = retention[kind];
    if (days !== undefined) pruned = { ...pruned, ...(await task(new Date(hall.clock.now() - days * DAY_MS))) };
  }
  const { hall: name } = hall.loaded.config.store;
  if (!dryRun) {
    await desk.audit.record({ principal: desk.by, hall: name, operation: 'prune-hall', decision: 'allowed' });
  }
  return pruned;
}
