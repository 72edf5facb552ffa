// A question in which the model may call the hall's tools: each call is answered and the question put again, until there is an
// answer.
import { addUsage } from '../../../domain/calls.ts';
import type { Usage } from '../../../domain/event-parts.ts';
import { parseJson } from '../../../domain/parse-json.ts';
import type { SeatTools } from '../../../material/reading/seat-tools.ts';
import type { ChatAnswer } from './post.ts';
import type { Message } from './request.ts';
import type { ToolCall } from './response/chunk.ts';

/** Requests for one question; who calls more often does not come to an answer. */
const MAX_ROUNDS = 100;

async function answerCalls({ call }: SeatTools, calls: readonly ToolCall[]): Promise<readonly Message[]> {
  const tool_calls = calls.map(({ id, name, arguments: input }) => ({
    id,
    type: 'function' as const,
    function: { name, arguments: input },
  }));
  const results = calls.map(async ({ id, name, arguments: input }): Promise<Message> => {
    const { texts } = await call(name, parseJson(input || '{}'));
    return { role: 'tool', content: texts.join('\n\n'), tool_call_id: id };
  });
  return [{ role: 'assistant', content: '', tool_calls }, ...(await Promise.all(results))];
}

function withUsage(answer: ChatAnswer, usage: Usage | undefined): ChatAnswer {
  const { verdict } = answer;
  if (usage === undefined) return answer;
  return { ...answer, verdict: { ...verdict, facts: { ...verdict.facts, usage } } };
}

/** Its usage is that of all requests together. */
export async function askWithTools(
  tools: SeatTools | undefined,
  messages: readonly Message[],
  post: (messages: readonly Message[]) => Promise<ChatAnswer>,
): Promise<ChatAnswer> {
  let all = messages;
  let usage: Usage | undefined;
  for (let round = 1; ; round += 1) {
    const answer = await post(all);
    const used = answer.verdict.facts.usage;
    usage = usage === undefined ? used : addUsage(usage, used);
    const { toolCalls = [] } = answer;
    if (tools === undefined || toolCalls.length === 0 || round === MAX_ROUNDS) return withUsage(answer, usage);
    all = [...all, ...(await answerCalls(tools, toolCalls))];
  }
}
