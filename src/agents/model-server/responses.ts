// OpenAI's Responses protocol, as codex speaks it.
import { defined } from '../../domain/defined.ts';
import { asList, asObject, event, type Json, readContent, splitSystem, type Wire, type WrittenReply } from './wire.ts';

function outputItem(reply: WrittenReply, status: 'in_progress' | 'completed'): Json {
  const part = reply.refused
    ? { type: 'refusal', refusal: reply.text }
    : { type: 'output_text', text: reply.text, annotations: [] };
  const content = status === 'in_progress' || reply.text === '' ? [] : [part];
  return { type: 'message', id: `item_${reply.id}`, role: 'assistant', status, content };
}

function response(reply: WrittenReply, status: 'in_progress' | 'completed'): Json {
  const done = status === 'completed';
  const { inputTokens, cachedInputTokens, outputTokens } = reply.usage;
  return {
    id: `resp_${reply.id}`,
    object: 'response',
    model: reply.model,
    status,
    output: done && reply.text !== '' ? [outputItem(reply, 'completed')] : [],
    usage: done
      ? {
          input_tokens: inputTokens,
          input_tokens_details: { cached_tokens: cachedInputTokens },
          output_tokens: outputTokens,
          output_tokens_details: { reasoning_tokens: 0 },
          total_tokens: inputTokens + outputTokens,
        }
      : null,
  };
}

function typed(data: { readonly type: string } & Json): string {
  return event(data, data.type);
}

export const openai: Wire = {
  protocol: 'openai',

  route(method, path, body) {
    if (method !== 'POST' || !path.endsWith('/responses')) return undefined;
    return { kind: 'answer', model: undefined, streaming: body['stream'] === true };
  },

  conversation(body) {
    const input =
      typeof body['input'] === 'string' ? [{ role: 'user', content: body['input'] }] : asList(body['input']);
    const entries = input.map(asObject).map((entry) => ({
      role: String(entry['role'] ?? entry['type']),
      text: readContent(entry['content'] ?? entry['output']),
    }));
    return splitSystem(entries, readContent(body['instructions']));
  },

  whole: (reply) => response(reply, 'completed'),

  opening(reply) {
    const created = typed({ type: 'response.created', response: response(reply, 'in_progress') });
    if (reply.text === '') return created;
    return (
      created + typed({ type: 'response.output_item.added', output_index: 0, item: outputItem(reply, 'in_progress') })
    );
  },

  piece: (reply, text) =>
    typed({
      type: reply.refused ? 'response.refusal.delta' : 'response.output_text.delta',
      item_id: `item_${reply.id}`,
      output_index: 0,
      content_index: 0,
      delta: text,
    }),

  closing(reply) {
    const item = { type: 'response.output_item.done', output_index: 0, item: outputItem(reply, 'completed') };
    return (
      (reply.text === '' ? '' : typed(item)) +
      typed({ type: 'response.completed', response: response(reply, 'completed') })
    );
  },

  calling(reply, calls) {
    const items = calls.map(({ tool: { name, namespace }, arguments: input, isFreeform }, index) => {
      const id = `${reply.id}_${index}`;
      const group = defined({ namespace });
      const call = { id: `fc_${id}`, call_id: `call_${id}`, name, ...group, status: 'completed' };
      return isFreeform
        ? { type: 'custom_tool_call', ...call, input: String(input['input'] ?? '') }
        : { type: 'function_call', ...call, arguments: JSON.stringify(input) };
    });
    return [
      typed({ type: 'response.created', response: response({ ...reply, text: '' }, 'in_progress') }),
      ...items.flatMap(({ status: _, ...call }, index) => [
        typed({ type: 'response.output_item.added', output_index: index, item: call }),
        typed({ type: 'response.output_item.done', output_index: index, item: { ...call, status: 'completed' } }),
      ]),
      typed({
        type: 'response.completed',
        response: { ...response({ ...reply, text: '' }, 'completed'), output: items },
      }),
    ].join('');
  },

  tokenCount: (tokens) => ({ object: 'response.input_tokens', input_tokens: tokens }),
};
