// Everything that is no whole answer has a name, whichever service says it in whichever shape, and never passes as one.

import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { failureSchema } from '../../../src/domain/failures/failures.ts';
import { inCi } from '../../support/campaign.ts';
import {
  anAgent,
  ask,
  DONE,
  event,
  JSON_TYPE,
  KEY,
  refusing,
  type Script,
  type Service,
  SSE,
  saying,
  startService,
} from './service.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

async function failureOf(script: Script, settings: Record<string, unknown> = {}, baseUrl = service.baseUrl) {
  service.answers(script);
  const session = await anAgent(baseUrl, { keyEnv: 'THE_SERVICE', ...settings }).open('wall');
  const reply = await ask(session);
  await session.close();
  if (reply.status !== 'failed') throw new Error(`It answered: ${reply.text}`);
  failureSchema().parse(reply.failure);
  expect(JSON.stringify(reply)).not.toContain(KEY);
  return { ...reply, ...reply.failure };
}

const inStream = (data: object, before = event('So far')): Script => ({
  headers: SSE,
  pieces: [before, `data: ${JSON.stringify(data)}\n\n`, DONE],
});

test.runIf(inCi).each([
  ['text/html; charset=utf-8', 'text/html'],
  ['text/plain', 'text/plain'],
])('a page of type %s where the answer should be is rejected with a word about the address', async (type, named) => {
  const page: Script = { headers: { 'content-type': type }, pieces: ['<html>\n<body>Log in, please.</body></html>'] };
  const { code, message } = await failureOf(page);
  expect(code).toBe('rejected');
  expect(message).toContain(`answered with ${named}`);
  expect(message).toContain('"baseUrl"');
});

test.each(['gzip', 'br', 'nonsense'])(
  'a response as %s, which nobody asked for, is rejected by its name',
  async (encoding) => {
    const script: Script = { headers: { ...SSE, 'content-encoding': encoding }, pieces: [event('Yes.', 'stop'), DONE] };
    const { code, message } = await failureOf(script);
    expect(code).toBe('rejected');
    expect(message).toContain(`as "${encoding}"`);
    expect(service.heard[0]?.headers['accept-encoding']).toBe('identity');
  },
);

test('an event that is cut off at the end of a response ends no answer', async () => {
  const cut = event('', 'stop').trimEnd().slice(0, -3);
  expect(await failureOf({ headers: SSE, pieces: [event('Yes.'), cut] })).toMatchObject({
    code: 'crashed',
    partial: 'Yes.',
  });
});

test('an error as gzip is named by its status and its encoding, none of its bytes are words', async () => {
  const pieces = [gzipSync('{"error":{"message":"no such key"}}')];
  const { code, message } = await failureOf({
    status: 401,
    headers: { ...JSON_TYPE, 'content-encoding': 'gzip' },
    pieces,
  });
  expect(code).toBe('not-logged-in');
  expect(message).toContain('as "gzip"');
  expect(message).not.toContain(' said:');
});

test.each(['Identity', ' identity', ''])(
  'an error that says that it is not compressed, as "%s", is quoted',
  async (encoding) => {
    const { message } = await failureOf({
      status: 401,
      headers: { ...JSON_TYPE, 'content-encoding': encoding },
      pieces: ['{"error":{"message":"no such account"}}'],
    });
    expect(message).toContain('no such account');
  },
);

test.each([{}, JSON_TYPE, { 'content-type': 'text/html' }])(
  'a response without a body is empty, with %j',
  async (headers) => {
    for (const pieces of [[], [' \n']]) {
      const { code, message } = await failureOf({ headers, pieces });
      expect(code).toBe('empty');
      expect(message).not.toContain('baseUrl');
    }
  },
);

