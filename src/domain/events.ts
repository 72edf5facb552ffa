// The events of a ledger: one strict schema each. A shipped event is never edited; a new shape gets a new `v`.
// Numbers are integers, so that any language's canonical JSON gives the same bytes.
import * as z from 'zod';
import {
  actSchema,
  agentRefSchema,
  contextItemSchema,
  copiedSchema,
  count,
  failedCall,
  LIMIT_KINDS,
  leftOutSchema,
  limitsSchema,
  MAX_PLACES,
  nameSchema,
  pictureSchema,
  promptDigestSchema,
  provenanceSchema,
  relationSchema,
  ruleDataSchema,
  seatAssignmentSchema,
  tagSchema,
} from './event-parts.ts';
import { githubPayloads } from './github-events.ts';
import { turnedOutSchema } from './hindsight/turned-out.ts';
import { seatIdSchema, threadIdSchema } from './ids.ts';
import { OUTCOMES } from './outcomes.ts';
import { questionSchema } from './question/question.ts';
import { placeSchema, readingSchema } from './reading/reading.ts';
import { sealedSchema, sha256Schema } from './sealed/sealed-schema.ts';
import { MAX_TAGS } from './tags.ts';

export const LEDGER_VERSION = 1;

const signed = { by: nameSchema, key: nameSchema.optional() };
const copied = copiedSchema.optional();

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
      conversation: nameSchema.optional(),
      /** Who asked a shared hall for the debate. */
      askedBy: nameSchema.optional(),
      /** Labels to find it by; absent where it has none. */
      tags: z.array(tagSchema).min(1).max(MAX_TAGS).optional(),
      format: nameSchema,
      /** Which version of the format's rules holds for this debate; absent: 1. */
      formatVersion: count.min(1).optional(),
      /** Which rules say what the outcomes mean; absent: 1. See `RULES_VERSION`. */
      rulesVersion: count.min(1).optional(),
      options: ruleDataSchema,
      recipe: nameSchema.optional(),
      limits: limitsSchema,
      seats: z.array(seatAssignmentSchema).min(1),
      /** What the answer of each seat counts, by how its agent's earlier answers turned out, or those of `agent`; absent: all the same. */
      weights: z
        .array(z.strictObject({ seat: seatIdSchema, weight: count.min(1), agent: agentRefSchema.optional() }))
        .optional(),
      context: z.array(contextItemSchema),
      /** What was asked for as context and left out, with the reason. */
      contextLeftOut: z.array(leftOutSchema),
      /** What seats may look up beyond the context. */
      reading: z.lazy(readingSchema).optional(),
      /** Web pages among what seats may look up, as they were fetched. */
      pages: z.array(contextItemSchema).optional(),
      prompts: z.array(promptDigestSchema),
      seed: z.string().min(1).max(64),
      hallVersion: nameSchema,
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
      key: nameSchema.optional(),
      copied,
    }),
  /** A seat looked something up. What it was given is not kept, but can be read again and compared. */
  'look-recorded': () =>
    z.strictObject({
      seat: seatIdSchema,
      /** The step in which it looked. */
      step: nameSchema,
      tool: nameSchema,
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
      author: nameSchema,
      content: sealedSchema,
      /** Where it came from, such as the address of a comment. */
      source: z.string().min(1).optional(),
      key: nameSchema.optional(),
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
      by: nameSchema,
      /** SHA-256 of the random key that whoever speaks for the seat has to give; without one anyone may. */
      keySha256: sha256Schema.optional(),
      copied,
    }),
  /** The debate continues without this seat. */
  'seat-left': () => z.strictObject({ seat: seatIdSchema, reason: sealedSchema, copied }),
  'run-started': () =>
    z.strictObject({
      hallVersion: nameSchema,
      pid: count,
      resumed: z.boolean(),
      /** The worker of a shared hall that runs it. */
      worker: nameSchema.optional(),
      /** Who asked a shared hall for the run. */
      askedBy: nameSchema.optional(),
    }),
  'run-paused': () => z.strictObject({ reason: z.enum(['cancelled', 'seat-failed', 'waiting-for-person']) }),
  'limit-reached': () => z.strictObject({ limit: z.enum(LIMIT_KINDS), used: count, max: count }),
  'limits-raised': () => z.strictObject({ limits: limitsSchema }),
  /** The debate continues for more rounds than it was opened for, even after it was closed. */
  'debate-extended': () => z.strictObject({ rounds: count.min(1), by: nameSchema, copied }),
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
      by: nameSchema,
    }),
  'debate-closed': () =>
    z.strictObject({
      outcome: z.enum(OUTCOMES),
      /** The turn that holds the decision, or its text when someone wrote it while closing; null when there is none. */
      decision: z.union([z.strictObject({ turn: count }), z.strictObject({ text: sealedSchema }), z.null()]),
      warnings: z.array(sealedSchema),
      by: nameSchema,
    }),
  'debate-force-closed': () => z.strictObject({ reason: sealedSchema, by: nameSchema }),
  /** What happened after a debate was over. A later one corrects an earlier one. */
  'outcome-recorded': () => z.strictObject({ turnedOut: turnedOutSchema(), note: sealedSchema.optional(), ...signed }),
  /** After the end somebody asks seats one more question. Nothing that follows from it changes what the debate came to. */
  'follow-up-asked': () =>
    z.strictObject({
      content: sealedSchema,
      seats: z.array(seatIdSchema).min(1),
      /** What all calls for this question may use together. */
      limits: limitsSchema.omit({ wallMs: true }),
      ...signed,
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
  ...githubPayloads,
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

export function isEvent<T extends EventType>(event: { readonly type: EventType }, type: T): event is EventOf<T> {
  return event.type === type;
}
