// What seats answered by themselves before and after the turns of a format, as other programs get it, read out of a record.
import * as z from 'zod';
import { ANSWER_KINDS } from '../question/choices.ts';
import type { DebateRecord } from '../record.ts';

const count = z.number().int().min(0);
const percent = z.number().int().min(0).max(100).nullable();
const words = z.string().nullable();

const tally = () => ({
  /** The heaviest first; empty for answers in words, which no rule can compare. */
  counts: z.array(z.object({ answer: z.string(), seats: z.array(z.string()), votes: count, weight: count })),
  leader: words,
  unanimous: z.boolean(),
  tie: z.boolean(),
});

/** Texts of seats are untrusted, and null when they were redacted. */
export const opinionsResultSchema = z.object({
  question: z.object({ answer: z.enum(ANSWER_KINDS), options: z.array(z.string()) }),
  answer: words,
  /** Why that answer stands. */
  basis: z.string().nullable(),
  /** Most seats end with another answer than the one that stands. */
  contested: z.boolean(),
  openings: z.object({
    ...tally(),
    seats: z.array(
      z.object({
        seat: z.string(),
        answer: words,
        confidence: percent,
        claims: z.array(z.object({ id: z.string(), claim: z.string() })),
        changeMind: words,
      }),
    ),
  }),
  ballot: z.object({
    ...tally(),
    seats: z.array(
      z.object({
        seat: z.string(),
        answer: words,
        confidence: percent,
        movedBy: z.object({ seat: z.string(), claim: words }).nullable(),
        vote: z.enum(['own', 'accept', 'reject']).nullable(),
        reason: words,
        objection: words,
      }),
    ),
  }),
  moved: z.array(z.object({ seat: z.string(), from: z.string(), to: z.string(), cited: z.boolean() })),
});

export type OpinionsResult = z.infer<typeof opinionsResultSchema>;
export type OpeningResult = OpinionsResult['openings']['seats'][number];
export type BallotResult = OpinionsResult['ballot']['seats'][number];

/** `undefined` for a debate in which nobody has given an opinion. */
export function readOpinions({ result }: Pick<DebateRecord, 'result'>): OpinionsResult | undefined {
  if (result === null) return undefined;
  return opinionsResultSchema.safeParse(result.data, { jitless: true }).data;
}

/** The answer of a debate that ended with its openings, which has no decision in words; `undefined` for any other. */
export function readAgreedAnswer({ outcome, decision, result }: Pick<DebateRecord, 'outcome' | 'decision' | 'result'>) {
  if (outcome !== 'agreed' || decision !== null) return undefined;
  const opinions = readOpinions({ result });
  return opinions?.ballot.seats.length === 0 ? (opinions.answer ?? undefined) : undefined;
}
