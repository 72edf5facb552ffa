// What the library checks once of callers without types: the hall, and what opens halls and debates and runs them. The doors have
// schemas of their own.
import * as z from 'zod';
import { debateRequest } from '../../domain/debate-request.ts';
import { limitsSchema } from '../../domain/event-parts.ts';
import { HallError } from '../../domain/failures/errors.ts';
import { findProblems, joinHints, problemSentence } from '../../domain/values/problems.ts';
import { Metrics } from '../../platform/telemetry/metrics.ts';
import { agentSchema, seatFillingSchema } from '../config/seat-spec.ts';
import { openDebate as open } from '../operations/debate/opening/open-debate.ts';
import { type OpenInput, SEATINGS } from '../operations/debate/opening/open-input.ts';
import type { RunInput } from '../operations/debate/running/prepare-run.ts';
import { runThread } from '../operations/debate/running/run-thread.ts';
import type { Hall } from '../operations/hall.ts';
import { planDebate as plan } from '../operations/planning/plan-debate.ts';
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
