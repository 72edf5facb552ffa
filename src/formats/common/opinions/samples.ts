// Answers that a rehearsal gives: seats differ at first, so that there is something to debate, and end with the same answer.
import type { Answer } from '../../../domain/question/answer.ts';
import { formatAnswer } from '../../../domain/question/format-answer.ts';
import type { OpinionState } from './state.ts';

/** By place among the seats, again from the first where there are more. */
const WORDS = [
  {
    answer: 'Try one part first, with an end date.',
    claims: ['A small trial can be stopped within a week.', 'Waiting teaches nobody anything.'],
  },
  {
    answer: 'Change nothing until its cost has been measured.',
    claims: ['Nobody here has a number for what it costs today.'],
  },
  {
    answer: 'Measure for two weeks, then try one part.',
    claims: ['Two weeks are enough for a baseline.', 'With a baseline, a trial has a result.'],
  },
] as const;

export const sampleWords = (place: number) => WORDS[place % WORDS.length] as (typeof WORDS)[number];

export function sampleAnswer({ question }: Pick<OpinionState, 'question'>, place: number): string {
  const { answer, options } = question;
  const count = options.length;
  const turned = options.map((_, index) => ((index + place) % count) + 1);
  const samples: Readonly<Record<typeof answer, () => Answer>> = {
    'yes-no': () => ({ kind: 'option', option: (place % 2) + 1 }),
    choice: () => ({ kind: 'option', option: (place % count) + 1 }),
    ranking: () => ({ kind: 'ranking', order: turned }),
    number: () => ({ kind: 'number', value: String(10 + place), range: { low: '5', high: '20' } }),
    probability: () => ({ kind: 'probability', percent: 30 + 20 * (place % 3) }),
    text: () => ({ kind: 'text' }),
  };
  const made = samples[answer]();
  return made.kind === 'text' ? sampleWords(place).answer : formatAnswer(question, made);
}

/** Who keeps its answer to the end, where one seat does: two seats have no majority to dissent from. */
export function findDissenter(seats: readonly string[]): string | undefined {
  return seats.length > 2 ? seats[1] : undefined;
}
