// The result of an Oxford debate as other programs get it, beside its claims.
import * as z from 'zod';
import type { DebateRecord } from '../record.ts';

const text = z.string().nullable();
const number = z.number();
const side = z.enum(['proposition', 'opposition']);
const listOf = <T extends z.ZodType>(schema: T) => z.array(schema).readonly();
const aim = z.strictObject({ target: z.string(), type: z.string(), content: text });
const reading = z.strictObject({ part: z.string(), margin: number });
const grounds = z.strictObject({ source: z.string(), content: z.string(), relevance: z.string() });
const words = z.strictObject({ written: number, judged: number }).nullable();
const marks = z.strictObject({ soundness: number, evidence: number, responsiveness: number, clarity: number });

export const oxfordResultSchema = z.strictObject({
  motion: text,
  definitions: listOf(z.strictObject({ term: z.string(), text: z.string() })),
  scope: text,
  exchanges: number.describe('Judged so far, the opening included'),
  planned: number,
  complete: z.boolean(),
  totals: z.strictObject({ proposition: number, opposition: number }),
  leader: side.nullable(),
  winner: side.nullable().describe('`null` until it is complete, and where nobody wins'),
  margin: number,
  scoreCurve: listOf(
    z.strictObject({ exchange: number, change: number, proposition: number, opposition: number }),
  ).describe('Totals after each exchange; what the proposition gained'),
  arguments: listOf(
    z.strictObject({
      ...{ id: z.string(), side, exchange: number },
      score: number.nullable().describe('From -1 to 1; `null` until it is judged'),
      history: listOf(z.strictObject({ exchange: number, score: number })),
      ...{
        title: text,
        claim: text,
        grounds: listOf(grounds).nullable(),
        warrant: text,
        backing: text,
        qualifier: text,
      },
      ...{ attacks: listOf(aim), defends: listOf(aim) },
    }),
  ),
  judgments: listOf(
    z.strictObject({
      ...{ event: number, at: z.string(), judge: z.string(), exchange: number },
      order: number.describe('1 or 2: which of the two orders'),
      first: side.describe('The side that this order has first'),
      scores: listOf(z.strictObject({ id: z.string(), score: number, marks: marks.optional(), reasoning: text })),
      rescores: listOf(z.strictObject({ id: z.string(), change: number, reasoning: text })),
    }),
  ).describe('Those that counted'),
  turningPoints: listOf(
    z.strictObject({
      exchange: number,
      leadChanged: z.boolean(),
      by: z.string().describe('The best argument of the side that gained; of equals the first'),
      swing: number.describe('Of the total of the proposition'),
    }),
  ).describe('At most three that moved the totals furthest'),
  positionSensitivity: listOf(
    z.strictObject({
      ...{ exchange: number, judge: z.string() },
      difference: number.describe('Mean distance of the two scores of an argument'),
      firstPlace: number.describe('What standing first gained'),
    }),
  ),
  judgesSpread: listOf(
    z.strictObject({
      exchange: number,
      gains: z.record(z.string(), number).describe('Of the proposition, by judge'),
      spread: number,
      furthest: z.strictObject({ id: z.string(), spread: number }).describe('The argument on which they differ most'),
    }),
  ),
  reliability: z
    .strictObject({
      orders: listOf(reading),
      judges: listOf(reading).describe('Each in the exchanges that it judged'),
      sensitivity: number.nullable().describe('By how much the judging itself varies'),
      doubt: z
        .enum(['level', 'judged-once', 'orders-differ', 'judges-differ', 'within-sensitivity'])
        .nullable()
        .describe('Why nobody wins'),
    })
    .describe('Margins are above 0 for the proposition'),
  lengths: listOf(z.strictObject({ exchange: number, proposition: words, opposition: words, change: number })).describe(
    'Words of each side; `change`: what the proposition gained',
  ),
  graph: z.string().describe('Mermaid'),
  unansweredAttacks: listOf(z.strictObject({ argument: z.string(), target: z.string() })).describe(
    'Attacks that the side they hit passed over although it argued again',
  ),
});

export type OxfordResult = z.infer<typeof oxfordResultSchema>;

/** The side that the judges have win; null where nobody wins, `undefined` for debates without judges. */
export function findWinner({ format, result }: Pick<DebateRecord, 'format' | 'result'>) {
  if (format !== 'oxford') return undefined;
  const read = oxfordResultSchema.pick({ winner: true }).strip().safeParse(result?.data);
  return read.success ? read.data.winner : undefined;
}
