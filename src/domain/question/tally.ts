// Counts answers: how many seats gave each, which one more than half of them hold, and how far numbers and rankings lie apart.
import { groupBy } from '../group-by.ts';
import { type Answer, isSameAnswer } from './answer.ts';

/** One seat's answer, and how much it counts. */
export interface Voice {
  readonly seat: string;
  /** `undefined`: the seat was there and gave none. */
  readonly answer: Answer | undefined;
  /** A positive whole number; 1 where votes are not weighted. */
  readonly weight: number;
}

interface Count {
  readonly answer: Answer;
  readonly seats: readonly string[];
  readonly weight: number;
}

/** What describes answers that need not be the same; nobody has to hold it. */
interface Summary {
  /** The middle number that was given, the lower one of two; or the order that Borda's count puts the options in. */
  readonly middle: Answer | undefined;
  /** The lowest and the highest number. */
  readonly spread: { readonly low: Answer; readonly high: Answer } | undefined;
}

export interface Tally {
  /** How many seats there are. */
  readonly seated: number;
  /** What they weigh together, those included that gave no answer. */
  readonly weight: number;
  /** The heaviest first; seats in the order in which they are listed. */
  readonly counts: readonly Count[];
  /** What more than half of all seats hold, those included that abstain or gave no answer; never an abstention. */
  readonly majority: Answer | undefined;
  /** Every seat gave the same answer, and none abstains. */
  readonly unanimous: boolean;
  /** Half of all seats or more abstain or gave no answer, so that no answer can have a majority. */
  readonly abstains: boolean;
  /** Of numbers, probabilities and rankings. */
  readonly summary: Summary | undefined;
}

type Given = Voice & { readonly answer: Answer };

/** "None of these" and "not enough to say": no answer that anybody could act on. */
export const isAbstention = ({ kind }: Answer): boolean => kind === 'none' || kind === 'unsure';

/** Words are an answer that no rule compares. */
const isCountable = ({ answer }: Given) => !isAbstention(answer) && answer.kind !== 'text';

const sumWeights = (voices: readonly Pick<Voice, 'weight'>[]) => voices.reduce((sum, { weight }) => sum + weight, 0);

function groupEqual(voices: readonly Given[]): readonly Count[] {
  return [...groupBy(voices, ({ answer }) => JSON.stringify(answer)).values()]
    .map((same) => ({ answer: same[0].answer, seats: same.map(({ seat }) => seat), weight: sumWeights(same) }))
    .sort((one, other) => other.weight - one.weight);
}

const areAllSame = (voices: readonly Pick<Given, 'answer'>[]) =>
  voices.every(({ answer }) => voices.every((other) => isSameAnswer(answer, other.answer)));

const measureAnswer = (answer: Answer): number =>
  answer.kind === 'number' ? Number(answer.value) : answer.kind === 'probability' ? answer.percent : 0;

/** Equal numbers may have other ranges; whose answer comes first must not depend on who sits where. */
const sortByMeasure = <T extends Pick<Given, 'answer'>>(voices: readonly T[]) =>
  voices.toSorted(
    (one, other) =>
      measureAnswer(one.answer) - measureAnswer(other.answer) ||
      (JSON.stringify(one.answer) < JSON.stringify(other.answer) ? -1 : 1),
  );

/** The lower one of the two in the middle, so that the median is an answer that somebody gave. */
function findMiddle(voices: readonly Pick<Given, 'answer' | 'weight'>[]): Answer | undefined {
  const half = sumWeights(voices) / 2;
  let sum = 0;
  return sortByMeasure(voices).find(({ weight }) => {
    sum += weight;
    return sum >= half;
  })?.answer;
}

/**
 * Each largest group in which any two answers are the same, and smaller ones. Sameness of numbers does not carry over (40% and 50%, 50%
 * and 60%), so a chain of neighbours is no group. But what is the same as the lowest and as the highest of a group and lies between them
 * has both in its range, and so all that lies between: the two ends make the group.
 */
function* listSame(counts: readonly Count[]): Generator<readonly Count[]> {
  const sorted = sortByMeasure(counts);
  for (const [first, low] of sorted.entries()) {
    const near = sorted.slice(first).filter(({ answer }) => isSameAnswer(answer, low.answer));
    for (const [last, high] of near.entries()) {
      yield near.slice(0, last + 1).filter(({ answer }) => isSameAnswer(answer, high.answer));
    }
  }
}

