// The structured answers that are asked for: the points of a challenge, and a synthesis with root causes.
import * as z from 'zod';
import { jsonSchemaOf, readAnswer } from '../../domain/answers/read-answer.ts';
import type { JsonSchema } from '../../domain/answers/schema.ts';
import { ACTIONS } from './convergence.ts';

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
const challengeSchema = z.object({
  points: z.array(z.object({ target, claim: claimName, ...pointShape, action: named(ACTIONS), resolution })),
});
const askedPoint = { ...pointShape, action: z.enum(ACTIONS), resolution };
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
