// The structured answers that are asked for: the points of a challenge, and a synthesis with root causes.
import * as z from 'zod';
import { jsonSchemaOf, readAnswer } from '../../domain/answers/read-answer.ts';
import type { JsonSchema } from '../../domain/answers/schema.ts';
import { ACTIONS, type Action } from './convergence.ts';

export const ROOT_CAUSES = ['anchoring', 'missing_constraint', 'true_trade_off', 'chance'] as const;
export type RootCause = (typeof ROOT_CAUSES)[number];

/** Agents write "Propose alternative", "true trade-off". */
function named<const T extends readonly [string, ...string[]]>(names: T) {
  return z
    .string()
    .transform((name) =>
      name
        .trim()
        .toLowerCase()
        .replace(/[\s-]+/g, '_'),
    )
    .pipe(z.enum(names));
}

const pointShape = { point: z.string(), reason: z.string() };
const target = z.string().nullable();
const resolution = z.string().nullable();

/** "C3", 3 or "C3 (Speaker 2)". */
const claimName = z
  .union([z.string(), z.number().transform(String)])
  .nullable()
  .default(null)
  .catch(null);

/** What seats are asked for: the words that every format has for claims. */
const POINT_MOVES = ['concede', 'rebut', 'refine'] as const;

const challengeSchema = z.object({
  points: z.array(
    z
      .object({
        target,
        claim: claimName,
        ...pointShape,
        move: named(POINT_MOVES).optional(),
        /** What people and clients say instead. */
        action: named(ACTIONS).optional(),
        resolution,
      })
      .refine(({ move, action }) => move !== undefined || action !== undefined, {
        message: 'needs a move: concede, rebut or refine',
      }),
  ),
});
const askedPoint = { ...pointShape, resolution, move: z.enum(POINT_MOVES) };
const askedChallenge = z.object({ points: z.array(z.object({ target, ...askedPoint })) });
const askedReplies = z.object({ points: z.array(z.object({ target, claim: z.string().nullable(), ...askedPoint })) });

const causeShape = { index: z.number().int(), why: z.string() };
const synthesisSchema = z.object({
  synthesis: z.string(),
  points: z.array(z.object({ ...causeShape, root_cause: named(ROOT_CAUSES) })),
});

const askedSynthesis = z.object({
  synthesis: z.string(),
  points: z.array(z.object({ ...causeShape, root_cause: z.enum(ROOT_CAUSES) })),
});

export type AnsweredPoint = z.infer<typeof challengeSchema>['points'][number];

/** A rebuttal that says what would be better is an alternative. */
export function actionOf({ move, action, resolution }: AnsweredPoint): Action {
  switch (move) {
    case 'concede':
      return 'agree';
    case 'refine':
      return 'synthesize';
    default:
      return action ?? (resolution === null || resolution.trim() === '' ? 'challenge' : 'propose_alternative');
  }
}

export const CHALLENGE_SCHEMA: JsonSchema = jsonSchemaOf(askedChallenge);
/** Where points reply to claims by number. */
export const REPLIES_SCHEMA: JsonSchema = jsonSchemaOf(askedReplies);
export const SYNTHESIS_SCHEMA: JsonSchema = jsonSchemaOf(askedSynthesis);

export function readChallenge(text: string) {
  return readAnswer(text, challengeSchema);
}

export function readSynthesis(text: string) {
  return readAnswer(text, synthesisSchema);
}
