// What the seats say in a rehearsal, which calls no model: the form of such a debate, on the answers that its question names.
import { formatAnswer, toPhrase } from '../../domain/question/format-answer.ts';
import { isClosed } from '../../domain/question/question.ts';
import { joinParts } from '../../domain/words/conclusions.ts';
import { cutLine } from '../../domain/words/cut-line.ts';
import { countNoun, joinWords } from '../../domain/words/format-figures.ts';
import { claimName, listUnanswered, NO_CLAIMS } from '../common/claims/state.ts';
import { sampleAnswer, sampleWords } from '../common/opinions/samples.ts';
import { listRejections } from '../common/opinions/state.ts';
import { REHEARSED, type Rehearsal } from '../common/rehearsal.ts';
import { findAnswerToCarryOut } from './next.ts';
import { DEBATERS, type Debater, LABELS } from './setup.ts';
import { type State, toRound } from './state.ts';

/** At least three places, so that a question without answers of its own has several, too. */
function listAnswers({ opinions }: State, { alternatives }: Rehearsal): readonly string[] {
  if (opinions === undefined && alternatives.length > 0) return alternatives;
  const places = Math.max(DEBATERS.length, opinions?.question.options.length ?? 0);
  const answers = Array.from({ length: places }, (_, place) =>
    opinions === undefined ? sampleWords(place).answer : sampleAnswer(opinions, place),
  );
  return [...new Set(answers)];
}

/** Door's own; what it opens with, where seats open. */
const chooseAnswer = (state: State, rehearsal: Rehearsal): string =>
  pick(listAnswers(state, rehearsal), DEBATERS.indexOf('door'));

const pick = <T>(from: readonly T[], index: number): T => from[index % from.length] as T;
const name = (answer: string) => cutLine(toPhrase(answer), 60);
const number = (lines: readonly string[]) => lines.map((line, index) => `${index + 1}. ${line}`).join('\n');

const MOVES = [
  'concede: it holds, as far as a first step goes.',
  'rebut: nobody here has shown that.',
  'concede: nothing that was said speaks against it.',
  'refine: It holds for the first part, and nobody knows about the rest.',
];
const MOST_ANSWERED = 2;

/** Below a turn, lines on claims that nobody has answered. */
function answerClaims({ numberedClaims = NO_CLAIMS }: State, seat: string): string {
  const open = listUnanswered(numberedClaims, seat).slice(0, MOST_ANSWERED);
  return open.map(({ number }) => `- ${claimName(number)} ${pick(MOVES, number)}`).join('\n');
}

const TESTS = [
  'try it on one small part for a week; drop it if nobody can say what changed.',
  'ask whoever would lose by it; drop it if they name a case that nobody here had thought of.',
  'find somebody who chose it before; drop it if they would not choose it again.',
  'write down the strongest reason against it; drop it if nobody can answer that within a day.',
];

const WIND = [
  {
    concedes: 'Wall is right that nobody here has a number. That makes the first step smaller, and does not forbid it.',
    adds: 'one person may stop it, and that is not the one who proposed it.',
    asks: 'Which result of such a step would you believe?',
  },
  {
    concedes: "Wall's risk is there if we wait, too. An early step shows it while it is cheap.",
    adds: 'a critic picks the part that is tried, so that an easy success misleads nobody.',
    asks: 'Whose answer is missing here?',
  },
  {
    concedes: 'I give up what cannot be undone. Nobody here offered the trust that it takes.',
    adds: 'half the size, for half the time. What we cannot learn at that size was not the question.',
    asks: 'What would you miss if we never came back to this?',
  },
];

function windSpeaks(state: State, rehearsal: Rehearsal, round: number): string {
  const answers = listAnswers(state, rehearsal);
  const bet = name(answers[0] as string);
  const { wind: spoken } = state.spoken;
  if (spoken === 0) {
    const lines = answers.map((answer, index) => `**${name(answer)}**. First test: ${pick(TESTS, index)}`);
    const opening = `Possible answers to ${rehearsal.question} and how each could be shown to be wrong:`;
    return `${opening}\n\n${number(lines)}\n\nMy bet is **${bet}**. What could we undo within a day? ${REHEARSED}`;
  }
  const { concedes, adds, asks } = pick(WIND, spoken - 1);
  return `What changes in round ${round}:\n\n${number([concedes, `**${bet}**, sharper: ${adds}`])}\n\n${asks} ${REHEARSED}`;
}

const FLAWS = [
  'nobody can tell when it has failed. Opportunity: write down the sign before it starts.',
  'those who pay for it were not asked. Opportunity: ask them first.',
  'it takes the time of people who have none. Constraint: their week gets no longer.',
  'it rests on what was true last year. Opportunity: look at the date of each source.',
];

const WALL = [
  {
    given: "Wind's step ends on a date. That is the first thing here that a stranger can check.",
    reason: 'the small step holds, and the large one has gained nothing',
    change: 'the same test, passed on a part that a critic picked.',
  },
  {
    given: 'nobody has said who may stop it. That absence counts.',
    reason: 'one of two objections is met, and the other got a wish for an answer',
    change: 'the name of whoever may stop it, written down before the start.',
  },
  {
    given: 'the way back was described, and nobody has used it.',
    reason: 'it stands as an experiment, and not as more',
    change: 'one return to the old way, timed.',
  },
];

