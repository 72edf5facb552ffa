// What the service is sent, question after question: a conversation that only grows, and nothing that a seat may not see.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FencedEntry, Prompt } from '../../../src/agents/agent.ts';
import { aPrompt } from '../../support/agents.ts';
import { anAgent, ask, DONE, event, KEY, refusing, type Service, SSE, saying, startService } from './service.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

const said = (seq: number, seat: string, text: string): FencedEntry => ({
  ...{ seq, seat, text, title: seat, round: 1, fenced: `<<${seat}: ${text}>>` },
});

/** As the runner would build it from what was said so far. */
function turn(request: string, transcript: readonly FencedEntry[], parts: Partial<Prompt> = {}): Prompt {
  const user = ['TOPIC', ...transcript.map(({ fenced }) => fenced), request].join('\n');
  return aPrompt(user, { opening: 'TOPIC', transcript, request, ...parts });
}

const messages = () => service.heard.map(({ body }) => body.messages as { role: string; content: string }[]);

describe('the conversation', () => {
  test('later questions only append: the answer as it was given, then what is new', async () => {
    service.answers(saying('I doubt it.'), saying('Still.'));
    const session = await anAgent(service.baseUrl).open('wall');
    const wind = said(1, 'wind', 'Let us move.');
    const first = await ask(session, turn('Test it.', [wind]));
    const own = said(2, 'wall', 'I doubt it.');
    const second = await ask(session, turn('Test again.', [wind, own, said(3, 'wind', 'Why?')]));
    await session.close();
    expect([first.details.sessionTurn, second.details.sessionTurn]).toEqual([1, 2]);
    const [one = [], two = []] = messages();
    expect(one).toEqual([
      { role: 'system', content: 'You are the Wall.' },
      { role: 'user', content: 'TOPIC\n<<wind: Let us move.>>\nTest it.' },
    ]);
    expect(two).toEqual([
      ...one,
      { role: 'assistant', content: 'I doubt it.' },
      { role: 'user', content: '# What was said since\n\n<<wind: Why?>>\n\nTest again.' },
    ]);
  });

  test('a question that failed leaves no trace in it', async () => {
    service.answers(
      saying('One.'),
      refusing(503, {}),
      { headers: SSE, pieces: [event('Half')], ending: 'breaks' },
      saying('Two.'),
    );
    const session = await anAgent(service.baseUrl).open('wall');
    await ask(session, turn('A?', []));
    expect(await ask(session, turn('B?', []))).toMatchObject({ failure: { code: 'overloaded' } });
    expect(await ask(session, turn('B?', []))).toMatchObject({ failure: { code: 'crashed' }, partial: 'Half' });
    expect(await ask(session, turn('B?', []))).toMatchObject({ text: 'Two.', details: { sessionTurn: 2 } });
    await session.close();
    const [, second, third, fourth] = messages();
    expect(fourth).toEqual(second);
    expect(third).toEqual(second);
  });

  test.each<[string, Partial<Prompt>]>([
    ['a text was redacted', { redactions: 1 }],
    ['its role was changed', { system: 'You are the Door.' }],
  ])('is begun anew when %s', async (_, parts) => {
    service.answers(saying('SECRET WORDS'), saying('Two.'));
    const session = await anAgent(service.baseUrl).open('wall');
    await ask(session, turn('A?', []));
    const reply = await ask(session, turn('B?', [], parts));
    await session.close();
    expect(reply.details.sessionTurn).toBe(1);
    expect(messages()[1]).toEqual([
      { role: 'system', content: parts.system ?? 'You are the Wall.' },
      { role: 'user', content: 'TOPIC\nB?' },
    ]);
  });

  test('is begun anew before it outgrows the window', async () => {
    service.answers(saying('x'.repeat(15_000)));
    const agent = anAgent(service.baseUrl, { windowCharacters: 20_000 });
    expect(agent.window).toBe(20_000);
    const session = await agent.open('wall');
    const turns = [];
    for (const request of ['A?', 'y'.repeat(6_000)])
      turns.push((await ask(session, turn(request, []))).details.sessionTurn);
    await session.close();
    expect(turns).toEqual([1, 1]);
    expect(messages().map(({ length }) => length)).toEqual([2, 2]);
  });

  test('two questions at once are asked one after the other', async () => {
    service.answers(saying('One.'), saying('Two.'));
    const session = await anAgent(service.baseUrl).open('wall');
    const replies = await Promise.all([ask(session, turn('A?', [])), ask(session, turn('B?', []))]);
    await session.close();
    expect(replies.map(({ details }) => details.sessionTurn)).toEqual([1, 2]);
    expect(messages()[1]).toHaveLength(4);
  });
});

