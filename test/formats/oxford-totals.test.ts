// Scores and totals, worked out by hand from docs/formats/oxford.md: every expected number is a literal.
import { describe, expect, it } from 'vitest';
import { format } from '../../src/formats/oxford/index.ts';
import { turningPoints } from '../../src/formats/oxford/judging/measures.ts';
import { computeStandings } from '../../src/formats/oxford/judging/verdict.ts';
import { balanceValues, divideEvenly } from '../../src/formats/oxford/scoring.ts';
import { sealWords } from '../support/seal-words.ts';
import { type Change, judgment, OxfordPlay } from './oxford-play.ts';

/** Scores of the opening: three of the proposition, then three of the opposition. Of a later exchange: one each. */
type Scores = readonly number[];

/** What one judge says in both orders; without a second way it says the same again. */
interface Judge {
  readonly scores: Scores;
  readonly swapped?: Scores;
  readonly rescores?: readonly Change[];
  readonly swappedRescores?: readonly Change[];
}

type Exchange = readonly Judge[];

const OPENING = ['prop_000a', 'prop_000b', 'prop_000c', 'opp_000a', 'opp_000b', 'opp_000c'];

function named(exchange: number, scores: Scores): Record<string, number> {
  const number = String(exchange).padStart(3, '0');
  const ids = exchange === 0 ? OPENING : [`prop_${number}`, `opp_${number}`];
  return Object.fromEntries(ids.map((id, index) => [id, scores[index] as number]));
}

function playExchange(play: OxfordPlay, judges: Exchange): void {
  const { exchange } = play.state;
  play.argueBoth();
  judges.forEach(({ scores, swapped = scores, rescores = [], swappedRescores = rescores }, index) => {
    const seat = index === 0 ? 'judge' : `judge-${index + 1}`;
    const first = play.say(seat, 'judgment', judgment(named(exchange, scores), rescores));
    if (!first.ok) throw new Error(first.problem.message);
    if (!play.options.bothOrders) return;
    const second = play.say(seat, 'swapped-judgment', judgment(named(exchange, swapped), swappedRescores));
    if (!second.ok) throw new Error(second.problem.message);
  });
}

function played(exchanges: readonly Exchange[], options: object = {}): OxfordPlay {
  const play = new OxfordPlay({ rounds: exchanges.length, judges: exchanges[0]?.length ?? 1, ...options });
  for (const exchange of exchanges) playExchange(play, exchange);
  return play;
}

/** Thousandths of all arguments in the order in which the record lists them. */
function scoresOf({ state }: OxfordPlay): (number | undefined)[] {
  const { proposition, opposition } = state.arguments;
  return [...proposition, ...opposition].map(({ score }) => score);
}

const curve = ({ state }: OxfordPlay) => state.settled.map(({ total }) => total);

const EVEN: Scores = [0, 0, 0, 0, 0, 0];
const one = (scores: Scores, swapped?: Scores): Exchange => [swapped === undefined ? { scores } : { scores, swapped }];

/** Scores are listed: the proposition's in the order they were made, then the opposition's. */
interface Case {
  readonly name: string;
  readonly exchanges: readonly Exchange[];
  readonly options?: object;
  readonly scores: readonly number[];
  readonly curve: readonly number[];
  readonly winner: 'proposition' | 'opposition' | null;
  readonly margin: number;
}