function wallSpeaks(state: State, rehearsal: Rehearsal, round: number): string {
  const { wall: spoken } = state.spoken;
  if (spoken === 0) {
    const lines = listAnswers(state, rehearsal).map((answer, index) => `“${name(answer)}”: ${pick(FLAWS, index)}`);
    return [
      `Evidence:\n- given: the question ${rehearsal.question} and nothing else.`,
      '- known: what can be undone needs less proof.\n- assumed: somebody waits for the decision. Check: name them.\n',
      `What breaks first:\n\n${number(lines)}\n`,
      'What would change my mind: one figure from today, taken by somebody who gains nothing by it.\n',
      `Verdict: conditional (60% sure). No answer here was tested. ${REHEARSED}`,
    ].join('\n');
  }
  const { given, reason, change } = pick(WALL, spoken - 1);
  return [
    `Evidence:\n- given: ${given}`,
    `- given: there is no figure after ${countNoun(round, 'round')}.\n`,
    `What would change my mind: ${change}\n`,
    `Verdict: conditional (70% sure): ${reason}. ${REHEARSED}`,
  ].join('\n');
}

const DOOR = [
  {
    tension: 'Wind wants to learn by doing, Wall to know before doing',
    open: 'where we stand today. An hour of counting settles it.',
    toWind: 'what is the smallest step whose result you would believe?',
    toWall: 'what would you still object to if that step could be undone?',
  },
  {
    tension: 'it is no longer whether, but how small the first step can be and still tell us something',
    open: 'may those who bear the cost refuse?',
    toWind: 'which result would make you give it up?',
    toWall: 'which figure would you accept from somebody you do not trust?',
  },
  {
    tension: 'Wind counts the cost of waiting, Wall that of haste, and nobody has either figure',
    open: 'which sign ends it early? Without one, its last day is decoration.',
    toWind: 'what would you cut to halve the time?',
    toWall: 'what does another month without a decision cost?',
  },
];

function doorNarrows(state: State, rehearsal: Rehearsal, round: number): string {
  const { tension, open, toWind, toWall } = pick(DOOR, state.spoken.door);
  const lines = [
    `The tension in round ${round}: ${tension}.`,
    'Settled: nothing comes first that cannot be undone.',
    `Open: ${open}`,
    `Ahead: “${name(chooseAnswer(state, rehearsal))}”. I look for a reason to stop it.`,
    `To Wind: ${toWind}`,
    `To Wall: ${toWall} ${REHEARSED}`,
  ];
  return number(lines);
}

/** The first version is 1; each later one has smaller limits. `heading`: what comes before its points. */
function writeDecision(state: State, rehearsal: Rehearsal, version: number, heading = ''): string {
  const { opinions } = state;
  const due = findAnswerToCarryOut(state);
  const carried = due && opinions && formatAnswer(opinions.question, due);
  const answer = carried ?? chooseAnswer(state, rehearsal);
  const others = listAnswers(state, rehearsal).filter((other) => other !== answer);
  const limit = countNoun(Math.max(1, 5 - version), 'week');
  const points = [
    `**Decision.** “${name(answer)}”, on trial: one part, for ${limit} at most. This is a rehearsal's decision on ${rehearsal.question}: no model thought about it.`,
    '**Why.** Wind wants to start, Wall to measure first. A start that can be undone is a measurement. The strongest point against it: an easy success misleads.',
    `**Rejected.** ${joinWords(others.map((other) => `“${name(other)}”`))}, since nobody named a test that comes sooner.`,
    '**What this rests on.** Given: the question. Assumed: the part is like the rest (let a critic pick it), and somebody may stop it (ask who).',
    `**Constraints kept, and what gets built.** Kept: nobody's week gets longer, so something else waits for ${limit}. Built first: the way back.`,
    `**When to reverse it.** After ${limit} without a result, or as soon as the way back takes longer than a day.`,
    "**Next steps.** Write down today's figure. Use the way back once. Name who may stop it. Then start.",
    `**Open objections.** Wind: ${limit} are too short to convince anybody. Wall: an easy part proves little.`,
  ];
  const first = opinions !== undefined && isClosed(opinions.question) ? `ANSWER: ${answer}` : '';
  return joinParts([first, heading, number(points), answerClaims(state, 'door'), 'SEARCH: tryout; rehearsal']);
}

const SPEAK = { wind: windSpeaks, wall: wallSpeaks, door: doorNarrows } as const;

export function sampleTurn(state: State, seat: Debater, decides: boolean, rehearsal: Rehearsal): string {
  if (decides) return writeDecision(state, rehearsal, 1);
  return joinParts([SPEAK[seat](state, rehearsal, toRound(state.turns + 1)), answerClaims(state, seat)]);
}

export function sampleRevision(state: State, rehearsal: Rehearsal): string {
  const { ballot, opinions, refinements } = state;
  const version = refinements + 2;
  const voters = Object.entries(ballot).flatMap(([seat, vote]) => (vote === 'approve' ? [] : [seat]));
  const objectors = [...voters, ...(opinions === undefined ? [] : listRejections(opinions))];
  const answers = objectors.map((seat) => `${LABELS[seat]}: accepted. Nothing starts without today's figure.`);
  const heading = answers.length === 0 ? '' : `Answers to the objections:\n\n${number(answers)}\n\n`;
  return writeDecision(state, rehearsal, version, `${heading}The complete decision, version ${version}:`);
}
