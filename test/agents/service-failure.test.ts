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

test.each([
  ['Please try again in 1.5s.', 1_500],
  ['Please retry in 22.5s.', 22_500],
  ['Your quota will reset after 7h12m3s.', 25_923_000],
  ['Try again in 2 hours 5 minutes.', 7_500_000],
  ['try again in 350ms', 350],
  ['try again in 2 days', 172_800_000],
  ['Please try again later.', undefined],
  ['', undefined],
])('%j asks to wait %s ms', (text, ms) => {
  expect(parseWaitMs(text)).toBe(ms);
});

test('the message is taken out of an error body, anything else stays as it is', () => {
  expect(extractErrorMessage('{"error":{"code":400,"message":"No such model."}}')).toBe('No such model.');
  expect(extractErrorMessage('failed: {"message":"No such model."}')).toBe('No such model.');
  expect(extractErrorMessage('{broken')).toBe('{broken');
  fc.assert(fc.property(fc.string(), (text) => typeof extractErrorMessage(text) === 'string'));
});
