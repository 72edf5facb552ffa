// The debates that belong to one change: a review, an author's answers, the next review, and so on, each linked to the one before.
import { defined } from '../../../domain/defined.ts';
import { parseDiff } from '../../../domain/diffs/diff.ts';
import type { AgentRef, RuleData } from '../../../domain/event-parts.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import type { DebateRecord } from '../../../domain/record.ts';
import { type FixResult, type PlannedFix, plannedFixSchema, readFix } from '../../../domain/results/fix-result.ts';
import { type FixingRound, isStandstill, listToAnswer } from '../../../domain/results/fixing.ts';
import { type ReviewResult, readReview, type Severity } from '../../../domain/results/review-result.ts';
import { readSealed } from '../../../domain/sealed/sealed.ts';
import { toRecord } from '../../../ledger/engine/record/record.ts';
import type { Snapshot } from '../../../ledger/engine/snapshot.ts';
import type { AgentSpec } from '../../config/seat-spec.ts';
import type { Hall } from '../hall.ts';
import { readWork } from './work-place.ts';

/** One debate of the chain. */
export interface Link {
  readonly threadId: string;
  readonly kind: 'review' | 'fix';
  readonly snapshot: Snapshot;
  readonly record: DebateRecord;
}

/** What an author is asked to do, and may touch. */
export interface FixSettings {
  readonly author: AgentSpec;
  readonly rounds: number;
  /** Findings below this are left alone. */
  readonly failOn: Severity;
  /** Command that runs after each round. */
  readonly test: string | undefined;
  readonly testMinutes: number;
  /** Hosts that author and command may reach. */
  readonly hosts: readonly string[];
}

/** What the author changed before a review, as a document of it. */
export const CHANGES_OF_AUTHOR = "the author's changes";
export const NOTHING_CHANGED = 'The author has changed nothing.';

async function readLink(hall: Hall, threadId: string): Promise<Link> {
  const snapshot = await hall.engine.snapshot(threadId);
  const record = toRecord(snapshot);
  if (record.format !== 'review' && record.format !== 'fix') {
    throw new HallError('bad-input', `"${threadId}" is not a review: its format is ${record.format}.`, {
      hint: 'Start one with "debate-hall review --fix".',
    });
  }
  return { threadId, kind: record.format, snapshot, record };
}

/** From the first review to the newest debate, whichever of them is named. Throws `not-found`, `bad-input`. */
export async function readChain(hall: Hall, threadId: string): Promise<readonly [Link, ...Link[]]> {
  let first = await readLink(hall, threadId);
  for (;;) {
    const { relation } = first.record;
    if (relation === undefined || (relation.kind !== 'fix' && relation.kind !== 're-review')) break;
    first = await readLink(hall, relation.of);
  }
  const chain: [Link, ...Link[]] = [first];
  for (;;) {
    const last = chain.at(-1) ?? first;
    const kind = last.kind === 'review' ? 'fix' : 're-review';
    const next = await hall.summaries.findRelated({ kind, of: last.threadId });
    if (next === undefined) return chain;
    chain.push(await readLink(hall, next));
  }
}

/** What the first review of a chain keeps for the fix that follows it. */
export const planFix = ({ author, test, hosts, ...others }: FixSettings): RuleData => ({
  ...others,
  author: { agent: author.agent, model: author.model ?? null, effort: author.effort ?? null },
  test: test ?? null,
  hosts: [...hosts],
});

const toAuthor = ({ agent, model, effort }: PlannedFix['author'] | AgentRef): AgentSpec => ({
  agent,
  ...defined({ model: model ?? undefined, effort: effort ?? undefined }),
});

/**
 * What was agreed to last, as far as the chain has it: by its last fix, or before one, by the review that began with `--fix`. A fork of
 * such a debate is about its words alone.
 */
export function readAgreed(chain: readonly Link[]): Partial<FixSettings> {
  const fix = chain.findLast(({ kind }) => kind === 'fix');
  const { options = {}, relation } = chain[0]?.snapshot.debate.opened ?? {};
  const planned = relation === undefined ? plannedFixSchema.safeParse(options['fixing']).data : undefined;
  const author = fix === undefined ? planned?.author : fix.record.seats[0]?.agent;
  const { rounds, failOn, test, testMinutes, hosts } = (fix === undefined ? planned : readWork(fix.snapshot)) ?? {};
  const named = author && toAuthor(author);
  return defined({ author: named, rounds, failOn, test: test ?? undefined, testMinutes, hosts });
}

/** The commits of a review. Throws `bad-input` for one of what was not committed. */
export function readCommits({ snapshot, threadId }: Link): { readonly from: string; readonly to: string } {
  const { commits } = snapshot.debate.opened.options;
  const [from, to] = typeof commits === 'string' ? commits.split('..') : [];
  if (from !== undefined && to !== undefined) return { from, to };
  throw new HallError('bad-input', `"${threadId}" reviewed what was not committed, so nobody can work on it.`, {
    hint: 'Start again with "debate-hall review --fix", which keeps the change in a commit.',
  });
}

function readChanges({ snapshot }: Link): Pick<FixingRound, 'changes' | 'isUnchanged'> {
  const { context } = snapshot.debate.opened;
  const changes = context.find(({ source }) => source === CHANGES_OF_AUTHOR);
  const text = changes && readSealed(changes.content);
  if (text === undefined) return {};
  return text === NOTHING_CHANGED ? { isUnchanged: true } : { changes: parseDiff(text) };
}

/** A review that came to its end, and that somebody made: no other one says that a finding is gone. */
function findReview({ kind, record }: Link): ReviewResult | undefined {
  const review = kind === 'review' && record.status === 'closed' ? readReview(record) : undefined;
  return review?.reviewed === true ? review : undefined;
}

/** The rounds that the chain has, the last of which may have no answers yet. */
export function toRounds(chain: readonly Link[]): readonly FixingRound[] {
  const rounds: FixingRound[] = [];
  for (const [index, link] of chain.entries()) {
    const review = findReview(link);
    if (review === undefined) continue;
    const fix: FixResult | undefined = chain[index + 1] && readFix(chain[index + 1]?.record ?? link.record);
    const next = chain[index + 2];
    const answers = fix === undefined || fix.answers.length === 0 ? undefined : fix.answers;
    rounds.push({ review, ...defined({ answers }), ...(next && readChanges(next)) });
  }
  return rounds;
}

/**
 * clean: nothing that the author would have to answer is left. standstill: what is left was disputed and is repeated. limit: the
 * rounds are used up. undone: nothing is left of the change. stopped: somebody ended a debate of the chain, or nobody reviewed.
 */
export type FixingEnd = 'clean' | 'standstill' | 'limit' | 'undone' | 'stopped';

/** Why nothing follows in a chain; `undefined` where something does. That it is undone shows in its branch alone. */
export function findEnd(
  chain: readonly Link[],
  rounds: readonly FixingRound[],
  settings: { readonly rounds: number; readonly failOn: Severity },
): FixingEnd | undefined {
  const last = chain.at(-1);
  if (last === undefined || last.record.status === 'open') return undefined;
  if (last.record.status !== 'closed') return 'stopped';
  if (last.kind === 'fix') return undefined;
  if (findReview(last) === undefined) return 'stopped';
  const findings = listToAnswer(rounds, settings.failOn);
  if (findings.length === 0) return 'clean';
  if (isStandstill(findings)) return 'standstill';
  return rounds.length > settings.rounds ? 'limit' : undefined;
}
