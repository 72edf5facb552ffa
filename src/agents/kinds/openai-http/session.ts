// A seat's conversation with the service. The service keeps nothing, so that every request holds the whole of it; it
// grows only at its end, so that the service can cache it, and restarts when a text in it has changed.
import pLimit from 'p-limit';
import { addUsage } from '../../../domain/calls.ts';
import type { Usage } from '../../../domain/event-parts.ts';
import { parseJson } from '../../../domain/parse-json.ts';
import type { SeatTools } from '../../../material/reading/seat-tools.ts';
import type { ProcessEnd } from '../../../process/process.ts';
import { watchTimeLimits } from '../../../process/time-limits.ts';
import type { AgentPorts, AgentSession, AskOptions, Prompt, Reply } from '../../agent.ts';
import { buildReply, type CallResult, failedCall } from '../../failures/verdict.ts';
import { namePictures, selectSeen, toMessage } from '../../pictures.ts';
import { buildUrl, createKeyRedactor, findKey, getServiceName } from '../../service.ts';
import { type Conversation, createConversation } from '../../session/conversation.ts';
import type { OpenaiHttpOptions } from './options.ts';
import { type ChatAnswer, postQuestion } from './post.ts';
import {
  buildBody,
  type ChatMessage,
  countCharacters,
  createNegotiation,
  describeCall,
  listSeenTypes,
  writeUserMessage,
} from './request.ts';
import type { FunctionCall } from './response/chunk.ts';

/** Requests for one question; who calls more often does not come to an answer. */
const MAX_ROUNDS = 100;

