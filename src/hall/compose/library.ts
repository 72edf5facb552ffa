// What the library checks once of callers without types: the hall, and what opens halls, opens, runs and changes debates. The doors
// have schemas of their own.
import * as z from 'zod';
import { debateRequest } from '../../domain/debate-request.ts';
import { limitsSchema } from '../../domain/event-parts.ts';
import { HallError } from '../../domain/failures/errors.ts';
import { findProblems, joinHints, problemSentence } from '../../domain/values/problems.ts';
import { Metrics } from '../../platform/telemetry/metrics.ts';
import { agentSchema, seatFillingSchema } from '../config/seat-spec.ts';
import { openDebate as open } from '../operations/debate/opening/open-debate.ts';
import { type OpenInput, SEATINGS } from '../operations/debate/opening/open-input.ts';
import { type ForkInput, openFork as fork, planFork as forkPlan } from '../operations/debate/related/fork-debate.ts';
import { type RedactInput, redact as redactText } from '../operations/debate/related/redact.ts';
import type { RunInput } from '../operations/debate/running/prepare-run.ts';
import { runThread } from '../operations/debate/running/run-thread.ts';
import type { InterjectInput, SayInput } from '../operations/debate/take-part/manual-turns.ts';
import * as turns from '../operations/debate/take-part/manual-turns.ts';
import type { Hall } from '../operations/hall.ts';
import { planDebate as plan } from '../operations/planning/plan-debate.ts';
import { type OutcomeInput, recordOutcome as recordTurnedOut } from '../operations/records/outcomes/record-outcome.ts';
import { type OpenHallOptions, openHall as openCheckedHall } from './hall.ts';

type Members<Input> = Record<keyof Input, z.ZodType>;

const text = z.string().optional();
const made = z.looseObject({}).optional();
const manyMade = z.array(z.looseObject({})).optional();
const call = z.custom((value) => typeof value === 'function', { error: 'must be a function' }).optional();
const oneOf = (type: typeof AbortSignal | typeof Map | typeof Metrics) =>
  z.custom((value) => value instanceof type, { error: `must be of the class ${type.name}` }).optional();

const isHall = (value: unknown) => z.looseObject({ loaded: z.object(), engine: z.object() }).safeParse(value).success;
const hallSchema = z.custom(isHall, { error: 'must be what openHall returns' });

const hallOptions = z.strictObject({
  cwd: text,
  env: made,
  home: text,
  settings: z
    .array(z.strictObject({ name: z.string(), path: z.array(z.string()).min(1), value: z.unknown() }))
    .optional(),
  configFile: text,
  trust: z.union([z.literal(true), call]).optional(),
  identity: z.strictObject({ home: z.string(), env: z.record(z.string(), z.string()) }).optional(),
  person: made,
  runs: z.enum(['elsewhere', 'queued', 'worker']).optional(),
  clock: made,
  random: call,
  metrics: oneOf(Metrics),
} satisfies Members<OpenHallOptions>);

const { topic, threadId, format, recipe, tags, context, read, perspectives, recall } = debateRequest;
const { answer, options, unit } = debateRequest;

const openInput = z.strictObject({
  ...{ topic, threadId, format, recipe, tags, context, read, perspectives, recall },
  question: z.strictObject({ answer, options, unit }).optional(),
  subject: text,
  relation: made,
  conversation: text,
  options: z.record(z.string(), z.unknown()).optional(),
  optionNames: z.record(z.string(), z.string()).optional(),
  onlyPages: oneOf(Map),
  pins: manyMade,
  pages: manyMade,
  material: made,
  stdin: call,
  everySeat: text,
  agents: z.array(seatFillingSchema).optional(),
  panel: z.union([z.record(z.string(), seatFillingSchema), z.array(seatFillingSchema)]).optional(),
  seated: manyMade,
  kept: made,
  seating: z.enum(SEATINGS).optional(),
  probing: oneOf(Map),
  signal: oneOf(AbortSignal),
} satisfies Members<OpenInput>);

const runInput = z.strictObject({
  threadId: z.string(),
  reseat: z.record(z.string(), agentSchema).optional(),
  limits: limitsSchema.partial().optional(),
  followUp: made,
  more: z.strictObject({ rounds: z.int().min(1), by: z.string() }).optional(),
  probing: oneOf(Map),
  signal: oneOf(AbortSignal),
  listen: call,
  worker: text,
  askedBy: text,
  guard: call,
  authorMayWork: z.literal(true).optional(),
} satisfies Members<RunInput>);

const author = z.string();
const data = z.record(z.string(), z.json()).optional();
const seq = z.int().min(0);

const sayInput = z.strictObject({
  ...{ threadId: z.string(), author, seat: z.string(), content: z.string() },
  ...{ act: text, data, key: text, seatKey: text, agentRole: text, model: text },
} satisfies Members<SayInput>);

