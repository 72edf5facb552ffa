// Talks to an agent that stays in the Agent Client Protocol: one session, one `session/prompt` for each question.

import type { AnyMessage, ClientContext } from '@agentclientprotocol/sdk';
import * as z from 'zod';
import { defined } from '../../domain/defined.ts';
import type { Usage } from '../../domain/events.ts';
import type { FailureCode } from '../../domain/failures.ts';
import { eventLines } from '../cli/json-events.ts';
import type { Ended, ReplyFacts, Verdict } from '../failures/verdict.ts';
import type { Dialogue } from '../session/dialogue.ts';
import { type FolderToRead, readableFolder } from './files.ts';
import {
  errorSchema,
  initializedSchema,
  type NewSession,
  newSessionSchema,
  permissionSchema,
  promptedSchema,
  readFileSchema,
  readUpdate,
  type SessionUpdate,
  tellsOfWork,
} from './messages.ts';
import { createRemarks, named } from './remarks.ts';
import { declined, readFor, refused } from './requests.ts';
import { errorVerdict, modelOf, promptedVerdict, type Spoken, usageOf } from './verdict.ts';

const PROTOCOL_VERSION = 1;
const MICRO = 1_000_000;
/** Without fields of its own: what is parsed goes on to the SDK, which looks at which keys are there. */
const anyObject = z.looseObject({});

export interface AcpDialogueOptions {
  readonly send: (line: string) => void;
  /** Absolute path of the working folder. */
  readonly cwd: string;
  /** Said before the first question, to an agent that takes no system prompt. */
  readonly lead?: string;
  /** To be chosen over the protocol. */
  readonly model?: string | undefined;
  /** The folder that the agent may read files of; it may read none without it. */
  readonly reads?: FolderToRead | undefined;
  /** What the number and the words of an error mean; some agents put an HTTP status where the protocol has its own. */
  codeOf(number: number, words: string): FailureCode | undefined;
  /** What its words leave out, as a full sentence. */
  whyOf?(number: number, words: string): string | undefined;
  /** What a line that is no message means, where it means the end; `undefined` for noise. */
  talkOf?(line: string): FailureCode | undefined;
  /** Why it ends a turn without a word and without a token, for an agent that does so when a prompt is too long. */
  readonly unsent?: string;
  /** What its end means when it came without an answer; `undefined` leaves that to its exit code. */
  endOf(ended: Ended): { readonly code: FailureCode; readonly said: string } | undefined;
}

interface Session {
  readonly agent: ClientContext;
  readonly id: string;
  readonly model: string | undefined;
}

interface Asked {
  readonly onText: (delta: string) => void;
  text: string;
  begun: boolean;
}

/** What the agent sent is not what the protocol asks for: why, as a full sentence. */
interface Breach {
  readonly breach: string;
}

/** A "/" at the start would be a command of the agent's own; some agents look past blanks for it. */
function plain(text: string): string {
  return /^\s*\//.test(text) ? `# Request\n\n${text}` : text;
}

