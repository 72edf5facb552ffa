// Thirty questions whose answers are known, written for this purpose, each with the source of its answer.
import { readFileSync } from 'node:fs';
import * as z from 'zod';

const common = { id: z.string(), topic: z.string(), source: z.string().min(1) };
const magnitude = { truth: z.number(), within: z.number().min(0) };

const questionSchema = z.discriminatedUnion('answer', [
  z.strictObject({ ...common, answer: z.literal('yes-no'), truth: z.enum(['Yes', 'No']) }),
  z.strictObject({ ...common, answer: z.literal('choice'), options: z.array(z.string()).min(2), truth: z.string() }),
  z.strictObject({ ...common, answer: z.literal('number'), ...magnitude }),
  z.strictObject({ ...common, answer: z.literal('probability'), ...magnitude }),
]);
export type Question = z.infer<typeof questionSchema>;

export const QUESTIONS: readonly Question[] = z
  .array(questionSchema)
  .parse(JSON.parse(readFileSync(new URL('questions.json', import.meta.url), 'utf8')));

/** `answer`: as the record of a debate writes it, such as "4096 (4096 to 4096)" or "16.7%"; `null` is never right. */
export function isRight(question: Question, answer: string | null): boolean {
  if (answer === null) return false;
  if (question.answer === 'yes-no' || question.answer === 'choice') return answer === question.truth;
  const figure = Number(/-?\d+(?:\.\d+)?/.exec(answer.replace(/(?<=\d),(?=\d)/g, ''))?.[0]);
  return Math.abs(figure - question.truth) <= question.within;
}
