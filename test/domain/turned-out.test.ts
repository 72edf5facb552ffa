// What turned out later: how it is read, and what it says of answers.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeAnswer, judgeDebate, judgeSeat } from '../../src/domain/hindsight/turned-out.ts';
import type { Answer } from '../../src/domain/question/answer.ts';
import { writeDecimal } from '../../src/domain/question/decimal.ts';
import { formatAnswer } from '../../src/domain/question/format-answer.ts';
import type { Question } from '../../src/domain/question/question.ts';
import { readAnswerTo } from '../../src/domain/question/read-answer.ts';
import { readTurnedOut } from '../../src/hall/operations/records/outcomes/record-outcome.ts';

const YES_NO: Question = { answer: 'yes-no', options: ['Yes', 'No'] };
const SIDES: Question = { answer: 'choice', options: ['left', 'right', 'middle'] };
const RANKING: Question = { answer: 'ranking', options: ['Rust', 'Go', 'Zig'] };
const NUMBER: Question = { answer: 'number', options: [] };
const PROBABILITY: Question = { answer: 'probability', options: [] };
const WORDS: Question = { answer: 'text', options: [] };

function answer(question: Question, text: string): Answer {
  const reading = readAnswerTo(question, text);
  if (!reading.ok) throw new Error(reading.issue);
  return reading.answer;
}

function turnedOut(question: Question, text: string) {
  const reading = readTurnedOut({ question }, text);
  if (!reading.ok) throw new Error(reading.issue);
  return reading.turnedOut;
}

describe('what somebody records', () => {
  it.each([
    [YES_NO, 'Right', { verdict: 'right' }],
    [WORDS, 'mixed', { verdict: 'mixed' }],
    [WORDS, 'Right.', { verdict: 'right' }],
    [NUMBER, '**WRONG!**', { verdict: 'wrong' }],
    [WORDS, 'ｒｉｇｈｔ', { verdict: 'right' }],
    [YES_NO, 'no', { answer: { kind: 'option', option: 2 } }],
    [SIDES, 'right', { answer: { kind: 'option', option: 2 } }],
    [NUMBER, '12 (10 to 15)', { answer: { kind: 'number', value: '12', range: null } }],
    [PROBABILITY, 'yes', { answer: { kind: 'probability', percent: 100 } }],
    [PROBABILITY, 'no', { answer: { kind: 'probability', percent: 0 } }],
    [PROBABILITY, 'Ja.', { answer: { kind: 'probability', percent: 100 } }],
    [PROBABILITY, 'non', { answer: { kind: 'probability', percent: 0 } }],
    [PROBABILITY, 'false', { answer: { kind: 'probability', percent: 0 } }],
  ] as const)('%j %s', (question, text, expected) => {
    expect(readTurnedOut({ question }, text)).toEqual({ ok: true, turnedOut: expected });
  });

  it.each<[Question, Answer]>([
    ...[1, 2].flatMap((option) =>
      [YES_NO, SIDES].map((question): [Question, Answer] => [question, { kind: 'option', option }]),
    ),
    ...['0', '-5', '3.141', '1500', '1.5', '1234567.891', '0.001'].flatMap((value) =>
      [NUMBER, { ...NUMBER, unit: 'days' }, { ...NUMBER, unit: '%' }].map((question): [Question, Answer] => [
        question,
        { kind: 'number', value, range: null },
      ]),
    ),
    ...[0, 100].map((percent): [Question, Answer] => [PROBABILITY, { kind: 'probability', percent }]),
    [NUMBER, { kind: 'none' }],
  ])('%j %j can be recorded in the words that name it, as an evaluation does', (question, answer) => {
    expect(turnedOut(question, formatAnswer(question, answer))).toEqual({ answer });
  });

  it.each([
    [WORDS, 'We moved to Go.', 'no answer that can be compared'],
    [WORDS, 'right?', 'no answer that can be compared'],
    [WORDS, 'mostly right', 'no answer that can be compared'],
    [YES_NO, 'perhaps', 'not one of the answers'],
    [YES_NO, 'not sure', 'Nothing has turned out yet'],
    [PROBABILITY, '70', 'turns out as yes or no'],
    [PROBABILITY, '0.7', 'turns out as yes or no'],
  ] as const)('%j refuses %s', (question, text, issue) => {
    expect(readTurnedOut({ question }, text)).toEqual({ ok: false, issue: expect.stringContaining(issue) });
  });
});

