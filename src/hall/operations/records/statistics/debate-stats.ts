// Where time, tokens and money went: in one debate by turn and seat, in the whole hall by agent.
import { runningMs } from '../../../../domain/budget.ts';
import { type Call, type Expense, listExpenses, sumExpenses, type Totals, toCall } from '../../../../domain/calls.ts';
import type { UnreadableDebate } from '../../../../domain/debate-summary.ts';
import { defined } from '../../../../domain/defined.ts';
import type { AgentRef } from '../../../../domain/event-parts.ts';
import { isEvent, type LedgerEvent } from '../../../../domain/events.ts';
import { HallError, unlessRefused } from '../../../../domain/failures/errors.ts';
import { groupBy } from '../../../../domain/group-by.ts';
import type { DebateRecord } from '../../../../domain/record.ts';
import { labelSeats } from '../../../../domain/words/label-seats.ts';
import { toRecord } from '../../../../ledger/engine/record/record.ts';
import { getVisibleLog } from '../../../../ledger/engine/record/visibility.ts';
import { eachId } from '../../../../ledger/stores/walk.ts';
import { readVoteComparison, type VoteComparison } from '../../debate/check/blind-vote.ts';
import { findMedian } from '../../debate/forecast/forecast.ts';
import type { Hall } from '../../hall.ts';

/** What looking things up does to calls: those with looks against those without. */
interface LookCalls {
  readonly withLooks: readonly Call[];
  readonly withoutLooks: readonly Call[];
}

/** The calls of a debate, by whether their seats looked something up for them. */
function splitByLooks(log: readonly LedgerEvent[]): LookCalls {
  const looking = new Set<string>();
  const split = { withLooks: [] as Call[], withoutLooks: [] as Call[] };
  for (const event of log) {
    if (isEvent(event, 'look-recorded')) looking.add(event.data.seat);
    const call = toCall(event);
    if (call === undefined) continue;
    (looking.delete(call.seat) ? split.withLooks : split.withoutLooks).push(call);
  }
  return split;
}

/** As many bytes are taken for one token, roughly. */
const BYTES_PER_TOKEN = 4;

export interface CallStats extends Call {
  /** Number of the event that records it. */
  readonly seq: number;
  /** "Round 1, Wind"; what was asked for where nothing came of it. */
  readonly title: string;
}

export interface SeatStats extends Totals {
  readonly seat: string;
  readonly label: string;
  readonly agent: AgentRef;
}

export interface CallInput {
  readonly calls: number;
  /** Median of the input of one call; null when none reported it. */
  readonly inputTokens: number | null;
}

/** Tokens for looking things up, as far as they can be known: no agent reports them apart. */
export interface LookingStats {
  /** Of all that was returned to seats, once: an estimate from its bytes. */
  readonly estimatedTokens: number;
  readonly withLooks: CallInput;
  readonly withoutLooks: CallInput;
}

const toCallInput = (calls: readonly Call[]): CallInput => ({
  calls: calls.length,
  inputTokens: findMedian(calls.flatMap(({ usage }) => usage?.inputTokens ?? [])),
});

function toLookingStats({ withLooks, withoutLooks }: LookCalls, bytes: number): LookingStats {
  return {
    estimatedTokens: Math.round(bytes / BYTES_PER_TOKEN),
    withLooks: toCallInput(withLooks),
    withoutLooks: toCallInput(withoutLooks),
  };
}

export interface DebateStats {
  readonly threadId: string;
  readonly topic: string | null;
  readonly status: DebateRecord['status'];
  readonly outcome: DebateRecord['outcome'];
  readonly runningMs: number;
  readonly calls: readonly CallStats[];
  readonly seats: readonly SeatStats[];
  /** What each seat looked up; absent where there was nothing to read. */
  readonly reading?: NonNullable<DebateRecord['reading']>['seats'];
  /** What that did to the calls. */
  readonly looking?: LookingStats;
  readonly total: Totals;
}

