// The entries of a record: what happened in a debate, event by event.
import * as z from 'zod';
import { agentRefSchema, copiedSchema, count, provenanceSchema, ruleDataSchema, usageSchema } from './event-parts.ts';
import { failureSchema } from './failures/failures.ts';
import { VERDICTS } from './hindsight/turned-out.ts';
import { citationSchema } from './reading/citations.ts';

export const time = z.iso.datetime({ precision: 3 });

/** Text that may have been redacted: then it is null and `redaction` tells why. Or withheld, while a phase is blind. */
const said = {
  text: z.string().nullable(),
  sha256: z.string(),
  redaction: z.string().optional(),
  withheld: z.literal(true).optional(),
};

/** Every entry says what it is, and the event that it tells of. */
const makeEntry = <Kind extends string, Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) =>
  z.strictObject({ kind: z.literal(kind), seq: count, at: time, ...shape });

const turnEntry = makeEntry('turn', {
  hash: z.string(),
  title: z.string(),
  seat: z.string(),
  act: z.string(),
  round: z.int().min(1).nullable(),
  ...said,
  /** The text in readable form, where it is structured. */
  shown: z.string().optional(),
  data: ruleDataSchema,
  warnings: z.array(z.string()),
  /** What became of what it cites, where seats could look things up. */
  citations: z.array(citationSchema).optional(),
  by: provenanceSchema,
  /** A fork took it from its parent, and its call is counted there. */
  copied: copiedSchema.optional(),
});

/** What was recorded after the debate about how its decision turned out. */
const hindsight = {
  /** Null where the debate has no answer that could have been right. */
  verdict: z.enum(VERDICTS).nullable(),
  /** What turned out to be the answer, as somebody put it; null where they judged the decision only. */
  answer: z.string().nullable(),
  /** Null when it was redacted. */
  note: z.string().nullable().optional(),
  redaction: z.string().optional(),
  by: z.string(),
};
export const hindsightShape = { seq: count, at: time, ...hindsight };

export const entrySchema = z.discriminatedUnion('kind', [
  turnEntry,
  makeEntry('interjection', {
    title: z.string(),
    author: z.string(),
    source: z.string().optional(),
    copied: copiedSchema.optional(),
    ...said,
  }),
  makeEntry('rejected', {
    seat: z.string(),
    act: z.string(),
    issues: z.array(z.string()),
    by: provenanceSchema,
    copied: copiedSchema.optional(),
    ...said,
  }),
  makeEntry('failure', {
    seat: z.string(),
    act: z.string(),
    agent: agentRefSchema,
    failure: failureSchema(),
    attempts: count,
    durationMs: count.optional(),
    usage: usageSchema.optional(),
    /** The message says no more than what may be said while a phase is blind. */
    withheld: z.literal(true).optional(),
  }),
  makeEntry('replacement', {
    seat: z.string(),
    from: agentRefSchema,
    to: agentRefSchema,
    reason: z.string(),
  }),
  makeEntry('note', {
    code: z.string(),
    message: z.string(),
    seat: z.string().optional(),
    /** Of a force close: why, null when the reason was redacted, and who did it. */
    reason: z.string().nullable().optional(),
    by: z.string().optional(),
    /** The message stands for one that is withheld while a phase is blind. */
    withheld: z.literal(true).optional(),
  }),
  makeEntry('hindsight', hindsight),
  /** A question after the end; seats that fail to answer it are failures of the act "follow-up". */
  makeEntry('follow-up', {
    title: z.string(),
    author: z.string(),
    seats: z.array(z.string()),
    /** Those that have neither answered nor failed. */
    unanswered: z.array(z.string()),
    ...said,
  }),
  makeEntry('follow-up-answer', {
    title: z.string(),
    /** Number of the event that asks. */
    question: count,
    seat: z.string(),
    by: provenanceSchema,
    ...said,
  }),
  makeEntry('redaction', {
    target: count,
    fields: z.array(z.string()),
    reason: z.string(),
    by: z.string(),
  }),
]);
export type TurnEntry = z.infer<typeof turnEntry>;
