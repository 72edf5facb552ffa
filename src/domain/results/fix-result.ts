// A round of fixing: what an author is given to do, and what it made of the findings, as other programs get it.
import * as z from 'zod';
import type { DebateRecord } from '../record.ts';
import { SEVERITIES } from './review-result.ts';

/** "R1-F2": finding F2 of the first review of a change. Later reviews of the same change have numbers of their own. */
export const trackedIdSchema = z.string().regex(/^R[1-9]\d{0,2}-F[1-9]\d{0,3}$/);

export const formatTrackedId = (round: number, id: string): string => `R${round}-${id}`;

export const FIX_ANSWERS = ['fixed', 'disputed'] as const;
export type FixAnswer = (typeof FIX_ANSWERS)[number];

const commit = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/);

/** What a person agrees to before an author works. */
const agreed = {
  rounds: z.int().min(1).max(99).default(3).describe('Most rounds of fixing'),
  failOn: z.enum(SEVERITIES).default('P2').describe('Findings below this are left alone'),
  test: z.string().min(1).max(1000).nullable().default(null).describe('Command that runs after each round'),
  testMinutes: z.int().min(1).max(240).default(10).describe('Longest that the command may run'),
  hosts: z.array(z.string().min(1).max(255)).max(50).default([]).describe('Hosts that author and command may reach'),
};

/** The fix that is to follow a review, as the review keeps it. */
export const plannedFixSchema = z.strictObject({
  author: z.strictObject({
    agent: z.string().min(1).max(64),
    model: z.string().min(1).max(200).nullable().default(null),
    effort: z.string().min(1).max(32).nullable().default(null),
  }),
  ...agreed,
});

export type PlannedFix = z.infer<typeof plannedFixSchema>;

/** The rules of a round of fixing: the findings to answer, where the author works, and what ends the rounds. */
export const fixOptionsSchema = z.strictObject({
  round: z.int().min(1).max(99).default(1).describe('Which review of the change is answered'),
  ...agreed,
  findings: z
    .array(z.strictObject({ id: trackedIdSchema, severity: z.enum(SEVERITIES) }))
    .max(200)
    .default([])
    .describe('What the author has to answer; set by review --fix'),
  work: z
    .strictObject({
      repository: z.string().min(1),
      branch: z.string().min(1).max(200),
      from: commit,
      head: commit,
    })
    .nullable()
    .default(null)
    .describe('Where the author works: repository, branch, and the commits of the change; set by review --fix'),
});

export type FixOptions = z.infer<typeof fixOptionsSchema>;

const fixSchema = z.looseObject({
  kind: z.literal('fix'),
  /** Which review it answers, from 1. */
  round: z.int().min(1),
  /** Name of the branch that the author's work is committed to; null for a rehearsal of the rules alone. */
  branch: z.string().nullable(),
  /** One for each finding that the author was given; none before the author has answered. */
  answers: z
    .array(
      z.looseObject({
        id: trackedIdSchema,
        severity: z.enum(SEVERITIES),
        answer: z.enum(FIX_ANSWERS),
        reason: z.string(),
        /** Places as the author names them, such as `src/cart.ts:12`. */
        lines: z.array(z.string()).readonly(),
      }),
    )
    .readonly(),
});

export type FixResult = z.infer<typeof fixSchema>;

/** `undefined` for a debate of another format, and before there is an answer. */
export function readFix({ format, result }: Pick<DebateRecord, 'format' | 'result'>): FixResult | undefined {
  return format === 'fix' && result !== null ? fixSchema.parse(result.data) : undefined;
}
