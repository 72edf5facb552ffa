// The one rule of debates as an oracle that shares nothing with src, and every case of it up to symmetry.
import { expect } from 'vitest';
import type { Answer } from '../../src/domain/question/answer.ts';
import { type BallotVote, type Seated, settleDebate } from '../../src/domain/question/settle.ts';

/** A seat as the oracle sees it; options are 1 to 5, and 0 is an abstention. */
export interface Case {
  /** `undefined`: it gave none. */
  readonly first: number | undefined;
  /** `undefined`: it left before the ballot, or is `silent`. */
  readonly last: number | undefined;
  /** It is there and gave no last answer. */
  readonly silent?: boolean;
  readonly reason: boolean;
  readonly standIn: boolean;
  readonly vote?: BallotVote;
  /** 1 where answers are not weighted. */
  readonly weight?: number;
}

const OPTIONS = [1, 2, 3, 4, 5];

/** Twenty lines of the documents. */
function decideByHand(seats: readonly Case[]): readonly [label: string, answer: number | undefined] {
  const sum = (some: readonly Case[]) => some.reduce((total, { weight = 1 }) => total + weight, 0);
  const isMost = (some: readonly Case[]) => sum(some) * 2 > sum(seats);
  const end = ({ first, last }: Case) => last ?? first;
  const isThere = ({ last, silent }: Case) => last !== undefined || silent === true;
  const counts = (seat: Case) => (seat.first === 0 && !seat.reason ? 0 : end(seat));
  const openedWith = (option: number) => seats.filter(({ first }) => first === option);
  const answer = OPTIONS.find((each) => isMost(seats.filter((seat) => counts(seat) === each)));
  const before = OPTIONS.find((each) => isMost(openedWith(each)));
  if (answer === undefined) return ['not-settled', undefined];
  const came = seats.filter((seat) => seat.first !== answer && end(seat) === answer);
  const isTurned = before !== undefined && before !== answer;
  const isHeldByAll = seats.every((seat) => counts(seat) === answer);
  const isReasoned = isHeldByAll && came.every(({ reason }) => reason);
  const wasAhead = OPTIONS.every((each) => each === answer || sum(openedWith(each)) < sum(openedWith(answer)));
  const isAsked = seats.some(({ first }) => first !== undefined);
  if (isAsked && before === undefined && !(isReasoned && wasAhead)) return ['not-settled', undefined];
  if (isTurned && !isReasoned) return ['not-settled', undefined];
  const rejections = seats.filter(({ vote }) => vote === 'reject').length;
  if (rejections * 2 > seats.length) return ['not-settled', undefined];
  const isWhole = seats.length > 1 && isHeldByAll && rejections === 0 && seats.every(isThere);
  if (isWhole && came.length === 0) return ['agreed', answer];
  if (isWhole && isTurned && came.every(({ standIn }) => !standIn)) return ['agreed', answer];
  if (rejections === 0 && isHeldByAll) return ['accepted', answer];
  const consents = (seat: Case) => isThere(seat) && (seat.vote !== undefined || end(seat) === answer);
  const isVoted = seats.some(({ vote }) => vote !== undefined);
  return [isVoted && rejections === 0 && seats.every(consents) ? 'accepted' : 'majority', answer];
}

/** Seats that moved without a reason to where others had begun. */
const listAlarms = (seats: readonly Case[]): readonly number[] =>
  seats.flatMap(({ first, last, reason, standIn }, index) => {
    const hasMoved = first !== undefined && last !== undefined && last !== first && !standIn;
    const isToward = seats.some((other, place) => place !== index && other.first === last);
    return hasMoved && last !== 0 && !reason && isToward ? [index] : [];
  });

const toAnswer = (option: number | undefined, index: number): Answer | undefined => {
  if (option === undefined) return undefined;
  return option === 0 ? { kind: index % 2 === 0 ? 'unsure' : 'none' } : { kind: 'option', option };
};

export function toSeated({ first, last, silent, reason, standIn, vote, weight = 1 }: Case, index: number): Seated {
  return {
    seat: `seat ${index}`,
    weights: { opening: weight, last: weight },
    opening: toAnswer(first, index),
    final: toAnswer(last, index),
    hasReason: reason,
    vote,
    hasLeft: last === undefined && silent !== true,
    isReplaced: standIn,
    people: [],
  };
}

/** Who ends with something else or rejects the decision, and also seats for which somebody had opened with something else. */
function listAgainst(seats: readonly Case[], answer: number | undefined): readonly [minority: string, dissent: string] {
  const isOther = (given: number | undefined) => answer !== undefined && given !== undefined && given !== answer;
  const isAgainst = ({ first, last, vote }: Case) => vote === 'reject' || isOther(last ?? first);
  const name = (isWanted: (seat: Case) => boolean) =>
    seats.flatMap((seat, index) => (isWanted(seat) ? [`seat ${index}`] : [])).join();
  return [name(isAgainst), name((seat) => isAgainst(seat) || (seat.standIn && isOther(seat.first)))];
}

