// Counts answers: how many seats gave each, which one leads, and whether all are the same.
import { type Answer, isSameAnswer } from './answer.ts';

/** One seat's answer, and how much it counts. */
export interface Voice {
  readonly seat: string;
  readonly answer: Answer;
  /** A positive whole number; 1 where votes are not weighted. */
  readonly weight: number;
}

export interface Count {
  readonly answer: Answer;
  readonly seats: readonly string[];
  readonly weight: number;
}

export interface Tally {
  /** The heaviest first; seats in the order in which they are listed. */
  readonly counts: readonly Count[];
  /** Alone ahead of all others; of numbers and probabilities the middle one, of rankings what Borda's count gives. */
  readonly leader?: Answer;
  /** Everybody gave the same answer, and it is one that a rule can compare. */
  readonly unanimous: boolean;
}

function groupSame(voices: readonly Voice[]): readonly Count[] {
  const groups: { answer: Answer; seats: string[]; weight: number }[] = [];
  for (const { seat, answer, weight } of voices) {
    const group = groups.find((each) => JSON.stringify(each.answer) === JSON.stringify(answer));
    if (group === undefined) groups.push({ answer, seats: [seat], weight });
    else {
      group.seats.push(seat);
      group.weight += weight;
    }
  }
  return groups.toSorted((one, other) => other.weight - one.weight);
}

/** The lower one of the two in the middle, so that the median is an answer that somebody gave. */
function findMedian(voices: readonly Voice[], measure: (answer: Answer) => number): Answer | undefined {
  const sorted = voices.toSorted((one, other) => measure(one.answer) - measure(other.answer));
  const half = voices.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let sum = 0;
  return sorted.find(({ weight }) => {
    sum += weight;
    return sum >= half;
  })?.answer;
}

/** Borda's count: of n options the first of a ranking gets n - 1 points, the last none. Two with equal points: no leader. */
function countBorda(voices: readonly Voice[]): Answer | undefined {
  const points = new Map<number, number>();
  for (const { answer, weight } of voices) {
    if (answer.kind !== 'ranking') continue;
    answer.order.forEach((option, place) => {
      points.set(option, (points.get(option) ?? 0) + weight * (answer.order.length - 1 - place));
    });
  }
  const sorted = [...points].toSorted(([, one], [, other]) => other - one);
  const isTied = sorted.some(([, sum], index) => sum === sorted[index + 1]?.[1]);
  return sorted.length === 0 || isTied ? undefined : { kind: 'ranking', order: sorted.map(([option]) => option) };
}

const MEASURES: Partial<Record<Answer['kind'], (answer: Answer) => number>> = {
  number: (answer) => (answer.kind === 'number' ? Number(answer.value) : 0),
  probability: (answer) => (answer.kind === 'probability' ? answer.percent : 0),
};

function findLeader(counts: readonly Count[], voices: readonly Voice[]): Answer | undefined {
  const [first, second] = counts;
  const kinds = new Set(voices.map(({ answer }) => answer.kind).filter((kind) => kind !== 'none' && kind !== 'unsure'));
  const [kind] = kinds;
  const given = voices.filter(({ answer }) => answer.kind === kind);
  const isMost = given.length * 2 > voices.length;
  const measure = kind === undefined ? undefined : MEASURES[kind];
  if (measure !== undefined && isMost) return findMedian(given, measure);
  if (kind === 'ranking' && isMost) return countBorda(given);
  return first === undefined || first.answer.kind === 'text' || first.weight === second?.weight
    ? undefined
    : first.answer;
}

export function tallyAnswers(voices: readonly Voice[]): Tally {
  const counts = groupSame(voices);
  const leader = findLeader(counts, voices);
  const isComparable = voices.length > 0 && voices.every(({ answer }) => answer.kind !== 'text');
  const isSame = voices.every(({ answer }, index) =>
    voices.slice(index + 1).every((other) => isSameAnswer(answer, other.answer)),
  );
  const unanimous = isComparable && isSame;
  return { counts, unanimous, ...(leader === undefined ? {} : { leader }) };
}
