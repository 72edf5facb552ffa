// What moves come to, worked out by hand from the rules in docs/formats/asymmetric.md; no expected value is computed.
// Categories stand in the order in which the points were made: A agreement, P productive disagreement, I irreducible, O own side.
import { describe, expect, it } from 'vitest';
import type { RuleData } from '../../src/domain/event-parts.ts';
import { AsymmetricPlay, points } from './asymmetric-play.ts';

const LETTERS = {
  agreement: 'A',
  productive_disagreement: 'P',
  irreducible: 'I',
  own_side: 'O',
  no_challenges: 'N',
} as const;

interface Told {
  readonly status: string;
  readonly confidence: number;
  readonly points: readonly { readonly category: keyof typeof LETTERS }[];
}

function told(play: AsymmetricPlay) {
  const data = play.result?.data as unknown as Told;
  return [data.points.map(({ category }) => LETTERS[category]).join(''), data.confidence, play.outcome];
}

/** Every reply is what an agent answers with: moves such as "challenge fresh"; left: seats that leave before they reply. */
function answered(options: RuleData, replies: Readonly<Record<string, readonly string[] | 'left'>>): AsymmetricPlay {
  const play = new AsymmetricPlay(options).positions();
  for (const [seat, reply] of Object.entries(replies)) {
    if (reply === 'left') play.leave(seat);
    else expect(play.say(seat, points(...reply))).toMatchObject({ ok: true });
  }
  return play;
}

/** By hand, where a seat may say nothing: the experienced seat's move first. */
function byHand(experienced: string | undefined, fresh: string | undefined): AsymmetricPlay {
  const play = new AsymmetricPlay({ joining: true });
  play.join('fresh');
  play.positions();
  if (experienced !== undefined) play.move('experienced', experienced);
  if (fresh !== undefined) play.move('fresh', fresh);
  play.say('convergence', 'Converged.', { act: 'converge', byHand: true, data: { written: false } });
  return play;
}

const none = undefined;

describe('one seat a side: the whole matrix', () => {
  it.each([
    ['agree', 'agree', 'AA', 1, 'not-settled'],
    ['agree', 'challenge', 'AP', 0.5, 'stable-disagreement'],
    ['agree', 'propose_alternative', 'AP', 0.5, 'stable-disagreement'],
    ['agree', 'synthesize', 'AA', 1, 'not-settled'],
    ['agree', none, 'A', 1, 'not-settled'],
    ['challenge', 'agree', 'PA', 0.5, 'stable-disagreement'],
    ['challenge', 'challenge', 'II', 0, 'stable-disagreement'],
    ['challenge', 'propose_alternative', 'PP', 0, 'stable-disagreement'],
    ['challenge', 'synthesize', 'PA', 0.5, 'stable-disagreement'],
    ['challenge', none, 'P', 0, 'stable-disagreement'],
    ['propose_alternative', 'agree', 'PA', 0.5, 'stable-disagreement'],
    ['propose_alternative', 'challenge', 'PP', 0, 'stable-disagreement'],
    ['propose_alternative', 'propose_alternative', 'PP', 0, 'stable-disagreement'],
    ['propose_alternative', 'synthesize', 'PA', 0.5, 'stable-disagreement'],
    ['propose_alternative', none, 'P', 0, 'stable-disagreement'],
    ['synthesize', 'agree', 'AA', 1, 'not-settled'],
    ['synthesize', 'challenge', 'AP', 0.5, 'stable-disagreement'],
    ['synthesize', 'propose_alternative', 'AP', 0.5, 'stable-disagreement'],
    ['synthesize', 'synthesize', 'AA', 1, 'not-settled'],
    ['synthesize', none, 'A', 1, 'not-settled'],
    [none, 'agree', 'A', 1, 'not-settled'],
    [none, 'challenge', 'P', 0, 'stable-disagreement'],
    [none, 'propose_alternative', 'P', 0, 'stable-disagreement'],
    [none, 'synthesize', 'A', 1, 'not-settled'],
    [none, none, 'N', 0, 'decided'],
  ])('%s against %s gives %s, confidence %d, %s', (experienced, fresh, categories, confidence, outcome) => {
    expect(told(byHand(experienced, fresh))).toEqual([categories, confidence, outcome]);
  });
});

