// Google's generateContent protocol, as gemini speaks it.
import { defined } from '../../domain/defined.ts';
import { asList, asObject, event, type Json, readContent, type Wire, type WrittenReply } from './wire.ts';

function chunk(reply: WrittenReply, text: string, finishReason: string | undefined): Json {
  const { inputTokens, cachedInputTokens, outputTokens } = reply.usage;
  return {
    candidates: [
      {
        index: 0,
        ...(text === '' ? {} : { content: { role: 'model', parts: [{ text }] } }),
        ...defined({ finishReason }),
      },
    ],
    usageMetadata: {
      promptTokenCount: inputTokens,
      cachedContentTokenCount: cachedInputTokens,
      candidatesTokenCount: outputTokens,
      totalTokenCount: inputTokens + outputTokens,
    },
    modelVersion: reply.model,
    responseId: reply.id,
  };
}

const finish = (reply: WrittenReply): string => (reply.refused ? 'SAFETY' : 'STOP');
/** This protocol has no words for a refusal: the candidate is just left empty. */
const words = (reply: WrittenReply, text: string): string => (reply.refused ? '' : text);

export const gemini: Wire = {
  protocol: 'gemini',

  route(method, path) {
    const [, model, verb] = /\/models\/([^/:]+):(\w+)/.exec(path) ?? [];
    if (method !== 'POST' || model === undefined) return undefined;
    if (verb === 'generateContent') return { kind: 'answer', model, streaming: false };
    if (verb === 'streamGenerateContent') return { kind: 'answer', model, streaming: true };
    if (verb === 'countTokens') return { kind: 'count-tokens', model, streaming: false };
    return undefined;
  },

  conversation(body) {
    const entries = asList(body['contents']).map(asObject);
    return {
      system: readContent(asObject(body['systemInstruction'])['parts']),
      messages: entries.map((entry) => ({ role: String(entry['role'] ?? 'user'), text: readContent(entry['parts']) })),
    };
  },

  whole: (reply) => chunk(reply, words(reply, reply.text), finish(reply)),
  opening: () => '',
  piece: (reply, text) => (reply.refused ? '' : event(chunk(reply, text, undefined))),
  closing: (reply) => event(chunk(reply, '', finish(reply))),
  calling(reply, calls) {
    const parts = calls.map(({ tool, arguments: args }) => ({ functionCall: { name: tool.name, args } }));
    const content = { role: 'model', parts };
    const last = chunk(reply, '', 'STOP');
    return event({ ...last, candidates: [{ index: 0, content, finishReason: 'STOP' }] });
  },

  tokenCount: (tokens) => ({ totalTokens: tokens }),
};
