// What a debate will probably take, from what calls of the same agents took in this hall. Invents nothing: an agent
// without a past has no forecast.
import { type Call, listExpenses, type Range } from '../../../../domain/calls.ts';
import { sameAgent } from '../../../../domain/contradictions.ts';
import { type AgentRef, isForPeople } from '../../../../domain/event-parts.ts';
import type { EventData } from '../../../../domain/events.ts';
import { unlessRefused } from '../../../../domain/failures/errors.ts';
import { neverAborted } from '../../../../support/wait.ts';
import type { Hall } from '../../hall.ts';

/** Debates that are read for it, those that were written last. */
const DEBATES = 50;

/** Whose past calls stand for a seat; `person` for one that makes no calls. */
export type ForecastBasis = 'agent' | 'model' | 'kind' | 'none' | 'person';

export interface SeatForecast {
  readonly seat: string;
  readonly agent: AgentRef;
  readonly basis: ForecastBasis;
  readonly pastCalls: number;
  /** Median of one call, input and output together; null when no past call reported tokens. */
  readonly tokensPerCall: number | null;
  /** Median of one call. */
  readonly msPerCall: number | null;
  /** Median of one call, in millionths of a US dollar; null when no past call reported its cost. */
  readonly costPerCallMicroUsd: number | null;
}

export interface CallForecast {
  readonly calls: Range;
  /** Null where some seat gives nothing to go by. */
  readonly tokens: Range | null;
  /** As if all calls came one after another, and without what people take. */
  readonly ms: Range | null;
  readonly costMicroUsd: Range | null;
  /** Past calls that it is taken from, those of all seats together. */
  readonly pastCalls: number;
  readonly seats: readonly SeatForecast[];
}

/** Names of agents whose past calls say nothing of what they cost. */
export function listUnknownCosts({ seats }: CallForecast): readonly string[] {
  const unknown = seats.filter(({ basis, costPerCallMicroUsd }) => basis !== 'person' && costPerCallMicroUsd === null);
  return [...new Set(unknown.map(({ agent }) => agent.agent))];
}

export type ForecastOpening = Pick<EventData<'debate-opened'>, 'format' | 'options' | 'seats'>;

export interface ForecastInput {
  /** Calls of the whole debate, as its format has them. */
  readonly calls: Range;
  readonly seats: readonly { readonly seat: string; readonly agent: AgentRef }[];
}

/** Calls that came to an answer, usable or not: how long a broken agent takes says nothing of a well one. */
export async function listPastCalls(hall: Hall, signal = neverAborted): Promise<Call[]> {
  const calls: Call[] = [];
  const { items } = await hall.store.newest({ most: DEBATES });
  for (const { id: threadId } of items) {
    if (signal.aborted) break;
    const { log = [] } = (await unlessRefused(() => hall.engine.outline(threadId))) ?? {};
    const made = listExpenses(log).flatMap(({ call }) => call ?? []);
    calls.push(...made.filter(({ result }) => result === 'answered' || result === 'rejected'));
  }
  return calls;
}

export function findMedian(values: readonly number[]): number | null {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  if (upper === undefined) return null;
  const lower = sorted.length % 2 === 1 ? upper : (sorted[middle - 1] as number);
  return Math.round((lower + upper) / 2);
}

function listTokens({ usage }: Call): number[] {
  const { inputTokens, outputTokens } = usage ?? {};
  return inputTokens === undefined || outputTokens === undefined ? [] : [inputTokens + outputTokens];
}

/** The calls nearest to what this agent will do: its own, else of its model, else of its kind. */
function findSimilarCalls(agent: AgentRef, past: readonly Call[]): { basis: ForecastBasis; calls: readonly Call[] } {
  const ofKind = past.filter((call) => call.agent.kind === agent.kind);
  const own = ofKind.filter((call) => sameAgent(call.agent, agent));
  if (own.length > 0) return { basis: 'agent', calls: own };
  const ofModel = ofKind.filter((call) => call.agent.model === agent.model);
  if (ofModel.length > 0 && agent.model !== undefined) return { basis: 'model', calls: ofModel };
  return { basis: ofKind.length > 0 ? 'kind' : 'none', calls: ofKind };
}

type Figure = 'tokensPerCall' | 'msPerCall' | 'costPerCallMicroUsd';

const UNKNOWN = { pastCalls: 0, tokensPerCall: null, msPerCall: null, costPerCallMicroUsd: null } as const;

/** Every seat is taken to be asked equally often, as the count of a format does not say which seat speaks how often. */
function timesCalls(calls: Range, seats: readonly SeatForecast[], figure: Figure): Range | null {
  const perCall = seats.map((seat) => (seat.basis === 'person' ? 0 : seat[figure]));
  if (perCall.length === 0 || perCall.some((value) => value === null)) return null;
  const mean = perCall.reduce<number>((sum, value) => sum + (value ?? 0), 0) / perCall.length;
  return { atLeast: Math.round(calls.atLeast * mean), atMost: Math.round(calls.atMost * mean) };
}

/** Pure: the forecast from these past calls. */
export function forecastFrom(past: readonly Call[], { calls, seats }: ForecastInput): CallForecast {
  const used = new Set<Call>();
  const forecasts = seats.map(({ seat, agent }): SeatForecast => {
    if (isForPeople(agent)) return { seat, agent, basis: 'person', ...UNKNOWN };
    const { basis, calls: found } = findSimilarCalls(agent, past);
    for (const call of found) used.add(call);
    return {
      seat,
      agent,
      basis,
      pastCalls: found.length,
      tokensPerCall: findMedian(found.flatMap(listTokens)),
      msPerCall: findMedian(found.flatMap(({ durationMs }) => durationMs ?? [])),
      costPerCallMicroUsd: findMedian(found.flatMap(({ usage }) => usage?.costMicroUsd ?? [])),
    };
  });
  return {
    calls,
    tokens: timesCalls(calls, forecasts, 'tokensPerCall'),
    ms: timesCalls(calls, forecasts, 'msPerCall'),
    costMicroUsd: timesCalls(calls, forecasts, 'costPerCallMicroUsd'),
    pastCalls: used.size,
    seats: forecasts,
  };
}

/** Reads the newest debates of the hall until the signal is aborted; damaged ones are left out. */
export async function forecastDebate(hall: Hall, input: ForecastInput, signal = neverAborted): Promise<CallForecast> {
  return forecastFrom(await listPastCalls(hall, signal), input);
}

/** What a debate that opens so takes as a whole. */
export async function toForecastInput(
  hall: Hall,
  { format: id, options, seats }: ForecastOpening,
): Promise<ForecastInput> {
  const format = await hall.format(id);
  return { calls: format.calls(format.options.parse(options)), seats };
}
