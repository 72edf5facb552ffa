// Oxford debates whose judges mark dimensions: what makes a score, what makes a win, and what judges see.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { format } from '../../src/formats/oxford/index.ts';
import { drawFirstSide } from '../../src/formats/oxford/judging/neutral-names.ts';
import { inCampaign, sample, times } from '../support/campaign.ts';
import { sealWords } from '../support/seal-words.ts';
import { argument, assessment, flat, type Marks, OxfordPlay } from './oxford-play.ts';

const { issues } = OxfordPlay;
const OPENING = ['prop_000a', 'prop_000b', 'prop_000c', 'opp_000a', 'opp_000b', 'opp_000c'];

function open(options = {}, seed = 'seed'): OxfordPlay {
  const play = new OxfordPlay({ rounds: 1, ...options }, seed);
  play.argueBoth();
  return play;
}

const orderOf = (act: string) => (act === 'judgment' ? 1 : 2);

/** The proposition's mark less the opposition's, by what the judge finds first and who it is; the opposition's is 5. */
function judgeAll(play: OxfordPlay, gapOf: (first: string, seat: string) => number): void {
  const { exchange, seed } = play.state;
  for (const { seat, act } of play.steps) {
    const gap = gapOf(drawFirstSide(seed, exchange, seat, orderOf(act)), seat);
    const due = play.state.arguments;
    const ids = [...due.proposition, ...due.opposition].filter((each) => each.exchange === exchange);
    const marks = ids.map(({ id, side }) => [id, flat(side === 'proposition' ? 5 + gap : 5)]);
    expect(play.say(seat, act, assessment(Object.fromEntries(marks)))).toMatchObject({ ok: true });
  }
}

const resultOf = ({ log, state }: OxfordPlay) => format.result?.(log, state);
const outcomeOf = ({ next }: OxfordPlay) => (next.kind === 'close' ? next.close.outcome : next.kind);

describe('a score', () => {
  it('is what the marks come to above the mean of the exchange: soundness 4, evidence 3, responsiveness 2, clarity 1', () => {
    const play = open({ bothOrders: false });
    const marks: Record<string, Marks> = Object.fromEntries(OPENING.map((id) => [id, flat(0)]));
    marks['prop_000a'] = { soundness: 6, evidence: 0, responsiveness: 0, clarity: 0 };
    marks['prop_000b'] = { soundness: 0, evidence: 6, responsiveness: 0, clarity: 0 };
    marks['opp_000a'] = { soundness: 0, evidence: 0, responsiveness: 6, clarity: 0 };
    marks['opp_000b'] = { soundness: 0, evidence: 0, responsiveness: 0, clarity: 6 };
    expect(play.say('judge', 'judgment', assessment(marks))).toMatchObject({ ok: true });
    // 240, 180, 0 | 120, 60, 0 with the mean 100.
    expect([...play.state.arguments.proposition, ...play.state.arguments.opposition].map(({ score }) => score)).toEqual(
      [140, 80, -100, 20, -40, -100],
    );
  });

  it.each([
    [
      'a mark that is no whole number',
      { soundness: 5.5 },
      'scores[0].soundness: must be a whole number from 0 to 10, not 5.5',
    ],
    ['a mark above 10', { clarity: 11 }, 'scores[0].clarity: must be a whole number from 0 to 10, not 11'],
  ])('is not made of %s', (_, fields, issue) => {
    const play = open();
    const marks = Object.fromEntries(OPENING.map((id, index) => [id, { ...flat(5), ...(index === 0 ? fields : {}) }]));
    expect(issues(play.say('judge', 'judgment', assessment(marks)))).toEqual([issue]);
  });

  it('of an earlier argument moves by a tenth for each point, which the other arguments pay for', () => {
    const play = open({ rounds: 2, bothOrders: false });
    judgeAll(play, () => 0);
    play.argueBoth();
    const marks = { prop_001: flat(5), opp_001: flat(5) };
    expect(play.step('judge', 'judgment').task).toBe('mark-again');
    expect(issues(play.say('judge', 'judgment', assessment(marks, [['prop_000a', 3]])))).toEqual([
      'rescores[0].change: must be a whole number from -2 to 2, not 3',
    ]);
    play.say(
      'judge',
      'judgment',
      assessment(marks, [
        ['prop_000a', 2],
        ['opp_000c', 1],
      ]),
    );
    const { proposition, opposition } = play.state.arguments;
    expect(proposition.map(({ score }) => score)).toEqual([150, -50, -50, 0]);
    expect(opposition.map(({ score }) => score)).toEqual([-50, -50, 50, 0]);
  });
});

