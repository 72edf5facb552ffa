// Why a program died, by all that it wrote: what real tools say, and what only looks like a cause.
import { tmpdir } from 'node:os';
import { afterAll, expect, test } from 'vitest';
import { agentKind } from '../../src/agents/kinds/command/index.ts';
import { createProcessRunner } from '../../src/process/process-runner.ts';
import { systemClock } from '../../src/support/clock.ts';
import { agentPorts, aPrompt } from '../support/agents.ts';
import { doesAsTold } from '../support/processes.ts';

const processes = createProcessRunner({ clock: systemClock, graceMs: 200 });
afterAll(() => processes.close());

async function die(stderr: string, stdout: string, exit: number) {
  const ports = agentPorts({ processes, env: { PATH: process.env['PATH'] }, cwd: tmpdir() });
  const settings = { argv: doesAsTold({ stderr, stdout, exit }), prompt: 'stdin' };
  const session = await agentKind.create('mine', agentKind.options.parse(settings), ports).open('wind');
  const reply = await session.ask(aPrompt(), { signal: new AbortController().signal, onText: () => {} });
  await session.close();
  if (reply.status === 'answered') return reply;
  const { code, message } = reply.failure;
  const quoted = /(?:said|It said): (.*)$/s.exec(message)?.[1];
  return { code, wait: reply.retryAfterMs, quoted };
}

type Row = [stderr: string, code: string, quoted?: string | undefined, wait?: number | undefined];