const pickInput = z.strictObject({ threadId: z.string(), author, seat: z.string(), key: text });

const interjectInput = z.strictObject({
  ...{ threadId: z.string(), author, content: z.string(), source: text, key: text },
} satisfies Members<InterjectInput>);

const closeInput = z.strictObject({ threadId: z.string(), author, synthesis: text });

const killInput = z.strictObject({ threadId: z.string(), author, reason: z.string() });

const redactInput = z.strictObject({
  ...{ threadId: z.string(), author, event: seq, fields: z.array(z.string()).optional(), reason: z.string() },
} satisfies Members<RedactInput>);

const outcomeInput = z.strictObject({
  ...{ threadId: z.string(), author, turnedOut: z.string(), note: text },
} satisfies Members<OutcomeInput>);

const forkInput = z.strictObject({
  ...{ threadId: z.string(), id: text, at: seq.optional() },
  seats: z.record(z.string(), seatFillingSchema).optional(),
  options: z.record(z.string(), z.unknown()).optional(),
  optionNames: z.record(z.string(), z.string()).optional(),
  probing: oneOf(Map),
  signal: oneOf(AbortSignal),
} satisfies Members<ForkInput>);

function refuse(called: string, what: string, schema: z.ZodType, value: unknown): void {
  const problems = findProblems(schema, value, 5);
  if (problems.length === 0) return;
  const sentences = problems.map((problem) => problemSentence(problem, what));
  throw new HallError('bad-input', `${called} cannot use what it was given: ${sentences.join('; ')}.`, {
    hint: joinHints(problems) ?? 'Pass what the types of the package say.',
  });
}

function withChecks<Input, More extends unknown[], Result>(
  called: string,
  schema: z.ZodType,
  operation: (hall: Hall, input: Input, ...more: More) => Promise<Result>,
) {
  return async (hall: Hall, input: Input, ...more: More): Promise<Result> => {
    refuse(called, 'the hall', hallSchema, hall);
    refuse(called, 'the input', schema, input);
    return await operation(hall, input, ...more);
  };
}

/** Opens a hall. `close()` it in the end. Throws `bad-input`, `config-invalid`. */
export async function openHall(options: OpenHallOptions = {}): Promise<Hall> {
  refuse('openHall', 'the options', hallOptions, options);
  return await openCheckedHall(options);
}

/** Throws `bad-input`, `already-exists`, `no-agents`, `secret-found`, `context-unreadable`, `cancelled`, `storage`. */
export const openDebate: typeof open = withChecks('openDebate', openInput, open);

/** Throws what opening the debate would throw. `recording`: of the parent of a fork. */
export const planDebate: typeof plan = withChecks('planDebate', openInput, plan);

/**
 * Resumes where the ledger ends; asks nothing twice. Throws `bad-input`, `not-found`, `already-running`, `not-active`, `reentrant`,
 * `no-agents`, and what the store and the ledger throw.
 */
export const runDebate: typeof runThread = withChecks('runDebate', runInput, runThread);

/** Throws what opening a debate throws, `not-found`, and `bad-input` where the topic was redacted. */
export const openFork: typeof fork = withChecks('openFork', forkInput, fork);

/** Throws what opening the fork would throw. */
export const planFork: typeof forkPlan = withChecks('planFork', forkInput, forkPlan);

/** Takes a turn in a seat, under any of its names. Throws `bad-input`, `not-your-turn`, `rule-violation`, `not-active`, `not-found`, `key-conflict`. */
export const say: typeof turns.say = withChecks('say', sayInput, turns.say);

/** Names the next speaker of a mediated debate. Throws `bad-input`, and `rule-violation` for any other. */
export const pick: typeof turns.pick = withChecks('pick', pickInput, turns.pick);

/** Puts words from outside the seats before every later speaker. Throws `bad-input`, `not-active`, `not-found`. */
export const interject: typeof turns.interject = withChecks('interject', interjectInput, turns.interject);

/** Ends a debate with a decision or without one. Throws `bad-input`, `not-active`, `not-found`, and what the rules refuse. */
export const closeDebate: typeof turns.close = withChecks('closeDebate', closeInput, turns.close);

/** Ends a debate immediately, whatever it is doing; a run in another process stops its agents. Throws `bad-input`, `not-found`. */
export const killDebate: typeof turns.kill = withChecks('killDebate', killInput, turns.kill);

/**
 * Removes text for good, also from forks; the chains still verify. A redacted decision leaves the committed record as well. Throws
 * `bad-input`, `not-found`, `already-running`.
 */
export const redact: typeof redactText = withChecks('redact', redactInput, redactText);

/** A later call corrects an earlier one; both stay. Throws `bad-input`, `not-active` while the debate is not over. */
export const recordOutcome: typeof recordTurnedOut = withChecks('recordOutcome', outcomeInput, recordTurnedOut);