/** Throws `not-found`, `ledger-damaged`. */
export async function debateStats(hall: Hall, threadId: string): Promise<DebateStats> {
  const snapshot = await hall.engine.snapshot(threadId);
  const record = toRecord(snapshot);
  const titles = new Map(record.entries.flatMap((entry) => (entry.kind === 'turn' ? [[entry.seq, entry.title]] : [])));
  const label = labelSeats(record.seats);
  const { topic, status, outcome, runningMs } = record;
  const visible = getVisibleLog(snapshot);
  const expenses = listExpenses(visible);
  const readers = record.reading?.seats;
  const bytes = readers?.reduce((sum, seat) => sum + seat.bytes, 0) ?? 0;
  const looking = bytes === 0 ? undefined : toLookingStats(splitByLooks(visible), bytes);
  return {
    threadId,
    topic,
    status,
    outcome,
    runningMs,
    calls: expenses.flatMap(({ seq, call }) => {
      if (call === undefined) return [];
      return { seq, title: titles.get(seq) ?? `${label(call.seat)}, ${call.act}`, ...call };
    }),
    seats: record.seats.map(({ seat, label, agent }) => ({
      seat,
      label,
      agent,
      ...sumExpenses(expenses.filter((expense) => expense.seat === seat)),
    })),
    ...defined({ reading: readers, looking }),
    total: sumExpenses(expenses),
  };
}

/** What one agent used up over all debates. */
export interface AgentStats extends Totals {
  readonly agent: string;
  readonly kind: string;
  /** As it was asked for; null where the agent chose. */
  readonly model: string | null;
  readonly debates: number;
}

export interface HallStats {
  /** Those that could be read. */
  readonly debates: number;
  readonly runningMs: number;
  readonly agents: readonly AgentStats[];
  readonly total: Totals;
  /** What seats looked up. */
  readonly reading: { readonly looks: number; readonly bytes: number };
  /** What that did to calls, in debates whose seats could look things up; absent where nobody did. */
  readonly looking?: LookingStats;
  /** Debates that were compared with a vote of blind answers. */
  readonly comparisons: readonly VoteComparison[];
  /** Debates whose ledgers cannot be read, so that nothing of them is counted. */
  readonly unreadable: readonly UnreadableDebate[];
}

/** Of the votes whose debates can be read. */
async function readComparisons(hall: Hall, votes: readonly string[]): Promise<readonly VoteComparison[]> {
  const found: VoteComparison[] = [];
  for (const threadId of votes) {
    const comparison = await unlessRefused(() => readVoteComparison(hall, threadId));
    if (comparison !== undefined) found.push(comparison);
  }
  return found;
}

/** All debates together; one that cannot be read is named and hides none of the others. */
export async function hallStats(hall: Hall): Promise<HallStats> {
  const unreadable: UnreadableDebate[] = [];
  const votes: string[] = [];
  const all: (Expense & { readonly threadId: string })[] = [];
  const reading = { looks: 0, bytes: 0 };
  const lookCalls = { withLooks: [] as Call[], withoutLooks: [] as Call[] };
  let debates = 0;
  let ran = 0;
  for await (const threadId of eachId(hall.store)) {
    try {
      const outline = await hall.engine.outline(threadId);
      const { debate, log } = outline;
      ran += runningMs(debate);
      if (debate.opened.relation?.kind === 'comparison') votes.push(threadId);
      const expenses = listExpenses(log).map((expense) => ({ ...expense, threadId }));
      const visible = getVisibleLog(outline);
      if (debate.opened.reading !== undefined) {
        const { withLooks, withoutLooks } = splitByLooks(visible);
        lookCalls.withLooks.push(...withLooks);
        lookCalls.withoutLooks.push(...withoutLooks);
      }
      for (const event of visible) {
        if (!isEvent(event, 'look-recorded')) continue;
        reading.looks += 1;
        reading.bytes += event.data.bytes;
      }
      all.push(...expenses);
      debates += 1;
    } catch (error) {
      if (!(error instanceof HallError)) throw error;
      unreadable.push({ threadId, code: error.code, unreadable: error.message });
    }
  }
  const groups = groupBy(all, ({ agent: { agent, kind, model } }) => JSON.stringify([agent, kind, model]));
  const agents = [...groups.values()].map((expenses) => {
    const { agent, kind, model = null } = expenses[0].agent;
    const held = new Set(expenses.map((expense) => expense.threadId));
    return { agent, kind, model, debates: held.size, ...sumExpenses(expenses) };
  });
  agents.sort((one, other) => other.calls - one.calls || one.agent.localeCompare(other.agent));
  const comparisons = await readComparisons(hall, votes);
  const looking = reading.looks === 0 ? undefined : toLookingStats(lookCalls, reading.bytes);
  return {
    debates,
    runningMs: ran,
    agents,
    total: sumExpenses(all),
    reading,
    ...defined({ looking }),
    comparisons,
    unreadable,
  };
}
