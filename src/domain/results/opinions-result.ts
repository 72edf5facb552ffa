// What seats answered by themselves before and after the turns of a format, as other programs get it, read out of a record.
import * as z from 'zod';
import { count } from '../event-parts.ts';
import { ANSWER_KINDS } from '../question/choices.ts';
import { BALLOT_VOTES, REASONS } from '../question/settle.ts';
import type { DebateRecord } from '../record.ts';

const percent = z.int().min(0).max(100).nullable();
const words = z.string().nullable();

const tally = () => ({
  counts: z
    .array(z.object({ answer: z.string(), seats: z.array(z.string()), votes: count, weight: count }))
    .describe('The heaviest first; empty for answers in words, which no rule can compare'),
  weight: count.describe('What all seats weigh together, those included that gave no answer'),
  majority: words.describe('What more than half of all seats hold, or of their weight'),
  unanimous: z.boolean(),
  summary: z
    .object({ middle: words, low: words, high: words })
    .nullable()
    .describe(
      "Of numbers, probabilities and rankings: the median, or the order by Borda's count, which nobody has to hold; and the spread",
    ),
});

/** Texts of seats are untrusted, and null when they were redacted. */
export const opinionsResultSchema = z.lazy(() =>
  z.object({
    question: z.object({ answer: z.enum(ANSWER_KINDS), options: z.array(z.string()), unit: words }),
    answer: words.describe('The answer that stands; null unless the seats settled the question'),
    reason: z
      .enum([...REASONS, 'unfinished'])
      .describe(
        'Why they settled it or did not; `unfinished`: it did not come to that, as the debate is under way, was stopped, was closed with the decision of a person, was rejected by a reviewer, or came to a decision without a ballot. So nothing stands of what they gave, and only who rejects the decision dissents',
      ),
    seated: count.describe(
      'Seats that were there when the debate opened. Those that left count with the last answer that they gave',
    ),
    openings: z.object({
      ...tally(),
      seats: z.array(
        z.object({
          seat: z.string(),
          answer: words,
          said: words.describe('The words that the answer was read from'),
          confidence: percent,
          claims: z.array(z.object({ id: z.string(), claim: z.string() })),
          changeMind: words,
          left: z.boolean().describe('The seat left the debate later'),
          replaced: z.boolean().describe('Its final answer is somebody else’s'),
        }),
      ),
    }),
    ballot: z
      .object({
        ...tally(),
        seats: z.array(
          z.object({
            seat: z.string(),
            answer: words,
            said: words,
            confidence: percent,
            movedBy: z.object({ seat: z.string(), claim: z.string() }).nullable(),
            vote: z.enum(BALLOT_VOTES).nullable(),
            votedOn: z
              .int()
              .nullable()
              .describe('The event of the text that it voted on; a decision that was written later is another text'),
            reason: words,
            objection: words,
          }),
        ),
      })
      .describe('Counts the last answer of every seat; `seats` has the ballots'),
    leftSeats: z.array(z.string()).describe('Who of them left before the end'),
    moved: z
      .array(z.object({ seat: z.string(), from: z.string(), to: z.string(), cited: z.boolean() }))
      .describe('`cited`: it names a claim that can have moved it'),
    dissent: z
      .array(z.string())
      .describe(
        'Seats that hold, or opened under another agent with, something else than the answer that stands, or reject the decision',
      ),
  }),
);

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