const ON_STDERR: Row[] = [
  // curl, wget and httpie
  ['curl: (22) The requested URL returned error: 429', 'rate-limited', 'returned error: 429.'],
  ['curl: (22) The requested URL returned error: 401', 'not-logged-in', 'returned error: 401.'],
  ['curl: (6) Could not resolve host: api.example.com', 'unreachable', 'host: api.example.com.'],
  ['curl: (7) Failed to connect to localhost port 1: Connection refused', 'unreachable', 'Connection refused.'],
  ['2026-11-30 10:00:00 ERROR 503: Service Unavailable.', 'overloaded', 'ERROR 503: Service Unavailable.'],
  [
    "http: error: ConnectionError: HTTPConnectionPool(host='localhost', port=1): [Errno 111] Connection refused",
    'unreachable',
    '[Errno 111] Connection refused.',
  ],
  ['http: warning: HTTP 401 Unauthorized', 'not-logged-in', 'HTTP 401 Unauthorized.'],
  // A cause and what is said beside it
  [
    'Rate limit reached for this model.\nPlease try again in 20s.',
    'rate-limited',
    'Rate limit reached for this model.',
    20_000,
  ],
  [
    'Error: Rate limit reached for this model.\n\nPlease try again in 20s.',
    'rate-limited',
    'Rate limit reached for this model.',
    20_000,
  ],
  ['Please retry after 30.\nError: 429 Too Many Requests', 'rate-limited', 'Error: 429 Too Many Requests.', 30_000],
  ['401 Unauthorized\nSee https://example.com/docs for help.', 'not-logged-in', '401 Unauthorized.'],
  [
    'You have hit your usage limit.\nVisit https://example.com/upgrade',
    'rate-limited',
    'You have hit your usage limit.',
  ],
  ['Error: 429 Too Many Requests\nError: giving up after 5 tries', 'rate-limited', 'Error: 429 Too Many Requests.'],
  ['Warning: 429 Too Many Requests\nError: giving up', 'rate-limited', 'Warning: 429 Too Many Requests.'],
  // Numbers, in the words of several clients
  ['AI_APICallError: failed, statusCode: 429', 'rate-limited', 'statusCode: 429.'],
  ['error: server returned 500', 'overloaded', 'server returned 500.'],
  ['Error: got 429 from the server', 'rate-limited', 'got 429 from the server.'],
  ['Error: Unable to reach api (503).', 'overloaded', 'Unable to reach api (503).'],
  ['Error: 429 status code (no body)', 'rate-limited', 'Error: 429 status code (no body).'],
  [
    'AI_APICallError: Failed after 3 attempts.\n    at run (/x/main.js:401:9) {\n  cause: undefined,\n  statusCode: 529,\n  isRetryable: true\n}\n\nNode.js v20.20.2',
    'overloaded',
    'AI_APICallError: Failed after 3 attempts. (statusCode: 529).',
  ],
  // Chains of causes
  [
    'Error: request failed\n\nCaused by:\n    0: error sending request for url (http://localhost:11434/)\n    1: tcp connect error: Connection refused (os error 111)\n',
    'unreachable',
    'Error: request failed (tcp connect error: Connection refused (os error 111)).',
  ],
  [
    'Error: request failed\n\nCaused by:\n    Connection refused (os error 111)\n\nStack backtrace:\n   0: std::backtrace::create\n',
    'unreachable',
    'Error: request failed (Connection refused (os error 111)).',
  ],
  [
    "TypeError: terminated\n    at f (node:internal/deps/undici/undici:13510:13) {\n  [cause]: Error: read ECONNRESET\n      at g (node:net:1611:16) {\n    errno: -104,\n    code: 'ECONNRESET'\n  }\n}\n\nNode.js v22.1.0",
    'unreachable',
    'TypeError: terminated ([cause]: Error: read ECONNRESET).',
  ],
  [
    'node:internal/deps/undici/undici:13510\n      Error.captureStackTrace(err);\n            ^\n\nTypeError: fetch failed\n    at f (node:x:1:1) {\n  [cause]: Error: connect ECONNREFUSED 127.0.0.1:11434\n}\n\nNode.js v22.1.0',
    'unreachable',
    'TypeError: fetch failed.',
  ],
  // Go
  [
    '2026/11/30 10:00:00 Post "https://api.example.com/v1": dial tcp: lookup api.example.com: no such host\nexit status 1',
    'unreachable',
    'no such host.',
  ],
  ['panic: Get "http://localhost:1": connection refused\n\ngoroutine 1 [running]:\nmain.main()\n', 'unreachable'],
  // Python
  [
    'Traceback (most recent call last):\n  File "x.py", line 401, in <module>\n    r.raise_for_status()\nrequests.exceptions.HTTPError: 429 Client Error: for url: https://api.example.com/',
    'rate-limited',
    'for url: https://api.example.com/.',
  ],
  [
    "Traceback (most recent call last):\n  File \"x.py\", line 5\nopenai.RateLimitError: Error code: 429 - {'error': {'message': 'Rate limit reached. Please try again in 1.5s.'}}",
    'rate-limited',
    undefined,
    1_500,
  ],
  [
    "anthropic.AuthenticationError: Error code: 401 - {'type': 'error', 'error': {'message': 'invalid x-api-key'}}",
    'not-logged-in',
  ],
  [
    'Traceback (most recent call last):\nhttpx.ConnectError: [Errno 111] Connection refused\n\nThe above exception was the direct cause of the following exception:\n\nTraceback (most recent call last):\nopenai.APIConnectionError: Connection error.',
    'unreachable',
    'openai.APIConnectionError: Connection error.',
  ],
  ['ollama: \nError: could not connect to ollama app, is it running?', 'unreachable'],
  ["Error: model 'llama9' not found", 'rejected', "model 'llama9' not found."],
  ["Error: No key found - add one using 'llm keys set openai' or set the OPENAI_API_KEY variable", 'not-logged-in'],
  [
    'litellm.RateLimitError: RateLimitError: OpenAIException - You exceeded your current quota\nThe API provider has rate limited you.\nRetrying in 0.2 seconds...',
    'out-of-credit',
    'You exceeded your current quota.',
  ],
  // What is no cause
  ['/x/main.js:401\n\nError: boom\n    at f (/x/main.js:401:9)\n\nNode.js v20.20.2', 'crashed', 'Error: boom'],
  ['TypeError: x is undefined\n    at run (/x/main.js:500:9)', 'crashed', 'TypeError: x is undefined'],
  [
    'Warning: no API key set, taking the local model\nTypeError: x is undefined',
    'crashed',
    'TypeError: x is undefined',
  ],
  ['Please log in for more.\nSegmentation fault (core dumped)', 'crashed', 'Segmentation fault (core dumped)'],
  ['Using API key from environment\nLoading network module\nSegmentation fault', 'crashed', 'Segmentation fault'],
  ['Loaded credentials for user\nPanic: index out of range', 'crashed', 'Panic: index out of range'],
  // What a log says that is no trouble, before the error
  ['2026-11-30T10:00:00Z INFO no API_KEY set, log in first\nError: boom', 'crashed', 'Error: boom'],
  ['[debug] 429 is retried\nError: boom', 'crashed', 'Error: boom'],
  ['info: not logged in, asking as a guest\nError: boom', 'crashed', 'Error: boom'],
  ['thread main started\nWarning: no network needed\npanic: boom\n\ngoroutine 1 [running]:', 'crashed', 'panic: boom'],
  // Where it does say why
  ['Not logged in. Run x login.\nError: giving up', 'not-logged-in', 'Not logged in. Run x login.'],
  ['2026-11-30T10:00:00Z WARN 429 Too Many Requests\nError: giving up', 'rate-limited', '429 Too Many Requests.'],
  ['2026-11-30 10:00:00 ERROR 503: Service Unavailable.\nError: giving up', 'overloaded', '503: Service Unavailable.'],
  ['curl: (22) The requested URL returned error: 429\nError: giving up', 'rate-limited', 'returned error: 429.'],
  ...[
    'You are not logged in.',
    'Please run `foo login` first',
    'Login required',
    'Authentication failed',
    'Missing OPENAI_API_KEY',
    'OPENAI_API_KEY is missing',
    'Please set API_KEY',
    'Session expired, please log in again',
    '2026-11-30T10:00:00.000Z ERROR codex_core: 401 Unauthorized: Missing bearer',
  ].map((reason): Row => [`${reason}\nError: exit 1`, 'not-logged-in', reason]),
  ...['Unauthorized. Trace ID: 7f3a', 'Not logged in. Info: x login', 'Login required: info at https://x.com'].flatMap(
    (reason): Row[] => [
      [reason, 'not-logged-in', reason],
      [`${reason}\nError: exit 1`, 'not-logged-in', reason],
    ],
  ),
  ['Service unavailable (trace id 7f3a)', 'overloaded', 'Service unavailable (trace id 7f3a).'],
  ['Quota exceeded. Trace ID: 12\nError: exit 1', 'rate-limited', 'Quota exceeded. Trace ID: 12.'],
  ['Connection refused (debug with -v)', 'unreachable', 'Connection refused (debug with -v).'],
  ['Notice: you have hit your usage limit\nError: exit 1', 'rate-limited', 'Notice: you have hit your usage limit.'],
  ['HTTP/1.1 429 Too Many Requests\nError: exit 1', 'rate-limited', '429 Too Many Requests.'],
  ['HTTP 503\nError: exit 1', 'overloaded', 'HTTP 503.'],
  ['Connection refused\nError: exit 1', 'unreachable', 'Connection refused.'],
  ['prompt is too long\nError: exit 1', 'too-large', 'prompt is too long.'],
  ['Please set API_KEY', 'not-logged-in', 'Please set API_KEY.'],
  ['Please set API_KEY\nError: 503 Service Unavailable', 'overloaded', 'Error: 503 Service Unavailable.'],
  // In another language, without words, and long
  ['Fehler: Datei fehlt\nBitte erneut anmelden', 'crashed', 'Bitte erneut anmelden'],
  ['エラー: 接続できません', 'crashed', 'エラー: 接続できません'],
  ['', 'crashed'],
  ['Error: exit code 401', 'crashed', 'Error: exit code 401'],
  ['Error: cannot read docs/login.md', 'crashed', 'Error: cannot read docs/login.md'],
  ['Error: 500 files could not be read', 'crashed', 'Error: 500 files could not be read'],
  ['error: the query returned 500 rows', 'crashed', 'error: the query returned 500 rows'],
  [`Error: 401 Unauthorized\n${'Error: no\n'.repeat(500)}`, 'crashed', 'Error: no'],
];

