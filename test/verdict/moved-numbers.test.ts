// The one rule for numbers and probabilities that move between openings and final ballot, against an oracle of docs/verdict.md.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Answer } from '../../src/domain/question/answer.ts';
import { settleDebate } from '../../src/domain/question/settle.ts';
import { inCi } from '../support/campaign.ts';
import { toSeated } from './one-rule.ts';

/** `undefined`: it abstains. A probability has no range, and is close to others by 10 points. */
interface Measure {
  readonly value: number;
  readonly range?: readonly [low: number, high: number];
}
type Given = Measure | undefined;
interface Seat {
  readonly first: Given;
  readonly last: Given;
  readonly reason: boolean;
}

function areSame(one: Given, other: Given): boolean {
  if (one === undefined || other === undefined) return false;
  if (one.range !== undefined && other.range !== undefined) {
    const isIn = ({ value }: Measure, [low, high]: readonly [number, number]) => low <= value && value <= high;
    return one.value === other.value || (isIn(one, other.range) && isIn(other, one.range));
  }
  const [low, high] = [one.value, other.value].toSorted((a, b) => a - b) as [number, number];
  return high - low <= 10 && !(low < 50 && high > 50);
}

/** Each set of seats, of more than half of all, whose answers are the same, each as each other one. */
function listGroups(answers: readonly Given[], least = answers.length / 2): readonly (readonly Measure[])[] {
  const isPicked = (at: number, seat: number) => ((at >> seat) & 1) === 1;
  const sets = Array.from({ length: 2 ** answers.length }, (_, at) =>
    answers.filter((_answer, seat) => isPicked(at, seat)),
  );
  return sets
    .filter((set) => set.length > least && set.every((one) => set.every((other) => areSame(one, other))))
    .map((set) => set.filter((each) => each !== undefined));
}

/** More gave it than gave any other, each the same as each: what only lies between answers that differ was not ahead of them. */
function wasAhead(answer: Measure, blind: readonly Given[]): boolean {
  const groups = listGroups(blind, 0);
  const largest = groups.filter(({ length }) => groups.every((other) => other.length <= length));
  const given = blind.filter((each) => each !== undefined);
  const isGiven = given.some((each) => largest.every((group) => group.some((other) => other === each)));
  return isGiven && largest.every((group) => group.every((each) => areSame(each, answer)));
}

const findMiddle = (group: readonly Measure[]): Measure | undefined =>
  group.toSorted((one, other) => one.value - other.value || (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))[
    Math.ceil(group.length / 2) - 1
  ];

/** What the largest groups share; most often there is one. */
function listShared(answers: readonly Given[]): readonly Measure[] {
  const groups = listGroups(answers);
  const largest = groups.filter(({ length }) => groups.every((other) => other.length <= length));
  return (largest[0] ?? []).filter((each) => largest.every((group) => group.includes(each)));
}

/** The value that stands, and how. */
function decideByDocuments(seats: readonly Seat[]): readonly [label: string, value: number | undefined] {
  const blind = seats.map(({ first }) => first);
  const ends = seats.map(({ first, last, reason }) => (first === undefined && !reason ? undefined : last));
  const shared = listShared(ends);
  const wasGiven = (answer: Measure) => listGroups(blind).some((group) => group.every((each) => areSame(each, answer)));
  const confirmed = shared.filter(wasGiven);
  const answer = findMiddle(confirmed.length > 0 ? confirmed : shared);
  if (answer === undefined) return ['not-settled', undefined];
  const isWhole = listGroups(ends).some(({ length }) => length === seats.length);
  const moved = seats.filter(({ first, last }) => first?.value !== last?.value || !areSame(first, answer));
  if (confirmed.length === 0) {
    const hadMajority = listGroups(blind).length > 0;
    const isFair = moved.every(({ reason }) => reason) && (hadMajority || wasAhead(answer, blind));
    if (!isWhole || !isFair) return ['not-settled', undefined];
  }
  if (!isWhole) return ['majority', answer.value];
  const hasConformed = seats.some(
    ({ first, last, reason }) =>
      first !== undefined &&
      first.value !== last?.value &&
      !reason &&
      blind.some((other) => areSame(other, last) && !areSame(other, first)),
  );
  const isUnmoved = seats.every(({ first, last }) => first?.value === last?.value);
  const wereSame = isUnmoved && listGroups(blind).some(({ length }) => length === seats.length);
  const before = findMiddle(listShared(blind));
  const haveAllLeft = before !== undefined && !blind.some((each) => areSame(each, before) && areSame(each, answer));
  const haveAllReasons = seats.every(({ first, reason }) => reason || areSame(first, answer));
  const isAgreed = !hasConformed && (wereSame || (haveAllLeft && haveAllReasons));
  return [isAgreed ? 'agreed' : 'accepted', answer.value];
}

