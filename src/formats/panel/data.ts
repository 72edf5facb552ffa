// What stands in the data of a recorded turn: all that the rules go by later, and no words.
import * as z from 'zod';
import { answerSchema } from '../../domain/question/answer.ts';
import { claimEntrySchema } from '../common/claims/entries.ts';
import { defineTurnData } from '../common/turn-data.ts';

/** What a seat says of a claim without being told whose it is: it holds, it does not, or it holds in other words. */
export const MOVES = ['concede', 'rebut', 'refine'] as const;
export type Move = (typeof MOVES)[number];

const number = z.number().int().min(1);

export const DATA = {
  reply: z.strictObject({
    round: number,
    claims: z.array(claimEntrySchema),
    /** Claims of its own that the seat stands by. */
    holds: z.array(number),
  }),
  /** `null`: no answer stands, or it is in words. */
  decision: z.strictObject({ answer: answerSchema.nullable() }),
  'minority-report': z.strictObject({}),
} as const;

export type ReplyData = z.infer<(typeof DATA)['reply']>;

export const { isAct, dataOf } = defineTurnData(DATA);
