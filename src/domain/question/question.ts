// What kind of answer a question asks for, and which answers it offers.
import * as z from 'zod';
import { defined } from '../defined.ts';
import { readSealed, type Sealed } from '../sealed/sealed.ts';
import { sealedSchema } from '../sealed/sealed-schema.ts';
import { ANSWER_KINDS, type AnswerKind, YES_NO } from './choices.ts';

export const MAX_OPTIONS = 20;
/** Characters of one option. */
export const MAX_OPTION = 200;
/** Characters of a unit. */
export const MAX_UNIT = 40;

/** As event 0 records it. */
export const questionSchema = z.strictObject({
  answer: z.enum(ANSWER_KINDS),
  /** Of a choice or a ranking, in the order in which they are numbered from 1. */
  options: z.array(sealedSchema).min(2).max(MAX_OPTIONS).optional(),
  /** Of a number: what is counted or measured. */
  unit: sealedSchema.optional(),
  /** Nobody said which kind it is: the words of the topic did. */
  byForm: z.literal(true).optional(),
});

export interface Question {
  readonly answer: AnswerKind;
  /** Numbered from 1; empty for kinds without options. */
  readonly options: readonly string[];
  /** Of a number; answers give no other. */
  readonly unit?: string | undefined;
}

const REDACTED_OPTION = '(redacted)';

/** The question as seats and people read it. */
export function readQuestion({ answer, options = [], unit }: z.infer<typeof questionSchema>): Question {
  const texts = options.map((option: Sealed) => readSealed(option) ?? REDACTED_OPTION);
  const measure = unit === undefined ? undefined : readSealed(unit);
  return { answer, options: answer === 'yes-no' ? YES_NO : texts, ...defined({ unit: measure }) };
}

/** Whether two answers to it can be told apart by a rule; words of one's own cannot. */
export function isClosed({ answer }: Question): boolean {
  return answer !== 'text';
}
