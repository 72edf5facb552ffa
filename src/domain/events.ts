// The events of a ledger: one strict schema each. A shipped event is never edited; a new shape gets a new `v`.
// Numbers are integers, so that any language's canonical JSON gives the same bytes.
import * as z from 'zod';
import { recordedFailureSchema } from './failures/failures.ts';
import { turnedOutSchema } from './hindsight/turned-out.ts';
import { seatIdSchema, threadIdSchema } from './ids.ts';
import { OUTCOMES } from './outcomes.ts';
import { pictureSchema } from './picture-schema.ts';
import { questionSchema } from './question/question.ts';
import { fetchedSchema, placeSchema, readingSchema } from './reading/reading.ts';
import { sealedSchema, sha256Schema } from './sealed/sealed-schema.ts';
import { isTag, MAX_TAGS } from './tags.ts';

export const LEDGER_VERSION = 1;

export const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
/** Characters. */
export const MAX_NAME = 200;
const name = z.string().min(1).max(MAX_NAME);

/** Of ASCII, so that all languages sort names alike. */
const ruleName = z.string().regex(/^[ -~]*$/, 'names are ASCII');

/** Whatever holds this name is a sealed text, which the rules must not make. */
const holdsNoSeal = (value: object) => !Object.hasOwn(value, 'sha256');
const RESERVED = { error: 'the name "sha256" is kept for sealed texts' };