const CASES: readonly Case[] = [
  {
    name: 'one judge who says the same twice',
    exchanges: [one([0.2, 0.1, 0, -0.1, -0.1, -0.1])],
    scores: [200, 100, 0, -100, -100, -100],
    curve: [300],
    winner: 'proposition',
    margin: 600,
  },
  {
    name: 'the opposition ahead',
    exchanges: [one([-0.2, -0.2, 0.1, 0.3, 0.1, -0.1])],
    scores: [-200, -200, 100, 300, 100, -100],
    curve: [-300],
    winner: 'opposition',
    margin: 600,
  },
  {
    name: 'zeros are a draw',
    exchanges: [one(EVEN)],
    scores: [0, 0, 0, 0, 0, 0],
    curve: [0],
    winner: null,
    margin: 0,
  },
  {
    name: 'a draw in which arguments differ',
    exchanges: [one([0.5, -0.5, 0, 0.25, -0.25, 0])],
    scores: [500, -500, 0, 250, -250, 0],
    curve: [0],
    winner: null,
    margin: 0,
  },
  {
    name: 'the mean of both orders',
    exchanges: [one([0.3, 0, 0, -0.3, 0, 0], [0.1, 0, 0, -0.1, 0, 0])],
    scores: [200, 0, 0, -200, 0, 0],
    curve: [200],
    winner: 'proposition',
    margin: 400,
  },
  {
    name: 'orders that contradict each other cancel out',
    exchanges: [one([0.4, 0, 0, -0.4, 0, 0], [-0.4, 0, 0, 0.4, 0, 0])],
    scores: [0, 0, 0, 0, 0, 0],
    curve: [0],
    winner: null,
    margin: 0,
  },
  {
    // Four judgments, one of them higher by a hundredth: 302.5.
    name: 'half a thousandth goes towards zero',
    exchanges: [
      [{ scores: [0.31, 0, 0, -0.31, 0, 0], swapped: [0.3, 0, 0, -0.3, 0, 0] }, { scores: [0.3, 0, 0, -0.3, 0, 0] }],
    ],
    scores: [302, 0, 0, -302, 0, 0],
    curve: [302],
    winner: 'proposition',
    margin: 604,
  },
  {
    // Four judgments, one of them lower by a hundredth: -302.5.
    name: 'half a thousandth goes towards zero from below, too',
    exchanges: [
      [{ scores: [-0.31, 0, 0, 0.31, 0, 0], swapped: [-0.3, 0, 0, 0.3, 0, 0] }, { scores: [-0.3, 0, 0, 0.3, 0, 0] }],
    ],
    scores: [-302, 0, 0, 302, 0, 0],
    curve: [-302],
    winner: 'opposition',
    margin: 604,
  },
  {
    // Means 2.5, 2.5 | -5: rounded 2, 2 | -5; one is missing and goes to the first of those that lost a half.
    name: 'what rounding leaves over goes to the first that lost most',
    exchanges: [[{ scores: [0.01, 0.01, 0, -0.02, 0, 0], swapped: EVEN }, { scores: EVEN }]],
    scores: [3, 2, 0, -5, 0, 0],
    curve: [5],
    winner: 'proposition',
    margin: 10,
  },
  {
    // Means 7.5, -2.5, -2.5 | -2.5, 0, 0: rounded 7, -2, -2 | -2, 0, 0; one too many, taken from whom rounding raised: the
    // second, the third or the opposition's first, all by a half. This seed lists the opposition first.
    name: 'what rounding gave too much is taken from the first that gained most',
    exchanges: [[{ scores: [0.03, -0.01, -0.01, -0.01, 0, 0], swapped: EVEN }, { scores: EVEN }]],
    scores: [7, -2, -2, -3, 0, 0],
    curve: [3],
    winner: 'proposition',
    margin: 6,
  },
  {
    name: 'the best and the worst marks',
    exchanges: [one([0.5, 0.5, 0.5, -0.5, -0.5, -0.5])],
    scores: [500, 500, 500, -500, -500, -500],
    curve: [1_500],
    winner: 'proposition',
    margin: 3_000,
  },
  {
    name: 'two judges, each in both orders',
    exchanges: [
      [
        { scores: [0.4, 0, 0, -0.4, 0, 0], swapped: [0.2, 0, 0, -0.2, 0, 0] },
        { scores: [0.2, 0, 0, -0.2, 0, 0], swapped: [0, 0, 0, 0, 0, 0] },
      ],
    ],
    scores: [200, 0, 0, -200, 0, 0],
    curve: [200],
    winner: 'proposition',
    margin: 400,
  },
  {
    name: 'two judges against each other',
    exchanges: [[{ scores: [0.3, 0, 0, -0.3, 0, 0] }, { scores: [-0.3, 0, 0, 0.3, 0, 0] }]],
    scores: [0, 0, 0, 0, 0, 0],
    curve: [0],
    winner: null,
    margin: 0,
  },
  {
    // (0.3 + 0.3 + 0.2 + 0.2 + 0.2 + 0.2) / 6 = 0.2333…
    name: 'three judges and a third',
    exchanges: [
      [{ scores: [0.3, 0, 0, -0.3, 0, 0] }, { scores: [0.2, 0, 0, -0.2, 0, 0] }, { scores: [0.2, 0, 0, -0.2, 0, 0] }],
    ],
    scores: [233, 0, 0, -233, 0, 0],
    curve: [233],
    winner: 'proposition',
    margin: 466,
  },
  {
    // (0.1 + 0.2 + 0.3 + 0.4 + 0.5) / 5 = 0.3
    name: 'five judges',
    exchanges: [[0.1, 0.2, 0.3, 0.4, 0.5].map((score) => ({ scores: [0, score, 0, 0, 0, -score] }))],
    scores: [0, 300, 0, 0, 0, -300],
    curve: [300],
    winner: 'proposition',
    margin: 600,
  },
  {
    name: 'one order only',
    options: { bothOrders: false },
    exchanges: [one([0.25, 0, 0, -0.25, 0, 0])],
    scores: [250, 0, 0, -250, 0, 0],
    curve: [250],
    winner: 'proposition',
    margin: 500,
  },
  {
    name: 'totals add up over exchanges',
    exchanges: [one([0.2, 0, 0, -0.2, 0, 0]), one([0.3, -0.3]), one([-0.1, 0.1])],
    scores: [200, 0, 0, 300, -100, -200, 0, 0, -300, 100],
    curve: [200, 500, 400],
    winner: 'proposition',
    margin: 800,
  },
  {
    name: 'the lead changes',
    exchanges: [one([0.2, 0, 0, -0.2, 0, 0]), one([-0.5, 0.5])],
    scores: [200, 0, 0, -500, -200, 0, 0, 500],
    curve: [200, -300],
    winner: 'opposition',
    margin: 600,
  },
  {
    name: 'level again at the end',
    exchanges: [one([0.25, 0, 0, -0.25, 0, 0]), one([-0.25, 0.25])],
    scores: [250, 0, 0, -250, -250, 0, 0, 250],
    curve: [250, 0],
    winner: null,
    margin: 0,
  },
  {
    name: 'a rescore that gives to one side what it takes from the other',
    exchanges: [
      one([0.2, 0, 0, -0.2, 0, 0]),
      [
        {
          scores: [0.1, -0.1],
          rescores: [
            ['prop_000a', 2],
            ['opp_000a', -2],
          ],
        },
      ],
    ],
    scores: [400, 0, 0, 100, -400, 0, 0, -100],
    curve: [200, 500],
    winner: 'proposition',
    margin: 1_000,
  },
  {
    name: 'a rescore within one side leaves the totals',
    exchanges: [
      one([0.2, 0, 0, -0.2, 0, 0]),
      [
        {
          scores: [0, 0],
          rescores: [
            ['prop_000a', -1],
            ['prop_000b', 1],
          ],
        },
      ],
    ],
    scores: [100, 100, 0, 0, -200, 0, 0, 0],
    curve: [200, 200],
    winner: 'proposition',
    margin: 400,
  },
  {
    name: 'a rescore in one order counts half',
    exchanges: [
      one([0.2, 0, 0, -0.2, 0, 0]),
      [
        {
          scores: [0, 0],
          rescores: [
            ['prop_000a', 2],
            ['opp_000a', -2],
          ],
          swappedRescores: [],
        },
      ],
    ],
    scores: [300, 0, 0, 0, -300, 0, 0, 0],
    curve: [200, 300],
    winner: 'proposition',
    margin: 600,
  },
  {
    name: 'rescores up to the end of the range, and not beyond it',
    exchanges: [
      one([0.5, 0, 0, -0.5, 0, 0]),
      ...Array.from(
        { length: 3 },
        (): Exchange => [
          {
            scores: [0, 0],
            rescores: [
              ['prop_000a', 2],
              ['opp_000a', -2],
            ],
          },
        ],
      ),
    ],
    scores: [1_000, 0, 0, 0, 0, 0, -1_000, 0, 0, 0, 0, 0],
    curve: [500, 700, 900, 1_000],
    winner: 'proposition',
    margin: 2_000,
  },
  {
    name: 'a rescore that turns the debate',
    exchanges: [
      one([0.1, 0, 0, -0.1, 0, 0]),
      [
        {
          scores: [0, 0],
          rescores: [
            ['prop_000a', -2],
            ['opp_000c', 2],
          ],
        },
      ],
    ],
    scores: [-100, 0, 0, 0, -100, 0, 200, 0],
    curve: [100, -100],
    winner: 'opposition',
    margin: 200,
  },
  {
    name: 'three arguments share a rescore',
    exchanges: [
      one(EVEN),
      [
        {
          scores: [0, 0],
          rescores: [
            ['prop_000a', 2],
            ['opp_000a', -1],
            ['opp_000b', -1],
          ],
        },
      ],
    ],
    scores: [200, 0, 0, 0, -100, -100, 0, 0],
    curve: [0, 200],
    winner: 'proposition',
    margin: 400,
  },
  {
    name: 'rescores of two exchanges add up',
    exchanges: [
      one(EVEN),
      [
        {
          scores: [0.1, -0.1],
          rescores: [
            ['prop_000a', 2],
            ['opp_000a', -2],
          ],
        },
      ],
      [
        {
          scores: [0, 0],
          rescores: [
            ['prop_000a', -1],
            ['prop_001', 1],
          ],
        },
      ],
    ],
    scores: [100, 0, 0, 200, 0, -200, 0, 0, -100, 0],
    curve: [0, 300, 300],
    winner: 'proposition',
    margin: 600,
  },
];

