// What the sentence on an outcome says of heads, weights and votes, against what was given.
import { expect, it } from 'vitest';
import type { Answer } from '../../src/domain/question/answer.ts';
import { formatAnswer } from '../../src/domain/question/format-answer.ts';
import type { Question } from '../../src/domain/question/question.ts';
import { type BallotVote, type Seated, settleDebate } from '../../src/domain/question/settle.ts';
import { describeSettlement } from '../../src/domain/words/describe-settlement.ts';
import { toSeated } from './one-rule.ts';

const YES_NO: Question = { answer: 'yes-no', options: ['Yes', 'No'] };
const WORDS: Question = { answer: 'text', options: [] };

/** Numbers from 0 to one below `base`, so many of them in all ways. */
const listWays = (base: number, length: number): readonly (readonly number[])[] =>
  Array.from({ length: base ** length }, (_, at) =>
    Array.from({ length }, (__, place) => Math.floor(at / base ** place) % base),
  );

function explain(question: Question, weigh: string, seated: readonly Seated[]): string {
  const settlement = settleDebate({ seated, isClosed: question.answer !== 'text' });
  return describeSettlement(settlement, { seated, question, weigh, label: (seat) => seat });
}

/** Each seat: 0 not enough to say, 1 Yes, 2 No, before the debate and after it. */
const seatsOf = (first: readonly number[], last: readonly number[], weights: readonly number[]): readonly Seated[] =>
  first.map((answer, index) =>
    toSeated({ first: answer, last: last[index], reason: true, standIn: false, weight: weights[index] ?? 1 }, index),
  );

it.each([
  ['none', [1, 1, 1]],
  ['confidence', [1, 1, 1]],
  ['calibration', [1, 1, 1]],
  ['confidence', [90, 30, 30]],
  ['calibration', [200, 100, 100]],
] as const)(
  'answers that weigh %s, %j: it says of heads what heads did, and of weights what weights did',
  (weigh, weights) => {
    const isWeighed = weights.some((weight) => weight !== 1);
    for (const first of listWays(3, 3)) {
      for (const last of listWays(3, 3)) {
        const why = explain(YES_NO, weigh, seatsOf(first, last, weights));
        const heads = (answers: readonly number[], wanted: number) => answers.filter((each) => each === wanted).length;
        const most = (answers: readonly number[]) => [1, 2].find((answer) => heads(answers, answer) * 2 > 3);
        const says: readonly (readonly [string, boolean])[] = [
          [`weighted by ${weigh}`, isWeighed],
          ['No answer is held by more than half of the seats', most(last) === undefined],
          ['At least half of the seats chose none of the answers', heads(last, 0) * 2 > 3],
          ['had no majority.', most(first) === undefined],
          ['Most seats end with another answer', most(first) !== undefined && most(last) !== most(first)],
        ];
        for (const [words, isTrue] of says) if (!isTrue && why.includes(words)) expect(why).not.toContain(words);
        const split = [...(/: (\d+ of [^:]*)\.$/.exec(why)?.[1]?.matchAll(/(\d+) of (\d+)/g) ?? [])];
        const all = isWeighed ? weights.reduce<number>((sum, weight) => sum + weight, 0) : 3;
        if (split.length === 0) continue;
        expect(
          split.every(([, , whole]) => Number(whole) === all),
          why,
        ).toBe(true);
        expect(
          split.reduce((sum, [, part]) => sum + Number(part), 0),
          why,
        ).toBe(all);
        expect(why.includes('by weight: ')).toBe(isWeighed);
      }
    }
  },
);

it('of those who left what most had said at first it names no seat that had said something else, or nothing', () => {
  const why = explain(YES_NO, 'none', seatsOf([1, 1, 1, 2, 0], [2, 2, 2, 2, 2], []));
  expect(why).toContain('All five seats end with No. seat 0, seat 1 and seat 2 left what most had said at first, each');
});

it('weights that count say what they came to', () => {
  expect(explain(YES_NO, 'confidence', seatsOf([1, 2, 2], [1, 2, 2], [60, 30, 30]))).toBe(
    'Answers are weighted by confidence. No answer has more than half of the weight of all seats. At the end, by weight: 60 of 120 Yes, 60 of 120 No.',
  );
});

it.each(['none', 'confidence'])(
  'votes on words, weighed by %s: it says of them what they were, and of weights nothing',
  (weigh) => {
    const kinds: readonly (BallotVote | undefined)[] = ['own', 'accept', 'reject', undefined];
    const words: Answer = { kind: 'text' };
    for (let seats = 2; seats <= 5; seats += 1) {
      for (const drawn of listWays(kinds.length, seats)) {
        const votes = drawn.map((each) => kinds[each]);
        const seated = votes.map((vote, index): Seated => {
          const weights = { opening: 90 - index, last: 90 - index };
          return {
            seat: `${index}`,
            weights,
            opening: words,
            final: words,
            vote,
            hasReason: false,
            hasLeft: false,
            isReplaced: false,
            people: [],
          };
        });
        const why = explain(WORDS, weigh, seated);
        const behind = votes.filter((vote) => vote === 'own' || vote === 'accept').length;
        const isRejected = votes.includes('reject');
        const says: readonly (readonly [string, boolean])[] = [
          ['weight', false],
          ['No answer', false],
          ['More than half of the seats do not', behind * 2 < seats],
          ['At least half of the seats do not', behind * 2 <= seats],
          ['More than half of the seats hold or accept', behind * 2 > seats],
          ['No seat rejects', !isRejected],
          ['Every seat says', votes.every((vote) => vote === 'own')],
        ];
        for (const [sentence, isTrue] of says)
          if (!isTrue && why.includes(sentence)) expect(why).not.toContain(sentence);
      }
    }
  },
);

