// What kind of answer a question asks for, and which answers it offers.
import * as z from 'zod';
import { type Sealed, textOf } from '../sealed/sealed.ts';
import { sealedSchema } from '../sealed/sealed-schema.ts';
import { ANSWER_KINDS, type AnswerKind } from './choices.ts';

export const MAX_OPTIONS = 20;
/** Characters of one option. */
export const MAX_OPTION = 200;

/** As event 0 records it. */
export const questionSchema = z.strictObject({
  answer: z.enum(ANSWER_KINDS),
  /** Of a choice or a ranking, in the order in which they are numbered from 1. */
  options: z.array(sealedSchema).min(2).max(MAX_OPTIONS).optional(),
  /** Nobody said which kind it is: the words of the topic did. */
  byForm: z.literal(true).optional(),
});

export interface Question {
  readonly answer: AnswerKind;
  /** Numbered from 1; empty for kinds without options. */
  readonly options: readonly string[];
}

const REDACTED_OPTION = '(redacted)';
const YES_NO: readonly string[] = ['Yes', 'No'];

/** The question as seats and people read it. */
export function readQuestion({ answer, options = [] }: z.infer<typeof questionSchema>): Question {
  const texts = options.map((option: Sealed) => textOf(option) ?? REDACTED_OPTION);
  return { answer, options: answer === 'yes-no' ? YES_NO : texts };
}

/** Whether two answers to it can be told apart by a rule; words of one's own cannot. */
export function isClosed({ answer }: Question): boolean {
  return answer !== 'text';
}