describe('totals', () => {
  it.each(CASES)('$name', ({ exchanges, options, scores, curve: expected, winner, margin }) => {
    const play = played(exchanges, options);
    expect(scoresOf(play)).toEqual(scores);
    expect(curve(play)).toEqual(expected);
    expect(computeStandings(play.state.settled)).toMatchObject({ winner, margin });
    expect(play.due).toEqual(['close']);
  });

  it('go on after more exchanges, with the scores that there were', () => {
    const play = played([one([0.2, 0, 0, -0.2, 0, 0])]);
    play.add('debate-closed', { outcome: 'judged', decision: null, warnings: [], by: 'rules' });
    expect(play.due).toEqual(['over']);
    play.add('debate-extended', { rounds: 2, by: 'ann' });
    playExchange(play, one([-0.4, 0.4]));
    expect(curve(play)).toEqual([200, -200]);
    expect(play.due).toEqual(['proposition argument', 'opposition argument']);
    playExchange(play, [
      {
        scores: [0, 0],
        rescores: [
          ['prop_001', 2],
          ['opp_001', -2],
        ],
      },
    ]);
    expect(curve(play)).toEqual([200, -200, 0]);
    expect(scoresOf(play)).toEqual([200, 0, 0, -200, 0, -200, 0, 0, 200, 0]);
    expect(play.due).toEqual(['close']);
  });

  it('leave out what a judge had said once before it left', () => {
    const play = new OxfordPlay({ rounds: 1, judges: 2 });
    play.argueBoth();
    play.say('judge', 'judgment', judgment(named(0, [0.2, 0, 0, -0.2, 0, 0])));
    play.say('judge', 'swapped-judgment', judgment(named(0, [0.4, 0, 0, -0.4, 0, 0])));
    play.say('judge-2', 'judgment', judgment(named(0, [-0.5, 0, 0, 0.5, 0, 0])));
    play.add('seat-left', { seat: 'judge-2', reason: sealWords('It failed.') });
    expect(scoresOf(play)).toEqual([300, 0, 0, -300, 0, 0]);
    expect(curve(play)).toEqual([300]);
    expect(play.due).toEqual(['close']);
  });

  it('count the judges of each exchange, when one has left after the first', () => {
    const play = new OxfordPlay({ rounds: 2, judges: 2 });
    playExchange(play, [{ scores: [0.4, 0, 0, -0.4, 0, 0] }, { scores: EVEN }]);
    play.argueBoth();
    play.add('seat-left', { seat: 'judge-2', reason: sealWords('It failed.') });
    play.say('judge', 'judgment', judgment(named(1, [0.1, -0.1])));
    play.say('judge', 'swapped-judgment', judgment(named(1, [0.3, -0.3])));
    expect(curve(play)).toEqual([200, 400]);
  });
});