/** Those of more than half. */
function* listMajorities(voices: readonly Given[], all: number): Generator<readonly Count[]> {
  for (const group of listSame(groupEqual(voices.filter(isCountable)))) {
    if (sumWeights(group) * 2 > all) yield group;
  }
}

function listHeaviest(voices: readonly Given[], all: number): readonly (readonly Count[])[] {
  let most = 0;
  let heaviest: (readonly Count[])[] = [];
  for (const group of listMajorities(voices, all)) {
    const sum = sumWeights(group);
    if (sum < most) continue;
    if (sum > most) heaviest = [];
    heaviest.push(group);
    most = sum;
  }
  return heaviest;
}

const listShared = (groups: readonly (readonly Count[])[]): readonly Count[] =>
  (groups[0] ?? []).filter((each) => groups.every((group) => group.includes(each)));

/** What more than half hold: the heaviest group; where several are as heavy, what they share. Of that what is preferred, if anything is. */
function findMajority(
  voices: readonly Given[],
  all: number,
  isPreferred: (answer: Answer) => boolean,
): Answer | undefined {
  const shared = listShared(listHeaviest(voices, all));
  return findMiddle(shared.filter(({ answer }) => isPreferred(answer))) ?? findMiddle(shared);
}

const isGiven = (voice: Voice): voice is Given => voice.answer !== undefined;

/** Whether more than half hold this answer: theirs are each the same as it, and as each other. */
export function isHeldByMost(answer: Answer, voices: readonly Voice[]): boolean {
  const same = voices.filter(isGiven).filter((each) => isSameAnswer(each.answer, answer));
  return listMajorities(same, sumWeights(voices)).next().done !== true;
}

/** Whether more hold this answer than any other, though they may be few; what is close to two that differ is neither of them. */
export function isAhead(answer: Answer, voices: readonly Voice[]): boolean {
  const heaviest = listHeaviest(voices.filter(isGiven), 0);
  return listShared(heaviest).length > 0 && heaviest.flat().every((each) => isSameAnswer(each.answer, answer));
}

/** Borda's count: of n options the first of a ranking gets n - 1 points, the last none. Two with equal points: no order. */
function countBorda(voices: readonly Given[]): Answer | undefined {
  const points = new Map<number, number>();
  for (const { answer, weight } of voices) {
    if (answer.kind !== 'ranking') continue;
    answer.order.forEach((option, place) => {
      points.set(option, (points.get(option) ?? 0) + weight * (answer.order.length - 1 - place));
    });
  }
  const sorted = [...points].toSorted(([, one], [, other]) => other - one);
  const isTied = sorted.some(([, sum], index) => sum === sorted[index + 1]?.[1]);
  return isTied ? undefined : { kind: 'ranking', order: sorted.map(([option]) => option) };
}

function summarise(voices: readonly Given[]): Summary | undefined {
  const rankings = voices.filter(({ answer }) => answer.kind === 'ranking');
  if (rankings.length > 0) return { middle: countBorda(rankings), spread: undefined };
  const numbers = sortByMeasure(voices.filter(({ answer: { kind } }) => kind === 'number' || kind === 'probability'));
  const [low, high] = [numbers[0], numbers.at(-1)];
  if (low === undefined || high === undefined) return undefined;
  return { middle: findMiddle(numbers), spread: { low: low.answer, high: high.answer } };
}

/** `voices`: one for each seat that could have answered. `isPreferred`: which of several numbers that most hold is called the majority. */
export function tallyAnswers(voices: readonly Voice[], isPreferred: (answer: Answer) => boolean = () => true): Tally {
  const given = voices.filter(isGiven);
  const answers = given.filter(isCountable);
  const all = sumWeights(voices);
  return {
    seated: voices.length,
    weight: all,
    counts: groupEqual(given),
    majority: findMajority(given, all, isPreferred),
    unanimous: voices.length > 0 && answers.length === voices.length && areAllSame(answers),
    abstains: (all - sumWeights(answers)) * 2 >= all,
    summary: summarise(answers),
  };
}
