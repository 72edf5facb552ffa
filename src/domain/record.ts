// The read model of a debate: what `show`, `--json`, the exports and other programs get. Derived from a ledger alone.
import * as z from 'zod';
import {
  agentRefSchema,
  copiedSchema,
  count,
  leftOutSchema,
  limitsSchema,
  pictureFacts,
  relationSchema,
  ruleDataSchema,
  tagSchema,
  totalsShape,
} from './event-parts.ts';
import { DEBATE_STATUSES, OUTCOMES } from './outcomes.ts';
import { questionSchema } from './question/question.ts';
import { fetchedSchema, pinSchema, placeSchema, readingBudgetSchema } from './reading/reading.ts';
import { entrySchema, hindsightShape, time } from './record-entries.ts';

const oneModelSchema = z.strictObject({
  agent: agentRefSchema,
  seats: z.array(z.string()),
  perspectives: z.array(z.string()),
});
export type OneModel = z.infer<typeof oneModelSchema>;

const authoritySchema = z.strictObject({
  /**
   * True only when every seat was filled throughout by the agent that it was opened with, none failed, and no copied turn answers
   * other words than were said here. Never of an import.
   */
  full: z.boolean(),
  /** Held elsewhere: how its seats were filled, nobody here knows. */
  imported: z.literal(true).optional(),
  /** Seats whose last call failed and was not made good. */
  failed: z.array(z.string()),
  replaced: z.array(z.strictObject({ seat: z.string(), from: agentRefSchema, to: agentRefSchema, reason: z.string() })),
  /** Seats that left; the debate continued without them. */
  left: z.array(z.strictObject({ seat: z.string(), reason: z.string() })),
  /** Seats that never contributed anything, unless the rules closed the debate without coming to them. */
  silent: z.array(z.string()),
  /** Parts of the material that the seats were to see and did not get; `contextLeftOut` names them. */
  missed: count,
  /** Of each picture the seats whose agents were given it, and those that spoke without; absent where there are none. */
  pictures: z
    .array(z.strictObject({ source: z.string(), seen: z.array(z.string()), unseen: z.array(z.string()) }))
    .optional(),
  /** Seats filled by a rehearsal, which calls no model. */
  rehearsal: z.array(z.string()),
  /** Vendors that fill more than one debating seat. */
  sharedVendors: z.array(z.string()),
  /** Of a fork: how many turns of a seat were copied, and how many of those answer other words than were said here. */
  copied: z.array(z.strictObject({ seat: z.string(), turns: count, otherWords: count })).optional(),
  /** Who spoke for several debating seats manually, which does not make them independent. */
  oneSpeaker: z.array(z.strictObject({ speaker: z.string(), seats: z.array(z.string()) })).optional(),
  /** Models that spoke for several seats, with points of view of their own or without a known vendor: they are not independent. */
  oneModel: z.array(oneModelSchema).optional(),
});

const recordedPictureSchema = z.strictObject({
  ...pictureFacts,
  seq: count,
  sha256: z.string(),
  /** Its bytes are gone. */
  redacted: z.literal(true).optional(),
});

/** One look of a seat; while a phase is blind no more than that there was one. */
const lookSchema = z.strictObject({
  seq: count,
  at: time,
  seat: z.string(),
  step: z.string(),
  tool: z.string(),
  /** JSON of what was asked for; null when it was redacted or is withheld. */
  arguments: z.string().nullable(),
  refused: z.literal(true).optional(),
  seen: z.array(placeSchema()),
  moreSeen: count.optional(),
  sha256: z.string(),
  bytes: count,
  durationMs: count,
  copied: copiedSchema.optional(),
  withheld: z.literal(true).optional(),
});

/** Its texts are those of seats: untrusted. */
const resultSchema = z.strictObject({
  /** JSON of the format's own shape, which docs/formats describes. */
  data: z.record(z.string(), z.json()),
  /** It in one plain sentence: "3 findings, one of them P0; confidence 83%". */
  headline: z.string(),
  /** What it came to, below the headline: Markdown whose texts from seats are escaped. Empty where the headline says all. */
  markdown: z.string(),
  /** What that rests on, likewise: tables, scores, claims, influence. */
  details: z.string().min(1).optional(),
  /** The decision is a text of its own, which is not in here. */
  besideDecision: z.literal(true).optional(),
});