describe('a response with an error status', () => {
  const openai = (message: string, type: string, code: string | null = null) => ({
    error: { message, type, param: null, code },
  });
  const vllm = (message: string) => ({ object: 'error', message, type: 'BadRequestError', param: null, code: 400 });
  const tooLong =
    "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens. Please reduce the length.";

  test.each<[string, number, object | string, string, string]>([
    [
      'OpenAI',
      401,
      openai('Incorrect API key provided.', 'invalid_request_error', 'invalid_api_key'),
      'not-logged-in',
      'Incorrect API key',
    ],
    ['OpenAI', 403, openai('Country not supported.', 'request_forbidden'), 'not-logged-in', 'Country'],
    [
      'OpenAI',
      404,
      openai('The model `x` does not exist.', 'invalid_request_error', 'model_not_found'),
      'rejected',
      'does not exist',
    ],
    ['OpenAI', 429, openai('Rate limit reached for x.', 'tokens', 'rate_limit_exceeded'), 'rate-limited', 'Rate limit'],
    [
      'OpenAI',
      429,
      openai('You exceeded your current quota.', 'insufficient_quota', 'insufficient_quota'),
      'out-of-credit',
      'quota',
    ],
    [
      'OpenAI',
      400,
      openai(tooLong, 'invalid_request_error', 'context_length_exceeded'),
      'too-large',
      'maximum context',
    ],
    ['OpenAI', 500, openai('The server had an error.', 'server_error'), 'overloaded', 'had an error'],
    ['OpenAI', 503, openai('Slow down.', 'server_error'), 'overloaded', 'Slow down'],
    ['OpenRouter', 402, { error: { message: 'Insufficient credits', code: 402 } }, 'out-of-credit', 'Insufficient'],
    ['a gateway', 400, { error: 'Your credit balance is too low.' }, 'out-of-credit', 'credit balance'],
    ['a gateway', 402, '', 'out-of-credit', 'status 402'],
    [
      'OpenRouter',
      403,
      {
        error: {
          message: 'Your input was flagged',
          code: 403,
          metadata: { reasons: ['violence'], flagged_input: '…' },
        },
      },
      'refused',
      'flagged',
    ],
    [
      'OpenRouter',
      400,
      { error: { message: 'Provider returned error', code: 400, metadata: { raw: tooLong, provider_name: 'X' } } },
      'too-large',
      'maximum context',
    ],
    ['OpenRouter', 502, { error: { message: 'Provider is down', code: 502 } }, 'overloaded', 'is down'],
    [
      'Ollama',
      404,
      { error: { message: 'model "x" not found, try pulling it first', type: 'api_error', param: null, code: null } },
      'rejected',
      'try pulling',
    ],
    [
      'LM Studio',
      400,
      {
        error:
          'Trying to keep the first 9001 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens',
      },
      'too-large',
      'context the overflows',
    ],
    ['vLLM', 400, vllm(tooLong), 'too-large', 'maximum context'],
    [
      'vLLM',
      400,
      {
        error: {
          message: "You passed 1015 input tokens. However, the model's context length is only 1024 tokens.",
          type: 'BadRequestError',
          code: 400,
        },
      },
      'too-large',
      'context length',
    ],
    ['vLLM', 400, vllm('top_p must be in (0, 1].'), 'rejected', 'top_p'],
    ['vLLM', 401, { error: 'Unauthorized' }, 'not-logged-in', 'Unauthorized'],
    ['FastAPI', 422, { detail: [{ loc: ['body'], msg: 'Extra inputs' }] }, 'rejected', 'Extra inputs'],
    [
      'Gemini',
      400,
      { error: { message: 'API key not valid.', code: 400, status: 'INVALID_ARGUMENT' } },
      'not-logged-in',
      'API key',
    ],
    ['a filter', 400, openai('Filtered.', 'invalid_request_error', 'content_filter'), 'refused', 'Filtered'],
    ['a proxy', 413, '<html>Request Entity Too Large</html>', 'too-large', 'Entity'],
    ['a proxy', 502, '<html>Bad gateway</html>', 'overloaded', 'Bad gateway'],
    ['a proxy', 418, '', 'rejected', 'status 418'],
  ])('%s, %i, %j is %s', async (_, status, body, code, words) => {
    const failure = await failureOf(refusing(status, body));
    expect(failure.code).toBe(code);
    expect(failure.message).toContain(words);
    expect(failure.message).toContain(`status ${status}`);
    expect(failure.partial).toBeUndefined();
    expect(service.heard).toHaveLength(1);
  });

  test.each([
    ['seconds', { 'retry-after': '7' }, 7_000, 7_000],
    ['a date', { 'retry-after': new Date(Date.now() + 900_000).toUTCString() }, 600_000, 901_000],
    ['words', {}, 1_500, 1_500],
  ])('Retry-After is understood as %s', async (_, headers: Record<string, string>, least, most) => {
    const failure = await failureOf(refusing(429, { error: { message: 'Please try again in 1.5s.' } }, headers));
    expect(failure.retryAfterMs).toBeGreaterThanOrEqual(least);
    expect(failure.retryAfterMs).toBeLessThanOrEqual(most);
  });

  test('Retry-After is believed of an overloaded service, and of no other failure', async () => {
    expect((await failureOf(refusing(503, {}, { 'retry-after': '3' }))).retryAfterMs).toBe(3_000);
    expect(await failureOf(refusing(400, {}, { 'retry-after': '3' }))).not.toHaveProperty('retryAfterMs');
    for (const time of ['soon', '-5', '0', 'Wed, 21 Oct 2015 07:28:00 GMT']) {
      expect(await failureOf(refusing(429, {}, { 'retry-after': time }))).not.toHaveProperty('retryAfterMs');
    }
  });

  test('a redirect is not followed: the key goes nowhere else', async () => {
    const other = await startService();
    try {
      const location = `${other.baseUrl}/chat/completions?token=hidden`;
      const failure = await failureOf(refusing(307, '', { location }));
      expect(failure).toMatchObject({ code: 'rejected', message: expect.stringContaining(new URL(location).origin) });
      expect(failure.message).not.toContain('hidden');
      expect(other.heard).toEqual([]);
    } finally {
      await other.close();
    }
  });

  test('its status counts even if the connection breaks in the middle of its words', async () => {
    const script = { ...refusing(429, '{"error":{"mess', { 'retry-after': '2' }), ending: 'breaks' } as const;
    expect(await failureOf(script)).toMatchObject({ code: 'rate-limited', retryAfterMs: 2_000 });
  });

  test('a service that sends the key back does not get it into the record', async () => {
    const failure = await failureOf(refusing(401, { error: { message: `The key ${KEY} is wrong.` } }));
    expect(failure.message).toContain('"keyEnv"');
    expect(failure.message).toContain('The key [redacted] is wrong.');
  });
});