describe('several points in one reply', () => {
  it.each([
    // Five points are five moves, not one.
    [['agree fresh', 'agree fresh', 'agree fresh', 'agree fresh', 'agree fresh'], ['agree experienced'], 'AAAAAA', 1],
    [['agree fresh', 'challenge fresh'], ['agree experienced', 'agree experienced'], 'APAA', 0.75],
    // One challenge that comes back makes every challenge between the two irreducible.
    [['challenge fresh', 'challenge fresh'], ['challenge experienced'], 'III', 0],
    [['challenge fresh', 'agree fresh'], ['challenge experienced', 'synthesize experienced'], 'IAIA', 0.5],
    [['challenge fresh', 'propose_alternative fresh'], ['challenge experienced'], 'IPI', 0],
    [['synthesize fresh', 'challenge fresh', 'agree fresh'], ['propose_alternative experienced'], 'APAP', 0.5],
    // A point that names nobody is about the other side as a whole.
    [['challenge'], ['challenge experienced'], 'II', 0],
    [['challenge'], ['challenge'], 'II', 0],
    [['challenge'], ['agree'], 'PA', 0.5],
  ])('%j against %j gives %s, confidence %d', (experienced, fresh, categories, confidence) => {
    expect(told(answered({}, { experienced, fresh })).slice(0, 2)).toEqual([categories, confidence]);
  });
});

describe('sides are respected', () => {
  const oneByThree = { freshN: 3 };
  const twoByTwo = { deepN: 2, freshN: 2 };

  it.each<[string, RuleData, Readonly<Record<string, readonly string[] | 'left'>>, string, number]>([
    [
      'two fresh seats that challenge the same seat are not against each other',
      { freshN: 2 },
      { experienced: ['agree fresh'], fresh: ['challenge experienced'], 'fresh-2': ['challenge experienced'] },
      'APP',
      1 / 3,
    ],
    [
      'only the fresh seat that is challenged, too, is irreducible',
      oneByThree,
      {
        experienced: ['challenge fresh-2'],
        fresh: ['challenge experienced'],
        'fresh-2': ['challenge experienced'],
        'fresh-3': ['agree experienced'],
      },
      'IPIA',
      0.25,
    ],
    [
      'a challenge to the other side as a whole meets whoever of it challenges back',
      oneByThree,
      { experienced: ['challenge'], fresh: ['challenge experienced'], 'fresh-2': ['agree'], 'fresh-3': ['synthesize'] },
      'IIAA',
      0.5,
    ],
    [
      'a challenge to the whole side that nobody returns is productive',
      oneByThree,
      { experienced: ['challenge'], fresh: ['agree'], 'fresh-2': ['propose_alternative'], 'fresh-3': ['agree'] },
      'PAPA',
      0.5,
    ],
    [
      'three against one, each returned by name',
      oneByThree,
      {
        experienced: ['challenge fresh', 'challenge fresh-2', 'agree fresh-3'],
        fresh: ['challenge experienced'],
        'fresh-2': ['challenge experienced'],
        'fresh-3': ['challenge experienced'],
      },
      'IIAIIP',
      1 / 6,
    ],
    [
      'one side challenges, the other agrees: nothing is irreducible, however many seats challenge',
      twoByTwo,
      {
        experienced: ['challenge fresh'],
        'experienced-2': ['challenge fresh'],
        fresh: ['agree experienced'],
        'fresh-2': ['agree experienced-2'],
      },
      'PPAA',
      0.5,
    ],
    [
      'crossed challenges are about different pairs',
      twoByTwo,
      {
        experienced: ['challenge fresh'],
        'experienced-2': ['challenge fresh-2'],
        fresh: ['challenge experienced-2'],
        'fresh-2': ['challenge experienced'],
      },
      'PPPP',
      0,
    ],
    [
      'a ring closes in one pair only',
      twoByTwo,
      {
        experienced: ['challenge fresh'],
        'experienced-2': ['challenge fresh'],
        fresh: ['challenge experienced'],
        'fresh-2': ['synthesize experienced'],
      },
      'IPIA',
      0.25,
    ],
    [
      'seats of one side that challenge each other are no two sides',
      twoByTwo,
      {
        experienced: ['challenge experienced-2'],
        'experienced-2': ['challenge experienced'],
        fresh: ['agree experienced'],
        'fresh-2': ['agree experienced'],
      },
      'OOAA',
      1,
    ],
    [
      'agreeing within a side counts for nothing',
      twoByTwo,
      {
        experienced: ['agree experienced-2'],
        'experienced-2': ['agree experienced'],
        fresh: ['challenge experienced'],
        'fresh-2': ['agree experienced'],
      },
      'OOPA',
      0.5,
    ],
    [
      'nobody answers the other side',
      twoByTwo,
      {
        experienced: ['agree experienced-2'],
        'experienced-2': ['challenge experienced', 'agree experienced'],
        fresh: ['agree fresh-2'],
        'fresh-2': ['synthesize fresh'],
      },
      'OOOOON',
      0,
    ],
    [
      'everyone against everyone of the other side',
      twoByTwo,
      { experienced: ['challenge'], 'experienced-2': ['challenge'], fresh: ['challenge'], 'fresh-2': ['challenge'] },
      'IIII',
      0,
    ],
    [
      'semi-fresh seats stand on the fresh side: both challenge back',
      { freshRole: 'semi-fresh', delivery: 'passive' },
      { experienced: ['challenge semi-fresh'], 'semi-fresh': ['challenge experienced'] },
      'II',
      0,
    ],
    [
      'semi-fresh seats stand on the fresh side: two of them challenge the one',
      { freshRole: 'semi-fresh', delivery: 'active', freshN: 2 },
      {
        experienced: ['agree semi-fresh', 'agree semi-fresh-2'],
        'semi-fresh': ['challenge experienced'],
        'semi-fresh-2': ['challenge experienced', 'challenge semi-fresh'],
      },
      'AAPPO',
      0.5,
    ],
    [
      'a seat that left before it replied has no points, and its position can still be agreed with',
      { freshN: 2 },
      { 'fresh-2': 'left', experienced: ['agree fresh', 'agree fresh-2'], fresh: ['agree experienced'] },
      'AAA',
      1,
    ],
    [
      'a challenge to a seat that left cannot be returned',
      { freshN: 2 },
      { 'fresh-2': 'left', experienced: ['challenge fresh-2'], fresh: ['challenge experienced'] },
      'PP',
      0,
    ],
    [
      'a seat that left after it replied keeps its points',
      twoByTwo,
      {
        fresh: ['challenge experienced'],
        experienced: ['challenge fresh'],
        'experienced-2': 'left',
        'fresh-2': ['agree experienced-2'],
      },
      'IIA',
      1 / 3,
    ],
  ])('%s', (_, options, replies, categories, confidence) => {
    expect(told(answered(options, replies)).slice(0, 2)).toEqual([categories, confidence]);
  });
});