describe('an answer beside the true one', () => {
  it.each([
    [YES_NO, 'Yes', 'Yes', 'right'],
    [YES_NO, 'Yes', 'No', 'wrong'],
    [YES_NO, 'not sure', 'No', undefined],
    [SIDES, 'none of these', 'left', 'wrong'],
    [NUMBER, '12 (10 to 15)', '14', 'right'],
    [NUMBER, '12 (10 to 15)', '16', 'mixed'],
    [NUMBER, '12 (10 to 15)', '30', 'wrong'],
    [NUMBER, '12 (0 to 1000000)', '14', 'mixed'],
    [NUMBER, '12', '12', 'right'],
    [NUMBER, '12', '13', 'mixed'],
    [NUMBER, '12', '14', 'wrong'],
    [NUMBER, '11', '10', 'mixed'],
    [NUMBER, '-11', '-10', 'mixed'],
    [NUMBER, '0', '0', 'right'],
    [NUMBER, '0.1', '0', 'wrong'],
    [NUMBER, '0 (-1 to 1)', '0', 'mixed'],
    [NUMBER, '-2 (-4 to -1)', '-3', 'right'],
    [NUMBER, '2 (1 to 3)', '3.1', 'mixed'],
    [PROBABILITY, '70%', '100', 'right'],
    [PROBABILITY, '70%', '0', 'wrong'],
    [PROBABILITY, '50%', '0', 'mixed'],
    [PROBABILITY, '70%', '62', 'right'],
    [RANKING, 'Rust > Go > Zig', 'Rust > Go > Zig', 'right'],
    [RANKING, 'Rust > Go > Zig', 'Rust > Zig > Go', 'mixed'],
    [RANKING, 'Rust > Go > Zig', 'Go > Rust > Zig', 'wrong'],
  ] as const)('%j: %s when it was %s is %s', (question, given, truth, expected) => {
    expect(judgeAnswer(answer(question, given), answer(question, truth))).toBe(expected);
  });
});

/** Whole numbers of at most three digits. */
const small = fc.integer({ min: -999, max: 999 });

it('a number does as well in any unit', () => {
  fc.assert(
    fc.property(small, small, fc.nat(300), fc.nat(300), fc.boolean(), (value, truth, below, above, isRange) => {
      const judge = (power: number) => {
        const write = (whole: number) => writeDecimal({ digits: BigInt(whole), scale: power });
        const range = isRange ? { low: write(value - below), high: write(value + above) } : null;
        const given: Answer = { kind: 'number', value: write(value), range };
        return judgeAnswer(given, { kind: 'number', value: write(truth), range: null });
      };
      const missed = 10 * Math.max(0, value - below - truth, truth - value - above);
      const isUseful = below + above + missed <= Math.abs(truth);
      const isNear = 10 * Math.abs(value - truth) <= Math.abs(truth);
      const inRange = missed > 0 ? (isUseful ? 'mixed' : 'wrong') : isUseful ? 'right' : 'mixed';
      const alone = value === truth ? 'right' : isNear ? 'mixed' : 'wrong';
      for (const power of [0, 1, 2, 3, 9]) expect([power, judge(power)]).toEqual([power, isRange ? inRange : alone]);
    }),
    {
      examples: [
        [11, 10, 0, 0, false],
        [2, 3, 1, 2, true],
      ],
    },
  );
});

describe('a verdict on the decision', () => {
  const settled = (question: Question, text: string) => ({ question, answer: answer(question, text) });

  it('says which of two answers was right, and of more only which was wrong', () => {
    const yes = settled(YES_NO, 'Yes');
    expect(judgeSeat(answer(YES_NO, 'No'), { verdict: 'wrong' }, yes)).toBe('right');
    expect(judgeSeat(answer(YES_NO, 'No'), { verdict: 'right' }, yes)).toBe('wrong');
    const left = settled(SIDES, 'left');
    expect(judgeSeat(answer(SIDES, 'left'), { verdict: 'wrong' }, left)).toBe('wrong');
    expect(judgeSeat(answer(SIDES, 'middle'), { verdict: 'wrong' }, left)).toBeUndefined();
  });

  it('follows from the right answer where that was recorded', () => {
    expect(judgeDebate(turnedOut(SIDES, 'middle'), settled(SIDES, 'left'))).toBe('wrong');
    expect(judgeDebate(turnedOut(SIDES, 'middle'), { question: SIDES })).toBeUndefined();
  });
});
