// What the answers of model services mean.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findCause, findLastWords } from '../../src/agents/failures/last-words.ts';
import { classifyError, classifyStatus, extractErrorMessage } from '../../src/agents/failures/service-failure.ts';
import { parseWaitMs } from '../../src/agents/failures/service-wait.ts';
import { cpuSeconds, MUCH_TOO_LONG_S } from '../support/cpu-time.ts';

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
  ['try again in 1 month', 30 * 86_400_000],
  ['try again in 1 mo', 30 * 86_400_000],
  ['try again in 2 weeks', 14 * 86_400_000],
  ['try again in 1 minute and 30 seconds', 90_000],
  ['try again in about 5 minutes', 300_000],
  ['Please try again in an hour.', 3_600_000],
  ['Please wait 20 seconds and try again.', 20_000],
  ['429 Too Many Requests: retry after 30', 30_000],
  ['Rate limited. Retry after 30. Request 55', 30_000],
  ['{"error":"slow down","retry_after": 12.5}', 12_500],
  ['Retry-After: 7', 7_000],
  ['retry after 2026-11-29T10:00:30Z', 30_000],
  ['try again at 2026-11-29T11:00:00+01:00', undefined],
  ['try again in 3 attempts', undefined],
  ['retry after 3 attempts', undefined],
  ['retry 3 of 5', undefined],
  ['try again in 0 seconds', undefined],
  ['resets Jan 2 at 5pm (UTC)', 34 * 86_400_000 + 7 * 3_600_000],
  ['resets Nov 28 at 5pm (UTC)', undefined],
  ['resets Feb 29 at 5pm (UTC)', undefined],
  ['try again at 3:05 p.m. UTC', 5 * 3_600_000 + 300_000],
  ['resets at 15:05 UTC', 5 * 3_600_000 + 300_000],
  ['resets at 25:05 UTC', undefined],
  ['resets Monday 9am (UTC)', 23 * 3_600_000],
  ['resets Sunday at 9am (UTC)', 6 * 86_400_000 + 23 * 3_600_000],
  ['resets Sunday at 11am (UTC)', 3_600_000],
  ['resets tomorrow at 3pm (UTC)', 29 * 3_600_000],
  ['resets today at 9am (UTC)', undefined],
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
  ...['resets 3pm (Somewhere)', 'try again at Feb 31st, 2027 3:05 PM (UTC)', 'resets 15 pm', 'at 3pm'].map(
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

const UNITS = [
  [1, ['ms', 'millisecond', 'milliseconds']],
  [1_000, ['s', 'sec', 'secs', 'second', 'seconds']],
  [60_000, ['m', 'min', 'mins', 'minute', 'minutes']],
  [3_600_000, ['h', 'hr', 'hrs', 'hour', 'hours']],
  [86_400_000, ['d', 'day', 'days']],
  [604_800_000, ['w', 'week', 'weeks']],
  [2_592_000_000, ['mo', 'month', 'months']],
] as const;

test('a duration is read as the sum of its parts, in whichever of the words', () => {
  const part = fc
    .constantFrom(...UNITS)
    .chain(([ms, names]) =>
      fc.record({ ms: fc.constant(ms), amount: fc.integer({ min: 1, max: 90 }), name: fc.constantFrom(...names) }),
    );
  const lead = fc.constantFrom('try again in', 'retry after', 'Resets in', 'quota will reset after', 'please wait');
  const between = fc.constantFrom(' ', ', ', ' and ', ', and ');
  const end = fc.constantFrom('', '.', ' (request 17).', ' or upgrade to Pro');
  fc.assert(
    fc.property(
      lead,
      fc.array(part, { minLength: 1, maxLength: 3 }),
      between,
      fc.boolean(),
      end,
      (before, parts, and, close, after) => {
        const words = parts.map(({ amount, name }) => `${amount}${close ? '' : ' '}${name}`).join(and);
        const sum = parts.reduce((total, { amount, ms }) => total + amount * ms, 0);
        expect(parseWaitMs(`Limit hit, ${before} ${words}${after}`, 0)).toBe(sum);
      },
    ),
  );
});

test('a date is read as the wait for it, across the end of a year as well', () => {
  const minute = 60_000;
  const instant = fc.integer({ min: Date.UTC(2026, 0, 1) / minute, max: Date.UTC(2029, 0, 1) / minute });
  fc.assert(
    fc.property(instant, fc.integer({ min: 1, max: 180 * 1_440 }), fc.boolean(), (start, minutes, withYear) => {
      const at = new Date((start + minutes) * minute);
      const show = (options: Intl.DateTimeFormatOptions) => at.toLocaleString('en-US', { ...options, timeZone: 'UTC' });
      const day = show({ month: 'short', day: 'numeric', ...(withYear ? { year: 'numeric' } : {}) });
      const time = show({ hour: 'numeric', minute: '2-digit' });
      expect(parseWaitMs(`resets ${day} at ${time} (UTC)`, start * minute)).toBe(minutes * minute);
    }),
  );
});

test.each([
  ['429 Too Many Requests', 'rate-limited'],
  ['Error: 401 Incorrect API key provided', 'not-logged-in'],
  ['Error: 400 This model is none that we have', 'rejected'],
  ['Request failed with status code 503', 'overloaded'],
  ['HTTP/1.1 502', 'overloaded'],
  ['API Error: 529 {"type":"overloaded"}', 'overloaded'],
  ['{"error":{"code":404}}', 'rejected'],
  ['404 page not found', 'rejected'],
  ['got status 500.', 'overloaded'],
  ['402', 'out-of-credit'],
  ['Error: invalid API key', 'not-logged-in'],
  ['Please log in first', 'not-logged-in'],
  ['No credentials were found.', 'not-logged-in'],
  ['authentication failed', 'not-logged-in'],
  ['a network error', 'unreachable'],
  // Numbers and words of something else.
  ['/opt/cli/main.js:401', undefined],
  ['Error: boom at main.js:500:9', undefined],
  ['TypeError: x is undefined (/opt/main.js:429:17)', undefined],
  ['took 429 ms', undefined],
  ['Error: 500 files could not be read', undefined],
  ['Error: 404:12', undefined],
  ['line 503 of 5000', undefined],
  ['code 50012', undefined],
  ['Using API key from environment', undefined],
  ['Loading network module', undefined],
  ['Authentication by browser', undefined],
  ['', undefined],
])('the error %j means %s', (words, code) => {
  expect(classifyError(words)).toBe(code);
});

test('words of any length are judged at once', async () => {
  const pieces = [
    'model ',
    'api key ',
    'try again in 1',
    'Error: ',
    'not model ',
    '4',
    ' ',
    'a.',
    'status ',
    'Error: x\n  1: ',
    'Caused by:\n ',
    'returned ',
  ];
  const cost = await cpuSeconds(() => {
    for (const word of pieces) {
      const long = word.repeat(100_000);
      classifyError(long);
      parseWaitMs(long, 0);
      findLastWords(long);
      // No more is kept of standard error.
      for (const tail of [long, `${word}\n`.repeat(64_000)]) findCause(tail.slice(-64_000), classifyError, long);
    }
  });
  expect(cost).toBeLessThan(MUCH_TOO_LONG_S);
});

test.each([
  [
    'Node',
    'file:///x/main.js:3\nthrow new Error("x");\n      ^\n\nTypeError [ERR_INVALID]: The "path" is none\n    at run (/x/main.js:401:9) {\n  code: \'ERR\'\n}\n\nNode.js v20.20.2\n',
    'TypeError [ERR_INVALID]: The "path" is none',
  ],
  [
    'Node, with more behind the error',
    "Error: Cannot find module 'x'\nRequire stack:\n- /x/main.js\n    at f (node:internal:9:1) {\n  code: 'X',\n  requireStack: [ '/x' ]\n}\n\nNode.js v22.1.0",
    "Error: Cannot find module 'x'",
  ],
  [
    'Python',
    'Traceback (most recent call last):\n  File "x.py", line 401, in <module>\n    main()\nopenai.AuthenticationError: no key\n',
    'openai.AuthenticationError: no key',
  ],
  [
    'Python, without words',
    'Traceback (most recent call last):\n  File "x.py", line 1\nKeyboardInterrupt\n',
    'KeyboardInterrupt',
  ],
  ['Go', 'panic: boom\n\ngoroutine 1 [running]:\nmain.main()\n\t/x.go:401 +0x1d\nexit status 2\n', 'panic: boom'],
  [
    'Rust',
    "thread 'main' panicked at src/main.rs:2:5:\nboom\nnote: run with `RUST_BACKTRACE=1` environment variable\n",
    'boom',
  ],
  [
    'Java',
    'Exception in thread "main" java.lang.RuntimeException: boom\n\tat X.main(X.java:401)\n',
    'Exception in thread "main" java.lang.RuntimeException: boom',
  ],
  [
    'clap',
    "error: unexpected argument '--x' found\n\nUsage: codex exec\n\nFor more information, try '--help'.\n",
    "error: unexpected argument '--x' found",
  ],
  ['argparse', 'usage: mine [-h]\nmine: error: no such thing\n', 'mine: error: no such thing'],
  ['a shell', 'Using API key from environment\nLoading network module\nSegmentation fault\n', 'Segmentation fault'],
  [
    'an error that was survived',
    'Error: no plugin\nSegmentation fault (core dumped)\n',
    'Segmentation fault (core dumped)',
  ],
  ['plain words', 'starting\nfirst\r\nI give up\r\n\r\n', 'I give up'],
  ['a default that is no fault', 'a warning\nas by default: nothing\n', 'as by default: nothing'],
  ['nothing', '', undefined],
  ['only what says nothing', '\n  at x\n}\nNode.js v20.20.2\n', undefined],
])('the last words of %s', (_, stderr, words) => {
  expect(findLastWords(stderr)).toBe(words);
});