const toAnswer = (given: Given): Answer => {
  if (given === undefined) return { kind: 'unsure' };
  const { value, range } = given;
  if (range === undefined) return { kind: 'probability', percent: value };
  return { kind: 'number', value: `${value}`, range: { low: `${range[0]}`, high: `${range[1]}` } };
};

function settle(seats: readonly Seat[]) {
  const seated = seats.map(({ first, last, reason }, index) => ({
    ...toSeated({ first: 0, last: 0, reason, standIn: false }, index),
    ...{ opening: toAnswer(first), final: toAnswer(last) },
  }));
  const { label, answer, openings } = settleDebate({ seated, isClosed: true });
  const value =
    answer?.kind === 'number' ? Number(answer.value) : answer?.kind === 'probability' ? answer.percent : undefined;
  return { label, value, openings };
}

const percent = fc.integer({ min: 5, max: 16 }).map((each): Given => ({ value: each * 5 }));
const number = fc
  .tuple(fc.integer({ min: 10, max: 24 }), fc.nat(8), fc.nat(8))
  .map(([value, below, above]): Given => ({ value, range: [value - below, value + above] }));

it.each([
  ['probabilities', percent],
  ['numbers', number],
])(
  '%s stand if more than half gave them blind and hold them in the end, or all came to them for claims',
  (_, given) => {
    const abstains = fc.constant<Given>(undefined);
    const answer = fc.oneof({ weight: 12, arbitrary: given }, { weight: 1, arbitrary: abstains });
    const seat = fc.record({ first: answer, last: answer, reason: fc.boolean() });
    const stays = fc.record({ first: answer, reason: fc.boolean() }).map((each) => ({ ...each, last: each.first }));
    fc.assert(
      fc.property(fc.array(fc.oneof(seat, seat, stays), { minLength: 2, maxLength: 5 }), (seats) => {
        const [expected, value] = decideByDocuments(seats);
        expect(settle(seats)).toMatchObject({ label: expected, value });
      }),
      { numRuns: inCi ? 2000 : 200 },
    );
  },
);

const percents = (values: readonly number[]): readonly Measure[] => values.map((value) => ({ value }));
const days = (...texts: readonly string[]): readonly Measure[] =>
  texts.map((text) => {
    const [value = 0, low = 0, high = 0] = text.split(/ in |-/).map(Number);
    return { value, range: [low, high] };
  });

it.each<[string, readonly Given[], readonly Measure[], boolean, string, number | undefined]>([
  ['50, which two gave, and not 40', percents([70, 55, 50]), percents([70, 40, 50]), false, 'majority', 50],
  ['65, which three gave, and not 55', percents([65, 70, 65, 40]), percents([65, 55, 65, 55]), false, 'accepted', 65],
  ['none that one of three gave', percents([70, 50, 60]), percents([90, 45, 45]), false, 'not-settled', undefined],
  [
    'none that is close to what one of those gave who had the majority',
    days('30 in 28-40', '20 in 10-25', '16 in 11-22'),
    days('30 in 28-40', '12 in 8-16', '14 in 9-18'),
    false,
    'not-settled',
    undefined,
  ],
  ['none between two that differ', percents([30, 50, 90]), percents([40, 40, 90]), false, 'not-settled', undefined],
  [
    '80, as most had said: nobody left them',
    percents([60, 60, 70, 70, 80]),
    percents([80, 80, 80, 80, 80]),
    true,
    'accepted',
    80,
  ],
  ['70, which all came to for claims', percents([30, 30, 35]), percents([70, 70, 70]), true, 'agreed', 70],
  [
    'none between two that differ, of which each had a range that reached it',
    days('50 in 30-70', '20 in 5-35'),
    days('32 in 15-50', '40 in 30-50'),
    false,
    'not-settled',
    undefined,
  ],
  [
    'none that is between two that differ, even for claims',
    days('50 in 30-70', '20 in 5-35'),
    days('32 in 15-50', '40 in 30-50'),
    true,
    'not-settled',
    undefined,
  ],
  [
    'none where nobody knew, even for claims',
    [undefined, undefined],
    percents([70, 70]),
    true,
    'not-settled',
    undefined,
  ],
  ['60, which is the same as each, for claims', percents([50, 60, 70]), percents([60, 60, 60]), true, 'accepted', 60],
  [
    'none to which one of a split moved for no claim',
    percents([70, 75, 30, 90]),
    percents([72, 72, 72, 72]),
    false,
    'not-settled',
    undefined,
  ],
  ['72, which was ahead, for claims', percents([70, 75, 30, 90]), percents([72, 72, 72, 72]), true, 'accepted', 72],
  ['45, from which one had never been far', percents([50, 55, 55]), percents([45, 45, 45]), true, 'accepted', 45],
])('what stands is %s', (_, blind, ends, reason, label, value) => {
  const seats = blind.map((first, index) => ({ first, last: ends[index], reason }));
  expect(settle(seats)).toMatchObject({ label, value });
});