describe('a sum near zero is evened out one thousandth at a time', () => {
  it.each([
    [
      [200, -200],
      [200, -200],
    ],
    [
      [203, -200],
      [201, -201],
    ],
    [
      [200, -203],
      [202, -202],
    ],
    [
      [1_000, 5, -1_000],
      [997, 3, -1_000],
    ],
    [
      [-1_000, 1_000, -8],
      [-996, 1_000, -4],
    ],
    [
      [4, 0, 0, 0, 0, 0],
      [3, -1, -1, -1, 0, 0],
    ],
  ])('%j gives %j', (values, expected) => {
    const bounds = [() => -1_000, () => 1_000] as const;
    expect(balanceValues(values, ...bounds)).toEqual(expected);
  });
});

describe('means keep a sum of zero', () => {
  it.each([
    [[2, -2], 2, [1, -1]],
    [[1, -1], 2, [0, 0]],
    [[3, -3], 2, [1, -1]],
    [[1, 1, -2], 2, [1, 0, -1]],
    [[-2, 1, 1], 2, [-1, 1, 0]],
    [[1, 1, 1, -3], 4, [1, 0, 0, -1]],
    [[7, -5, -2], 3, [3, -2, -1]],
    [[10, -4, -6], 10, [1, 0, -1]],
  ])('%j over %d gives %j', (sums, count, expected) => {
    expect(divideEvenly(sums, count)).toEqual(expected);
  });
});

