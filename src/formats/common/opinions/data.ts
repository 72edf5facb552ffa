// What stands in the data of openings, ballots and challenges: all that the rules go by later, and no words.
import * as z from 'zod';
import { answerSchema } from '../../../domain/question/answer.ts';
import { BALLOT_VOTES } from '../../../domain/question/settle.ts';

export const MAX_CLAIMS = 3;
/** Unicode code points of one opinion. */
export const MAX_OPINION = 16_000;

const opinion = {
  answer: answerSchema,
  /** Percent; null when the seat did not say. */
  confidence: z.int().min(0).max(100).nullable(),
};

export const openingData = z.strictObject({ ...opinion, claims: z.int().min(0).max(MAX_CLAIMS) });
export type OpeningData = z.infer<typeof openingData>;

export const ballotData = z.strictObject({
  ...opinion,
  /** The claim of another seat that moved it, by its number in the debate, and whose it is; null: none. */
  movedBy: z.strictObject({ seat: z.string(), claim: z.int().min(1) }).nullable(),
  /** On the decision; null where there is none to vote on. */
  vote: z.enum(BALLOT_VOTES).nullable(),
});
export type BallotData = z.infer<typeof ballotData>;

const OPINION_ACTS = ['opening', 'ballot', 'challenge-agreement'] as const;
export const isOpinionAct = (act: string) => (OPINION_ACTS as readonly string[]).includes(act);
