// Why a debate ended as it did, where votes and points decide: each sentence is held against the votes and points that were given.
import { expect, it } from 'vitest';
import { format as asymmetric } from '../../src/formats/asymmetric/index.ts';
import { format as panel } from '../../src/formats/panel/index.ts';
import { format as threeSeats } from '../../src/formats/wind-wall-door/index.ts';
import { AsymmetricPlay, points } from '../formats/asymmetric-play.ts';
import { Play, PlayOf } from '../formats/play.ts';
import { openRequest } from '../support/hall.ts';

const VOTES = ['approve', 'reject', 'unclear'] as const;
type Vote = (typeof VOTES)[number];
const LABELS: Readonly<Record<string, string>> = { wind: 'Wind', wall: 'Wall', reviewer: 'Reviewer' };
const label = (seat: string) => LABELS[seat] ?? seat;

function* listVotes(count: number): Generator<readonly Vote[]> {
  if (count === 0) yield [];
  else for (const vote of VOTES) for (const rest of listVotes(count - 1)) yield [vote, ...rest];
}

/** Up to its end; whoever votes unreadably does so twice. */
function decided(votes: Readonly<Record<string, Vote>>): Play {
  const [consensus, review] = [votes['wind'] !== undefined, votes['reviewer'] !== undefined];
  const play = new Play({ rounds: 1, consensus, review, maxRefinements: 0 });
  for (const seat of ['wind', 'wall', 'door']) play.say(seat, 'words');
  for (let step = play.steps[0]; step !== undefined; step = play.steps[0]) {
    const vote = votes[step.seat];
    play.say(
      step.seat,
      vote === 'unclear' ? 'I approve this fully, go ahead.' : `So it is.\n\nVOTE: ${vote?.toUpperCase()}`,
    );
  }
  return play;
}

it.each([
  ['the panel', ['wind', 'wall']],
  ['the panel and a reviewer', ['wind', 'wall', 'reviewer']],
  ['a reviewer', ['reviewer']],
])('votes of %s: it says of each voter what its vote was, and what that makes of the decision', (_, voters) => {
  for (const drawn of listVotes(voters.length)) {
    const votes = Object.fromEntries(voters.map((seat, index) => [seat, drawn[index] as Vote]));
    const { next, state } = decided(votes);
    const outcome = next.kind === 'close' ? next.close.outcome : 'agreed';
    const isApproved = drawn.every((vote) => vote === 'approve');
    const approved = voters.length > 1 ? 'accepted' : 'decided';
    const against = drawn.includes('reject') ? 'stable-disagreement' : 'not-settled';
    expect([votes, outcome]).toEqual([votes, isApproved ? approved : against]);
    const why = threeSeats.explainOutcome?.(state, outcome, label) ?? '';
    const said: Readonly<Record<Vote, RegExp>> = {
      approve: /(?:^|; )([^;]+?) approves? the decision/,
      reject: /(?:^|; )([^;]+?) rejects? the decision/,
      unclear: /[Tt]he votes? of ([^;]+?) cannot be read/,
    };
    for (const vote of VOTES) {
      const names = said[vote].exec(why)?.[1]?.split(/, | and /) ?? [];
      expect([why, names]).toEqual([why, voters.filter((seat) => votes[seat] === vote).map(label)]);
    }
  }
});

it('a decision on which nobody votes is one of a seat alone', () => {
  const { next, state } = decided({});
  expect(next).toMatchObject({ kind: 'close', close: { outcome: 'decided' } });
  expect(threeSeats.explainOutcome?.(state, 'decided', label)).toBeUndefined();
});

const answer = (said: string) =>
  JSON.stringify({ answer: said, confidence: 70, claims: ['It holds'], change_mind: 'x' });
const WORDS = { answer: 'text' };