describe('a winner', () => {
  it('is named when both orders agree and the margin is larger than what lies between them', () => {
    const play = open();
    judgeAll(play, (first) => (first === 'proposition' ? 3 : 2));
    expect(outcomeOf(play)).toBe('judged');
    // Three arguments a side, 0.1 for each point: 0.9 and 0.6, so 0.75 and 0.3 apart.
    expect(resultOf(play)).toMatchObject({
      headline: 'Proposition wins by 0.750 after the opening (each argument scores from -1 to 1)',
      data: {
        winner: 'proposition',
        reliability: {
          orders: [
            { part: 'proposition-first', margin: 0.9 },
            { part: 'opposition-first', margin: 0.6 },
          ],
          sensitivity: 0.3,
          doubt: null,
        },
      },
    });
  });

  it.each([
    ['the orders name different sides', {}, (first: string) => (first === 'proposition' ? 3 : -2), 'orders-differ'],
    [
      'the margin is within what the orders show',
      {},
      (first: string) => (first === 'proposition' ? 4 : 1),
      'within-sensitivity',
    ],
    [
      'the judges name different sides',
      { judges: 2 },
      (_: string, seat: string) => (seat === 'judge' ? 4 : -1),
      'judges-differ',
    ],
    ['the sides are level', {}, () => 0, 'level'],
    ['nothing can be compared', { bothOrders: false }, () => 4, 'judged-once'],
  ])('is not named when %s', (_, options, gapOf, doubt) => {
    const play = open(options);
    judgeAll(play, gapOf);
    expect(outcomeOf(play)).toBe('not-settled');
    const result = resultOf(play);
    expect(result).toMatchObject({ data: { winner: null, complete: true, reliability: { doubt } } });
    expect(result?.headline).not.toContain('wins');
  });

  it('needs every judge on its side in what that judge judged, also one that left', () => {
    // Gaps in the opening, of three arguments a side, and in the exchange, of one; a judge that says less leaves.
    const courses = [[], ...[4, -3].flatMap((gap) => [[gap], ...[1, 5, -5].map((next) => [gap, next])])];
    const pairs = courses.flatMap((one) => courses.map((two) => [one, two]));
    const all = inCampaign ? pairs.flatMap((pair) => courses.map((three) => [...pair, three])) : sample(pairs, 3);
    const differ: string[] = [];
    for (const given of all.filter((each) => each.some(({ length }) => length === 2))) {
      const play = open({ judges: given.length, rounds: 2 });
      const judges = play.state.judges.map((seat, index) => ({ seat, gaps: given[index] ?? [] }));
      for (const exchange of [0, 1]) {
        if (exchange === 1) play.argueBoth();
        for (const { seat, gaps } of judges) {
          const left = gaps.length === exchange;
          if (left) play.add('seat-left', { seat, reason: sealWords('It failed.') });
        }
        judgeAll(play, (_, by) => judges.find(({ seat }) => seat === by)?.gaps[exchange] ?? 0);
      }
      const margin = (gaps: readonly number[]) => 3 * (gaps[0] ?? 0) + (gaps[1] ?? 0);
      const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
      const there = given.filter(({ length }) => length > 0);
      const total = mean(there.map(([gap = 0]) => 3 * gap)) + mean(there.flatMap(([, gap]) => gap ?? []));
      const apart = there.flatMap((one) =>
        there.map((other) => {
          const both = Math.min(one.length, other.length);
          return Math.abs(margin(one.slice(0, both)) - margin(other.slice(0, both)));
        }),
      );
      const agree = there.every((gaps) => margin(gaps) * total > 0);
      const wins = agree && Math.abs(total) > Math.max(...apart);
      const winner = wins ? (total > 0 ? 'proposition' : 'opposition') : null;
      const { data } = resultOf(play) ?? {};
      const found = { complete: data?.['complete'], winner: data?.['winner'], outcome: outcomeOf(play) };
      const right = { complete: true, winner, outcome: wins ? 'judged' : 'not-settled' };
      if (JSON.stringify(found) !== JSON.stringify(right)) differ.push(JSON.stringify([given, found, right]));
    }
    expect(differ).toEqual([]);
  });

  it('is not named where one judge saw an exchange in one order only', () => {
    const play = open({ judges: 2, rounds: 2, bothOrders: false });
    judgeAll(play, () => 4);
    play.argueBoth();
    play.add('seat-left', { seat: 'judge-2', reason: sealWords('It failed.') });
    judgeAll(play, () => 4);
    expect(resultOf(play)).toMatchObject({
      data: { winner: null, reliability: { doubt: 'judged-once' } },
      markdown: expect.stringContaining('by Judge, the proposition by 1.600; by Judge 2 in 1 of 2 exchanges, the'),
    });
  });

  it('follows from the recorded judgments alone', () => {
    const gaps = fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 8 }),
        gaps,
        fc.integer({ min: 1, max: 3 }),
        (seed, given, judges) => {
          const play = open({ judges }, seed);
          let at = 0;
          judgeAll(play, () => given[at++ % given.length] as number);
          const wordless = play.log.map((event) =>
            event.type === 'turn-recorded'
              ? { ...event, data: { ...event.data, content: { sha256: event.data.content.sha256 } } }
              : event,
          );
          const replayed = wordless.reduce((state, event) => format.evolve(state, event), format.initial(play.options));
          expect(format.next(replayed)).toEqual(play.next);
          const { reliability, winner, margin } = (format.result?.(wordless, replayed)?.data ?? {}) as {
            reliability: { orders: { margin: number }[]; judges: { margin: number }[]; sensitivity: number };
            winner: string | null;
            margin: number;
          };
          const readings = [...reliability.orders, ...reliability.judges].map((each) => each.margin);
          const agree = readings.every((each) => each > 0) || readings.every((each) => each < 0);
          if (winner !== null) expect([agree, margin > reliability.sensitivity]).toEqual([true, true]);
          else expect(agree && margin > reliability.sensitivity + 0.001).toBe(false);
        },
      ),
      { numRuns: times(100, 20) },
    );
  });
});

