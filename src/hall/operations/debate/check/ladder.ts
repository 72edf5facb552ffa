// The ladder: independent answers, then a debate of the same agents, as far as it has seats, then the recipe deep with the agents that are configured for
// it. Each step is a debate of its own, held only if the one before settled nothing.
import { defined } from '../../../../domain/defined.ts';
import { type Limits, OPEN_SEAT, type SeatAssignment } from '../../../../domain/event-parts.ts';
import { HallError } from '../../../../domain/failures/errors.ts';
import { nameModel } from '../../../../domain/speakers.ts';
import type { AnyFormat } from '../../../../formats/format.ts';
import type { Snapshot } from '../../../../ledger/engine/snapshot.ts';
import { DEFAULTS } from '../../../config/config.ts';
import type { SeatFilling } from '../../../config/seat-spec.ts';
import type { Hall } from '../../hall.ts';
import {
  type CallForecast,
  type ForecastOpening,
  forecastFrom,
  listPastCalls,
  toForecastInput,
} from '../forecast/forecast.ts';
import { limitsAfter } from '../opening/limits.ts';
import { openDebate, prepareDebate } from '../opening/open-debate.ts';
import type { OpenInput } from '../opening/open-input.ts';
import { reopen } from '../related/reopening.ts';
import { toSpec } from '../seats/assign-seats.ts';

export const CHECK = 'check';
const DEBATE = 'standard';
const TOP = 'deep';

/** What of a debate decides which one follows it. */
type Held = ForecastOpening & { readonly recipe?: string | undefined };

/** Seats with their agents as configuration would name them; without those that are open to whoever takes them. */
export function listFillings(seats: readonly SeatAssignment[]): readonly (readonly [string, SeatFilling])[] {
  return seats
    .filter(({ agent }) => agent.kind !== OPEN_SEAT.kind)
    .map(({ seat, agent, standIn, perspective }) => {
      const filling = { ...toSpec(agent), ...defined({ perspective, standIn: standIn && toSpec(standIn) }) };
      return [seat, filling] as const;
    });
}

/** Throws `not-found` when a flag names a seat that the last step does not have. */
function findStrongerSeats(hall: Hall, format: AnyFormat, { options }: Held): Readonly<Record<string, SeatFilling>> {
  const { config, origins } = hall.loaded;
  const known = format.seats(format.options.parse(options)).map(({ id }) => id);
  const unknown = Object.keys(config.escalate.seats).filter((seat) => !known.includes(seat));
  const wrong = unknown.find((seat) => origins.get(`escalate.seats.${seat}`)?.kind === 'flag');
  if (wrong !== undefined) {
    throw new HallError('not-found', `There is no seat "${wrong}" in the last step.`, {
      hint: `Its seats are ${known.join(', ')}.`,
    });
  }
  return config.escalate.seats;
}

type Step = Pick<OpenInput, 'format' | 'recipe' | 'options' | 'panel'>;

/** What follows a debate that settled nothing; `undefined` at the top. */
async function findNextStep(hall: Hall, held: Held): Promise<Step | undefined> {
  const isCheck = held.format === CHECK;
  const configured = hall.loaded.config.format;
  const format = await hall.format(isCheck ? (configured === CHECK ? DEFAULTS.format : configured) : held.format);
  const recipe = isCheck ? DEBATE : TOP;
  const isTop = !isCheck && held.recipe === TOP;
  if (isTop || !Object.hasOwn(format.recipes, recipe)) return undefined;
  const { weigh } = held.options;
  const options = weigh === undefined || !format.options.safeParse({ weigh }).success ? {} : { weigh };
  const fillings = listFillings(held.seats);
  const isRehearsal = held.seats.every(({ agent }) => agent.rehearsal === true);
  const stronger = isCheck || isRehearsal ? {} : findStrongerSeats(hall, format, held);
  const panel = isCheck ? fillings.map(([, filling]) => filling) : { ...Object.fromEntries(fillings), ...stronger };
  return { format: format.id, recipe, options, panel };
}

export interface LadderStep {
  readonly format: string;
  /** Agents of the step before that have no seat in this one, or fewer. */
  readonly unseated: readonly string[];
  readonly recipe?: string;
  readonly seats: readonly SeatAssignment[];
  readonly forecast: CallForecast;
}

