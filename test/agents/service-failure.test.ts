// What the answers of model services mean.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { classifyStatus, extractErrorMessage, parseWaitMs } from '../../src/agents/failures/service-failure.ts';

test.each([
  [400, 'rejected'],
  [401, 'not-logged-in'],
  [403, 'not-logged-in'],
  [404, 'rejected'],
  [408, 'overloaded'],
  [413, 'too-large'],
  [429, 'rate-limited'],
  [500, 'overloaded'],
  [529, 'overloaded'],
  [200, undefined],
  [600, undefined],
])('status %i is %s', (status, code) => {
  expect(classifyStatus(status)).toBe(code);
});

test.each<[string, number | undefined]>([
  ['Please try again in 1.5s.', 1_500],
  ['Please retry in 22.5s.', 22_500],
  ['Your quota will reset after 7h12m3s.', 25_923_000],
  ['Try again in 2 hours 5 minutes.', 7_500_000],
  ['try again in 350ms', 350],
  ['try again in 2 days', 172_800_000],
  ['Please try again later.', undefined],
  ['', undefined],
  ["You've hit your session limit · resets 3pm (UTC)", 5 * 3_600_000],
  ["You've hit your session limit · resets 1:07am (UTC)", 15 * 3_600_000 + 7 * 60_000],
  ['5-hour limit reached ∙ resets 12pm (UTC)', 2 * 3_600_000],
  ['resets 12:30am (UTC)', 14.5 * 3_600_000],
  ['resets 3pm (Europe/Berlin)', 4 * 3_600_000],
  ['Weekly limit reached ∙ resets Nov 30 at 5pm (UTC)', 31 * 3_600_000],
  ['try again at Dec 1st, 2026 10:00 AM (UTC)', 48 * 3_600_000],
  // Just over, long over, no time, no place, and not at all.
  ...[
    'resets 9:58am (UTC)',
    'try again at Nov 28th, 2026 3:05 PM (UTC)',
    'resets 13pm (UTC)',
    'resets 3:75pm (UTC)',
  ].map((text): [string, undefined] => [text, undefined]),
  ...['resets 3pm (Somewhere)', 'try again at Feb 31st, 2027 3:05 PM (UTC)', 'try again tomorrow at 3pm', 'at 3pm'].map(
    (text): [string, undefined] => [text, undefined],
  ),
])('%j asks to wait %s ms', (text, ms) => {
  expect(parseWaitMs(text, Date.UTC(2026, 10, 29, 10))).toBe(ms);
});

test.each([5, 600, 1_430])('a time of this machine in %i minutes is read as the wait for it', (minutes) => {
  const now = Date.UTC(2026, 10, 29, 10);
  const at = new Date(now + minutes * 60_000).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' });
  const text = `You've hit your usage limit. Upgrade to Pro or try again at ${at}.`;
  expect(parseWaitMs(text, now)).toBe(minutes * 60_000);
});

test('the message is taken out of an error body, anything else stays as it is', () => {
  expect(extractErrorMessage('{"error":{"code":400,"message":"No such model."}}')).toBe('No such model.');
  expect(extractErrorMessage('failed: {"message":"No such model."}')).toBe('No such model.');
  expect(extractErrorMessage('{broken')).toBe('{broken');
  fc.assert(fc.property(fc.string(), (text) => typeof extractErrorMessage(text) === 'string'));
});