const range = (value: string, low: string, high: string): Answer => ({ kind: 'number', value, range: { low, high } });
const chance = (percent: number): Answer => ({ kind: 'probability', percent });

/** Two that count as the same, a third that does not, and none. */
const MEASURES: readonly (readonly [Question, readonly Answer[]])[] = [
  [
    { answer: 'number', options: [], unit: 'days' },
    [range('10', '5', '20'), range('12', '5', '20'), range('40', '30', '50'), { kind: 'unsure' }],
  ],
  [{ answer: 'probability', options: [] }, [chance(60), chance(65), chance(95), { kind: 'unsure' }]],
];

it('of measures that are close to the one that stands, and not to each other, it says that they are not the same', () => {
  const seated = [55, 45, 50].map((percent, index): Seated => {
    const weights = { opening: 1, last: 1 };
    const rest = { final: undefined, vote: undefined, hasReason: false, hasLeft: false, isReplaced: false, people: [] };
    return { seat: `${index}`, weights, opening: chance(percent), ...rest };
  });
  expect(explain({ answer: 'probability', options: [] }, 'none', seated)).toBe(
    'All three seats give answers that count as 50%, but not all of these count as the same as each other.',
  );
});

it.each(MEASURES)('of measures it says that seats gave one only where each of them did: %j', (question, answers) => {
  for (const drawn of listWays(answers.length, 3)) {
    for (const isAsked of [false, true]) {
      const given = drawn.map((each) => answers[each] as Answer);
      const seated = given.map((answer, index): Seated => {
        const weights = { opening: 1, last: 1 };
        const final = isAsked ? answer : undefined;
        return {
          ...{ seat: `${index}`, weights, opening: answer, final, vote: undefined },
          ...{ hasReason: false, hasLeft: false, isReplaced: false, people: [] },
        };
      });
      const why = explain(question, 'none', seated);
      const said =
        /^(All three|Two of three) seats (?:gave|answer|end with) (?!answers that count)(.+?)(?: by themselves|[.;,])/.exec(
          why,
        );
      if (said === null) continue;
      const [, who, name] = said;
      const names = given.map((answer) => formatAnswer(question, answer));
      expect([why, names.filter((each) => each === name).length]).toEqual([why, who === 'All three' ? 3 : 2]);
    }
  }
});

it('of measures that differ it names those that were given', () => {
  const [[question, [one, near, far] = []] = []] = MEASURES;
  const seatsFor = (...given: readonly (Answer | undefined)[]) =>
    given.map((answer, index) => ({
      ...(seatsOf([0], [0], [1])[0] as Seated),
      seat: `${index}`,
      opening: answer as Answer,
      final: undefined,
    }));
  expect(explain(question as Question, 'none', seatsFor(one, near, one))).toBe(
    'All three seats gave answers that count as 10 days (5 to 20) by themselves, before they read one another.',
  );
  expect(explain(question as Question, 'none', seatsFor(one, near, far))).toBe(
    'Two of three seats give answers that count as 10 days (5 to 20); 2 answers 40 days (30 to 50).',
  );
  expect(explain(question as Question, 'none', seatsFor(one, far))).toBe(
    'No answer is held by more than half of the seats. Answers: 10 days (5 to 20), 40 days (30 to 50).',
  );
});

it('tells seats that gave no answer from those that chose none', () => {
  const seatsFor = (...given: readonly (number | undefined)[]) =>
    given.map((answer, index) => {
      const [seat] = seatsOf([answer ?? 0], [answer ?? 0], [1]) as [Seated];
      const failed = { opening: undefined, final: undefined };
      return { ...seat, seat: `${index}`, ...(answer === undefined ? failed : {}) };
    });
  const without = 'At least half of the seats gave no answer, or chose none of them.';
  const yes = [1, 1] as const;
  expect(explain(YES_NO, 'none', seatsFor(...yes, undefined, undefined))).toMatch(without);
  expect(explain(YES_NO, 'none', seatsFor(...yes, undefined, 0))).toMatch(without);
  expect(explain(YES_NO, 'none', seatsFor(...yes, 0, 0))).toMatch(
    'At least half of the seats chose none of the answers.',
  );
  expect(explain(YES_NO, 'none', seatsFor(...yes, 1, undefined))).not.toMatch(without);
});

it.each([
  ['one seat that was asked once', 1, false, 'The one seat answers Yes.'],
  ['one seat after a debate', 1, true, 'The one seat ends with Yes.'],
  ['two seats', 2, false, 'Both seats gave Yes by themselves, before they read one another.'],
  ['five seats', 5, false, 'All five seats gave Yes by themselves, before they read one another.'],
])('of %s it says no more than they did', (_, count, isAsked, sentence) => {
  const seated = Array.from({ length: count }, (__, index): Seated => {
    const [seat] = seatsOf([1], [1], [1]) as [Seated];
    return { ...seat, seat: `${index}`, final: isAsked ? seat.final : undefined, hasLeft: false };
  });
  expect(explain(YES_NO, 'none', seated)).toBe(sentence);
});