describe('the key', () => {
  test('does not reach an answer or its pieces, however the service cuts it apart', async () => {
    service.answers(saying('It is ', KEY.slice(0, 5), KEY.slice(5), ', and ', KEY.slice(0, 9), '.'));
    const session = await anAgent(service.baseUrl, { keyEnv: 'THE_SERVICE' }).open('wall');
    const reply = await ask(session);
    await session.close();
    const text = `It is [redacted], and ${KEY.slice(0, 9)}.`;
    expect(reply).toMatchObject({ status: 'answered', text });
    expect(reply.deltas.join('')).toBe(text);
  });

  test('does not reach a plan', () => {
    const agent = anAgent(`${service.baseUrl}/${KEY}`, { keyEnv: 'THE_SERVICE', model: 'm', effort: 'low' });
    expect(agent.plan(aPrompt())).toEqual({
      argv: ['POST', `${service.baseUrl}/[redacted]/chat/completions`, 'model=m', 'reasoning_effort=low'],
      env: ['THE_SERVICE'],
      stdin: 'prompt',
    });
    expect(service.heard).toEqual([]);
  });
});

describe('structured answers', () => {
  const schema = {
    type: 'object',
    properties: { claim: { type: 'string' } },
    required: ['claim'],
    additionalProperties: false,
  };
  const { step } = aPrompt();
  const prompt = aPrompt('Speak.', { step: { ...step, task: 'judge.v1', schema } });
  const NOTE = 'the service does not accept a JSON schema, so it was asked without one';
  const formats = () => service.heard.map(({ body }) => body.response_format);
  const format = { type: 'json_schema', json_schema: { name: 'judge_v1', strict: true, schema } };

  test('the schema of a step is sent along', async () => {
    service.answers(saying('{"claim":"x"}'));
    const agent = anAgent(service.baseUrl);
    const session = await agent.open('wall');
    const reply = await ask(session, prompt);
    await session.close();
    expect(formats()).toEqual([format]);
    expect(reply.details.argv).toContain('response_format=json_schema');
    expect(reply.details.argv).toEqual(agent.plan(prompt).argv);
    expect(reply.details.notes).toEqual([]);
  });

  test.each([400, 422])(
    'a service that answers %i to it is asked once without, and so for the whole session',
    async (status) => {
      service.answers(
        refusing(status, { error: { message: 'response_format is not supported' } }),
        saying('A'),
        saying('B'),
      );
      const session = await anAgent(service.baseUrl).open('wall');
      const replies = [await ask(session, prompt), await ask(session, prompt)];
      await session.close();
      expect(formats()).toEqual([format, undefined, undefined]);
      expect(replies).toMatchObject([{ text: 'A' }, { text: 'B' }]);
      for (const { details } of replies) {
        expect(details.notes).toEqual([NOTE]);
        expect(details.argv).not.toContain('response_format=json_schema');
      }
    },
  );

  test('a request that is rejected without it as well was rejected for something else', async () => {
    service.answers(
      refusing(400, { error: { message: 'Bad model' } }),
      refusing(400, { error: { message: 'Bad model' } }),
      saying('A'),
    );
    const session = await anAgent(service.baseUrl).open('wall');
    expect(await ask(session, prompt)).toMatchObject({ failure: { code: 'rejected' } });
    expect(await ask(session, prompt)).toMatchObject({ text: 'A', details: { notes: [] } });
    await session.close();
    expect(formats()).toEqual([format, undefined, format]);
  });

  test.each([
    [400, { error: { message: 'maximum context length is 10', code: 'context_length_exceeded' } }],
    [401, {}],
    [429, {}],
    [500, {}],
  ])('status %i for another reason is not asked again', async (status, body) => {
    service.answers(refusing(status, body));
    const session = await anAgent(service.baseUrl).open('wall');
    expect(await ask(session, prompt)).toMatchObject({ status: 'failed' });
    await session.close();
    expect(service.heard).toHaveLength(1);
  });

  test('a service that does not know stream_options is asked without them, and keeps the schema', async () => {
    const message = 'stream_options: Extra inputs are not permitted';
    service.answers(refusing(422, { detail: [{ msg: message }] }), {
      headers: SSE,
      pieces: [event('A', 'stop'), DONE],
    });
    const session = await anAgent(service.baseUrl).open('wall');
    const reply = await ask(session, prompt);
    await session.close();
    expect(reply.details.notes).toEqual([
      'the service does not accept "stream_options", so it may not report its usage',
    ]);
    expect(service.heard.map(({ body }) => body.stream_options)).toEqual([{ include_usage: true }, undefined]);
    expect(formats()).toEqual([format, format]);
  });
});
