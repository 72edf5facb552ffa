// What the sentence on blind answers without a majority says of those that were ahead, against what the rule lets stand.
import { expect, it } from 'vitest';
import type { Answer } from '../../src/domain/question/answer.ts';
import { formatAnswer } from '../../src/domain/question/format-answer.ts';
import type { Question } from '../../src/domain/question/question.ts';
import { type Seated, settleDebate } from '../../src/domain/question/settle.ts';
import { describeSettlement } from '../../src/domain/words/describe-settlement.ts';
import { toSeated } from './one-rule.ts';

/** "?": not enough to say; "5 in 4-6": a number with its range. */
function toAnswer({ answer, options }: Question, text: string): Answer {
  if (text === '?') return { kind: 'unsure' };
  if (answer === 'probability') return { kind: 'probability', percent: Number(text) };
  if (answer !== 'number') return { kind: 'option', option: options.indexOf(text) + 1 };
  const [value = '', low, high] = text.split(/ in |-/);
  return { kind: 'number', value, range: low === undefined || high === undefined ? null : { low, high } };
}

const LISTED = { 'yes-no': ['Yes', 'No'], choice: ['Rust', 'Go', 'Zig'] };
const NONE = 'none of them was ahead, so that none of them could stand.';

it.each([
  ['yes-no', 'Yes, No', 'No', NONE],
  ['yes-no', 'Yes, ?', 'No', 'only Yes, which was ahead,'],
  ['choice', 'Rust, Go, Zig', 'Go', NONE],
  ['choice', 'Go, Go, Rust, Zig', 'Zig', 'only Go, which was ahead,'],
  ['choice', 'Go, Go, Rust, Rust, ?', 'Go', NONE],
  ['probability', '30, 35, 90, 70, 55', '90', 'only 30% and 35%, which count as the same and were ahead,'],
  ['probability', '30, 30, 80, 85, 55', '30', NONE],
  ['probability', '30, 30, 80, 95, 55', '80', 'only 30%, which was ahead,'],
  ['probability', '45, 55, 70, ?', '70', NONE],
  ['probability', '20, 30, 40, 70, 80, 90', '20', NONE],
  ['probability', '20, 30, 40, 70, 90, ?', '90', 'only 30%, which was ahead,'],
  ['number', '5 in 4-7, 6 in 4-7, 20, 30, 40', '20', 'only 5 (4 to 7) and 6 (4 to 7), which count as the same'],
  ['number', '5 in 4-7, 6, 20, 30', '20', NONE],
  ['number', '5, 5, 20 in 15-25, 22 in 15-25, 40', '5', NONE],
] as const)('%s: %s, and in the end %s: %s', (kind, blind, end, words) => {
  const options = kind === 'yes-no' || kind === 'choice' ? LISTED[kind] : [];
  const question = { answer: kind, options } as Question;
  const openings = blind.split(', ').map((text) => toAnswer(question, text));
  const seat = (hasReason: boolean, final: Answer) => (opening: Answer, index: number) => ({
    ...toSeated({ first: 0, last: 0, reason: hasReason, standIn: false }, index),
    ...{ opening, final },
  });
  const seated: readonly Seated[] = openings.map(seat(false, toAnswer(question, end)));
  const unmoved = seated.map((each) => ({ ...each, hasReason: each.opening?.kind === 'unsure' }));
  const settlement = settleDebate({ seated: unmoved, isClosed: true });
  expect(settlement.reason).toBe('no-majority-at-first');
  const why = describeSettlement(settlement, { seated: unmoved, question, weigh: 'none', label: (id) => id });
  expect(why).toContain(words);
  for (const answer of openings.filter((each) => each.kind !== 'unsure')) {
    const all = settleDebate({ seated: openings.map(seat(true, answer)), isClosed: true });
    const named = /only (.*), which/.exec(why)?.[1]?.split(' and ') ?? [];
    expect(named.includes(formatAnswer(question, answer)), why).toBe(all.answer !== undefined);
  }
});