describe('the headline of a debate of so many rounds, so far judged', () => {
  const PROPOSITION: Exchange = one([0.2, 0.1, 0, -0.1, -0.1, -0.1]);
  const SCALE = '(each argument scores from -1 to 1)';
  it.each<[rounds: number, judged: readonly Exchange[], string]>([
    [1, [PROPOSITION], `Proposition wins by 0.600 after the opening ${SCALE}`],
    [1, [one(EVEN)], 'A draw after the opening'],
    [2, [PROPOSITION], `Proposition leads by 0.600 after the opening ${SCALE}; there is no verdict yet`],
    [2, [one(EVEN)], 'Level after the opening; there is no verdict yet'],
    [2, [one(EVEN), one([0, 0])], 'A draw after the opening and 1 exchange'],
    [3, [one(EVEN), one([0, 0])], 'Level after the opening and 1 of 2 exchanges; there is no verdict yet'],
    [3, [one(EVEN), one([0, 0]), one([0, 0])], 'A draw after the opening and 2 exchanges'],
    [4, [one(EVEN), one([0, 0]), one([0, 0])], 'Level after the opening and 2 of 3 exchanges; there is no verdict yet'],
  ])('%i, %j', (rounds, judged, headline) => {
    const { log, state } = played(judged, { rounds });
    expect(format.result?.(log, state)?.headline).toBe(headline);
  });
});

describe('the lead', () => {
  it.each([
    [[0, 400], [false]],
    [
      [400, 0],
      [false, false],
    ],
    [
      [400, -400],
      [false, true],
    ],
    [
      [400, 900],
      [false, false],
    ],
    [
      [400, 0, -400],
      [false, false, true],
    ],
    [
      [400, 0, 300],
      [false, false, false],
    ],
    [
      [-100, 100, -100],
      [false, true, true],
    ],
  ])('changes only where the other side has had it: totals %j', (totals, expected) => {
    const judged = totals.map((total, exchange) => ({ exchange, judgments: [], scores: {}, rescores: {}, total }));
    expect(turningPoints(judged, new Map()).map(({ leadChanged }) => leadChanged)).toEqual(expected);
  });
});