/** In the order of their seats: "d", or "one seat of b" where b has another one. */
function listUnseated(before: readonly SeatAssignment[], now: readonly SeatAssignment[]): readonly string[] {
  const names = now.map(({ agent }) => nameModel(agent));
  const left = [...names];
  const unseated = before.flatMap(({ agent }) => {
    const name = nameModel(agent);
    const at = left.indexOf(name);
    if (at !== -1) left.splice(at, 1);
    return at !== -1 || agent.kind === OPEN_SEAT.kind ? [] : [names.includes(name) ? `one seat of ${name}` : name];
  });
  return [...new Set(unseated)];
}

type Question = Pick<OpenInput, 'topic' | 'question' | 'read' | 'pins' | 'signal'>;

async function listSteps(hall: Hall, first: Held, question: Question): Promise<readonly LadderStep[]> {
  const past = await listPastCalls(hall, question.signal);
  const steps: LadderStep[] = [];
  let before: readonly SeatAssignment[] = [];
  for (let held: Held | undefined = first; held !== undefined; ) {
    const { format, recipe, seats } = held;
    const forecast = forecastFrom(past, await toForecastInput(hall, held));
    steps.push({ format, unseated: listUnseated(before, seats), ...defined({ recipe }), seats, forecast });
    before = seats;
    const next = await findNextStep(hall, held);
    held = next && (await prepareDebate(hall, { ...question, ...next })).request;
  }
  return steps;
}

/**
 * The steps from a debate that opens so to the top, each with what it will probably take. Spends nothing; throws what opening one of
 * them would throw.
 */
export async function planLadder(hall: Hall, input: OpenInput): Promise<readonly LadderStep[]> {
  const { request } = await prepareDebate(hall, { ...input, context: [] });
  const { topic, question, read, signal } = input;
  return await listSteps(hall, request, { topic, ...defined({ question, read, signal }) });
}

/** As its seats are filled now. */
function heldBy({ debate }: Snapshot): Held {
  const { format, options, recipe } = debate.opened;
  const seats = Object.entries(debate.seats).map(([seat, { agent, standIn, perspective }]) => ({
    seat,
    agent,
    ...defined({ standIn, perspective }),
  }));
  return { format, options, seats, ...defined({ recipe }) };
}

/** The same for a debate that is there. */
export async function planLadderFrom(hall: Hall, threadId: string): Promise<readonly LadderStep[]> {
  const snapshot = await hall.engine.snapshot(threadId);
  const { topic, question, pins } = reopen(snapshot);
  return await listSteps(hall, heldBy(snapshot), { topic, ...defined({ question, pins }) });
}

export interface EscalateInput {
  /** A debate that settled nothing. */
  readonly threadId: string;
  /** Limits on this debate and the steps after it together, where they take the place of its own. */
  readonly limits?: Partial<Limits>;
  readonly signal?: AbortSignal;
}

/**
 * Opens the step that follows, or finds it where it was opened before; `undefined` at the top. Whether the debate settled anything is
 * the caller's to see. Throws what opening a debate throws, `limit-reached` where nothing is left of its limits, and `bad-input` where the
 * question was redacted.
 */
export async function openEscalation(
  hall: Hall,
  { threadId, limits: raised, signal }: EscalateInput,
): Promise<string | undefined> {
  const relation = { kind: 'escalation', of: threadId } as const;
  const found = await hall.summaries.findRelated(relation);
  if (found !== undefined) return found;
  const snapshot = await hall.engine.snapshot(threadId);
  const next = await findNextStep(hall, heldBy(snapshot));
  if (next === undefined) return undefined;
  const limits = limitsAfter(snapshot, `debate-hall resume ${threadId} --escalate`, raised);
  const opened = await openDebate(hall, { ...reopen(snapshot), ...next, relation, limits, ...defined({ signal }) });
  const unseated = listUnseated(heldBy(snapshot).seats, heldBy(opened).seats);
  if (unseated.length > 0) {
    const message = `Without a seat here, though in the step before, ${threadId}: ${unseated.join(', ')}.`;
    const data = { code: 'agent-not-seated', message };
    await hall.engine.dispatch(opened.threadId, { type: 'note-recorded', data });
  }
  return opened.threadId;
}
