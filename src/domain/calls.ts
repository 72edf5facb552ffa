// Which events of a ledger are calls to agents, and what calls come to together: the one place where they are counted.
import type { AgentCosts } from './debate-summary.ts';
import { defined } from './defined.ts';
import type { AgentRef, Provenance, Usage } from './event-parts.ts';
import { isEvent, type LedgerEvent } from './events.ts';

/** Of a number that is only known when a debate ends. */
export interface Range {
  readonly atLeast: number;
  readonly atMost: number;
}

/** The note that stands for a session that broke and was replaced by a fresh one. */
export const SESSION_REBUILT = 'session-rebuilt';
/** The note that an agent was asked and stopped before it answered, by whoever ended the run or took the turn. */
export const CALL_STOPPED = 'call-stopped';
/** The note that repeats what an agent remarked about its answer. */
export const AGENT_NOTE = 'agent-note';
/** The act of a call that answers a question after the end. */
export const FOLLOW_UP = 'follow-up';

/** One question to an agent with all its tries; a figure that was not reported is absent. */
export interface Call {
  readonly seat: string;
  readonly act: string;
  readonly agent: AgentRef;
  readonly result: 'answered' | 'rejected' | 'failed' | 'stopped';
  readonly attempts: number;
  readonly reportedModel?: string | undefined;
  /** Of the last try. */
  readonly durationMs?: number | undefined;
  readonly startUpMs?: number | undefined;
  readonly firstTextMs?: number | undefined;
  readonly sessionTurn?: number | undefined;
  /** Of all tries. */
  readonly usage?: Usage | undefined;
}

function toAnswer(by: Provenance, seat: string, act: string, result: Call['result']): Call {
  const { agent, attempts = 1, reportedModel, durationMs, startUpMs, firstTextMs, sessionTurn, usage } = by;
  return { seat, act, agent, result, attempts, reportedModel, durationMs, startUpMs, firstTextMs, sessionTurn, usage };
}

/** The call that an event records, if it does: what people said is none, nor what a fork copied. */
export function toCall(event: LedgerEvent): Call | undefined {
  if (isEvent(event, 'seat-failed')) {
    const { seat, act, agent, failure, attempts, durationMs, usage } = event.data;
    // Unusable answers are counted where each of them was rejected.
    if (failure.code === 'unusable') return undefined;
    return { seat, act, agent, result: 'failed', attempts, durationMs, usage };
  }
  if (isEvent(event, 'follow-up-failed')) {
    const { seat, agent, attempts, durationMs, usage } = event.data;
    return { seat, act: FOLLOW_UP, agent, result: 'failed', attempts, durationMs, usage };
  }
  if (isEvent(event, 'follow-up-answered')) return toAnswer(event.data.by, event.data.seat, FOLLOW_UP, 'answered');
  if (!isEvent(event, 'turn-recorded') && !isEvent(event, 'answer-rejected')) return undefined;
  const { seat, act, by, copied } = event.data;
  if (by.author !== undefined || copied !== undefined) return undefined;
  return toAnswer(by, seat, act, isEvent(event, 'turn-recorded') ? 'answered' : 'rejected');
}

/** Whether its service charges for it nobody knows; a rehearsal has none. */
function toStoppedCall(seat: string, agent: AgentRef): Call {
  const usage = agent.rehearsal === true ? { costMicroUsd: 0 } : undefined;
  return { seat, act: 'call', agent, result: 'stopped', attempts: 1, usage };
}

/** Something that took time, tokens or money: a call, or a session that had to be built again. */
export interface Expense {
  readonly seat: string;
  readonly agent: AgentRef;
  /** Number of the event that tells of it. */
  readonly seq: number;
  /** Absent for a session that was built again. */
  readonly call?: Call;
}

export function listExpenses(log: readonly LedgerEvent[]): Expense[] {
  const agents = new Map<string, AgentRef>();
  const expenses: Expense[] = [];
  for (const event of log) {
    const { seq } = event;
    if (isEvent(event, 'debate-opened')) for (const { seat, agent } of event.data.seats) agents.set(seat, agent);
    if (isEvent(event, 'seat-replaced')) agents.set(event.data.seat, event.data.to);
    const call = toCall(event);
    if (call !== undefined) expenses.push({ seat: call.seat, agent: call.agent, seq, call });
    if (!isEvent(event, 'note-recorded')) continue;
    const { code, seat } = event.data;
    const agent = seat === undefined ? undefined : agents.get(seat);
    if (seat === undefined || agent === undefined) continue;
    if (code === SESSION_REBUILT) expenses.push({ seat, agent, seq });
    if (code === CALL_STOPPED) expenses.push({ seat, agent, seq, call: toStoppedCall(seat, agent) });
  }
  return expenses;
}

export type Totals = AgentCosts['totals'];

const plus = (sum: number | undefined, value: number | undefined) => (value === undefined ? sum : (sum ?? 0) + value);

/** The sum of two usages, in which only what neither reports stays unknown. */
export function addUsage(sum: Usage, usage: Usage | undefined): Usage {
  if (usage === undefined) return sum;
  const { atLeast = sum.atLeast, ...counts } = usage;
  const total: Usage = { ...sum, ...defined({ atLeast }) };
  for (const [key, value] of Object.entries(counts) as [keyof typeof counts, number][]) {
    total[key] = (sum[key] ?? 0) + value;
  }
  return total;
}

function toTotals({ call }: Expense): Partial<Totals> {
  if (call === undefined) return { rebuilt: 1 };
  const { result, attempts, durationMs, startUpMs, firstTextMs, usage = {} } = call;
  const { inputTokens, outputTokens, costMicroUsd, atLeast = false } = usage;
  return {
    calls: 1,
    callsWithoutTokens: Number(atLeast || inputTokens === undefined || outputTokens === undefined),
    callsWithoutCost: Number(atLeast || costMicroUsd === undefined),
    retries: attempts - 1,
    rejected: Number(result === 'rejected'),
    failed: Number(result === 'failed'),
    ...defined({ durationMs, startUpMs, firstTextMs }),
    usage,
  };
}

export const sumExpenses = (expenses: readonly Expense[]): Totals => addTotals(expenses.map(toTotals));

/** What several debates, or parts of them, come to together. */
export function addTotals(all: readonly Partial<Totals>[]): Totals {
  const sum = (field: Exclude<keyof Totals, 'usage' | 'startUpMs' | 'firstTextMs'>) =>
    all.reduce((total, { [field]: added = 0 }) => total + added, 0);
  const sumKnown = (field: 'startUpMs' | 'firstTextMs') =>
    all.reduce<number | undefined>((total, totals) => plus(total, totals[field]), undefined);
  return {
    calls: sum('calls'),
    callsWithoutTokens: sum('callsWithoutTokens'),
    callsWithoutCost: sum('callsWithoutCost'),
    retries: sum('retries'),
    rejected: sum('rejected'),
    failed: sum('failed'),
    rebuilt: sum('rebuilt'),
    durationMs: sum('durationMs'),
    startUpMs: sumKnown('startUpMs'),
    firstTextMs: sumKnown('firstTextMs'),
    usage: all.reduce<Usage>((total, { usage }) => addUsage(total, usage), {}),
  };
}
