// The model server itself: what it records and how it misbehaves, seen by a plain HTTP client in each protocol.
import { readFile } from 'node:fs/promises';
import { afterEach, expect, test } from 'vitest';
import * as z from 'zod';
import type { Protocol } from '../../src/agents/model-server/wire.ts';
import { readAnswer } from '../../src/domain/answers/read-answer.ts';
import { inCi } from '../support/campaign.ts';
import { answerAsSeat } from './role-answers.ts';
import { type BehaviourSource, type ModelServer, startModelServer } from './server.ts';

interface Dialect {
  readonly protocol: Protocol;
  readonly path: string;
  readonly body: (user: string) => unknown;
  /** Takes the text out of a whole stream. */
  readonly text: (events: readonly unknown[]) => string;
}

// biome-ignore lint/suspicious/noExplicitAny: responses of three protocols are read field by field
type Loose = any;

const DIALECTS: readonly Dialect[] = [
  {
    protocol: 'anthropic',
    path: '/v1/messages?beta=true',
    body: (user) => ({
      model: 'm',
      stream: true,
      system: [{ type: 'text', text: 'You are the Wall.' }],
      messages: [{ role: 'user', content: [{ type: 'text', text: user }] }],
    }),
    text: (events) => events.map((event: Loose) => event.delta?.text ?? '').join(''),
  },
  {
    protocol: 'openai',
    path: '/v1/responses',
    body: (user) => ({
      model: 'm',
      stream: true,
      input: [
        { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'You are the Wall.' }] },
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: user }] },
      ],
    }),
    text: (events) =>
      events.map((event: Loose) => (event.type === 'response.output_text.delta' ? event.delta : '')).join(''),
  },
  {
    protocol: 'openai-chat',
    path: '/v1/chat/completions',
    body: (user) => ({
      model: 'm',
      stream: true,
      messages: [
        { role: 'system', content: 'You are the Wall.' },
        { role: 'user', content: [{ type: 'text', text: user }] },
      ],
    }),
    text: (events) => events.map((event: Loose) => event.choices[0]?.delta?.content ?? '').join(''),
  },
  {
    protocol: 'gemini',
    path: '/v1beta/models/m:streamGenerateContent?alt=sse',
    body: (user) => ({
      systemInstruction: { parts: [{ text: 'You are the Wall.' }] },
      contents: [{ role: 'user', parts: [{ text: user }] }],
    }),
    text: (events) => events.map((event: Loose) => event.candidates[0].content?.parts[0].text ?? '').join(''),
  },
];

let server: ModelServer | undefined;

afterEach(() => server?.close());

async function start(behaviour: BehaviourSource = answerAsSeat): Promise<ModelServer> {
  server = await startModelServer({ behaviour });
  return server;
}

