// What becomes of answers, by the shapes that each service gives them, over a real connection.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  anAgent,
  ask,
  DONE,
  event,
  JSON_TYPE,
  KEY,
  recorded,
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

async function answerTo(script: Script, settings: Record<string, unknown> = {}) {
  service.answers(script);
  const session = await anAgent(service.baseUrl, settings).open('wall');
  try {
    return await ask(session);
  } finally {
    await session.close();
  }
}

const USED = { inputTokens: 1200, outputTokens: 310 };

test.each(['', '\n', '\n\n', '\r', '\r\n'])('an answer is whole whatever follows its last event: %j', async (end) => {
  const last = event('', 'stop').trimEnd();
  const used = `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 7, completion_tokens: 3 } })}`;
  for (const pieces of [
    [event('Yes.'), last + end],
    [event('Yes.'), event('', 'stop'), used + end],
  ]) {
    expect(await answerTo({ headers: SSE, pieces })).toMatchObject({ status: 'answered', text: 'Yes.' });
  }
});

describe('the services', () => {
  test.each([
    ['openai', 'gpt-5', 'gpt-5-2025-08-07', { ...USED, cachedInputTokens: 1024 }],
    ['openrouter', 'openai/gpt-5', 'openai/gpt-5', { ...USED, cachedInputTokens: 1024, costMicroUsd: 4602 }],
    ['ollama', 'llama3.2', 'llama3.2', USED],
    ['lm-studio', 'qwen/qwen3-8b', 'qwen/qwen3-8b', USED],
    ['vllm', 'Qwen/Qwen3-8B', 'Qwen/Qwen3-8B', { ...USED, cachedInputTokens: 1024 }],
  ])('%s: the answer comes as it is written, reasoning is no part of it', async (name, model, reportedModel, usage) => {
    const reply = await answerTo({ headers: SSE, pieces: [recorded(name)] }, { model, keyEnv: 'THE_SERVICE' });
    expect(reply).toMatchObject({ status: 'answered', text: 'Move, but slowly.', deltas: ['Move, ', 'but slowly.'] });
    expect(reply.details).toEqual({
      argv: ['POST', `${service.baseUrl}/chat/completions`, `model=${model}`],
      reportedModel,
      usage,
      durationMs: expect.any(Number),
      firstTextMs: expect.any(Number),
      sessionTurn: 1,
      notes: [],
    });
  });

  test('the request asks for a stream, with usage, effort and the key', async () => {
    await answerTo(saying('Yes.'), { model: 'm', effort: 'high', keyEnv: 'THE_SERVICE' });
    const [request] = service.heard;
    expect(request).toMatchObject({ method: 'POST', url: '/v1/chat/completions' });
    expect(request?.headers).toMatchObject({ authorization: `Bearer ${KEY}`, 'content-type': 'application/json' });
    expect(request?.body).toEqual({
      model: 'm',
      messages: [
        { role: 'system', content: 'You are the Wall.' },
        { role: 'user', content: 'Speak.' },
      ],
      stream: true,
      stream_options: { include_usage: true },
      reasoning_effort: 'high',
    });
  });

  test('without "keyEnv" no key is sent, whatever the environment holds', async () => {
    service.answers(saying('Yes.'));
    const agent = anAgent(`${service.baseUrl}/`, {}, { OPENAI_API_KEY: 'sk-something', OPENAI_BASE_URL: 'http://x' });
    const session = await agent.open('wall');
    expect(await ask(session)).toMatchObject({ status: 'answered' });
    await session.close();
    expect(service.heard[0]?.headers).not.toHaveProperty('authorization');
    expect(service.heard[0]?.url).toBe('/v1/chat/completions');
    expect(service.heard[0]?.body).not.toHaveProperty('model');
  });

  test("what OpenRouter takes and what a provider takes by a key of one's own are both cost", async () => {
    const usage = { cost: 0.001, is_byok: true, cost_details: { upstream_inference_cost: 0.02 } };
    const last = `data: ${JSON.stringify({ choices: [], usage })}\n\n`;
    const reply = await answerTo({ headers: SSE, pieces: [event('Yes.', 'stop'), last, DONE] });
    expect(reply.details.usage).toEqual({ costMicroUsd: 21_000 });
  });

  test('a service that does not stream gives its answer at once', async () => {
    const completion = {
      model: 'm',
      choices: [{ index: 0, message: { role: 'assistant', content: 'Yes.', reasoning: 'Hm.' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 5, completion_tokens: 2 },
    };
    const text = JSON.stringify(completion, null, 2);
    const reply = await answerTo({ headers: JSON_TYPE, pieces: [text.slice(0, 40), text.slice(40)] });
    expect(reply).toMatchObject({ status: 'answered', text: 'Yes.', deltas: ['Yes.'] });
    expect(reply.details.usage).toEqual({ inputTokens: 5, outputTokens: 2 });
  });

  test('content in parts is read, without the parts that are reasoning', async () => {
    const content = [
      { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] },
      { type: 'text', text: 'Yes.' },
    ];
    const chunk = { choices: [{ index: 0, delta: { content }, finish_reason: 'stop' }] };
    const reply = await answerTo({ headers: SSE, pieces: [`data: ${JSON.stringify(chunk)}\n\n`, DONE] });
    expect(reply).toMatchObject({ status: 'answered', text: 'Yes.' });
  });

  test('another model than the one asked for is remarked upon', async () => {
    const reply = await answerTo(saying('Yes.'), { model: 'llama3.2:70b' });
    expect(reply.details.notes).toEqual(['the reported model is "m", not the requested "llama3.2:70b"']);
  });

  test('a prompt of which the service counts far too few tokens may have been cut, which is said', async () => {
    const usage = `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 2 } })}\n\n`;
    const reply = await answerTo({ headers: SSE, pieces: [event('Yes.', 'stop'), usage, DONE] });
    expect(reply.details.notes).toEqual(['the service counted 2 tokens in 23 characters: it may have cut the prompt']);
  });
});

describe('reasoning inside the answer', () => {
  test('a <think> in front is left out, however it is cut into pieces, and that is said', async () => {
    const reply = await answerTo(saying('\n<thi', 'nk>Hm, let', ' me see.</th', 'ink>\n\nYes', ', <think> is a tag.'));
    expect(reply).toMatchObject({ status: 'answered', text: 'Yes, <think> is a tag.' });
    expect(reply.deltas.join('')).toBe('Yes, <think> is a tag.');
    expect(reply.details.notes).toEqual(['15 characters of reasoning before the answer were left out']);
  });

  test('an answer that is nothing but reasoning is empty', async () => {
    const reply = await answerTo(saying('<think>Hm.'));
    expect(reply).toMatchObject({ status: 'failed', failure: { code: 'empty' }, deltas: [] });
  });

  test.each([
    ['thoughts of which only the end is marked', ['Hm, let', ' me see.</th', 'ink>\n\nYes.'], 'Yes.', 15],
    ['two ends', ['Hm.</think>\nYes, </think> ends it.'], 'Yes, </think> ends it.', 3],
    ['an end that is named before the real one', ['Is </think> a tag?\n</think>Yes.'], 'Yes.', 19],
    [
      'thoughts, marked whole, and an answer about the tag',
      ['<think>Hm.</think>It is </think>.'],
      'It is </think>.',
      3,
    ],
  ])('%s are left out too', async (_what, pieces, text, characters) => {
    const reply = await answerTo(saying(...pieces));
    expect(reply).toMatchObject({ status: 'answered', text });
    expect(reply.details.notes).toEqual([`${characters} characters of reasoning before the answer were left out`]);
  });

  test.each(['A tag such as `</think>` ends it.', 'Between <think> and </think> it thinks.', '"</think>"'])(
    'an answer that speaks of the tag stays whole: %s',
    async (text) => {
      expect(await answerTo(saying(text))).toMatchObject({ status: 'answered', text, details: { notes: [] } });
    },
  );

  test('thoughts without an answer are empty', async () => {
    const reply = await answerTo(saying('Hm.</think>\n'));
    expect(reply).toMatchObject({ status: 'failed', failure: { code: 'empty' } });
  });

  test('an answer that begins like a tag and is none stays whole', async () => {
    expect(await answerTo(saying('<', 'thought> it is.'))).toMatchObject({ text: '<thought> it is.' });
    expect(await answerTo(saying(' <th'))).toMatchObject({ status: 'answered', text: ' <th' });
  });
});

describe('the stream', () => {
  const text = 'Größe – 東京 – 👩‍👩‍👧 – ende';

  test('letters, lines and events may be cut anywhere', async () => {
    const bytes = Buffer.from(
      [': ping', '', ...[event(text), event('!', 'stop'), DONE].join('').split('\n')].join('\n'),
    );
    const pieces = [...bytes].map((byte) => Uint8Array.of(byte));
    expect(await answerTo({ headers: SSE, pieces })).toMatchObject({ status: 'answered', text: `${text}!` });
  });

  test('lines may end with CRLF', async () => {
    const pieces = [event(text), event('!', 'stop'), DONE].map((each) => each.replaceAll('\n', '\r\n'));
    const cut = pieces.join('').split(/(?<=\r)/);
    expect(await answerTo({ headers: SSE, pieces: cut })).toMatchObject({ status: 'answered', text: `${text}!` });
  });

  test('an answer counts although the service never says [DONE] and breaks the connection', async () => {
    const script = { headers: SSE, pieces: [event('Yes.', 'stop')], ending: 'breaks' } as const;
    expect(await answerTo(script)).toMatchObject({ status: 'answered', text: 'Yes.' });
  });

  test('what comes after [DONE] is not waited for', async () => {
    const script = { headers: SSE, pieces: [event('Yes.', 'stop'), DONE], ending: 'stalls' } as const;
    expect(await answerTo(script)).toMatchObject({ status: 'answered', text: 'Yes.', details: { notes: [] } });
    await expect.poll(() => service.sockets.size).toBe(0);
  });

  test.each(['stop', 'STOP', 'end_turn', 'eos', 'eos_token', 'stop_sequence', 'COMPLETE'])(
    'the reason "%s" says that the answer is complete',
    async (reason) => {
      const script = { headers: SSE, pieces: [event('Yes.'), event('', reason), DONE] };
      expect(await answerTo(script)).toMatchObject({ status: 'answered', text: 'Yes.' });
    },
  );

  test.each([
    ['a stream that calls itself JSON', JSON_TYPE, [event('Yes.', 'stop'), DONE]],
    [
      'a completion that calls itself a stream',
      SSE,
      ['\n{"choices":[{"message":{"content":"Ye', 's."},"finish_reason":"stop"}]}'],
    ],
  ])('%s is read as what it is', async (_what, headers, pieces) => {
    expect(await answerTo({ headers, pieces })).toMatchObject({ status: 'answered', text: 'Yes.' });
  });

  test('events that are no part of an answer are passed over', async () => {
    const pieces = [
      'event: ping\ndata: {"type":"ping"}\n\n',
      'data: {"choices":[],"prompt_filter_results":[]}\n\n',
      'data: keep-alive\n\nwhatever this is\n\n',
    ];
    const script = { headers: SSE, pieces: [...pieces, event('Yes.', 'stop'), DONE] };
    expect(await answerTo(script)).toMatchObject({ status: 'answered', text: 'Yes.' });
  });
});
