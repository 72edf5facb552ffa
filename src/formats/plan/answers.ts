// What the answers of several acts have: a step, words of a fixed choice, votes that a person may write as lines.
import * as z from 'zod';
import { isNothing } from '../../domain/answers/nothing.ts';
import type { ReadAnswer } from '../../domain/answers/read-answer.ts';
import { readWordLines } from '../common/word-lines.ts';
import { oneOf } from '../common/wording.ts';

export const listOfWords = z.array(z.string()).nullish();

/** Those that say something. */
export const listWords = (texts: readonly string[] | null | undefined): readonly string[] =>
  (texts ?? []).filter((text) => !isNothing(text));

/** One of these words, or null for whatever is none: that spoils the vote that it stands in, and no other. */
export const oneOfOrNone = <const T extends readonly [string, ...string[]]>(words: T) =>
  oneOf(words).or(z.unknown().transform(() => null));

/** How a vote reads whose word nobody can tell. */
export const NO_VOTE = 'no clear vote';

export const plannedStep = z.object({
  phase: z.number().describe('1, 2, …: steps of one phase can be done in parallel'),
  title: z.string(),
  description: z.string().describe('what to do, and how to tell that it is done'),
  files: listOfWords.describe('paths that the step touches'),
  dependencies: z
    .array(z.union([z.string(), z.number()]))
    .nullish()
    .describe('numbers or exact titles of the steps that must be done before'),
});

export type PlannedStep = z.infer<typeof plannedStep>;

const VOTE_LINES = {
  id: '(?:p\\d+\\.|s)\\d+',
  front: '[ps]\\d',
  consent: /^(?:agree|approve)/i,
  wanted: 'a step ID and a vote',
};

/** The votes under this name, one a line, such as "P2.1 agree: it is reversible". */
export function readPlainVotes<Name extends string, T>(
  text: string,
  name: Name,
  schema: z.ZodType<T>,
): ReadAnswer<Record<Name, T>> | undefined {
  const lines = readWordLines(text, VOTE_LINES);
  if (lines?.ok !== true) return lines;
  const parsed = schema.safeParse(
    lines.value.map(({ id, word, reason }) => ({ step: id, vote: word, reason, suggestion: reason })),
  );
  return parsed.success
    ? { ok: true, value: { [name]: parsed.data } as Record<Name, T>, repairs: [] }
    : { ok: false, issues: ['A vote is one of the words named in the request, right after the ID.'] };
}

/** What was sent back once. */
export const warnOfDoubt = (doubt: string) => `Still there after a second answer: ${doubt}`;
