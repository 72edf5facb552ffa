// How a person answers claims and positions: a group of fields for each, and the lines or points that are made of them.
import { collapseSpace } from '../evidence/quote-in-text.ts';
import { capitalize } from '../words/sentence.ts';
import {
  askChoice,
  askWords,
  type FieldOption,
  type Filled,
  option,
  readLines,
  readWords,
  type TurnField,
} from './fields.ts';

/** A claim that can be answered or named. */
export interface AskedClaim {
  /** "C2" */
  readonly name: string;
  /** "C2: It holds for any size." */
  readonly about: string;
  readonly isOwn: boolean;
}

const MOVES = [
  option('concede', 'Concede: it holds'),
  option('rebut', 'Rebut: it does not hold'),
  option('refine', 'Refine: it holds in other words'),
];
const OWN_MOVES = [option('refine', 'Refine: say it in other words'), option('withdraw', 'Withdraw it')];
const STAND = option('concede', 'Stand by it');

const REASONS = { concede: 'What makes it hold?', rebut: 'Why does it not hold?' };
const REPLY = { ...REASONS, refine: 'The claim as you would make it' };
const OWN_REPLY = { refine: REPLY.refine, withdraw: 'Why do you withdraw it?' };
const POINT = { ...REASONS, refine: 'What of it holds, and what does not?' };
const BETTER = { rebut: 'What would be better, if you know?', refine: 'What could both of you hold?' };

const wordsOf = (group: string) => `${group}_words`;
const betterOf = (group: string) => `${group}_better`;

const askMove = (group: string, about: string, moves: readonly FieldOption[]) =>
  askChoice(group, 'Your answer', moves, { group, about });

const NEW_CLAIMS = askWords('new_claims', 'New claims', 2, { hint: 'Each on a line of its own.' });

/** `mayStand`: it can also be said of a claim of one's own that it holds. */
export function askReplies(claims: readonly AskedClaim[], mayStand: boolean): readonly TurnField[] {
  const own = mayStand
    ? { moves: [STAND, ...OWN_MOVES], labels: { concede: REPLY.concede, ...OWN_REPLY } }
    : { moves: OWN_MOVES, labels: OWN_REPLY };
  const replies = claims.flatMap(({ name, about, isOwn }) => {
    const { moves, labels } = isOwn ? own : { moves: MOVES, labels: REPLY };
    const more = { group: name, when: name, needed: ['refine'] };
    return [askMove(name, about, moves), askWords(wordsOf(name), labels, 2, more)];
  });
  return [...replies, NEW_CLAIMS];
}

const isClaim = (name: string) => /^C\d+$/.test(name);

/** Each claim has a line. */
export function writeReplies(filled: Filled): string {
  const replies = Object.keys(filled)
    .filter(isClaim)
    .map((name) => `${name} ${filled[name]}: ${collapseSpace(filled[wordsOf(name)] ?? '')}`.trim());
  return [...replies, ...readLines(filled['new_claims']).map((words) => `Claim: ${words}`)].join('\n');
}

/** `targets`: whose positions can be answered as a whole, as whoever answers knows them. */
export function askPoints(claims: readonly AskedClaim[], targets: readonly string[]): readonly TurnField[] {
  const groups = [
    ...claims.flatMap(({ name, about, isOwn }) => (isOwn ? [] : [[name, about] as const])),
    ...targets.map((name) => [name, `A point on the position of ${capitalize(name.replace('-', ' '))}`] as const),
  ];
  return groups.flatMap(([group, about]) => [
    askMove(group, about, MOVES),
    askWords(wordsOf(group), POINT, 2, { group, when: group, needed: true }),
    askWords(betterOf(group), BETTER, 2, { group, when: group }),
  ]);
}

/** A point on a claim names nobody: the claim is of whoever made it. */
export function writePoints(filled: Filled): string {
  const groups = Object.keys(filled).filter((name) => wordsOf(name) in filled);
  const points = groups.map((name) => ({
    ...(isClaim(name) ? { target: null, claim: name } : { target: name, claim: null }),
    ...{ point: filled[wordsOf(name)], reason: '', resolution: readWords(filled[betterOf(name)]), move: filled[name] },
  }));
  return JSON.stringify({ points });
}
