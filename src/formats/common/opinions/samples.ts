// Answers that a rehearsal gives: seats differ at first, so that there is something to debate, and end with the same answer.
import type { Answer } from '../../../domain/question/answer.ts';
import { formatAnswer } from '../../../domain/question/format-answer.ts';
import type { OpinionState } from './state.ts';

export const REHEARSED = '(Rehearsal: no model thought about this.)';

/** By place among the seats, again from the first where there are more. */
const WORDS: readonly ((subject: string) => { readonly answer: string; readonly claims: readonly string[] })[] = [
  (subject) => ({
    answer: `Try one part of ${subject} first, with an end date.`,
    claims: [
      `A small trial of ${subject} can be stopped within a week.`,
      `Waiting teaches nobody anything about ${subject}.`,
    ],
  }),
  (subject) => ({
    answer: `Change nothing about ${subject} until its cost has been measured.`,
    claims: [`Nobody here has a number for what ${subject} costs today.`],
  }),
  (subject) => ({
    answer: `Measure ${subject} for two weeks, then try one part of it.`,
    claims: [`Two weeks are enough for a baseline of ${subject}.`, 'With a baseline, a trial has a result.'],
  }),
];

export const sampleWords = (place: number, subject: string) =>
  (WORDS[place % WORDS.length] as (typeof WORDS)[number])(subject);

export function sampleAnswer({ question }: OpinionState, place: number, subject: string): string {
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
  return made.kind === 'text' ? sampleWords(place, subject).answer : formatAnswer(question, made);
}

/** Who keeps its answer to the end, where one seat does: two seats have no majority to dissent from. */
export function findDissenter(seats: readonly string[]): string | undefined {
  return seats.length > 2 ? seats[1] : undefined;
}
