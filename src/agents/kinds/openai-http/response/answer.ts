// Reads what a service sends: a whole answer, or the reason why there is none.
import { defined } from '../../../../domain/defined.ts';
import type { Usage } from '../../../../domain/event-parts.ts';
import { parseJson } from '../../../../domain/parse-json.ts';
import { MICRO } from '../../../../domain/words/format-figures.ts';
import { type CallResult, noteOtherModel, type ReplyFacts } from '../../../failures/verdict.ts';
import { readUsage } from '../../../usage.ts';
import { type ChunkUsage, type FunctionCall, getContent, readChunk, type StreamChunk } from './chunk.ts';
import { classifyServiceAnswer, readError, type ServiceError } from './errors.ts';
import { chainFilters, createKeyFilter, createThinkingFilter } from './filters.ts';

const DONE = '[DONE]';

type AnswerFailure = Pick<Extract<CallResult, { status: 'failed' }>, 'code' | 'message' | 'explanation'>;

const CUT: AnswerFailure = {
  code: 'too-large',
  explanation: "The answer was cut off at the model's output or context limit.",
};
const FILTERED: AnswerFailure = { code: 'refused', explanation: "The service's content filter ended the answer." };
const CALLED: AnswerFailure = { code: 'unreadable', explanation: 'It called a tool that was not offered.' };

/** The model itself ended its answer; servers have different words for it. */
const COMPLETE_REASONS: ReadonlySet<string> = new Set([
  ...['stop', 'end_turn', 'eos', 'eos_token', 'stop_sequence', 'complete'],
]);

/** Why an answer that ended for such a reason is not whole. */
const INCOMPLETE_REASONS: Readonly<Record<string, AnswerFailure>> = {
  length: CUT,
  max_tokens: CUT,
  model_length: CUT,
  content_filter: FILTERED,
  safety: FILTERED,
  refusal: { code: 'refused' },
  tool_calls: CALLED,
  tool_use: CALLED,
  function_call: CALLED,
  error: { code: 'crashed', explanation: 'The service ended the answer with an error that it did not name.' },
};

export type AnswerReader = ReturnType<typeof createAnswerReader>;

export function createAnswerReader(options: {
  readonly model: string | undefined;
  readonly key: string | undefined;
  readonly offersTools: boolean;
}) {
  let text = '';
  let refusal = '';
  let finish: string | undefined;
  let trouble: AnswerFailure | undefined;
  let reportedModel: string | undefined;
  let usage: Usage | undefined;
  let thought = 0;
  let done = false;
  const calls: FunctionCall[] = [];
  const filter = chainFilters(
    createThinkingFilter((characters) => {
      thought = characters;
    }),
    createKeyFilter(options.key),
  );

  function take(chunk: StreamChunk): string {
    reportedModel = chunk.model || reportedModel;
    usage = toUsage(chunk.usage) ?? usage;
    const choice = chunk.choices?.find(({ index }) => index === 0);
    if (choice === undefined) return '';
    const message = choice.delta ?? choice.message;
    refusal += message?.refusal ?? '';
    finish = choice.finish_reason?.toLowerCase() || finish;
    for (const part of message?.tool_calls ?? []) {
      // Without a number, a piece with an ID of its own begins another call.
      const continues = calls.length > 0 && (!part.id || part.id === calls.at(-1)?.id);
      const { index = continues ? calls.length - 1 : calls.length } = part;
      if (index > calls.length) continue;
      const call = calls[index] ?? { id: '', name: '', arguments: '' };
      calls[index] = {
        id: part.id || call.id || `call-${index}`,
        name: call.name + (part.function?.name ?? ''),
        arguments: call.arguments + (part.function?.arguments ?? ''),
      };
    }
    const piece = filter.push(getContent(message));
    text += piece;
    return piece;
  }

  function fail(error: ServiceError): void {
    trouble ??= { code: classifyServiceAnswer(error, 200), message: error.message };
  }

  /** Takes the data of one event, or a whole body of JSON; gives back the part of the answer that is new in it. */
  function readEvent(data: string, name?: string): string {
    if (trouble !== undefined || done) return '';
    if (data.trim() === DONE) {
      done = true;
      return '';
    }
    const value = parseJson(data);
    const error = readError(value);
    if (error !== undefined) fail(error);
    else if (name === 'error') trouble = { code: 'crashed', message: data };
    if (trouble !== undefined) return '';
    const chunk = readChunk(value);
    if (chunk === undefined) {
      // An event without an answer in it, such as a ping, is none of ours; one that may have had a part of it leaves a hole.
      const isCutPart = value === undefined && /^\s*[{[]/.test(data);
      if (isCutPart || (typeof value === 'object' && value !== null && 'choices' in value)) {
        trouble = { code: 'unreadable', message: data };
      }
      return '';
    }
    const inChoice = chunk.choices?.map(readError).find((found) => found !== undefined);
    if (inChoice !== undefined) fail(inChoice);
    return take(chunk);
  }

  function endedBy(broken: AnswerFailure | undefined): AnswerFailure | undefined {
    if (trouble !== undefined) return trouble;
    if (refusal.trim() !== '') return { code: 'refused', message: refusal };
    if (finish !== undefined && COMPLETE_REASONS.has(finish)) return text.trim() === '' ? { code: 'empty' } : undefined;
    if (finish !== undefined) {
      const explanation = `It ended for the reason "${finish}", which does not mean that the answer is complete.`;
      return INCOMPLETE_REASONS[finish] ?? { code: 'unreadable', explanation };
    }
    return broken ?? { code: 'crashed', explanation: 'The response ended before the answer was complete.' };
  }

  function facts(): ReplyFacts {
    const notes = noteOtherModel(options.model, reportedModel);
    return { ...defined({ reportedModel, usage, thoughts: thought || undefined }), notes };
  }

  return {
    readEvent,
    /**
     * Calls of tools that the model made instead of an answer; none where no tools are offered. Some services give an answer that is
     * calls the reason of one that is whole.
     */
    toolCalls: (): readonly FunctionCall[] =>
      options.offersTools &&
      trouble === undefined &&
      (finish === 'tool_calls' || finish === 'tool_use' || finish === 'stop')
        ? calls
        : [],
    /** Nothing more is to be expected. */
    isSettled: () => done || trouble !== undefined,
    /** `broken` is why nothing more came, if it was not the service that ended the response. */
    verdict(broken?: AnswerFailure): CallResult {
      text += filter.end();
      const ended = endedBy(broken);
      if (ended === undefined) return { status: 'answered', text, facts: facts() };
      return { status: 'failed', ...ended, partial: text, facts: facts() };
    },
  };
}

function toUsage(usage: ChunkUsage | null | undefined): Usage | undefined {
  if (usage == null) return undefined;
  const { prompt_tokens: input, completion_tokens: output, prompt_tokens_details: details, cost } = usage;
  // With the user's own key at the provider, OpenRouter reports its fee and the provider's cost separately.
  const elsewhere = usage.is_byok === true ? (usage.cost_details?.upstream_inference_cost ?? 0) : 0;
  return readUsage({
    inputTokens: input,
    cachedInputTokens: details?.cached_tokens,
    outputTokens: output,
    costMicroUsd: cost === undefined ? undefined : (cost + elsewhere) * MICRO,
  });
}