function ask(to: ModelServer, dialect: Dialect, user: string): Promise<Response> {
  const body = JSON.stringify(dialect.body(user));
  return fetch(`${to.url}${dialect.path}`, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
}

function events(stream: string): unknown[] {
  return stream
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .filter((line) => line !== 'data: [DONE]')
    .map((line) => JSON.parse(line.slice('data: '.length)));
}

for (const dialect of DIALECTS) {
  test.runIf(inCi)(
    `${dialect.protocol}: an answer of 1 MB with characters outside the BMP is streamed whole`,
    async () => {
      const text = 'aé😀'.repeat(260_000);
      const model = await start({ kind: 'answer', text });
      const response = await ask(model, dialect, 'Speak.');
      expect(dialect.text(events(await response.text()))).toBe(text);
    },
  );

  test(`${dialect.protocol}: model and what was sent are recorded`, async () => {
    const model = await start();
    const response = await ask(model, dialect, 'What do you say?');
    expect(dialect.text(events(await response.text()))).toContain('[VERDICT]');
    expect(model.answerRequests()).toMatchObject([
      { protocol: dialect.protocol, model: 'm', system: 'You are the Wall.', streaming: true },
    ]);
    expect(model.answerRequests()[0]?.messages).toEqual([{ role: 'user', text: 'What do you say?' }]);
  });

  test(`${dialect.protocol}: a vote or a pick is given when the end of the prompt asks for one`, async () => {
    const model = await start();
    const said = 'Wall said:\nVOTE: APPROVE\n';
    const task = (name: string) =>
      readFile(new URL(`../../prompts/wind-wall-door/${name}.md`, import.meta.url), 'utf8');
    const asked = { vote: /^VOTE: APPROVE\n/, pick: /^NEXT: wall\n/, speak: /^\[VERDICT\]/, decide: /^\[VERDICT\]/ };
    for (const [name, pattern] of Object.entries(asked)) {
      const seats = 'wind (has spoken 1 time), wall (has spoken 0 times), door (has spoken 1 time)';
      const picks = 'NEXT: wind\nNEXT: wall\nNEXT: door';
      const response = await ask(
        model,
        dialect,
        `${said}# What is asked of you now\n\n${(await task(name)).replace('{{seats}}', seats).replace('{{picks}}', picks)}`,
      );
      expect(dialect.text(events(await response.text()))).toMatch(pattern);
    }
  });

  test(`${dialect.protocol}: what a seat holds itself is given as JSON when the end of the prompt asks for it`, async () => {
    const model = await start();
    const asked = {
      opening: /"claims"/,
      'ballot-and-vote': /"vote"/,
      ballot: /"moved_by"/,
      'challenge-agreement': /"stands"/,
    };
    for (const [name, pattern] of Object.entries(asked)) {
      const task = await readFile(new URL(`../../prompts/common/${name}.md`, import.meta.url), 'utf8');
      const response = await ask(model, dialect, `# What is asked of you now\n\n${task}`);
      const text = dialect.text(events(await response.text()));
      expect(text).toMatch(pattern);
      expect(readAnswer(text, z.looseObject({}))).toMatchObject({ ok: true });
    }
  });

  test(`${dialect.protocol}: behaviours in a row are taken one by one and the last one stays`, async () => {
    const model = await start([
      { kind: 'error', status: 429, headers: { 'retry-after': '7' } },
      { kind: 'answer', text: 'now' },
    ]);
    const refused = await ask(model, dialect, 'one');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '7']);
    for (const user of ['two', 'three']) {
      const response = await ask(model, dialect, user);
      expect(dialect.text(events(await response.text()))).toBe('now');
    }
  });

  test(`${dialect.protocol}: a connection is cut in the middle of an answer`, async () => {
    const model = await start({ kind: 'drop', after: 'half an' });
    const response = await ask(model, dialect, 'Speak.');
    await expect(response.text()).rejects.toThrow();
  });

  test(`${dialect.protocol}: a connection is cut before any byte of an answer`, async () => {
    const model = await start({ kind: 'drop' });
    await expect(ask(model, dialect, 'Speak.')).rejects.toThrow();
  });

  test(`${dialect.protocol}: a refusal, an answer that stalls and several tools are in the words of the protocol`, async () => {
    const words = { anthropic: 'refusal', openai: 'refusal', 'openai-chat': 'content_filter', gemini: 'SAFETY' };
    const refusing = await start({ kind: 'refusal' });
    expect(await (await ask(refusing, dialect, 'Speak.')).text()).toContain(words[dialect.protocol]);

    refusing.setBehaviour({ kind: 'stall', after: 'half an answer' });
    const { value } = await ((await ask(refusing, dialect, 'Speak.')).body as ReadableStream).getReader().read();
    expect(dialect.text(events(Buffer.from(value).toString()))).toBe('half an answer');

    const uses = ['look', 'search'].map((name) => ({ tool: 'none', arguments: {}, undeclared: { name } }));
    refusing.setBehaviour({ kind: 'tool-calls', uses });
    expect(await (await ask(refusing, dialect, 'Speak.')).text()).toMatch(/look.*search/s);
  });
}
