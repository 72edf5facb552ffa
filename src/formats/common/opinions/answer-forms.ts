// The forms of answers that openings, ballots and challenges ask for.
import * as z from 'zod';
import { VOTES } from '../../../domain/question/settle.ts';
import { defineJsonSchemas } from '../json-schemas.ts';
import { challengeSchema } from './answers.ts';
import { MAX_CLAIMS } from './data.ts';

export const answerFormOf = defineJsonSchemas(() => {
  const opinion = { answer: z.string(), confidence: z.number().int().min(0).max(100) };
  const ballot = { reason: z.string(), moved_by: z.string().nullable(), ...opinion };
  return {
    opening: z.object({ claims: z.array(z.string()).min(1).max(MAX_CLAIMS), change_mind: z.string(), ...opinion }),
    ballot: z.object(ballot),
    vote: z.object({ ...ballot, objection: z.string().nullable(), vote: z.enum(VOTES) }),
    challenge: challengeSchema,
  };
});
