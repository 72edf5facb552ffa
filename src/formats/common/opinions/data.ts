// What stands in the data of openings, ballots and challenges: all that the rules go by later, and no words.
import * as z from 'zod';
import { answerSchema } from '../../../domain/question/answer.ts';
import { VOTES } from '../../../domain/question/settle.ts';
import { defineTurnData } from '../turn-data.ts';

export const MAX_CLAIMS = 3;

const opinion = () => ({
  answer: answerSchema,
  /** Percent; null when the seat did not say. */
  confidence: z.number().int().min(0).max(100).nullable(),
});

export const OPINION_DATA = {
  opening: z.lazy(() => z.strictObject({ ...opinion(), claims: z.number().int().min(0).max(MAX_CLAIMS) })),
  ballot: z.lazy(() =>
    z.strictObject({
      ...opinion(),
      /** The claim of another seat that moved it, by its number in the debate, and whose it is; null: none. */
      movedBy: z.strictObject({ seat: z.string(), claim: z.number().int().min(1) }).nullable(),
      /** On the decision; null where there is none to vote on. */
      vote: z.enum(VOTES).nullable(),
    }),
  ),
  /** The one look at openings that all agree; `stands`: there is a reason to debate them. */
  'challenge-agreement': z.lazy(() => z.strictObject({ stands: z.boolean() })),
} as const;

export type OpinionAct = keyof typeof OPINION_DATA;
export type OpeningData = z.infer<(typeof OPINION_DATA)['opening']>;
export type BallotData = z.infer<(typeof OPINION_DATA)['ballot']>;

export const { isAct: isOpinionAct, dataOf: opinionDataOf } = defineTurnData(OPINION_DATA);
