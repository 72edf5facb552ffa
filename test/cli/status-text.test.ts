// The status line of a run: what it says, and what gives way where there is no room.
import { expect, it } from 'vitest';
import { statusText } from '../../src/doors/cli/render/live/status-line.ts';

const wall = { label: 'Wall speaks', round: '1', rounds: '2', ms: 12_400 };
const progress = { done: 3, planned: { atLeast: 8, atMost: 11 }, tokens: 1_234, costMicroUsd: 12_000 };

it('says round, seat, time, tokens, cost and calls', () => {
  expect(statusText([wall], progress, 100)).toBe(
    'round 1 of 2 · Wall speaks · 12 s · 1,234 tokens · $0.0120 · 3 of up to 11 calls',
  );
});

it('leaves out what nobody knows', () => {
  const bare = { done: 1, tokens: 0, costMicroUsd: 0 };
  expect(statusText([{ label: 'Judge scores', ms: 61_000 }], bare, 100)).toBe('Judge scores · 1 min 1 s · 1 call');
});

it('never takes more columns than there are, and keeps who is waited for longest', () => {
  expect(statusText([wall], progress, 50)).toBe('round 1 of 2 · Wall speaks · 12 s');
  expect(statusText([wall], progress, 20)).toBe('Wall speaks · 12 s');
  expect(statusText([wall], progress, 10)).toBe('12 s');
  const many = ['Wall', 'Wind', 'Door'].map((name) => ({ label: `${name} votes`, ms: 5_000 }));
  expect(statusText(many, { ...progress, tokens: 0, costMicroUsd: 0 }, 40)).toBe('3 seats · 5 s · 3 of up to 11 calls');
});
