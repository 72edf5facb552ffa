// What events are made of: limits, agents, seats, usage, material, and where an answer came from.
import * as z from 'zod';
import { recordedFailureSchema } from './failures/failures.ts';
import { seatIdSchema, threadIdSchema } from './ids.ts';
import { MAX_PICTURE_BYTES, MAX_PICTURE_SIDE, PICTURE_TYPES } from './pictures.ts';
import { fetchedSchema } from './reading/reading.ts';
import { sealedSchema, sha256Schema } from './sealed/sealed-schema.ts';
import { isTag } from './tags.ts';

export const count = z.int().min(0).max(Number.MAX_SAFE_INTEGER);
/** Characters. */
export const MAX_NAME = 200;
export const nameSchema = z.string().min(1).max(MAX_NAME);

/** Of ASCII, so that all languages sort names alike. */
const ruleName = z.string().regex(/^[ -~]*$/, 'names are ASCII');

/** Whatever holds this name is a sealed text, which the rules must not make. */
const holdsNoSeal = (value: object) => !Object.hasOwn(value, 'sha256');
const RESERVED = { error: 'the name "sha256" is kept for sealed texts' };

/** JSON that a format keeps in its options and in the data of a turn: no floats, short strings. */
export const ruleValue: z.ZodType<RuleValue> = z.lazy(() =>
  z.union([
    z.null(),
    z.boolean(),
    z.int().min(-Number.MAX_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER),
    z.string(),
    z.array(ruleValue),
    z.record(ruleName, ruleValue).refine(holdsNoSeal, RESERVED),
  ]),
);
export type RuleValue = null | boolean | number | string | RuleValue[] | { [key: string]: RuleValue };

export const ruleDataSchema = z.record(ruleName, ruleValue).refine(holdsNoSeal, RESERVED);
export type RuleData = z.infer<typeof ruleDataSchema>;

/** Material that was not taken. */
export const leftOutSchema = z.strictObject({
  source: z.string().min(1),
  /** Why, for people. */
  reason: z.string().min(1),
  /** The seats were to see it: it was given to them, or is a part of the change that is to be reviewed. */
  missed: z.literal(true).optional(),
});
export type LeftOut = z.infer<typeof leftOutSchema>;

/** Hard limits of a debate; 0 turns or tokens make no sense, `null` means no limit of that kind. */
export const limitsSchema = z.strictObject({
  /** All tokens of all calls: input and output, as the agents report them. */
  tokens: count.min(1).nullable(),
  /** Millionths of a US dollar, as the agents report cost. */
  costMicroUsd: count.min(1).nullable(),
  /** Wall time of running, in milliseconds, summed over all runs of the debate by the times of their events. */
  wallMs: count.min(1).nullable(),
});
export type Limits = z.infer<typeof limitsSchema>;

export const LIMIT_KINDS = ['turns', 'rounds', 'tokens', 'money', 'time'] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];

/** Who fills a seat; see `OPEN_SEAT`. */
export const agentRefSchema = z.strictObject({
  agent: nameSchema,
  kind: nameSchema,
  vendor: nameSchema.optional(),
  model: nameSchema.optional(),
  effort: nameSchema.optional(),
  /** True for a rehearsal, which calls no model. */
  rehearsal: z.literal(true).optional(),
});
export type AgentRef = z.infer<typeof agentRefSchema>;

/** A seat that anyone may take with manual turns. */
export const OPEN_SEAT = { agent: 'open', kind: 'open' } as const satisfies AgentRef;

/** The kind of agent that is a person; whoever answers for it, at whichever door, is who was meant. */
export const PERSON_KIND = 'human';

/** Nobody runs a program for this seat: a person has it, or it is open for one. */
export const isForPeople = (agent: Pick<AgentRef, 'kind'> | undefined): boolean =>
  agent?.kind === PERSON_KIND || agent?.kind === OPEN_SEAT.kind;

export const seatAssignmentSchema = z.strictObject({
  seat: seatIdSchema,
  agent: agentRefSchema,
  standIn: agentRefSchema.optional(),
  /** The point of view that the seat looks from; the digest of its text is among `prompts`. */
  perspective: nameSchema.optional(),
});
export type SeatAssignment = z.infer<typeof seatAssignmentSchema>;

export const usageSchema = z.strictObject({
  /** Everything sent to the model, cached or not. */
  inputTokens: count.optional(),
  /** The part of `inputTokens` that the provider had in its cache. */
  cachedInputTokens: count.optional(),
  outputTokens: count.optional(),
  costMicroUsd: count.optional(),
  /** Some try did not report its usage, so all figures are lower bounds. */
  atLeast: z.literal(true).optional(),
});
export type Usage = z.infer<typeof usageSchema>;

