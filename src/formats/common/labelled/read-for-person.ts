// The structured answer of a person: JSON as an agent would write it, or lines with labels.
import type * as z from 'zod';
import { OUT_OF_WORDS } from '../../../domain/answers/json-in-text.ts';
import { type ReadAnswer, readAnswer } from '../../../domain/answers/read-answer.ts';
import { isJson } from '../wording.ts';
import { readLabelled } from './read-labelled.ts';

const NO_LABEL = 'there are neither lines with labels nor JSON';

/** JSON in the middle of lines with labels is a part of what they say. */
export function readForPerson<T>(text: string, schema: z.ZodType<T>): ReadAnswer<T> {
  const json = readAnswer(text, schema);
  if (json.ok && !json.repairs.includes(OUT_OF_WORDS)) return json;
  const labelled = readLabelled(text, schema);
  if (labelled?.ok === true) return labelled;
  if (json.ok || /^\W*[[{]/.test(text) || (labelled === undefined && isJson(text))) return json;
  return labelled ?? { ok: false, issues: [NO_LABEL] };
}
