// Other words by which a decision is found: the agent that writes it adds them, as its line "SEARCH: …" or in a field of its answer. They
// stay a part of the turn, so that a redaction removes them with it.
import * as z from 'zod';
import { readAnswer } from '../../domain/answers/read-answer.ts';
import { findSearchLine } from '../../domain/words/conclusions.ts';
import { findSecret } from '../../support/secrets/find-secret.ts';

const SEPARATOR = /[;；|\n]/;
/** Five words and three wordings, in two languages at most. */
const MOST_TERMS = 16;
/** Characters of a wording. */
const MOST_CHARACTERS = 200;

/** What a form asks for, of an answer that is no prose. */
export const searchTermsField = z
  .array(z.string())
  .describe(
    'how others may look for this: five words that the topic does not use, and three other wordings of the question; again in English if the topic is in another language',
  );

const fieldSchema = z.object({ search_terms: z.array(z.string()) });

/** What is too long to be a wording, looks like a secret or comes twice is left out. */
function keepTerms(said: readonly string[]): readonly string[] {
  const terms = said
    .filter((term) => findSecret(term) === undefined)
    .map((term) => term.replace(/[*_`"“”]/g, '').trim())
    .filter((term) => term !== '' && term.length <= MOST_CHARACTERS);
  return [...new Set(terms)].slice(0, MOST_TERMS);
}

/** Asks for the line, with its line break. */
export const SEARCH_LINE =
  'Below all that, add one line for those who will look for this decision in other words: `SEARCH:`, then, with semicolons between them, five words that the topic does not use and three other wordings of the question; if the topic is not in English, all of it in English again.\n';

/** What is behind such a label and, up to the next one, below it. */
const LABELLED = /^[^\p{L}"\n]*search[ _]terms[^\p{L}"\n]*?[:：](.*(?:\n[^\n:：]*$)*)/imu;

/** Of a decision as it was written. */
export function readSearchTerms(content: string): readonly string[] {
  const line = findSearchLine(content);
  if (line !== undefined) return keepTerms(line.split(SEPARATOR));
  if (!/search[_\s-]?terms/i.test(content)) return [];
  const field = readAnswer(content, fieldSchema);
  if (field.ok) return keepTerms(field.value.search_terms);
  const labelled = LABELLED.exec(content)?.[1] ?? '';
  return keepTerms(labelled.replace(/^\s*[-*+•]\s+/gm, '').split(SEPARATOR));
}
