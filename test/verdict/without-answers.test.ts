// The labels of debates in which no answers are compared: every case of votes on a decision, of points, of what is kept, and of totals.
import { expect, it } from 'vitest';
import { settleApproval, settleItems, settlePoints } from '../../src/domain/question/settle-votes.ts';
import { computeStandings } from '../../src/formats/oxford/judging/verdict.ts';
import type { JudgedExchange } from '../../src/formats/oxford/state.ts';

const VOTES = ['approve', 'reject', 'unclear', undefined].flatMap((vote) =>
  [true, false].map((isOutside) => ({ vote, isOutside }) as Parameters<typeof settleApproval>[0][number]),
);

/** Of 0 to 3 voters. */
const BALLOTS = [0, 1, 2].reduce<readonly (typeof VOTES)[]>(
  (ballots) => [[], ...ballots.flatMap((ballot) => VOTES.map((vote) => [...ballot, vote]))],
  [[]],
);

it('of a decision by one seat: one rejection is a disagreement, one vote that cannot be read settles nothing, and outsiders accept nothing', () => {
  expect(BALLOTS.length).toBe(1 + 8 + 64 + 512);
  for (const ballot of BALLOTS) {
    const votes = ballot.map(({ vote }) => vote ?? 'none');
    const approvals = votes.filter((vote) => vote === 'approve').length;
    const ofDebaters = ballot.filter(({ isOutside }) => !isOutside).length;
    const approved = ofDebaters > 0 ? 'accepted' : 'decided';
    const settled = approvals === votes.length ? approved : 'not-settled';
    const label = votes.includes('reject') ? 'stable-disagreement' : settled;
    if (settleApproval(ballot) !== label) expect([ballot, settleApproval(ballot)]).toEqual([ballot, label]);
  }
});

it('of points: one that is not agreed with is a disagreement, and without any one side decides, unless the other has the last word', () => {
  for (const [points, agreements, hasFinalWord, label] of [
    [0, 0, false, 'decided'],
    [0, 0, true, 'not-settled'],
    [1, 0, false, 'stable-disagreement'],
    [1, 0, true, 'stable-disagreement'],
    [1, 1, false, 'not-settled'],
    [1, 1, true, 'not-settled'],
    [3, 2, false, 'stable-disagreement'],
    [3, 3, false, 'not-settled'],
  ] as const)
    expect([points, agreements, settlePoints({ points, agreements }, hasFinalWord)]).toEqual([
      points,
      agreements,
      label,
    ]);
});

it('of what is kept: the first that applies', () => {
  const ada = (seat: string) => ({ seat, people: ['Ada'] });
  for (const isSplit of [true, false]) {
    for (const isUnchecked of [true, false]) {
      for (const isUnanimous of [true, false]) {
        for (const people of [[], [ada('one')], [ada('one'), ada('two')]]) {
          const agreed = people.length === 2 ? 'accepted' : 'agreed';
          const checked = isUnanimous ? agreed : 'majority';
          const label = isSplit ? 'stable-disagreement' : isUnchecked ? 'decided' : checked;
          expect(settleItems({ isSplit, isUnchecked, isUnanimous, people })).toBe(label);
        }
      }
    }
  }
});

it('of judged exchanges: who is ahead is by the last total, and nobody at none or at 0', () => {
  const standings = (...totals: number[]) => computeStandings(totals.map((total) => ({ total }) as JudgedExchange));
  const level = { winner: null, margin: 0, totals: { proposition: 0, opposition: 0 } };
  expect([standings(), standings(5, 0)]).toEqual([level, level]);
  for (const total of [1, 300]) {
    const ahead = { margin: 2 * total, totals: { proposition: total, opposition: -total } };
    const behind = { margin: 2 * total, totals: { proposition: -total, opposition: total } };
    expect(standings(-7, total)).toEqual({ winner: 'proposition', ...ahead });
    expect(standings(7, -total)).toEqual({ winner: 'opposition', ...behind });
  }
});
