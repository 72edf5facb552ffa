// What a seat does with the claims that wait for an answer: it takes up a few, and leaves the rest, as seats do.
import { drawNumber, type Request } from './sheet.ts';
import type { Topic } from './topic.ts';

const MOST_ANSWERED = 2;

const ANSWERS: readonly ((subject: string) => string)[] = [
  (subject) => `concede: it holds for ${subject}, as far as a trial goes.`,
  (subject) => `rebut: nobody has shown that for ${subject}.`,
  (subject) => `refine: It holds for the first part of ${subject}, and nobody knows about the rest.`,
];

/** Lines below the turn; empty where the request lists no claims. */
export function answerClaims({ values, seed, seat }: Request, { subject }: Topic): string {
  const open = [...(values['open_claims'] ?? '').matchAll(/\bC\d+\b/g)].map(([name]) => name);
  const lines = open.slice(0, MOST_ANSWERED).map((name) => {
    const answer = ANSWERS[drawNumber(`${seed}|${seat}|${name}`, ANSWERS.length)] as (typeof ANSWERS)[number];
    return `- ${name} ${answer(subject)}`;
  });
  return lines.length === 0 ? '' : `\n\n${lines.join('\n')}`;
}
