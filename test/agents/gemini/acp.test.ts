// What gemini says over the Agent Client Protocol when something goes wrong, as it was recorded with 0.61.0.
import { expect, test } from 'vitest';
import { classifyAcpError, classifyOtherLine, explainExit } from '../../../src/agents/kinds/gemini/parse.ts';

const body = (code: number, message: string) => JSON.stringify({ error: { code, message, status: 'ANY' } });

test.each([
  [401, body(401, 'the test asked for status 401'), 'not-logged-in'],
  [403, body(403, 'the test asked for status 403'), 'not-logged-in'],
  [400, body(400, 'API key not valid. Please pass a valid API key.'), 'not-logged-in'],
  [429, 'the test asked for status 429', 'rate-limited'],
  [500, body(500, 'the test asked for status 500'), 'overloaded'],
  [503, 'the test asked for status 503', 'overloaded'],
  // 500 is also what it says when it knows no status.
  [500, 'The model is not found.', 'rejected'],
  [500, 'exception TypeError: fetch failed sending request', 'unreachable'],
  [500, 'terminated', 'unreachable'],
  [-32603, 'Something else', undefined],
])('error %i with %s is %s', (number, message, code) => {
  expect(classifyAcpError(number, message)).toBe(code);
});

test('a login that it asks for at a terminal is none', () => {
  const asked = '\u001b[?1049h\u001b[2JPlease visit the following URL to authorize the application:';
  expect(classifyOtherLine(asked)).toBe('not-logged-in');
  expect(classifyOtherLine('Loaded cached credentials.')).toBeUndefined();
});

test('an end at the start is told by the exit code and what it said', () => {
  const stderrTail = 'Ripgrep is not available. Falling back to GrepTool.\nInvalid auth method selected.\n';
  expect(explainExit({ end: { reason: 'exited', code: 41 }, stderrTail })).toEqual({
    code: 'not-logged-in',
    message: 'Invalid auth method selected.',
  });
  expect(explainExit({ end: { reason: 'exited', code: 0 }, stderrTail })).toBeUndefined();
  expect(explainExit({ end: { reason: 'signalled', signal: 'SIGKILL' }, stderrTail })).toBeUndefined();
});