/** What calls come to together; of times and usage only what was reported. */
export const totalsShape = {
  usage: usageSchema,
  /** Questions to agents; tries of one question are one call. */
  calls: count,
  /** How many calls reported no tokens, or no cost; when not 0 that sum is a lower bound. */
  callsWithoutTokens: count,
  callsWithoutCost: count,
  retries: count,
  rejected: count,
  failed: count,
  /** Sessions that broke and were replaced by fresh ones. */
  rebuilt: count,
  durationMs: count,
  startUpMs: count.optional(),
  firstTextMs: count.optional(),
};

/** Where an answer came from. Argument vectors are recorded after secrets were taken out. */
export const provenanceSchema = z.strictObject({
  agent: agentRefSchema,
  cliVersion: nameSchema.optional(),
  argv: z.array(z.string()).optional(),
  /** What kept the agent's program from the rest of the machine. */
  sandbox: z.enum(['bubblewrap', 'none']).optional(),
  sessionId: nameSchema.optional(),
  promptSha256: sha256Schema.optional(),
  /** The model that answered, as the agent reported it. */
  reportedModel: nameSchema.optional(),
  durationMs: count.optional(),
  /** How long the answer had to wait for the first sign of life of a program that was started for it. */
  startUpMs: count.optional(),
  firstTextMs: count.optional(),
  /** Which question of its session this was, from 1; absent when a program was started for this question alone. */
  sessionTurn: count.min(1).optional(),
  /** Number of tries, this one included; rebuilding a lost session does not count. */
  attempts: count.min(1).optional(),
  usage: usageSchema.optional(),
  /** Names of the pictures that the agent was given, here or earlier in its session. */
  pictures: z.array(z.string().min(1)).min(1).optional(),
  /** The person who spoke, for a manual turn. */
  author: nameSchema.optional(),
  /** Where a manual turn came from, such as the address of a comment. */
  source: z.string().min(1).optional(),
});
export type Provenance = z.infer<typeof provenanceSchema>;

export const actSchema = z.string().regex(/^[a-z][a-z-]*(?![\s\S])/);

/**
 * What a debate is to an earlier one: the next step after one that settled nothing, blind answers to compare it with, the same asked
 * again, a fork that keeps some of its turns and asks the others again, an author's answers to the findings of a review, or the
 * review of what the author made of them.
 */
export const relationSchema = z.lazy(() =>
  z.strictObject({
    kind: z.enum(['escalation', 'comparison', 'recheck', 'fork', 'fix', 're-review']),
    of: threadIdSchema,
    /** Of a fork: hash of the last event of the parent that may be copied. */
    head: sha256Schema.optional(),
    /** Of a fork: number of that event. */
    event: count.optional(),
    /** Of a fork: seats whose turns are not copied. */
    anew: z.array(seatIdSchema).optional(),
    /** Of a fork in another format: seats, each with the seat of the parent whose opening it takes over. Nothing else is copied. */
    borrowed: z
      .array(z.tuple([seatIdSchema, seatIdSchema]))
      .min(1)
      .optional(),
  }),
);
export type Relation = z.infer<typeof relationSchema>;

/** What a fork took over from its parent. */
export const copiedSchema = z.strictObject({
  /** The event of the parent. */
  event: count,
  /** Of a turn: what its seat had heard in the parent is not what was said here. */
  otherWords: z.literal(true).optional(),
});
export type Copied = z.infer<typeof copiedSchema>;

export const tagSchema = z.string().refine(isTag, { error: 'is not a tag' });

export const contextItemSchema = z.lazy(() =>
  z.strictObject({
    /** Path relative to where the run was started, `-` for standard input, `git:RANGE` for a diff, the address of a web page. */
    source: z.string().min(1),
    bytes: count,
    content: sealedSchema,
    /** Of a web page. */
    fetched: fetchedSchema.optional(),
  }),
);

/** Places that one look names; the rest is counted. */
export const MAX_PLACES = 5;

export const promptDigestSchema = z.strictObject({ name: z.string().min(1), sha256: sha256Schema });

/** Of a call that brought no answer. */
export const failedCall = () => ({
  seat: seatIdSchema,
  agent: agentRefSchema,
  failure: recordedFailureSchema(),
  attempts: count.min(1),
  durationMs: count.optional(),
  usage: usageSchema.optional(),
  /** What the agent had said before it failed. */
  partial: sealedSchema.optional(),
});

const side = z.int().min(1).max(MAX_PICTURE_SIDE);

export const pictureFacts = {
  /** Path relative to where the run was started. */
  source: z.string().min(1),
  mediaType: z.enum(PICTURE_TYPES),
  width: side,
  height: side,
  bytes: z.int().min(1).max(MAX_PICTURE_BYTES),
};

/**
 * A picture that the seats are given; stands right behind the opening. Its bytes, in base64, are without what tells of the camera,
 * the place or the program.
 */
export const pictureSchema = () => z.strictObject({ ...pictureFacts, content: sealedSchema });
