// Turns texts into vectors of matters, so that "furnace" is near "boiler". As a program it reads a request for embeddings from standard
// input and logs it; what else it does says its argument.
import { appendFileSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const MATTERS = [
  ['boiler', 'furnace', 'heating'],
  ['rust', 'language', 'rewrite'],
  ['queue', 'kafka', 'broker'],
  ['lunch', 'canteen', 'meal'],
];

export function embed(text, numbers = MATTERS.length + 1) {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  const counts = MATTERS.map((matter) => words.filter((word) => matter.includes(word)).length);
  // Something of its own, so that no vector is zero and no two are the same.
  const own = words.reduce((sum, word) => (sum * 31 + word.length) % 97, 7) / 970;
  return [...counts, own, ...Array(64).fill(0)].slice(0, numbers);
}

export const answer = ({ input }, numbers) => ({
  data: input.map((text, index) => ({ object: 'embedding', index, embedding: embed(text, numbers) })),
});

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { log, prints, says, exits, waits, refuses, spares } = JSON.parse(process.argv[2] ?? '{}');
  const request = JSON.parse(readFileSync(0, 'utf8'));
  const { input } = request;
  if (log !== undefined) appendFileSync(log, `${JSON.stringify(request)}\n`);
  // A decision is another line below its question.
  const isOdd = spares !== 'questions' || input[0].includes('\n');
  if (waits === true && isOdd) setInterval(() => {}, 1_000);
  else {
    if (says !== undefined) process.stderr.write(says.join(''));
    process.stdout.write(prints !== undefined && isOdd ? prints : JSON.stringify(answer(request)));
    process.exitCode = refuses !== undefined && input.some((text) => text.includes(refuses)) ? 3 : (exits ?? 0);
  }
}