describe("in the reviewer's words", () => {
  function overridden(side: string, words: string, data: RuleData = {}, options: RuleData = {}): AsymmetricPlay {
    const play = answered(
      { ...options, pauseAt: 'convergence' },
      { experienced: ['challenge fresh', 'agree fresh'], fresh: ['challenge experienced'] },
    );
    play.say('reviewer', words, { byHand: true, data: { action: 'override', side, ...data } });
    return play;
  }

  it.each([
    ['approved as it stands', 'APPROVE', undefined, 'IAI', 1 / 3],
    ['plain words are one challenge', 'It fails on Mondays.', 'experienced', 'II', 0],
    ['the fresh side now agrees', points('agree experienced', 'agree experienced'), 'fresh', 'PAAA', 0.75],
    ['the experienced side now agrees', points('agree fresh'), 'experienced', 'PA', 0.5],
    ['the fresh side now has another idea', points('propose_alternative experienced'), 'fresh', 'PAP', 1 / 3],
    ['a challenge to the whole side', points('challenge'), 'fresh', 'IAI', 1 / 3],
  ])('%s', (_, words, side, categories, confidence) => {
    const play = side === undefined ? overridden('fresh', words, { action: 'approve' }) : overridden(side, words);
    expect(told(play).slice(0, 2)).toEqual([categories, confidence]);
  });

  it('plain words are what is said beside them', () => {
    const play = overridden('fresh', 'True enough.', { move: 'agree' });
    expect(told(play)).toEqual(['PAA', 2 / 3, 'stable-disagreement']);
  });
});
