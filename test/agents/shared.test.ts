import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hallDepth, programEnvironment } from '../../src/agents/cli/environment.ts';
import { processFailure } from '../../src/agents/failures/process-failure.ts';
import { createRedactor, redactArguments } from '../../src/agents/failures/redact.ts';
import { programLimitsSchema } from '../../src/agents/settings.ts';
import { failureSchema } from '../../src/domain/failures/failures.ts';
import type { ProcessEnd } from '../../src/process/process.ts';

describe('the environment of a program', () => {
  test('settings win over what is inherited, the adapter over both, and the depth over all', () => {
    const env = programEnvironment({
      from: { PATH: '/bin', HOME: '/home/me', GUARD: 'off', SECRET: 'x', https_proxy: 'http://p', TOOL_A: 'a' },
      inherit: ['TOOL_*', 'GUARD'],
      settings: { HOME: '/other', GUARD: 'off', DEBATE_HALL_DEPTH: '0' },
      set: { GUARD: 'on' },
    });
    expect(env).toEqual({
      PATH: '/bin',
      HOME: '/other',
      https_proxy: 'http://p',
      TOOL_A: 'a',
      GUARD: 'on',
      DEBATE_HALL_DEPTH: '1',
    });
  });

  test.each([
    [undefined, 0],
    ['2', 2],
    ['-1', 0],
    ['many', 0],
  ])('a depth of %s counts as %d', (value, depth) => {
    expect(hallDepth({ DEBATE_HALL_DEPTH: value })).toBe(depth);
  });
});

describe('redaction', () => {
  test.each([
    'sk-ant-api03-abcdefghijklmnop',
    'ghp_abcdefghijklmnopqrstuvwxyz0123',
    'AIzaSyA1234567890abcdefghijklmnopqrstuv',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl',
  ])('%s is taken out', (secret) => {
    expect(createRedactor()(`key ${secret}!`)).toBe('key [redacted]!');
  });

  test('headers, assignments and addresses lose their secret and keep the rest', () => {
    const redact = createRedactor();
    expect(redact('Authorization: Bearer abcdefgh123')).toBe('Authorization: Bearer [redacted]');
    expect(redact('--api-key=abc123 --x')).toBe('--api-key=[redacted] --x');
    expect(redact('http://me:pass@host/')).toBe('http://[redacted]@host/');
    expect(redact('max tokens: 3000, keyboard')).toBe('max tokens: 3000, keyboard');
  });

  test.each([
    ['--api-key', 'abc123'],
    ['--token', '0'],
    ['-auth-token', 'x y'],
    ['--password', '-p'],
  ])('what stands behind the flag %s is taken out', (flag, value) => {
    expect(redactArguments(['tool', flag, value, 'rest'], createRedactor())).toEqual([
      'tool',
      flag,
      '[redacted]',
      'rest',
    ]);
  });

  test('other arguments stay', () => {
    const args = ['tool', '--model', 'm', '--max-turns', '3', '-p', 'password', '--key=x', 'y'];
    expect(redactArguments(args, createRedactor())).toEqual(args);
  });

  test('no value of a variable that is named like a secret survives', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9]{8,40}$/), fc.string(), fc.string(), (secret, before, after) => {
        fc.pre(!'[redacted]'.includes(secret));
        expect(createRedactor({ MY_API_KEY: secret })(before + secret + after)).not.toContain(secret);
      }),
    );
  });

  test('short values and other variables stay', () => {
    expect(createRedactor({ MAX_TOKENS: '32000', EDITOR: 'some-editor' })('32000 some-editor')).toBe(
      '32000 some-editor',
    );
  });
});

test.each<[ProcessEnd, string, string]>([
  [{ reason: 'not-started', errorCode: 'ENOENT', message: '' }, 'not-installed', '"x" was not found.'],
  [{ reason: 'not-started', errorCode: 'EACCES', message: '' }, 'not-installed', '"x" is not allowed to run (EACCES).'],
  [
    { reason: 'not-started', errorCode: 'E2BIG', message: '' },
    'too-large',
    'The arguments for "x" are too long for this system.',
  ],
  [
    { reason: 'not-started', errorCode: 'ENOSPC', message: 'no room' },
    'not-started',
    '"x" could not be started: no room (ENOSPC).',
  ],
  [
    { reason: 'not-started', errorCode: 'ENOENT', message: 'TMPDIR is not there', isOurs: true },
    'not-started',
    '"x" could not run: TMPDIR is not there.',
  ],
  [{ reason: 'timed-out', limit: 'total', afterMs: 600_000 }, 'timed-out', '"x" did not finish within 600 s.'],
  [{ reason: 'timed-out', limit: 'idle', afterMs: 1_500 }, 'timed-out', '"x" gave no output for 1.5 s.'],
  [
    { reason: 'timed-out', limit: 'first-output', afterMs: 300 },
    'timed-out',
    '"x" did not begin to answer within 300 ms.',
  ],
  [
    { reason: 'too-large', stream: 'stderr', maxBytes: 9 },
    'too-large',
    '"x" wrote more than 9 bytes to stderr, its "maxOutputBytes".',
  ],
  [{ reason: 'cancelled' }, 'cancelled', '"x" was stopped.'],
  [{ reason: 'stopped' }, 'crashed', '"x" was stopped before it gave an answer. It said: help'],
  [{ reason: 'signalled', signal: 'SIGSEGV' }, 'crashed', '"x" was terminated by SIGSEGV. It said: help'],
  [{ reason: 'exited', code: 3 }, 'crashed', '"x" ended with exit code 3 without an answer. It said: help'],
])('the end %o is a failure that says so', (end, code, message) => {
  const unquoted = message.replace(' It said: help', '');
  expect(processFailure('x', { end, stderrTail: 'noise\nhelp\n\n' }, createRedactor())).toEqual({
    code,
    message,
    unquoted,
  });
});

test('a secret is taken out before a message is cut, so that no half of it is left', () => {
  const stderrTail = `${'x'.repeat(390)} very-secret-value`;
  const end: ProcessEnd = { reason: 'exited', code: 1 };
  const failure = processFailure('x', { end, stderrTail }, createRedactor({ MY_KEY: 'very-secret-value' }));
  expect(failure.message).not.toContain('very');
});

test('a failure is never longer than a record takes', () => {
  const failure = processFailure('x'.repeat(5_000), { end: { reason: 'cancelled' }, stderrTail: '' }, createRedactor());
  expect(failureSchema().safeParse(failure).success).toBe(true);
});

test('every limit but the size can be switched off', () => {
  const off = { totalMs: 0, idleMs: 0, firstOutputMs: 0 };
  expect(programLimitsSchema.safeParse(off).success).toBe(true);
  expect(programLimitsSchema.safeParse({ maxOutputBytes: 0 }).success).toBe(false);
});