/** JSON that a format keeps in its options and in the data of a turn: no floats, short strings. */
const ruleValue: z.ZodType<RuleValue> = z.lazy(() =>
  z.union([
    z.null(),
    z.boolean(),
    z.number().int().min(-Number.MAX_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER),
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
  agent: name,
  kind: name,
  vendor: name.optional(),
  model: name.optional(),
  effort: name.optional(),
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
  perspective: name.optional(),
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

/** Where an answer came from. Argument vectors are recorded after secrets were taken out. */
export const provenanceSchema = z.strictObject({
  agent: agentRefSchema,
  cliVersion: name.optional(),
  argv: z.array(z.string()).optional(),
  /** What kept the agent's program from the rest of the machine. */
  sandbox: z.enum(['bubblewrap', 'none']).optional(),
  sessionId: name.optional(),
  promptSha256: sha256Schema.optional(),
  /** The model that answered, as the agent reported it. */
  reportedModel: name.optional(),
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
  author: name.optional(),
});
export type Provenance = z.infer<typeof provenanceSchema>;

export const actSchema = z.string().regex(/^[a-z][a-z-]*(?![\s\S])/);

export const THREAD_KINDS = ['discussion', 'issue'] as const;
export type ThreadKind = (typeof THREAD_KINDS)[number];

/**
 * What a debate is to an earlier one: the next step after one that settled nothing, blind answers to compare it with, the same asked
 * again, a fork that keeps some of its turns and asks the others again, an author's answers to the findings of a review, or the
 * review of what the author made of them.
 */
export const relationSchema = z.strictObject({
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
});
export type Relation = z.infer<typeof relationSchema>;

/** What a fork took over from its parent. */
export const copiedSchema = z.strictObject({
  /** The event of the parent. */
  event: count,
  /** Of a turn: what its seat had heard in the parent is not what was said here. */
  otherWords: z.literal(true).optional(),
});
export type Copied = z.infer<typeof copiedSchema>;

const copied = copiedSchema.optional();

export const tagSchema = z.string().refine(isTag, { error: 'is not a tag' });

export const contextItemSchema = z.strictObject({
  /** Path relative to where the run was started, `-` for standard input, `git:RANGE` for a diff, the address of a web page. */
  source: z.string().min(1),
  bytes: count,
  content: sealedSchema,
  /** Of a web page. */
  fetched: fetchedSchema.optional(),
});

/** Places that one look names; the rest is counted. */
export const MAX_PLACES = 5;

export const promptDigestSchema = z.strictObject({ name: z.string().min(1), sha256: sha256Schema });

/** Of a call that brought no answer. */
const failedCall = () => ({
  seat: seatIdSchema,
  agent: agentRefSchema,
  failure: recordedFailureSchema(),
  attempts: count.min(1),
  durationMs: count.optional(),
  usage: usageSchema.optional(),
  /** What the agent had said before it failed. */
  partial: sealedSchema.optional(),
});

/** Each is built when its type is first met: a debate holds few of them, and a start has no time for the others. */
export const eventPayloads = {
  /** Fixes what the debate is. Always and only event 0. */
  'debate-opened': () =>
    z.strictObject({
      threadId: threadIdSchema,
      topic: sealedSchema,
      /** What kind of answer it asks for; absent where nobody is asked for one. */
      question: questionSchema.optional(),
      /** Absent for a debate that stands for itself. */
      relation: relationSchema.optional(),
      /** The conversation that it was opened in, by the name that a client of the Agent Client Protocol knows. */
      conversation: name.optional(),
      /** Labels to find it by; absent where it has none. */
      tags: z.array(tagSchema).min(1).max(MAX_TAGS).optional(),
      format: name,
      /** Which version of the format's rules holds for this debate; absent: 1. */
      formatVersion: count.min(1).optional(),
      /** Which rules say what the outcomes mean; absent: 1. See `RULES_VERSION`. */
      rulesVersion: count.min(1).optional(),
      options: ruleDataSchema,
      recipe: name.optional(),
      limits: limitsSchema,
      seats: z.array(seatAssignmentSchema).min(1),
      /** What the answer of each seat counts, by how its agent's earlier answers turned out; absent: all the same. */
      weights: z.array(z.strictObject({ seat: seatIdSchema, weight: count.min(1) })).optional(),
      context: z.array(contextItemSchema),
      /** What was asked for as context and left out, with the reason. */
      contextLeftOut: z.array(leftOutSchema),
      /** What seats may look up beyond the context. */
      reading: readingSchema().optional(),
      /** Web pages among what seats may look up, as they were fetched. */
      pages: z.array(contextItemSchema).optional(),
      prompts: z.array(promptDigestSchema),
      seed: z.string().min(1).max(64),
      hallVersion: name,
    }),
  'picture-given': pictureSchema,
  /** One contribution of a seat: a turn of the debate, a vote, a pick, whatever acts the format has. */
  'turn-recorded': () =>
    z.strictObject({
      seat: seatIdSchema,
      act: actSchema,
      content: sealedSchema,
      /** What the format read out of the content: short enumerations and numbers, no free text. */
      data: ruleDataSchema,
      warnings: z.array(sealedSchema),
      /** JSON of what became of each citation in it; see `citationSchema`. */
      citations: sealedSchema.optional(),
      by: provenanceSchema,
      key: name.optional(),
      copied,
    }),
  /** A seat looked something up. What it was given is not kept, but can be read again and compared. */
  'look-recorded': () =>
    z.strictObject({
      seat: seatIdSchema,
      /** The step in which it looked. */
      step: name,
      tool: name,
      /** JSON of what it asked for. */
      arguments: sealedSchema,
      /** It was told why it cannot have this. */
      refused: z.literal(true).optional(),
      /** Places that it saw, as far as they fit. */
      seen: z.array(placeSchema()).max(MAX_PLACES),
      /** Places beyond those. */
      moreSeen: count.min(1).optional(),
      /** Of the text that it was given, in UTF-8. */
      sha256: sha256Schema,
      bytes: count,
      durationMs: count,
      copied,
    }),
  /** An answer that the format could not use; the seat is asked again. */
  'answer-rejected': () =>
    z.strictObject({
      seat: seatIdSchema,
      act: actSchema,
      content: sealedSchema,
      issues: z.array(sealedSchema).min(1),
      by: provenanceSchema,
      copied,
    }),
  /** A person's words from outside the seats; every later seat sees them. */
  'interjection-added': () =>
    z.strictObject({
      author: name,
      content: sealedSchema,
      /** Where it came from, such as the address of a comment. */
      source: z.string().min(1).optional(),
      key: name.optional(),
      copied,
    }),
  'seat-failed': () => z.strictObject({ ...failedCall(), act: actSchema }),
  'seat-replaced': () =>
    z.strictObject({
      seat: seatIdSchema,
      from: agentRefSchema,
      to: agentRefSchema,
      reason: sealedSchema,
    }),
  /** Someone claimed a seat; a joinable seat exists from now on. */
  'seat-taken': () =>
    z.strictObject({
      seat: seatIdSchema,
      agent: agentRefSchema,
      /** What the rules read out of it, such as what the seat may be told. */
      data: ruleDataSchema,
      by: name,
      /** SHA-256 of the random key that whoever speaks for the seat has to give; without one anyone may. */
      keySha256: sha256Schema.optional(),
      copied,
    }),
  /** The debate continues without this seat. */
  'seat-left': () => z.strictObject({ seat: seatIdSchema, reason: sealedSchema, copied }),
  'run-started': () =>
    z.strictObject({
      hallVersion: name,
      pid: count,
      resumed: z.boolean(),
      /** The worker of a shared hall that runs it. */
      worker: name.optional(),
      /** Who asked a shared hall for the run. */
      askedBy: name.optional(),
    }),
  'run-paused': () => z.strictObject({ reason: z.enum(['cancelled', 'seat-failed', 'waiting-for-person']) }),
  'limit-reached': () => z.strictObject({ limit: z.enum(LIMIT_KINDS), used: count, max: count }),
  'limits-raised': () => z.strictObject({ limits: limitsSchema }),
  /** The debate continues for more rounds than it was opened for, even after it was closed. */
  'debate-extended': () => z.strictObject({ rounds: count.min(1), by: name, copied }),
  /** Something that a reader of the record must know, found by the rules or by the runner. */
  'note-recorded': () =>
    z.strictObject({
      code: z.string().regex(/^[a-z][a-z-]*(?![\s\S])/),
      message: sealedSchema,
      seat: seatIdSchema.optional(),
    }),
  /** Removes the named sealed texts of an earlier event; their digests stay, so the chain still verifies. */
  'texts-redacted': () =>
    z.strictObject({
      target: count,
      /** JSON pointers below the target's `data`, such as "/content". */
      fields: z.array(z.string().startsWith('/')).min(1),
      reason: z.string().min(1).max(1_000),
      by: name,
    }),
  'debate-closed': () =>
    z.strictObject({
      outcome: z.enum(OUTCOMES),
      /** The turn that holds the decision, or its text when someone wrote it while closing; null when there is none. */
      decision: z.union([z.strictObject({ turn: count }), z.strictObject({ text: sealedSchema }), z.null()]),
      warnings: z.array(sealedSchema),
      by: name,
    }),
  'debate-force-closed': () => z.strictObject({ reason: sealedSchema, by: name }),
  /** What happened after a debate was over. A later one corrects an earlier one. */
  'outcome-recorded': () => z.strictObject({ turnedOut: turnedOutSchema(), note: sealedSchema.optional(), by: name }),
  /** After the end somebody asks seats one more question. Nothing that follows from it changes what the debate came to. */
  'follow-up-asked': () =>
    z.strictObject({
      content: sealedSchema,
      seats: z.array(seatIdSchema).min(1),
      /** What all calls for this question may use together. */
      limits: limitsSchema.omit({ wallMs: true }),
      by: name,
    }),
  'follow-up-answered': () =>
    z.strictObject({
      /** The event that asks. */
      question: count,
      seat: seatIdSchema,
      content: sealedSchema,
      by: provenanceSchema,
    }),
  'follow-up-failed': () => z.strictObject({ ...failedCall(), question: count }),
  /** The debate is shown to a team in a thread on GitHub; once and for good. */
  'thread-linked': () =>
    z.strictObject({
      repo: name,
      kind: z.enum(THREAD_KINDS),
      /** Node id of a discussion, number of an issue. */
      targetId: name,
      url: z.url().max(2_000),
    }),
  /** A turn or an ending stands in the thread. */
  'comment-posted': () =>
    z.strictObject({
      target: count,
      commentId: name,
      url: z.url().max(2_000),
      bodySha256: sha256Schema,
    }),
  /** A comment was brought into line with a redaction; `gone` when it had been deleted on GitHub. */
  'comment-edited': () =>
    z.strictObject({
      target: count,
      commentId: name,
      bodySha256: sha256Schema,
      gone: z.literal(true).optional(),
    }),
  /** A decision record is about to be written, so that whatever happens next its branch is known. */
  'adr-planned': () =>
    z.strictObject({
      repo: name,
      number: count.min(1),
      path: z.string().min(1).max(1_000),
      branch: name,
    }),
  /** The pull request of a planned decision record. */
  'adr-proposed': () => z.strictObject({ repo: name, branch: name, pullNumber: count.min(1), url: z.url().max(2_000) }),
} as const;

export type EventType = keyof typeof eventPayloads;
export type EventData<T extends EventType> = z.infer<ReturnType<(typeof eventPayloads)[T]>>;

interface Envelope {
  readonly v: typeof LEDGER_VERSION;
  readonly seq: number;
  /** UTC, milliseconds: 2026-11-20T10:00:00.000Z. */
  readonly at: string;
  /** Hash of the event before; null for event 0. */
  readonly prev: string | null;
  /** SHA-256 over the canonical event without `hash`, every sealed text reduced to its digest. */
  readonly hash: string;
}

export type EventOf<T extends EventType> = T extends EventType
  ? Envelope & { readonly type: T; readonly data: Readonly<EventData<T>> }
  : never;

export type LedgerEvent = EventOf<EventType>;

/** An event before it has its place in the chain. */
export type EventDraft<T extends EventType = EventType> = T extends EventType
  ? { readonly type: T; readonly data: Readonly<EventData<T>> }
  : never;

/** Narrows an event to one type. */
export function isEvent<T extends EventType>(event: { readonly type: EventType }, type: T): event is EventOf<T> {
  return event.type === type;
}