export function acpDialogue(options: AcpDialogueOptions): Dialogue {
  const { send, cwd } = options;
  const lines = eventLines(anyObject);
  const remarks = createRemarks();
  const folder = options.reads === undefined ? undefined : readableFolder(options.reads, cwd);
  /** Requests of ours that wait for an answer; the SDK prints any other answer. */
  const waiting = new Set<unknown>();
  let incoming: ReadableStreamDefaultController<AnyMessage> | undefined;
  let sessionId: string | undefined;
  let asked: Asked | undefined;
  let leads = options.lead;
  let cancelled = false;
  let giveUp: (why: { readonly code: FailureCode; readonly said: string }) => void = () => {};
  const givenUp = new Promise<Parameters<typeof giveUp>[0]>((resolve) => {
    giveUp = resolve;
  });
  let costMicroUsd: number | undefined;
  let costBefore = 0;

  const stream = {
    readable: new ReadableStream<AnyMessage>({
      start: (controller) => {
        incoming = controller;
      },
      cancel: () => {
        incoming = undefined;
      },
    }),
    writable: new WritableStream<AnyMessage>({
      write(message) {
        if ('method' in message && 'id' in message) waiting.add(message.id);
        send(JSON.stringify(message));
      },
    }),
  };

  function take(notification: SessionUpdate | undefined): void {
    if (notification === undefined || notification.sessionId !== sessionId) return;
    const { update } = notification;
    if (update.sessionUpdate === 'tool_call') {
      remarks.add(`the agent used a tool: ${named(update.title ?? update.kind)}`);
    } else if (update.sessionUpdate === 'usage_update') {
      if (update.cost?.currency === 'USD') costMicroUsd = Math.round(update.cost.amount * MICRO);
    } else if (asked !== undefined && update.content.type === 'text' && update.content.text !== undefined) {
      asked.text += update.content.text;
      asked.onText(update.content.text);
    }
  }

  async function connect(): Promise<ClientContext> {
    const { client, RequestError } = await import('@agentclientprotocol/sdk');
    const orThrow = <T extends object>(reply: T | { readonly refused: string }) => {
      if ('refused' in reply) throw new RequestError(-32603, `Declined: ${reply.refused}.`);
      return reply;
    };
    const app = client({ name: 'debate-hall' })
      .onRequest('session/request_permission', permissionSchema, ({ params }) => declined(params, remarks))
      .onRequest('fs/read_text_file', readFileSchema, async ({ params }) =>
        orThrow(await readFor(folder, params, remarks)),
      )
      .onRequest('*', ({ method }) => orThrow(refused(method, remarks)));
    return app.connect(stream).agent;
  }

  async function shakeHands(): Promise<Session | Breach> {
    const agent = await connect();
    const capabilities = { fs: { readTextFile: folder !== undefined, writeTextFile: false }, terminal: false };
    const initialized = initializedSchema.safeParse(
      await agent.request('initialize', { protocolVersion: PROTOCOL_VERSION, clientCapabilities: capabilities }),
    ).data;
    if (initialized?.protocolVersion !== PROTOCOL_VERSION) {
      return { breach: `It speaks version ${initialized?.protocolVersion} of the protocol, not ${PROTOCOL_VERSION}.` };
    }
    const created = newSessionSchema.safeParse(await agent.request('session/new', { cwd, mcpServers: [] })).data;
    if (created === undefined) return { breach: 'It did not open a session.' };
    sessionId = created.sessionId;
    return { agent, id: created.sessionId, model: await chooseModel(agent, created) };
  }

  async function chooseModel(agent: ClientContext, { sessionId, models, configOptions }: NewSession) {
    const { model } = options;
    const choice = configOptions?.find(({ category }) => category === 'model');
    if (model === undefined) {
      const current = choice?.currentValue ?? models?.currentModelId;
      return typeof current === 'string' ? current : undefined;
    }
    if (choice !== undefined) {
      await agent.request('session/set_config_option', { sessionId, configId: choice.id, value: model });
    } else await agent.request('session/set_model', { sessionId, modelId: model });
    return model;
  }

  const session = shakeHands();
  // What went wrong is told by the question that meets it.
  session.catch(() => {});

  function costOfQuestion(): Usage {
    if (costMicroUsd === undefined) return {};
    const cost = Math.max(0, costMicroUsd - costBefore);
    costBefore = costMicroUsd;
    return { costMicroUsd: cost };
  }

  function facts(more: Omit<ReplyFacts, 'sessionId' | 'notes'> = {}): ReplyFacts {
    return { ...defined({ sessionId }), ...more, notes: remarks.take() };
  }

  function failure(error: unknown, spoken: Spoken): Verdict {
    const told = errorSchema.safeParse(error instanceof Error ? { ...error, message: error.message } : error).data;
    if (told === undefined) throw error;
    return errorVerdict(told, spoken, options);
  }

  function broken({ breach }: Breach, { text }: Asked): Verdict {
    return {
      status: 'failed',
      code: 'unreadable',
      why: breach,
      ...(text === '' ? {} : { partial: text }),
      facts: facts(),
    };
  }

  async function converse(text: string, question: Asked): Promise<Verdict> {
    try {
      const opened = await session;
      if ('breach' in opened) return broken(opened, question);
      const { agent, id, model } = opened;
      const params = { sessionId: id, prompt: [{ type: 'text' as const, text }] };
      const prompted = promptedSchema.safeParse(await agent.request('session/prompt', params)).data;
      if (prompted === undefined) return broken({ breach: 'It ended its turn without a stop reason.' }, question);
      const usage = { ...usageOf(prompted), ...costOfQuestion() };
      const reported = modelOf(prompted) ?? model;
      const told = facts({
        ...defined({ reportedModel: reported }),
        ...(Object.keys(usage).length === 0 ? {} : { usage }),
      });
      if (options.unsent !== undefined && question.text === '' && usage.inputTokens === 0) {
        return { status: 'failed', code: 'too-large', why: options.unsent, facts: told };
      }
      return promptedVerdict(prompted, cancelled, { text: question.text, facts: told });
    } catch (error) {
      return failure(error, { text: question.text, facts: facts() });
    } finally {
      asked = undefined;
    }
  }

  function cutOff(ended: Ended, { text }: Asked): Verdict {
    const partial = text === '' ? {} : { partial: text };
    const end = options.endOf(ended);
    if (end !== undefined) return { status: 'failed', ...end, ...partial, facts: facts() };
    const misread = lines.misread();
    if (misread !== undefined && ended.end.reason === 'exited') {
      return { status: 'failed', code: 'unreadable', said: misread, facts: facts() };
    }
    return { status: 'undecided', ...partial, facts: facts() };
  }

  return {
    line(line) {
      const message = lines.read(line);
      if (message === undefined) {
        const code = options.talkOf?.(line);
        if (code !== undefined) giveUp({ code, said: line });
        return;
      }
      // Past the SDK, which prints updates that it does not know, and hands on the pieces later than the answer's end.
      if (message['method'] === 'session/update') {
        if (asked !== undefined) asked.begun ||= tellsOfWork(message['params']);
        return take(readUpdate(message['params']));
      }
      if (typeof message['method'] === 'string' || waiting.delete(message['id']))
        incoming?.enqueue(message as unknown as AnyMessage);
    },
    ask(message, onText) {
      const question: Asked = { onText, text: '', begun: false };
      asked = question;
      const text = leads === undefined ? message : `${leads}\n\n${message}`;
      leads = undefined;
      const over = Promise.race([
        converse(plain(text), question),
        givenUp.then((why): Verdict => ({ status: 'failed', ...why, facts: facts() })),
      ]);
      return { over, begun: () => question.begun, cutOff: (ended) => cutOff(ended, question) };
    },
    cancel() {
      cancelled = true;
      // Past the SDK, which writes later: the program is ended right after this.
      if (sessionId !== undefined && asked !== undefined) {
        send(JSON.stringify({ jsonrpc: '2.0', method: 'session/cancel', params: { sessionId } }));
      }
    },
  };
}
