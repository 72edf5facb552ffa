// The file that an evaluation leaves: enough to check it, to count it again and to add it to others, and no question.
import * as z from 'zod';
import { count } from '../event-parts.ts';
import { OUTCOMES } from '../outcomes.ts';
import { ANSWER_KINDS } from '../question/choices.ts';
import { sha256Schema } from '../sealed/sealed-schema.ts';

export const EVALUATION_VERSION = 1;

/** Millionths of a dollar; null where no call reported what it cost. */
const cost = count.nullable();
/** See `toCode`; null: no answer. */
const code = z.string().nullable();

const intervalSchema = z.strictObject({ low: z.number(), high: z.number() });
export type Interval = z.infer<typeof intervalSchema>;
/** A figure with the interval that holds it in 95 of 100 evaluations; null where it cannot be said. */
const figure = z.strictObject({ value: z.number(), interval: intervalSchema.nullable() }).nullable();
export type Figure = z.infer<typeof figure>;

const agentSchema = z.strictObject({
  /** As arms name it. */
  name: z.string(),
  kind: z.string(),
  vendor: z.string().optional(),
  model: z.string().optional(),
  effort: z.string().optional(),
  rehearsal: z.literal(true).optional(),
  /** What answered, as the agent reported it. */
  cliVersion: z.string().optional(),
  reportedModel: z.string().optional(),
});

/** `name` is what was written, with the agents if they were. */
const armBase = { name: z.string(), agents: z.array(z.string()).min(1) };
const armSchema = z.discriminatedUnion('kind', [
  z.strictObject({ ...armBase, kind: z.literal('one') }),
  z.strictObject({ ...armBase, kind: z.literal('vote'), size: count }),
  /** As many votes as the debate of that arm costs on the same question. */
  z.strictObject({ ...armBase, kind: z.literal('vote-cost'), debate: z.string() }),
  z.strictObject({ ...armBase, kind: z.literal('debate'), format: z.string(), recipe: z.string() }),
]);

/** How far a number may be from the right one: so much, or such a share of it. */
const toleranceSchema = z.union([z.strictObject({ by: z.number() }), z.strictObject({ share: z.number() })]);
export type Tolerance = z.infer<typeof toleranceSchema>;

const questionSchema = z.strictObject({
  id: z.string(),
  /** Of topic, kind, options and unit, whatever file they came from. */
  sha256: sha256Schema,
  answer: z.enum(ANSWER_KINDS),
  options: count,
  /** For each place at which an option was asked, its number in the file. */
  order: z.array(z.int().min(1)),
  truth: z.string(),
  tolerance: toleranceSchema,
  group: z.string(),
  kept: z.record(z.string(), z.string()),
  /** Of the request for a blind answer, the same for every agent and arm. */
  promptSha256: sha256Schema.optional(),
  /** Only with --with-questions. */
  topic: z.string().optional(),
  choices: z.array(z.string()).optional(),
});

/** One call, or several, and what they took. */
const spent = { calls: count, costMicroUsd: cost };

const openingSchema = z.strictObject({
  question: z.string(),
  agent: z.string(),
  number: count,
  answer: code,
  right: z.boolean(),
  /** Percent. */
  confidence: z.int().min(0).max(100).nullable(),
  ...spent,
  debate: z.string(),
  seat: z.string(),
});

const forecastSchema = z.strictObject({ percent: z.number().min(0).max(100), happened: z.boolean() });

const cellSchema = z.strictObject({
  question: z.string(),
  arm: z.string(),
  /** Somebody failed, so that there is no result; counts as no answer. */
  failed: z.boolean(),
  answer: code,
  right: z.boolean(),
  /** The debate ended with exit code 0, or more than half of the votes gave the answer. */
  acts: z.boolean(),
  /** How sure the arm is of its answer, and whether it was right; of a probability the answer itself, and whether it happened. */
  forecast: forecastSchema.nullable(),
  ...spent,
  /** Which blind answers it took, by agent and number. */
  openings: z.array(z.strictObject({ agent: z.string(), number: count })),
  debate: z.string().optional(),
  outcome: z.enum(OUTCOMES).optional(),
});

const armFiguresSchema = z.strictObject({
  arm: z.string(),
  right: count,
  share: figure,
  /** Questions on which somebody could act: exit code 0. */
  acts: count,
  coverage: figure,
  /** Of those, the share that is right. */
  precision: figure,
  failed: count,
  ...spent,
  callsPerRight: figure,
  /** Millionths of a dollar. */
  costPerRight: figure,
  brier: z.number().nullable(),
  votes: z
    .strictObject({
      votes: count,
      /** Mean correlation of being right over all pairs of votes; null where nobody is right and wrong at times. */
      correlation: z.number().nullable(),
      effective: z.number().nullable(),
    })
    .nullable(),
});
export type ArmFigures = z.infer<typeof armFiguresSchema>;

const pairSchema = z.strictObject({
  one: z.string(),
  other: z.string(),
  both: count,
  onlyOne: count,
  onlyOther: count,
  neither: count,
  /** Share right of one less that of the other. */
  difference: figure,
  /** Of the exact test of signs of groups; `adjusted`: for all pairs together, by Holm. */
  p: z.number(),
  adjusted: z.number(),
  shown: z.boolean(),
  /** Questions that would show such a difference; null where there is none. */
  needed: count.nullable(),
});
export type Pair = z.infer<typeof pairSchema>;

const statisticsSchema = z.strictObject({
  /** Questions that every arm has answered; only these count. */
  questions: count,
  groups: count,
  arms: z.array(armFiguresSchema),
  pairs: z.array(pairSchema),
});
export type Statistics = z.infer<typeof statisticsSchema>;

export const evaluationSchema = z.strictObject({
  kind: z.literal('debate-hall-evaluation'),
  version: z.literal(EVALUATION_VERSION),
  hallVersion: z.string(),
  id: z.string(),
  /** Of results that were merged: the results in it. */
  merged: z.array(z.string()).optional(),
  seed: z.string(),
  agents: z.array(agentSchema),
  arms: z.array(armSchema),
  questions: z.array(questionSchema),
  openings: z.array(openingSchema),
  cells: z.array(cellSchema),
  /** The last event of each debate. */
  ledgers: z.array(z.strictObject({ debate: z.string(), head: sha256Schema })),
  statistics: statisticsSchema,
});

export type Evaluation = z.infer<typeof evaluationSchema>;
export type EvaluatedQuestion = Evaluation['questions'][number];
export type EvaluationOpening = Evaluation['openings'][number];
export type Cell = Evaluation['cells'][number];