test.each<Row>(ON_STDERR)('a program that dies with %j on standard error: %s', async (stderr, code, quoted, wait) => {
  const died = await die(stderr, '', 1);
  expect(died).toMatchObject({ code, wait });
  if (quoted !== undefined) expect(died).toHaveProperty('quoted', expect.stringContaining(quoted));
});

const answer = '{"answer":"Yes","claims":["Keep the login where it is: authentication failed once, with 401."]}';

test.each<[stderr: string, stdout: string, code: string, quoted?: string, wait?: number]>([
  ['Loading config', 'Invalid API key. Please log in.', 'not-logged-in', 'Invalid API key. Please log in.'],
  [
    'Loading config',
    'Error: 429 Too Many Requests, try again in 20s',
    'rate-limited',
    'Error: 429 Too Many Requests, try again in 20s.',
    20_000,
  ],
  ['', 'Error: 429 Too Many Requests\nTry again in 20s', 'rate-limited', 'Error: 429 Too Many Requests.', 20_000],
  [
    '',
    'You have hit your usage limit, try again in 20s.',
    'rate-limited',
    'You have hit your usage limit, try again in 20s.',
    20_000,
  ],
  ['', 'Credit balance is too low', 'out-of-credit', 'Credit balance is too low.'],
  ['', '429 Too Many Requests', 'rate-limited', '429 Too Many Requests.'],
  ['Error: 401 Unauthorized', 'Error: 429 Too Many Requests', 'not-logged-in', 'Error: 401 Unauthorized.'],
  ['Error: cannot open x', answer, 'crashed', 'Error: cannot open x'],
  ['', answer, 'crashed'],
  ['', 'No. An invalid API key means: not logged in.', 'crashed'],
  ['', 'Yes: the authentication works, and a rate limit is due.', 'crashed'],
  ['', `Error: one must not retry.\n${'A 429 is a rate limit.\n'.repeat(5)}`, 'crashed'],
])(
  'a program that dies with %j on standard error and %j on standard output: %s',
  async (stderr, stdout, code, quoted, wait) => {
    expect(await die(stderr, stdout, 3)).toEqual({ code, quoted, wait });
  },
);
