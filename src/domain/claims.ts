// What seats claimed in a debate, what became of each claim, and who moved whom with which: as other programs get it, read out of
// the result of a record.
import * as z from 'zod';
import { count } from './event-parts.ts';
import { CITATION_STATUSES } from './reading/citations.ts';
import type { DebateRecord } from './record.ts';

const words = z.string().nullable();

/** What a seat does with a claim: of another seat the first three, of its own the last two. */
export const CLAIM_MOVES = ['rebut', 'concede', 'refine', 'withdraw'] as const;
export type ClaimMove = (typeof CLAIM_MOVES)[number];

/** What became of a claim; `dropped`: nobody said anything to it; `open`: nobody has yet, or nobody had a turn left to. */
export const CLAIM_FATES = ['answered', 'conceded', 'refined', 'withdrawn', 'replaced', 'dropped', 'open'] as const;
export type ClaimFate = (typeof CLAIM_FATES)[number];

/** A quote or a place that a claim cites, held against the material. */
const checkedSchema = z.object({
  cited: z.string(),
  quote: z.string().optional(),
  status: z.enum(CITATION_STATUSES),
  why: z.string().optional(),
});

export const claimResultSchema = z.lazy(() =>
  z.object({
    id: z.string().describe('"C4", or the ID that the format gives its arguments'),
    seat: z.string(),
    seq: count.describe('The event in which it was made'),
    round: z.int().min(1).nullable().describe('`null` for an opening'),
    text: words.describe('Untrusted; null when it was redacted'),
    fate: z.enum(CLAIM_FATES),
    replies: z.array(
      z.object({
        seat: z.string(),
        seq: count,
        move: z.enum(CLAIM_MOVES),
        text: words,
        refinedTo: words,
        evidence: z
          .array(checkedSchema)
          .optional()
          .describe(
            'What its own words cite; absent where they cite nothing, or are a claim that has its own evidence',
          ),
      }),
    ),
    evidence: z.array(checkedSchema),
  }),
);
export type ClaimResult = z.infer<typeof claimResultSchema>;

export const influenceSchema = z.lazy(() =>
  z.object({
    seats: z.array(
      z.object({
        seat: z.string(),
        opening: words,
        final: words,
        moved: z.boolean().nullable().describe('`null` where the two cannot be compared'),
        toward: z.array(z.string()).describe('Seats that held the final answer of this one when it still held another'),
        movedBy: z.object({ seat: z.string(), claim: z.string() }).nullable().describe('What it says moved it'),
        movedAt: count
          .nullable()
          .describe(
            'The turn that first shows it: the one in which it conceded that claim, else its final answer; `null` if it did not move',
          ),
        withoutClaim: z.boolean().describe('It moved, and names no claim of another seat that can have moved it'),
      }),
    ),
    conformists: z
      .array(z.string())
      .describe(
        'The conformity alarm: seats that took over what another seat had said first, and name no claim that can have moved them',
      ),
    neverMoved: z.array(z.string()),
    byOpeningsAlone: words.describe('What the openings alone would have come to; null without a majority'),
    changedByDebate: z
      .boolean()
      .nullable()
      .describe('The debate came to another answer than its openings; `null` where the two cannot be compared'),
  }),
);
export type Influence = z.infer<typeof influenceSchema>;

/** Both stand in `result.data` of a record, under these names. */
export const argumentationSchema = z.lazy(() =>
  z.object({
    claims: z.array(claimResultSchema),
    influence: influenceSchema.optional(),
  }),
);

/** `undefined` for a debate without openings and final answers. */
export function readInfluence({ result }: Pick<DebateRecord, 'result'>): Influence | undefined {
  const influence = result?.data['influence'];
  // Most have none, and then the library for shapes is not loaded.
  return influence === undefined ? undefined : influenceSchema.safeParse(influence, { jitless: true }).data;
}