export const debateRecordSchema = z.strictObject({
  threadId: z.string(),
  topic: z.string().nullable(),
  /** What kind of answer the topic asks for; not there where the debate was opened without one. */
  question: questionSchema
    .extend({ options: z.array(z.string().nullable()).optional(), unit: z.string().nullable().optional() })
    .optional(),
  /** The earlier debate that this one continues, is compared with, or is a fork of. */
  relation: relationSchema.optional(),
  tags: z.array(tagSchema).optional(),
  /** Debates of the same hall that are forks of this one. */
  forks: z.array(z.string()).optional(),
  format: z.string(),
  recipe: z.string().optional(),
  options: ruleDataSchema,
  limits: limitsSchema,
  status: z.enum(DEBATE_STATUSES),
  outcome: z.enum(OUTCOMES).nullable(),
  /** What the outcome promises under the rules of this debate, in one sentence; null while there is none. */
  outcomeMeaning: z.string().nullable(),
  authority: authoritySchema,
  decision: z.string().nullable(),
  /** Why the decision, which is null, was redacted. */
  decisionRedaction: z.string().optional(),
  /** What the debate has come to so far, for formats whose outcome is more than a decision in words. */
  result: resultSchema.nullable(),
  /** How the decision turned out, as it was recorded last. */
  hindsight: z.strictObject(hindsightShape).optional(),
  /** Seats that did not approve the decision, gave another answer or object, with their words; `seq`: of the turn that these are. */
  dissent: z.array(z.strictObject({ seat: z.string(), text: z.string().nullable(), seq: z.int().optional() })),
  openedAt: time,
  /** When it was closed or force-closed. */
  endedAt: time.nullable(),
  /** The person who did that; null where a run came to the end of the rules, or nobody here knows who it was. */
  endedBy: z.string().nullable(),
  runningMs: count,
  seats: z.array(
    z.strictObject({
      seat: z.string(),
      label: z.string(),
      agent: agentRefSchema,
      /** Who took turns of the seat manually. */
      people: z.array(z.string()).optional(),
      standIn: agentRefSchema.optional(),
      /** The point of view that it looks from; no other seat learns it. */
      perspective: z.string().optional(),
      contributions: count,
      ...totalsShape,
    }),
  ),
  context: z.array(
    z.strictObject({ source: z.string(), bytes: count, sha256: z.string(), fetched: fetchedSchema.optional() }),
  ),
  contextLeftOut: z.array(leftOutSchema),
  /** Pictures among the context, by the numbers of their events; absent where there are none. */
  pictures: z.array(recordedPictureSchema).optional(),
  ...totalsShape,
  /** What seats could look up, and what they did. */
  reading: z
    .strictObject({
      pins: z.array(pinSchema()),
      budget: readingBudgetSchema(),
      seats: z.array(z.strictObject({ seat: z.string(), looks: count, refused: count.optional(), bytes: count })),
      looks: z.array(lookSchema),
    })
    .optional(),
  entries: z.array(entrySchema),
  warnings: z.array(z.string()),
  ledger: z.strictObject({
    events: count,
    head: z.string(),
    /** The event that closed the debate; its hash is the head that proves the decision. */
    closing: z.strictObject({ seq: count, hash: z.string() }).optional(),
  }),
  /** Where the debate stands on GitHub, if it does. */
  github: z
    .strictObject({
      /** Address of the discussion or issue. */
      thread: z.string().optional(),
      /** The decision record that was proposed last. */
      decisionRecord: z.strictObject({ repo: z.string(), number: count.min(1), path: z.string() }).optional(),
    })
    .optional(),
});

export type DebateRecord = z.infer<typeof debateRecordSchema>;
export type RecordEntry = DebateRecord['entries'][number];
export type Hindsight = NonNullable<DebateRecord['hindsight']>;
export type FormatResult = z.infer<typeof resultSchema>;
export type Authority = z.infer<typeof authoritySchema>;
