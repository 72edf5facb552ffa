// How the bench of sessions tells what of a request was sent before, in the shapes of the three protocols.
import { expect, test } from 'vitest';
import { blocksOf, sentBy } from '../../bench/sessions/blocks.ts';
import type { Protocol, RecordedRequest } from '../../src/agents/model-server/wire.ts';

function request(protocol: Protocol, body: object): RecordedRequest {
  const nothing = {
    number: 1,
    at: 0,
    method: 'POST',
    path: '/',
    headers: {},
    kind: 'answer',
    streaming: true,
  } as const;
  const unread = {
    model: 'any',
    system: '',
    messages: [],
    inputCharacters: 0,
    tools: 0,
    toolNames: [],
    answerSchema: undefined,
  };
  return { ...nothing, ...unread, protocol, body };
}

/** A conversation of so many messages, each of 5 characters, behind a system prompt of 4, as each protocol sends it. */
const CONVERSATIONS: Readonly<Record<Protocol, (count: number) => object>> = {
  anthropic: (count) => ({
    system: [{ type: 'text', text: 'role', cache_control: { type: 'ephemeral' } }],
    messages: words(count).map((text, index) => ({
      role: index % 2 === 0 ? 'user' : 'assistant',
      // The last one carries the mark, as claude sends it.
      content: index === count - 1 ? [{ type: 'text', text, cache_control: { type: 'ephemeral' } }] : text,
    })),
  }),
  openai: (count) => ({
    input: [
      { type: 'message', id: `id-${count}`, role: 'developer', content: [{ type: 'input_text', text: 'role' }] },
      ...words(count).map((text, index) => ({
        type: 'message',
        id: `id-${count}-${index}`,
        role: index % 2 === 0 ? 'user' : 'assistant',
        content: [{ type: index % 2 === 0 ? 'input_text' : 'output_text', text }],
      })),
    ],
  }),
  'openai-chat': (count) => ({
    messages: [
      { role: 'system', content: 'role' },
      ...words(count).map((text, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content: text })),
    ],
  }),
  gemini: (count) => ({
    systemInstruction: { parts: [{ text: 'role' }] },
    contents: words(count).map((text, index) => ({ role: index % 2 === 0 ? 'user' : 'model', parts: [{ text }] })),
  }),
};

function words(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `word${index}`);
}

const PROTOCOLS = Object.entries(CONVERSATIONS) as [Protocol, (count: number) => object][];

test.each(PROTOCOLS)('%s: a conversation that grows repeats all but its new messages', (protocol, conversation) => {
  const sent = sentBy([1, 3, 5].map((count) => request(protocol, conversation(count))));
  expect(sent).toEqual({
    requests: 3,
    characters: 9 + 19 + 29,
    longest: 29,
    repeated: 9 + 19,
    newAnswers: 5 + 5,
    repeatedFromStart: 9 + 19,
    repeatedCharacters: 9 + 19,
  });
});

test('one message that grows repeats only its beginning, and no block but the system prompt', () => {
  const body = (text: string) => ({ system: 'role', messages: [{ role: 'user', content: text }] });
  const sent = sentBy([request('anthropic', body('one ')), request('anthropic', body('one two'))]);
  expect(sent).toMatchObject({ characters: 8 + 11, repeated: 4, repeatedFromStart: 4, repeatedCharacters: 8 });
});

test('blocks behind a changed one are repeated, but not from the start', () => {
  const body = (first: string) => ({ contents: [{ role: 'user', parts: [{ text: first }, { text: 'rest' }] }] });
  const sent = sentBy([request('gemini', body('morning')), request('gemini', body('evening'))]);
  expect(sent).toMatchObject({ repeated: 4, repeatedFromStart: 0, repeatedCharacters: 0 });
});

test('the same text twice repeats one block of the request before once', () => {
  const body = (...texts: string[]) => ({ contents: [{ role: 'user', parts: texts.map((text) => ({ text })) }] });
  const sent = sentBy([request('gemini', body('same')), request('gemini', body('same', 'same'))]);
  expect(sent).toMatchObject({ characters: 12, repeated: 4 });
});

test.each<[string, Protocol, object]>([
  ['a list', 'anthropic', { tools: [{ name: 'one', cache_control: {} }, { name: 'two' }] }],
  ['groups', 'gemini', { tools: [{ functionDeclarations: [{ name: 'one' }, { name: 'two' }] }] }],
  [
    'an item of the input',
    'openai',
    { input: [{ type: 'additional_tools', id: 'at_1', tools: [{ name: 'one' }, { name: 'two' }] }] },
  ],
])('tools in %s are one block each', (_where, protocol, body) => {
  const tools = [
    { place: 'tool', role: '', text: '{"name":"one"}' },
    { place: 'tool', role: '', text: '{"name":"two"}' },
  ];
  expect(blocksOf(request(protocol, body))).toEqual(tools);
});
