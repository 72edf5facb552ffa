// Reads vectors out of the answer of a program or a service, in the form of OpenAI's embeddings.
import * as z from 'zod';
import { parseJson } from '../../../../domain/parse-json.ts';

const MOST_NUMBERS = 50_000;

const answerSchema = z.object({
  data: z.array(z.object({ index: z.int().optional(), embedding: z.array(z.number()).min(1).max(MOST_NUMBERS) })),
});

/** Vectors, or what is wrong, as the end of "It …". */
export type ReadVectors = { readonly vectors: readonly Float32Array[] } | { readonly problem: string };

/** One for each of so many texts, in their order, all of one length. */
export function readVectors(text: string, texts: number): ReadVectors {
  const answer = parseJson(text);
  if (answer === undefined) return { problem: 'answered with something other than JSON' };
  const read = answerSchema.safeParse(answer);
  if (!read.success) {
    const where = read.error.issues[0]?.path.join('.') ?? '';
    return { problem: `answered without vectors of finite numbers${where === '' ? '' : ` (at ${where})`}` };
  }
  const { data } = read.data;
  if (data.length !== texts) return { problem: `gave ${data.length} vectors for ${texts} texts` };
  const numbers = data.map(({ index }, at) => index ?? at);
  if (new Set(numbers).size !== texts || numbers.some((number) => number < 0 || number >= texts))
    return { problem: 'numbered its vectors wrongly' };
  const vectors: Float32Array[] = [];
  data.forEach(({ embedding }, at) => {
    vectors[numbers[at] ?? at] = Float32Array.from(embedding);
  });
  const [first] = vectors;
  if (vectors.some(({ length }) => length !== first?.length)) return { problem: 'gave vectors of different lengths' };
  // Also what is too large or too small for 32 bits.
  const hasLength = (vector: Float32Array) => {
    const square = vector.reduce((sum, number) => sum + number * number, 0);
    return Number.isFinite(square) && square > 0;
  };
  if (!vectors.every(hasLength)) return { problem: 'gave a vector that is zero or too large' };
  return { vectors };
}