/** Holds each of them against the oracle, and says how many there were. */
export function compareAll(cases: Iterable<readonly Case[]>): number {
  let count = 0;
  for (const seats of cases) {
    count += 1;
    const settled = settleDebate({ seated: seats.map(toSeated), isClosed: true });
    const { label, answer, minority, dissent, moves } = settled;
    const [expected, option] = decideByHand(seats);
    const got = answer?.kind === 'option' ? answer.option : undefined;
    if (label !== expected || got !== option) expect([seats, label, got]).toEqual([seats, expected, option]);
    const alarms = moves.filter(({ isAlarm }) => isAlarm).map(({ seat }) => seat);
    const wanted = listAlarms(seats).map((index) => `seat ${index}`);
    if (alarms.join() !== wanted.join()) expect([seats, alarms]).toEqual([seats, wanted]);
    const against = listAgainst(seats, option);
    if (minority.join() !== against[0] || dissent.join() !== against[1])
      expect([seats, minority.join(), dissent.join()]).toEqual([seats, ...against]);
    if (label === 'agreed' && (dissent.length > 0 || moves.some(({ isAlarm }) => isAlarm)))
      expect(seats).toBe('agreed');
  }
  return count;
}

/** What one seat can do where there are so many options; a reason says something of those only that end elsewhere. */
export function listStates(options: number): readonly Case[] {
  const answers = [0, ...OPTIONS.slice(0, options)];
  return answers.flatMap((first) => [
    { first, last: undefined, reason: false, standIn: false },
    ...answers.flatMap((last) =>
      [false, true].flatMap((standIn) =>
        (last === first ? [false] : [false, true]).map((reason) => ({ first, last, reason, standIn })),
      ),
    ),
  ]);
}

/** The same where seats may also give no answer before the debate, after it, or both times. */
export function listStatesWithGaps(options: number): readonly Case[] {
  const firsts = [undefined, ...Array.from({ length: options + 1 }, (_, first) => first)];
  const states = listStates(options);
  const later = states
    .filter(({ first, last }) => first === 0 && last !== 0)
    .map((each) => ({ ...each, first: undefined }));
  const silent = firsts.map((first) => ({ first, last: undefined, silent: true, reason: false, standIn: false }));
  return [...states, ...later, ...silent, { first: undefined, last: 0, reason: false, standIn: false }];
}

/** Each set of seats once: whose seat is whose does not matter, nor what the options are called, so new ones come in their order. */
export function* listCases(
  states: readonly Case[],
  seats: number,
  from = 0,
  used = 0,
): Generator<readonly Case[], void, undefined> {
  if (seats === 0) {
    yield [];
    return;
  }
  for (let index = from; index < states.length; index += 1) {
    const state = states[index] as Case;
    const { first = 0, last = 0 } = state;
    const isNext = first <= used + 1 && last <= Math.max(used, first) + 1;
    if (!isNext) continue;
    const seen = Math.max(used, first, last);
    for (const others of listCases(states, seats - 1, index, seen)) yield [state, ...others];
  }
}

/** The ways to write a number as so many others, the largest first. */
function* listPartitions(total: number, parts: number, most = total): Generator<readonly number[], void, undefined> {
  if (parts === 0) {
    if (total === 0) yield [];
    return;
  }
  for (let first = Math.min(total, most); first >= 0; first -= 1)
    for (const rest of listPartitions(total - first, parts - 1, first)) yield [first, ...rest];
}

function* listEnds(options: number, size: number, from = 0): Generator<readonly number[], void, undefined> {
  if (size === 0) {
    yield [];
    return;
  }
  for (let last = from; last <= options; last += 1)
    for (const rest of listEnds(options, size - 1, last)) yield [last, ...rest];
}

function* combine(groups: readonly (readonly (readonly number[])[])[]): Generator<readonly number[], void, undefined> {
  const [first, ...others] = groups;
  if (first === undefined) yield [];
  else for (const ends of first) for (const rest of combine(others)) yield [...ends, ...rest];
}

/**
 * Seats that all stay, of which all or none that move have a reason. Options are in the order of how many open with them, and then of
 * how many end with them, so that of cases that differ in names alone nearly always one is listed, and never none.
 */
export function* listStaying(
  seats: number,
  options: number,
  reason: boolean,
): Generator<readonly Case[], void, undefined> {
  for (let unsure = 0; unsure <= seats; unsure += 1) {
    for (const opened of listPartitions(seats - unsure, options)) {
      const groups = [unsure, ...opened];
      const firsts = groups.flatMap((size, first) => Array.from({ length: size }, () => first));
      for (const ends of combine(groups.map((size) => [...listEnds(options, size)]))) {
        const endedWith = (option: number) => ends.filter((each) => each === option).length;
        const isOrdered = OPTIONS.slice(0, options - 1).every(
          (each) => groups[each] !== groups[each + 1] || endedWith(each) >= endedWith(each + 1),
        );
        if (!isOrdered) continue;
        yield firsts.map((first, index) => {
          const last = ends[index] as number;
          return { first, last, reason: reason && first !== last, standIn: false };
        });
      }
    }
  }
}