describe('what a judge sees', () => {
  const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(' ');

  it('is each text up to its limit, with a mark at the cut, however long the side wrote', () => {
    const play = new OxfordPlay({ rounds: 1 });
    play.argue('proposition', [argument({ warrant: words(60) }), argument(), argument()]);
    play.argue('opposition');
    const text = play
      .view('judge', 'judgment')
      .map((entry) => entry.text)
      .join('\n');
    expect(text).toContain('word49 […cut here: 60 words, the limit is 50]');
    expect(text).not.toContain('word50');
    expect(
      format
        .transcript(play.log)
        .map((entry) => entry.text)
        .join('\n'),
    ).toContain('word59');
  });

  it('is no earlier score, with or without rescoring', () => {
    for (const rescoring of [true, false]) {
      const play = open({ rounds: 2, rescoring });
      judgeAll(play, () => 3);
      play.argueBoth();
      const seen = JSON.stringify([play.view('judge', 'judgment'), play.step('judge', 'judgment').values]);
      expect(seen).not.toMatch(/score|0\.\d/);
    }
  });
});

it('sets the words of each side against what it gained', () => {
  const play = new OxfordPlay({ rounds: 1 });
  play.argue('proposition', [argument({ claim: 'word '.repeat(40) }), argument(), argument()]);
  play.argue('opposition');
  judgeAll(play, () => 2);
  const { data, details } = resultOf(play) ?? {};
  expect(data).toMatchObject({
    lengths: [
      { exchange: 0, proposition: { written: 74, judged: 59 }, opposition: { written: 36, judged: 36 }, change: 0.3 },
    ],
  });
  expect(details).toContain('The side with more words gained in 1 and lost in 0 of 1 exchange.');
});