async function answerCalls({ call }: SeatTools, calls: readonly FunctionCall[]): Promise<readonly ChatMessage[]> {
  const tool_calls = calls.map(({ id, name, arguments: input }) => ({
    id,
    type: 'function' as const,
    function: { name, arguments: input },
  }));
  const results = calls.map(async ({ id, name, arguments: input }): Promise<ChatMessage> => {
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
async function askWithTools(
  tools: SeatTools | undefined,
  messages: readonly ChatMessage[],
  post: (messages: readonly ChatMessage[]) => Promise<ChatAnswer>,
): Promise<ChatAnswer> {
  let all = messages;
  let usage: Usage | undefined;
  let isPart = false;
  for (let round = 1; ; round += 1) {
    const answer = await post(all);
    const used = answer.verdict.facts.usage;
    isPart ||= used === undefined;
    usage = usage === undefined ? used : addUsage(usage, used);
    const { toolCalls = [] } = answer;
    if (tools === undefined || toolCalls.length === 0 || round === MAX_ROUNDS) {
      return withUsage(answer, usage !== undefined && isPart ? { ...usage, atLeast: true } : usage);
    }
    all = [...all, ...(await answerCalls(tools, toolCalls))];
  }
}

/** Ordinary text has three to five characters a token. */
const MOST_CHARACTERS_PER_TOKEN = 8;

interface HttpDialogue {
  readonly conversation: Conversation;
  readonly messages: readonly ChatMessage[];
  readonly turns: number;
}

/** A prompt that is cut without a word would make an uninformed answer look like any other. */
function listCutNotes(messages: readonly ChatMessage[], { facts }: CallResult): string[] {
  const characters = messages.reduce((sum, message) => sum + countCharacters(message), 0);
  const tokens = facts.usage?.inputTokens ?? 0;
  if (tokens === 0 || characters <= tokens * MOST_CHARACTERS_PER_TOKEN) return [];
  return [`the service counted ${tokens} tokens in ${characters} characters: it may have cut the prompt`];
}

export function createOpenaiHttpSession(
  options: OpenaiHttpOptions,
  ports: AgentPorts,
  tools?: SeatTools,
): AgentSession {
  const { limits, windowCharacters } = options;
  const { clock, env } = ports;
  const sees = listSeenTypes(options);
  const begin = (): HttpDialogue => ({ conversation: createConversation(windowCharacters), messages: [], turns: 0 });
  const closing = new AbortController();
  const oneAtATime = pLimit(1);
  const negotiation = createNegotiation();
  let dialogue = begin();

  /** The messages of the next request, the last of them what is asked now. */
  function nextMessages(prompt: Prompt): { readonly text: string; readonly messages: readonly ChatMessage[] } {
    const text = dialogue.conversation.nextMessage(prompt);
    if (text === undefined) {
      dialogue = begin();
      return nextMessages(prompt);
    }
    if (dialogue.turns > 0) return { text, messages: [...dialogue.messages, { role: 'user', content: text }] };
    const { system, pictures } = prompt;
    const first = writeUserMessage(toMessage({ text, pictures }, sees));
    return { text, messages: [{ role: 'system', content: system }, first] };
  }

  function remember(prompt: Prompt, text: string, messages: readonly ChatMessage[], answer: string): void {
    const { conversation, turns } = dialogue;
    conversation.recordAnswer(prompt, text, answer);
    dialogue = {
      conversation,
      messages: [...messages, { role: 'assistant', content: answer }],
      turns: turns + 1,
    };
  }

  /** Runs a request under the limits and the caller's signal; `end` is what put an end to it, if anything of ours did. */
  async function underLimits(
    caller: AbortSignal,
    run: (signal: AbortSignal, onBytes: () => void) => Promise<CallResult>,
  ): Promise<{ verdict: CallResult; end: ProcessEnd | undefined }> {
    const stop = new AbortController();
    let end: ProcessEnd | undefined;
    const watch = watchTimeLimits(limits, {
      clock,
      readOutput: () => {},
      onLimit: (limit, afterMs) => {
        end = { reason: 'timed-out', limit, afterMs };
        stop.abort();
      },
    });
    try {
      const verdict = await run(AbortSignal.any([caller, stop.signal]), () => watch.noteOutput());
      return { verdict, end: end ?? (caller.aborted ? { reason: 'cancelled' } : undefined) };
    } finally {
      watch.stop();
    }
  }

  async function ask(prompt: Prompt, { signal: caller, onText }: AskOptions): Promise<Reply> {
    const key = findKey(options, env);
    if (typeof key === 'object') return failedCall(key);
    const { text, messages } = nextMessages(prompt);
    const { schema, task } = prompt.step;
    const startedAt = clock.elapsed();
    let firstTextMs: number | undefined;
    const onDelta = (delta: string) => {
      firstTextMs ??= clock.elapsed() - startedAt;
      onText(delta);
    };
    const { verdict, end } = await underLimits(caller, async (signal, onBytes) => {
      const question = {
        ...{ url: buildUrl(options, 'chat/completions'), key, env, signal },
        ...{ model: options.model, maxOutputBytes: limits.maxOutputBytes, offersTools: tools !== undefined },
        ...{ now: () => clock.now(), onBytes, onText: onDelta },
      };
      return await negotiation.ask(
        schema,
        async (extras) =>
          await askWithTools(
            tools,
            messages,
            async (all) =>
              await postQuestion({ ...question, body: buildBody(options, { messages: all, extras, task, tools }) }),
          ),
      );
    });
    const [method, ...args] = describeCall(options, negotiation.sent(schema));
    const notes = [...negotiation.notes(schema), ...listCutNotes(messages, verdict)];
    const called = {
      ...{ program: getServiceName(options), path: method, redact: createKeyRedactor(key, env) },
      call: { args, env: {}, folder: '', files: {}, notes },
      version: { usable: true, notes: [] },
      ...{ durationMs: clock.elapsed() - startedAt, startUpMs: undefined, firstTextMs },
      sessionTurn: dialogue.turns + 1,
    };
    const reply = buildReply(verdict, called, end === undefined ? undefined : { end, stderrTail: '' });
    if (reply.status === 'answered') remember(prompt, text, messages, reply.text);
    return { ...reply, details: { ...reply.details, ...namePictures(selectSeen(prompt.pictures, sees)) } };
  }

  return {
    ask: (prompt, { signal, onText }) =>
      oneAtATime(ask, prompt, { signal: AbortSignal.any([signal, closing.signal]), onText }),
    async close() {
      closing.abort();
      // Whoever is being asked is done by then.
      await oneAtATime(async () => {});
    },
  };
}
