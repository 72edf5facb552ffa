// A seat's conversation with the service. The service keeps nothing, so that every request holds the whole of it; it only
// ever grows at its end, for the service's cache, and is begun anew when it no longer is what the seat may see.
import pLimit from 'p-limit';
import { watchLimits } from '../../process/limits.ts';
import type { ProcessEnd } from '../../process/process.ts';
import type { AgentPorts, AgentSession, AskOptions, Prompt, Reply } from '../agent.ts';
import { type Conversation, createConversation } from '../conversation.ts';
import { replyOf, type Verdict } from '../verdict.ts';
import type { OpenaiHttpOptions } from './options.ts';
import { type Answered, post } from './post.ts';
import { addressOf, bodyOf, type Extras, keyOf, type Message, redactFor, serviceName, shownCall } from './request.ts';

/** Ordinary text has three to five characters a token. */
const MOST_CHARACTERS_PER_TOKEN = 8;

interface Dialogue {
  readonly conversation: Conversation;
  readonly messages: readonly Message[];
  readonly turns: number;
}

/** Whether the service did not like the form of a request. */
function isRejection({ status, verdict }: Answered): boolean {
  return (status === 400 || status === 422) && verdict.status === 'failed' && verdict.code === 'rejected';
}

/** What to leave out of a request that was rejected, or `undefined` when it has nothing more to leave out. */
function withLess(extras: Extras, { verdict }: Answered): Extras | undefined {
  const said = verdict.status === 'failed' ? (verdict.said ?? '') : '';
  if (extras.usage && /stream_options|include_usage/.test(said)) return { ...extras, usage: false };
  return extras.schema === undefined ? undefined : { ...extras, schema: undefined };
}

export function openaiHttpSession(options: OpenaiHttpOptions, ports: AgentPorts): AgentSession {
  const { limits, windowCharacters } = options;
  const { clock, env } = ports;
  const begin = (): Dialogue => ({ conversation: createConversation(windowCharacters), messages: [], turns: 0 });
  const closing = new AbortController();
  const oneAtATime = pLimit(1);
  const knows = { usage: true, schema: true };
  let dialogue = begin();

  /** The messages of the next request, the last of them what is asked now. */
  function nextMessages(prompt: Prompt): readonly Message[] {
    const content = dialogue.conversation.message(prompt);
    if (content === undefined) {
      dialogue = begin();
      return nextMessages(prompt);
    }
    const before: readonly Message[] =
      dialogue.turns === 0 ? [{ role: 'system', content: prompt.system }] : dialogue.messages;
    return [...before, { role: 'user', content }];
  }

  function remember(prompt: Prompt, messages: readonly Message[], answer: string): void {
    const { conversation, turns } = dialogue;
    conversation.answered(prompt, messages.at(-1)?.content ?? '', answer);
    dialogue = {
      conversation,
      messages: [...messages, { role: 'assistant', content: answer }],
      turns: turns + 1,
    };
  }

  /** Asks; a service that rejects what not every one knows is asked without that, and so from then on. */
  async function askService(request: (extras: Extras) => Promise<Answered>, wanted: Extras): Promise<Verdict> {
    let extras = wanted;
    for (;;) {
      const answered = await request(extras);
      const less = isRejection(answered) ? withLess(extras, answered) : undefined;
      if (less !== undefined) {
        extras = less;
        continue;
      }
      if (answered.verdict.status === 'answered' || !isRejection(answered)) {
        knows.usage &&= extras.usage;
        if (wanted.schema !== undefined) knows.schema = extras.schema !== undefined;
      }
      return answered.verdict;
    }
  }

  /** Runs a request under the limits and the caller's signal; `end` is what put an end to it, if anything of ours did. */
  async function underLimits(
    caller: AbortSignal,
    run: (signal: AbortSignal, onHeard: () => void) => Promise<Verdict>,
  ): Promise<{ verdict: Verdict; end: ProcessEnd | undefined }> {
    const stop = new AbortController();
    let end: ProcessEnd | undefined;
    const watch = watchLimits(limits, {
      clock,
      look: () => {},
      onLimit: (limit, afterMs) => {
        end = { reason: 'timed-out', limit, afterMs };
        stop.abort();
      },
    });
    try {
      const verdict = await run(AbortSignal.any([caller, stop.signal]), () => watch.heard());
      return { verdict, end: end ?? (caller.aborted ? { reason: 'cancelled' } : undefined) };
    } finally {
      watch.clear();
    }
  }

  async function ask(prompt: Prompt, { signal: caller, onText }: AskOptions): Promise<Reply> {
    const key = keyOf(options, env);
    if (typeof key === 'object') return { status: 'failed', failure: key, details: { durationMs: 0, notes: [] } };
    const messages = nextMessages(prompt);
    const { schema, task } = prompt.step;
    const startedAt = clock.elapsed();
    let firstTextMs: number | undefined;
    const onDelta = (delta: string) => {
      firstTextMs ??= clock.elapsed() - startedAt;
      onText(delta);
    };
    const { verdict, end } = await underLimits(caller, async (signal, onHeard) => {
      const question = {
        ...{ url: addressOf(options, 'chat/completions'), key, env, signal },
        ...{ model: options.model, maxOutputBytes: limits.maxOutputBytes },
        ...{ now: () => clock.now(), onHeard, onText: onDelta },
      };
      const request = async (extras: Extras) =>
        await post({ ...question, body: bodyOf(options, { messages, extras, task }) });
      return await askService(request, { usage: knows.usage, schema: knows.schema ? schema : undefined });
    });
    const [method, ...args] = shownCall(options, knows.schema ? schema : undefined);
    const notes = notesOn(messages, verdict, schema !== undefined);
    const called = {
      ...{ program: serviceName(options), path: method, redact: redactFor(key, env) },
      call: { args, env: {}, folder: '', files: {}, notes },
      version: { usable: true, notes: [] },
      ...{ durationMs: clock.elapsed() - startedAt, startUpMs: undefined, firstTextMs },
      sessionTurn: dialogue.turns + 1,
    };
    const reply = replyOf(verdict, called, end === undefined ? undefined : { end, stderrTail: '' });
    if (reply.status === 'answered') remember(prompt, messages, reply.text);
    return reply;
  }

  function notesOn(messages: readonly Message[], { facts }: Verdict, schemaWanted: boolean): string[] {
    const characters = messages.reduce((sum, { content }) => sum + content.length, 0);
    const tokens = facts.usage?.inputTokens ?? 0;
    return [
      ...(schemaWanted && !knows.schema
        ? ['the service takes no JSON schema for an answer, so that it was asked without one']
        : []),
      ...(knows.usage ? [] : ['the service does not take "stream_options", so that it may not tell what it used']),
      ...(tokens > 0 && characters > tokens * MOST_CHARACTERS_PER_TOKEN
        ? [`the service counted ${tokens} tokens in ${characters} characters: it may have cut the prompt`]
        : []),
    ];
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