/** One of each side, both of which answer so many points of the other, of which so many are agreed with. */
function exchanged(ballot: boolean, all: number, agreed: number, openings = ballot): AsymmetricPlay {
  const play = new AsymmetricPlay({ ballot, openings });
  if (openings) for (const { seat } of play.steps) play.say(seat, answer('In words'));
  play.positions();
  for (const [index, { seat }] of play.steps.entries()) {
    const other = seat === 'fresh' ? 'experienced' : 'fresh';
    const own = index === 0 ? agreed : all;
    play.say(seat, points(...Array.from({ length: all }, (_, at) => `${at < own ? 'agree' : 'challenge'} ${other}`)));
  }
  if (ballot) for (const { seat } of play.steps) play.say(seat, answer('Other words'));
  return play;
}

it.each([
  [false, 2, 2, 'not-settled', /^Every point was agreed with, but no side was asked for its final answer/],
  [
    true,
    2,
    2,
    'not-settled',
    /^Every point was agreed with; the final answers are in words, which no rule compares\.$/,
  ],
  [false, 2, 1, 'stable-disagreement', /^1 of 4 points was not agreed with\.$/],
  [true, 3, 1, 'stable-disagreement', /^2 of 6 points were not agreed with\.$/],
] as const)(
  'points, final answers %s, %i on each side, %i of one agreed with: %s',
  (ballot, all, agreed, outcome, why) => {
    const play = exchanged(ballot, all, agreed);
    expect(play.outcome).toBe(outcome);
    expect(asymmetric.explainOutcome?.(play.state, outcome, label)).toMatch(why);
  },
);

it('answers in words are those that were given, before the points or after them', () => {
  for (const openings of [true, false])
    expect(exchanged(true, 2, 2, openings).result?.headline).toMatch(/^2 answers in words/);
});

it('a side that nobody can take the place of: it says that, and names no limit', () => {
  const play = new AsymmetricPlay();
  play.leave('experienced');
  expect(play.outcome).toBe('stopped-by-limit');
  expect(asymmetric.explainOutcome?.(play.state, 'stopped-by-limit', label)).toBe(
    'A side left, and nobody could take its place.',
  );
});

it.each([
  [['accept', 'accept', 'reject'], ['c'], 'majority'],
  [['accept', 'reject', 'reject'], [], 'not-settled'],
  [['reject', 'reject', 'reject'], [], 'not-settled'],
])('a panel that votes %j on words: in the minority are %j', (votes, minority, outcome) => {
  const play = new PlayOf(panel, { seats: 3, rounds: 1, maxRefinements: 0 });
  const request = { ...openRequest('d', play.state.options as never, panel), question: WORDS, seed: 'a seed' };
  play.add('debate-opened', { ...request, topic: { sha256: '0'.repeat(64) }, context: [] } as never);
  for (const seat of ['a', 'b', 'c']) play.say(seat, answer('In words'));
  for (const { seat, values } of play.steps) {
    const replies = (values['claims'] ?? '').split(', ').map((claim) => ({ claim, move: 'concede', reason: 'r' }));
    play.say(seat, JSON.stringify({ replies, new_claims: [] }));
  }
  play.say('writer', '1. **Decision.** We do it.');
  for (const [index, seat] of ['a', 'b', 'c'].entries()) {
    const vote = { vote: votes[index], objection: votes[index] === 'reject' ? 'It is too early.' : null };
    play.say(seat, JSON.stringify({ answer: 'w', confidence: 70, moved_by: null, reason: 'r', ...vote }));
  }
  expect(play.due).toEqual(minority.length === 0 ? ['close'] : minority.map((seat) => `${seat} minority-report`));
  for (const seat of minority) play.say(seat, 'It is too early.');
  expect(play.next).toMatchObject({ kind: 'close', close: { outcome } });
  play.add('debate-closed', { outcome, decision: null, warnings: [], by: 'rules' } as never);
  const { headline, data } = panel.result?.(play.log, play.state) ?? {};
  expect(data).toMatchObject({ minority: minority.map((seat) => ({ seat })) });
  expect(headline?.includes('in the minority')).toBe(minority.length > 0);
});
