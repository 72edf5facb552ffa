// What sides and judges are asked to answer, and reading it again from an admitted text.
import * as z from 'zod';
import { readAnswer } from '../../domain/answers/read-answer.ts';
import { jsonSchemaOf } from '../../domain/answers/schema.ts';

export const ATTACK_TYPES = ['claim_attack', 'grounds_attack', 'warrant_attack', 'backing_attack'] as const;
export const DEFENSE_TYPES = ['reinforce', 'clarify', 'concede_and_pivot'] as const;
export type AttackType = (typeof ATTACK_TYPES)[number];

export type DefenseType = (typeof DEFENSE_TYPES)[number];
const argumentSchema = z.object({
  title: z.string(),
  claim: z.string(),
  grounds: z.array(z.object({ source: z.string(), content: z.string(), relevance: z.string() })),
  warrant: z.string(),
  backing: z.string().nullable().default(null),
  qualifier: z.string().nullable().default(null),
  attacks: z
    .array(z.object({ target_id: z.string(), attack_type: z.enum(ATTACK_TYPES), content: z.string() }))
    .nullable()
    .default(null),
  defends: z
    .array(z.object({ target_id: z.string(), defense_type: z.enum(DEFENSE_TYPES), content: z.string() }))
    .nullable()
    .default(null),
});

export type Argument = z.infer<typeof argumentSchema>;
export const argumentsSchema = z.object({ arguments: z.array(argumentSchema) });
export const argumentsJsonSchema = jsonSchemaOf(argumentsSchema);
export const judgmentSchema = z.object({
  scores: z.array(z.object({ argument_id: z.string(), reasoning: z.string(), score: z.number() })),
  rescores: z
    .array(z.object({ argument_id: z.string(), old_score: z.number(), reasoning: z.string(), new_score: z.number() }))
    .nullable()
    .default(null),
});

export type Judgment = z.infer<typeof judgmentSchema>;
export const judgmentJsonSchema = jsonSchemaOf(judgmentSchema);

/** A judgment by dimensions; the rules make the scores. */
export const assessmentSchema = z.object({
  scores: z.array(
    z.object({
      argument_id: z.string(),
      reasoning: z.string(),
      soundness: z.number(),
      evidence: z.number(),
      responsiveness: z.number(),
      clarity: z.number(),
    }),
  ),
  rescores: z
    .array(z.object({ argument_id: z.string(), reasoning: z.string(), change: z.number() }))
    .nullable()
    .default(null),
});

export type Assessment = z.infer<typeof assessmentSchema>;
export const assessmentJsonSchema = jsonSchemaOf(assessmentSchema);

/** Reads again what was admitted; most of that is plain JSON, which needs no search. */
function readAdmitted<T>(text: string, schema: z.ZodType<T>): T | undefined {
  try {
    const plain = schema.safeParse(JSON.parse(text));
    if (plain.success) return plain.data;
  } catch {
    // Then it stands among other words.
  }
  const answer = readAnswer(text, schema);
  return answer.ok ? answer.value : undefined;
}

/** What was given, from the text of a turn; empty for what cannot be read. */
export function readArguments(text: string): readonly Argument[] {
  return readAdmitted(text, argumentsSchema)?.arguments ?? [];
}

export function readJudgmentOf(text: string, isByDimension: boolean): Judgment | Assessment | undefined {
  return isByDimension ? readAdmitted(text, assessmentSchema) : readAdmitted(text, judgmentSchema);
}
