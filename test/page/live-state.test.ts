// What is said aloud of a run: steps are named as people know them, and not by the ID of a seat.
import { expect, it } from 'vitest';
import type { LiveEvent, LiveEventOf } from '../../src/domain/live-events.ts';
import { applyLive, NOTHING_LIVE } from '../../src/page/hall/debate/live-state.ts';

const step = { seat: 'experienced-2', step: 's1', label: 'Experienced 2 takes a position' };
const failure = { code: 'crashed', message: 'It crashed.' } as const;

const end = (how: Partial<LiveEventOf<'run-ended'>>): LiveEvent => ({
  ...{ type: 'run-ended', threadId: 't', reason: 'closed', outcome: null },
  ...how,
});

it('names a seat that the run has not asked, such as one whose turn was copied, as people know it', () => {
  const seats = [{ seat: 'wind', label: 'Wind', agent: 'fast' }];
  const start = { type: 'run-started', threadId: 't', topic: 'T', resumed: false, seats } as LiveEvent;
  const copied = { type: 'turn-taken', seat: 'wind', seq: 1, title: 'Wind', text: 'Said.', copied: 1 } as LiveEvent;
  const events = [start, copied, { type: 'seat-failed', seat: 'wind', seq: 2, step: 's', failure } as LiveEvent];
  const live = events.reduce(applyLive, NOTHING_LIVE);
  expect([live.seats.get('wind')?.label, live.news]).toEqual(['Wind', 'Wind: failed.']);
});

it.each<[LiveEvent, string]>([
  [{ type: 'waiting-for-person', ...step } as LiveEvent, 'Experienced 2 takes a position: waiting for a person.'],
  [{ type: 'seat-failed', seq: 3, ...step, failure } as LiveEvent, 'Experienced 2 takes a position: failed.'],
  [end({ outcome: 'agreed' }), 'The debate has ended.'],
  [end({ outcome: 'agreed', followUp: true }), 'The follow-up is over.'],
  [end({ reason: 'cancelled', outcome: 'agreed', followUp: true }), 'The follow-up was stopped.'],
])('$type', (event, news) => {
  const started = applyLive(NOTHING_LIVE, { type: 'seat-started', ...step } as LiveEvent);
  expect(applyLive(started, event).news).toBe(news);
});