describe('an error inside a stream', () => {
  test.each<[string, Script, string]>([
    [
      'OpenRouter, a status',
      inStream({
        id: 'gen-1',
        error: { code: 502, message: 'Provider disconnected' },
        choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }],
      }),
      'overloaded',
    ],
    [
      'OpenRouter, a name',
      inStream({
        error: { code: 'server_error', message: 'Provider disconnected' },
        choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }],
      }),
      'overloaded',
    ],
    [
      'OpenRouter, in the choice',
      inStream({
        choices: [{ index: 0, delta: {}, finish_reason: 'error', error: { code: 429, message: 'Slow down' } }],
      }),
      'rate-limited',
    ],
    [
      'OpenAI',
      inStream({ error: { message: 'The server had an error.', type: 'server_error', code: null } }),
      'overloaded',
    ],
    [
      'vLLM',
      inStream({ object: 'error', message: 'CUDA out of memory', type: 'InternalServerError', code: 500 }),
      'overloaded',
    ],
    ['Ollama', inStream({ error: 'llama runner process has terminated' }), 'crashed'],
    ['no name for it', inStream({ choices: [{ index: 0, delta: {}, finish_reason: 'error' }] }), 'crashed'],
    [
      'LM Studio',
      {
        headers: SSE,
        pieces: [
          event('So far'),
          'event: error\ndata: {"error":{"message":"The model has crashed"},"message":"The model has crashed"}\n\n',
        ],
      },
      'crashed',
    ],
    [
      'LM Studio, too long',
      {
        headers: SSE,
        pieces: [event('So far'), 'event: error\ndata: {"error":"Context size has been exceeded."}\n\n'],
      },
      'too-large',
    ],
    [
      'an event named error',
      { headers: SSE, pieces: [event('So far'), 'event: error\ndata: it broke\n\n'] },
      'crashed',
    ],
  ])('%s', async (_, script, code) => {
    expect(await failureOf(script)).toMatchObject({ code, partial: 'So far' });
  });

  test('it counts even if an end that looks good comes before or after it', async () => {
    const error = 'data: {"error":{"code":502,"message":"Provider disconnected"}}\n\n';
    const stop = event('Yes.', 'stop');
    expect((await failureOf({ headers: SSE, pieces: [stop, error, DONE] })).code).toBe('overloaded');
    expect((await failureOf({ headers: SSE, pieces: [error, stop, DONE] })).code).toBe('overloaded');
  });

  test('a body of JSON with status 200 may be an error, too', async () => {
    const script = { headers: JSON_TYPE, pieces: ['{"error":{"code":429,"message":"Slow down"}}'] };
    expect((await failureOf(script)).code).toBe('rate-limited');
  });
});

