// The operations of the library that open halls, and open, run and change debates.
import * as z from 'zod';
import { limitsSchema } from '../../../domain/event-parts.ts';
import { Metrics } from '../../../platform/telemetry/metrics.ts';
import { agentSchema, seatFillingSchema } from '../../config/seat-spec.ts';
import { planDebate as plan } from '../../operations/debate/forecast/plan-debate.ts';
import { openDebate as openNew } from '../../operations/debate/opening/open-debate.ts';
import { type ForkInput, openFork as fork, planFork as forkPlan } from '../../operations/debate/related/fork-debate.ts';
import { type RedactInput, redact as redactText } from '../../operations/debate/related/redact.ts';
import type { RunInput } from '../../operations/debate/running/prepare-run.ts';
import { runThread } from '../../operations/debate/running/run-thread.ts';
import * as endings from '../../operations/debate/take-part/end-debate.ts';
import type { InterjectInput, SayInput } from '../../operations/debate/take-part/manual-turns.ts';
import * as turns from '../../operations/debate/take-part/manual-turns.ts';
import {
  type OutcomeInput,
  recordOutcome as recordTurnedOut,
} from '../../operations/records/outcomes/record-outcome.ts';
import { type OpenHallOptions, openHall as open } from '../hall.ts';
import {
  call,
  checked,
  HALL,
  home,
  type Members,
  made,
  map,
  must,
  names,
  openMembers,
  seq,
  signal,
  text,
  toInput,
  withOpenGate,
} from './checks.ts';

const hallOptions = z.strictObject({
  cwd: text,
  env: made,
  home,
  settings: z
    .array(z.strictObject({ name: z.string(), path: z.array(z.string()).min(1), value: z.unknown() }))
    .optional(),
  configFile: text,
  trust: z.union([z.literal(true), call]).optional(),
  identity: z.strictObject({ home: z.string(), env: names }).optional(),
  person: made,
  runs: z.enum(['elsewhere', 'queued', 'worker']).optional(),
  onWait: call.optional(),
  onWarning: call.optional(),
  clock: made,
  random: call.optional(),
  metrics: must('of the class Metrics', (value) => value instanceof Metrics).optional(),
} satisfies Members<OpenHallOptions>);

const openInput = z.strictObject(openMembers);

const runInput = z.strictObject({
  threadId: z.string(),
  reseat: z.record(z.string(), agentSchema).optional(),
  limits: limitsSchema.partial().optional(),
  followUp: made,
  onAsked: call.optional(),
  more: z.strictObject({ rounds: z.int().min(1), by: z.string() }).optional(),
  probing: map,
  signal,
  listen: call.optional(),
  worker: text,
  askedBy: text,
  guard: call.optional(),
  authorMayWork: z.literal(true).optional(),
} satisfies Members<RunInput>);

const author = z.string();
const data = z.record(z.string(), z.json()).optional();

const sayInput = z.strictObject({
  ...{ threadId: z.string(), author, seat: z.string(), content: z.string() },
  ...{ act: text, step: text, data, key: text, seatKey: text, agentRole: text, model: text, source: text },
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
  ...{ threadId: z.string(), author, turnedOut: z.string(), note: text, key: text },
} satisfies Members<OutcomeInput>);

const forkInput = z.strictObject({
  ...{ threadId: z.string(), id: text, at: seq.optional() },
  seats: z.record(z.string(), seatFillingSchema).optional(),
  options: z.record(z.string(), z.unknown()).optional(),
  optionNames: names.optional(),
  askedBy: text,
  outputs: z.array(z.string()).optional(),
  probing: map,
  signal,
} satisfies Members<ForkInput>);

/** Opens a hall. `close()` it in the end. Throws `bad-input`, `not-found`, `config-invalid`. */
export const openHall = checked('openHall', open, ['the options', hallOptions.optional()]);

/** Throws `bad-input`, `already-exists`, `no-agents`, `secret-found`, `context-unreadable`, `cancelled`, `storage`. */
export const openDebate = checked('openDebate', openNew, HALL, toInput(openInput));

/** Throws what opening the debate would throw. `recording`: of the parent of a fork. */
export const planDebate = checked('planDebate', plan, HALL, toInput(openInput), ['recording', made]);

/**
 * Resumes where the ledger ends; asks nothing twice. Throws `bad-input`, `not-found`, `already-running`, `not-active`, `reentrant`,
 * `no-agents`, and what the store and the ledger throw.
 */
export const runDebate = checked('runDebate', runThread, HALL, toInput(runInput));

/** Throws what opening a debate throws, `not-found`, and `bad-input` where the topic was redacted. */
export const openFork = checked('openFork', fork, HALL, toInput(forkInput));

/** Throws what opening the fork would throw. */
export const planFork = checked('planFork', forkPlan, HALL, toInput(forkInput));

/** Takes a turn in a seat, under any of its names. Throws `bad-input`, `not-your-turn`, `rule-violation`, `not-active`, `not-found`, `key-conflict`. */
export const say = checked('say', withOpenGate(turns.say), HALL, toInput(sayInput));

/** Names the next speaker of a mediated debate. Throws `bad-input`, and `rule-violation` for any other. */
export const pick = checked('pick', withOpenGate(turns.pick), HALL, toInput(pickInput));

/** Puts words from outside the seats before every later speaker. Throws `bad-input`, `not-active`, `not-found`. */
export const interject = checked('interject', turns.interject, HALL, toInput(interjectInput));

/** Ends a debate with a decision or without one. Throws `bad-input`, `not-active`, `not-found`, and what the rules refuse. */
export const closeDebate = checked('closeDebate', endings.close, HALL, toInput(closeInput));

/** Ends a debate immediately, whatever it is doing; a run in another process stops its agents. Throws `bad-input`, `not-found`. */
export const killDebate = checked('killDebate', endings.kill, HALL, toInput(killInput));

/**
 * Removes text for good, also from forks; the chains still verify. A redacted decision leaves the committed record as well. Throws
 * `bad-input`, `not-found`, `already-running`.
 */
export const redact = checked('redact', redactText, HALL, toInput(redactInput));

/** A later call corrects an earlier one; both stay. Throws `bad-input`, `not-active` while the debate is not over. */
export const recordOutcome = checked('recordOutcome', recordTurnedOut, HALL, toInput(outcomeInput));
