// What stands in the data of a recorded turn: all that the rules go by later, and no words.
import * as z from 'zod';
import { answerSchema } from '../../domain/question/answer.ts';
import { defineTurnData } from '../common/turn-data.ts';

/** What a seat says of a claim without being told whose it is: it holds, it does not, or it holds in other words. */
export const MOVES = ['concede', 'rebut', 'refine'] as const;
export type Move = (typeof MOVES)[number];

const count = z.number().int().min(0);

export const DATA = {
  reply: z.strictObject({
    round: count.min(1),
    /** How many claims there were when the round began. */
    before: count,
    replies: z.array(
      z.strictObject({
        claim: count.min(1),
        move: z.enum(MOVES),
        /** The seat made this claim itself, which its request does not say. */
        own: z.boolean(),
      }),
    ),
    newClaims: count,
  }),
  /** `null`: no answer stands, and the text says so. */
  decision: z.strictObject({ answer: answerSchema.nullable() }),
  'minority-report': z.strictObject({}),
} as const;

export type ReplyData = z.infer<(typeof DATA)['reply']>;

export const { isAct, dataOf } = defineTurnData(DATA);

/** How many claims a turn makes: each refinement is one, and each new one. */
export function countMade({ replies, newClaims }: Pick<ReplyData, 'replies' | 'newClaims'>): number {
  return replies.filter(({ move }) => move === 'refine').length + newClaims;
}
