// OpenAI's Chat Completions protocol, as most other services and their clients speak it.
import { asList, asObject, event, type Json, readMessage, splitSystem, type Wire, type WrittenReply } from './wire.ts';

function usage({ usage: { inputTokens, cachedInputTokens, outputTokens } }: WrittenReply): Json {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: cachedInputTokens },
  };
}

const common = (reply: WrittenReply, object: string) => ({
  id: `chatcmpl-${reply.id}`,
  object,
  created: 1_700_000_000,
  model: reply.model,
});

function chunk(reply: WrittenReply, delta: Json, finish: string | null = null): string {
  return event({
    ...common(reply, 'chat.completion.chunk'),
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
}

function end(reply: WrittenReply, finish: string): string {
  const last = { ...common(reply, 'chat.completion.chunk'), choices: [], usage: usage(reply) };
  return `${chunk(reply, {}, finish)}${event(last)}data: [DONE]\n\n`;
}

const nameFinish = (reply: WrittenReply) => (reply.refused ? 'content_filter' : 'stop');

export const chat: Wire = {
  protocol: 'openai-chat',

  route(method, path, body) {
    if (method !== 'POST' || !path.endsWith('/chat/completions')) return undefined;
    return { kind: 'answer', model: undefined, streaming: body['stream'] === true };
  },

  conversation(body) {
    return splitSystem(asList(body['messages']).map(asObject).map(readMessage));
  },

  whole: (reply) => ({
    ...common(reply, 'chat.completion'),
    choices: [{ index: 0, message: { role: 'assistant', content: reply.text }, finish_reason: nameFinish(reply) }],
    usage: usage(reply),
  }),

  opening: (reply) => chunk(reply, { role: 'assistant', content: '' }),
  piece: (reply, text) => chunk(reply, { content: text }),
  closing: (reply) => end(reply, nameFinish(reply)),

  calling(reply, calls) {
    const tool_calls = calls.map(({ tool, arguments: input }, index) => ({
      index,
      id: `call_${reply.id}_${index}`,
      type: 'function',
      function: { name: tool.name, arguments: JSON.stringify(input) },
    }));
    return chunk(reply, { role: 'assistant', content: null, tool_calls }) + end(reply, 'tool_calls');
  },

  tokenCount: (tokens) => ({ tokens }),
};