describe('an answer that is none, or is not whole', () => {
  const ending = (reason: string): Script => ({ headers: SSE, pieces: [event('So far'), event('', reason), DONE] });

  test.each([
    ['length', 'too-large'],
    ['max_tokens', 'too-large'],
    ['model_length', 'too-large'],
    ['safety', 'refused'],
    ['tool_use', 'unreadable'],
    ['content_filter', 'refused'],
    ['tool_calls', 'unreadable'],
    ['function_call', 'unreadable'],
    ['abort', 'unreadable'],
  ])('finish_reason "%s" is %s', async (reason, code) => {
    expect(await failureOf(ending(reason))).toMatchObject({ code, partial: 'So far' });
  });

  test('what it used is recorded all the same', async () => {
    const usage = 'data: {"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":3}}\n\n';
    const failure = await failureOf({ headers: SSE, pieces: [event('So far', 'length'), usage, DONE] });
    expect(failure.details.usage).toEqual({ inputTokens: 9, outputTokens: 3 });
  });

  test('a refusal is in its own field', async () => {
    const refusal = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { refusal: 'I cannot help.' } }] })}\n\n`;
    const failure = await failureOf({ headers: SSE, pieces: [refusal, event('', 'stop'), DONE] });
    expect(failure).toMatchObject({ code: 'refused', message: expect.stringContaining('I cannot help.') });
  });

  test.each(['', ' \n\t'])('the text %j is empty', async (text) => {
    expect((await failureOf(saying(text))).code).toBe('empty');
  });

  test.each<[string, Script, string]>([
    ['nothing at all', { headers: SSE }, 'crashed'],
    ['[DONE] alone', { headers: SSE, pieces: [DONE] }, 'crashed'],
    ['half of an answer, then a clean end', { headers: SSE, pieces: [event('So far')] }, 'crashed'],
    ['half of an answer, then [DONE] without a reason', { headers: SSE, pieces: [event('So far'), DONE] }, 'crashed'],
    [
      'half of an answer, then a broken connection',
      { headers: SSE, pieces: [event('So far')], ending: 'breaks' },
      'crashed',
    ],
    [
      'half of an answer under a wrong type',
      { headers: { 'content-type': 'text/plain' }, pieces: [event('So far')] },
      'crashed',
    ],
    ['half of an event', { headers: SSE, pieces: [event('So far'), event('x', 'stop').slice(0, 30)] }, 'crashed'],
    [
      'an event that is no JSON',
      { headers: SSE, pieces: [event('So far'), 'data: {"choices":[{"ind\n\n', event('', 'stop')] },
      'unreadable',
    ],
    [
      'a choice of a shape that nobody knows',
      { headers: SSE, pieces: ['data: {"choices":[{"index":0,"delta":{"content":7}}]}\n\n', event('', 'stop')] },
      'unreadable',
    ],
    ['JSON that is cut off', { headers: JSON_TYPE, pieces: ['{"choices":[{"mess'] }, 'unreadable'],
  ])('%s', async (_, script, code) => {
    expect((await failureOf(script)).code).toBe(code);
  });

  test('a stream without an end is cut off at "maxOutputBytes"', async () => {
    const pieces = Array.from({ length: 200 }, () => event('blah blah'));
    const failure = await failureOf({ headers: SSE, pieces, ending: 'stalls' }, { limits: { maxOutputBytes: 4_096 } });
    expect(failure).toMatchObject({ code: 'too-large', message: expect.stringContaining('4096 bytes') });
    expect(failure.partial).toMatch(/^(blah blah)+$/);
    await expect.poll(() => service.sockets.size).toBe(0);
  });
});

describe('a service that cannot be talked to', () => {
  test('a port that nobody listens on is unreachable', async () => {
    const closed = await startService();
    await closed.close();
    const failure = await failureOf(saying('x'), {}, closed.baseUrl);
    expect(failure).toMatchObject({ code: 'unreachable', message: expect.stringContaining('ECONNREFUSED') });
    expect(failure.message).toContain(new URL(closed.baseUrl).host);
  });

  test('something that speaks no HTTP is no answer', async () => {
    const server = createServer((socket) => socket.end('220 mail.example.org ESMTP\r\n'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    expect((await failureOf(saying('x'), {}, `http://127.0.0.1:${port}/v1`)).code).toBe('crashed');
    server.close();
  });

  test.each([
    ['is not set', {}],
    ['is empty', { THE_SERVICE: ' ' }],
    ['holds what cannot stand in a header', { THE_SERVICE: 'two\nlines' }],
  ])('a key whose variable %s is never asked for', async (_, env) => {
    const session = await anAgent(service.baseUrl, { keyEnv: 'THE_SERVICE' }, env).open('wall');
    const reply = await ask(session);
    expect(reply).toMatchObject({
      failure: { code: 'not-logged-in', message: expect.stringContaining('THE_SERVICE') },
    });
    expect(JSON.stringify(reply)).not.toContain('two');
    expect(service.heard).toEqual([]);
  });
});
