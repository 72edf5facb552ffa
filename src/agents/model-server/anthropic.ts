// Anthropic's Messages protocol, as claude speaks it.
import { asList, asObject, event, type Json, readContent, readMessage, type Wire, type WrittenReply } from './wire.ts';

function usage(reply: WrittenReply, outputTokens: number): Json {
  return {
    input_tokens: reply.usage.inputTokens - reply.usage.cachedInputTokens,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: reply.usage.cachedInputTokens,
    output_tokens: outputTokens,
  };
}

function message(
  reply: WrittenReply,
  content: readonly unknown[],
  stopReason: string | null,
  outputTokens: number,
): Json {
  return {
    id: `msg_${reply.id}`,
    type: 'message',
    role: 'assistant',
    model: reply.model,
    content,
    stop_reason: stopReason,
    stop_sequence: null,
    usage: usage(reply, outputTokens),
  };
}

const stopReason = (reply: WrittenReply): string => (reply.refused ? 'refusal' : 'end_turn');

export const anthropic: Wire = {
  protocol: 'anthropic',

  route(method, path, body) {
    if (method !== 'POST') return undefined;
    if (path.endsWith('/messages')) return { kind: 'answer', model: undefined, streaming: body['stream'] === true };
    if (path.endsWith('/messages/count_tokens')) return { kind: 'count-tokens', model: undefined, streaming: false };
    return undefined;
  },

  conversation(body) {
    return {
      system: readContent(body['system']),
      messages: asList(body['messages']).map(asObject).map(readMessage),
    };
  },

  whole: (reply) =>
    message(
      reply,
      reply.text === '' ? [] : [{ type: 'text', text: reply.text }],
      stopReason(reply),
      reply.usage.outputTokens,
    ),

  opening(reply) {
    const start = event({ type: 'message_start', message: message(reply, [], null, 1) }, 'message_start');
    if (reply.text === '') return start;
    const block = { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } };
    return start + event(block, 'content_block_start');
  },

  piece: (_reply, text) =>
    event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }, 'content_block_delta'),

  closing(reply) {
    const delta = { stop_reason: stopReason(reply), stop_sequence: null };
    return (
      (reply.text === '' ? '' : event({ type: 'content_block_stop', index: 0 }, 'content_block_stop')) +
      event({ type: 'message_delta', delta, usage: usage(reply, reply.usage.outputTokens) }, 'message_delta') +
      event({ type: 'message_stop' }, 'message_stop')
    );
  },

  calling(reply, calls) {
    const delta = { stop_reason: 'tool_use', stop_sequence: null };
    return [
      event({ type: 'message_start', message: message(reply, [], null, 1) }, 'message_start'),
      ...calls.flatMap(({ tool, arguments: input }, index) => {
        const block = { type: 'tool_use', id: `toolu_${reply.id}_${index}`, name: tool.name, input: {} };
        const json = { type: 'input_json_delta', partial_json: JSON.stringify(input) };
        return [
          event({ type: 'content_block_start', index, content_block: block }, 'content_block_start'),
          event({ type: 'content_block_delta', index, delta: json }, 'content_block_delta'),
          event({ type: 'content_block_stop', index }, 'content_block_stop'),
        ];
      }),
      event({ type: 'message_delta', delta, usage: usage(reply, reply.usage.outputTokens) }, 'message_delta'),
      event({ type: 'message_stop' }, 'message_stop'),
    ].join('');
  },

  tokenCount: (tokens) => ({ input_tokens: tokens }),
};
