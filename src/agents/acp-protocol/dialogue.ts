// Talks to an agent that stays in the Agent Client Protocol: one session, one `session/prompt` for each question.
import type { AnyMessage, ClientContext } from '@agentclientprotocol/sdk';
import * as z from 'zod';
import { defined } from '../../domain/defined.ts';
import type { Usage } from '../../domain/events.ts';
import type { FailureCode } from '../../domain/failures/failures.ts';
import { PICTURE_TYPES, type PictureType } from '../../domain/pictures.ts';
import { type SeatTools, TOOL_SERVER } from '../../material/reading/seat-tools.ts';
import { createJsonEventReader } from '../cli/json-events.ts';
import type { CallResult, ProgramEnd, ReplyFacts } from '../failures/verdict.ts';
import { type Question, toMessage } from '../pictures.ts';
import type { Dialogue } from '../session/dialogue.ts';
import { type FolderToRead, openReadableFolder } from './files.ts';
import {
  errorSchema,
  initializeResultSchema,
  isModelActivity,
  type NewSession,
  newSessionResultSchema,
  permissionSchema,
  promptResultSchema,
  readFileSchema,
  readUpdate,
  type SessionUpdate,
} from './messages.ts';
import { createRemarks, quoteName } from './remarks.ts';
import { answerPermission, isHallTool, readForAgent, refuseRequest } from './requests.ts';
import {
  type AnswerSoFar,
  AUTHENTICATION_REQUIRED,
  errorVerdict,
  findModel,
  promptVerdict,
  toUsage,
} from './verdict.ts';

const PROTOCOL_VERSION = 1;
const MICRO = 1_000_000;
/** Keeps every field: the SDK gets the parsed object and checks which keys are present. */
const anyObject = z.looseObject({});

export interface AcpDialogueOptions {
  readonly send: (line: string) => void;
  /** Absolute path of the working folder. */
  readonly cwd: string;
  /** Said before the first question, to an agent that takes no system prompt. */
  readonly preamble?: string;
  /** To be chosen over the protocol. */
  readonly model?: string | undefined;
  /** The folder that the agent may read files of; it may read none without it. */
  readonly readableFolder?: FolderToRead | undefined;
  /** Types of pictures that its model sees, where the agent says that it takes any; all without it. */
  readonly sees?: readonly PictureType[];
  /** Handed to the agent as an MCP server. */
  readonly tools?: SeatTools | undefined;
  /** It is an author: it may change files of its working folder. */
  readonly works?: boolean;
  /** What the number and the words of an error mean; some agents put an HTTP status where the protocol has its own. */
  classify(number: number, words: string): FailureCode | undefined;
  /** What its words leave out, as a full sentence. */
  explain?(number: number, words: string): string | undefined;
  /** The failure that a line outside the protocol means; `undefined` for noise. */
  classifyOtherLine?(line: string): FailureCode | undefined;
  /** It counts the tokens of every answer that comes to its end, and of no other. */
  readonly countsEveryAnswer?: boolean;
  /** Its tokens are those of the session so far. */
  readonly countsTokensOfSession?: boolean;
  /** Pieces of text that the agent writes itself. */
  readonly notices?: RegExp | undefined;
  /** The way to log in that it is asked for, of those that it offers. */
  readonly authMethod?: string | undefined;
  /** What its end means when it came without an answer; `undefined` leaves that to its exit code. */
  explainExit(ended: ProgramEnd): { readonly code: FailureCode; readonly message: string } | undefined;
}

interface Session {
  readonly agent: ClientContext;
  readonly id: string;
  readonly model: string | undefined;
}

interface PendingQuestion {
  readonly onText: (delta: string) => void;
  text: string;
  /** Of the message that `text` belongs to, where the agent names its messages. */
  messageId?: string | undefined;
  hasStarted: boolean;
}

/** Why there is no session, as a full sentence; without a code the agent does not keep to the protocol. */
interface ProtocolBreach {
  readonly breach: string;
  readonly code?: FailureCode;
}

const isBreach = (value: unknown): value is ProtocolBreach => Object.hasOwn(Object(value), 'breach');

function describeServer({ url, token }: SeatTools) {
  const headers = [{ name: 'Authorization', value: `Bearer ${token}` }];
  return { type: 'http' as const, name: TOOL_SERVER, url, headers };
}

/** A "/" at the start would be a command of the agent's own; some agents look past blanks for it. */
function escapeSlashCommand(text: string): string {
  return /^\s*\//.test(text) ? `# Request\n\n${text}` : text;
}

export function createAcpDialogue(options: AcpDialogueOptions): Dialogue {
  const { send, cwd } = options;
  const lines = createJsonEventReader(anyObject);
  const remarks = createRemarks();
  const folder = options.readableFolder === undefined ? undefined : openReadableFolder(options.readableFolder, cwd);
  /** Requests of ours that wait for an answer; the SDK prints any other answer. */
  const pendingRequests = new Set<unknown>();
  let incoming: ReadableStreamDefaultController<AnyMessage> | undefined;
  let sessionId: string | undefined;
  let asked: PendingQuestion | undefined;
  let pendingPreamble = options.preamble;
  let cancelled = false;
  let giveUp: (why: { readonly code: FailureCode; readonly message: string }) => void = () => {};
  const givenUp = new Promise<Parameters<typeof giveUp>[0]>((resolve) => {
    giveUp = resolve;
  });
  let costMicroUsd: number | undefined;
  let costBefore = 0;
  let tokensBefore: Usage = {};
  /** Known once the agent has introduced itself. */
  let sees: readonly PictureType[] = [];

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
        if ('method' in message && 'id' in message) pendingRequests.add(message.id);
        send(JSON.stringify(message));
      },
    }),
  };

  function readUpdateText(notification: SessionUpdate | undefined): void {
    if (notification === undefined || notification.sessionId !== sessionId) return;
    const { update } = notification;
    if (update.sessionUpdate === 'tool_call') {
      // A look is an event of its own.
      const isExpected =
        options.works === true || (options.tools !== undefined && isHallTool(update.title, options.tools));
      if (!isExpected) remarks.add(`the agent used a tool: ${quoteName(update.title ?? update.kind)}`);
    } else if (update.sessionUpdate === 'usage_update') {
      if (update.cost?.currency === 'USD') costMicroUsd = Math.round(update.cost.amount * MICRO);
    } else if (asked !== undefined && update.content.text !== undefined && options.notices?.test(update.content.text)) {
      // What came before it belongs to a request that the agent puts again.
      asked.text = '';
    } else if (asked !== undefined && update.content.type === 'text' && update.content.text !== undefined) {
      // Another message takes its place, such as the answer to a request that is put again.
      if (update.messageId != null && update.messageId !== asked.messageId) asked.text = '';
      asked.messageId = update.messageId ?? asked.messageId;
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
      .onRequest('session/request_permission', permissionSchema, ({ params }) =>
        answerPermission(params, remarks, {
          tools: options.tools,
          workFolder: options.works === true ? cwd : undefined,
        }),
      )
      .onRequest('fs/read_text_file', readFileSchema, async ({ params }) =>
        orThrow(await readForAgent(folder, params, remarks)),
      )
      .onRequest('*', ({ method }) => orThrow(refuseRequest(method, remarks)));
    return app.connect(stream).agent;
  }

  async function openSession(): Promise<Session | ProtocolBreach> {
    const agent = await connect();
    const capabilities = { fs: { readTextFile: folder !== undefined, writeTextFile: false }, terminal: false };
    const initialized = initializeResultSchema.safeParse(
      await agent.request('initialize', { protocolVersion: PROTOCOL_VERSION, clientCapabilities: capabilities }),
    ).data;
    if (initialized?.protocolVersion !== PROTOCOL_VERSION) {
      return { breach: `It speaks version ${initialized?.protocolVersion} of the protocol, not ${PROTOCOL_VERSION}.` };
    }
    if (initialized.agentCapabilities?.promptCapabilities?.image === true) sees = options.sees ?? PICTURE_TYPES;
    const { tools } = options;
    if (tools !== undefined && initialized.agentCapabilities?.mcpCapabilities?.http !== true) {
      return { breach: 'It cannot connect to MCP servers over HTTP, so it cannot look anything up.' };
    }
    const mcpServers = tools === undefined ? [] : [describeServer(tools)];
    const offered = initialized.authMethods.map(({ id }) => id);
    const ways = offered.length === 0 ? '' : ` It offers these ways to log in: ${offered.join(', ')}.`;
    const { authMethod } = options;
    if (authMethod !== undefined) {
      if (!offered.includes(authMethod))
        return { code: 'rejected', breach: `It has no way to log in that is called "${authMethod}".${ways}` };
      await agent.request('authenticate', { methodId: authMethod });
    }
    const opened = await agent.request('session/new', { cwd, mcpServers }).catch((error: unknown) => {
      if (authMethod !== undefined || errorSchema.safeParse(error).data?.code !== AUTHENTICATION_REQUIRED) throw error;
      const advice = 'Log in with the program itself, or name one as "authMethod" in the settings of this agent.';
      return { code: 'not-logged-in' as const, breach: `It opens no session before a login.${ways} ${advice}` };
    });
    if (isBreach(opened)) return opened;
    const created = newSessionResultSchema.safeParse(opened).data;
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

  const session = openSession();
  // The first question reports the error.
  session.catch(() => {});

  function costOfQuestion(): Usage {
    if (costMicroUsd === undefined) return {};
    const cost = Math.max(0, costMicroUsd - costBefore);
    costBefore = costMicroUsd;
    return { costMicroUsd: cost };
  }

  function tokensOfQuestion(counted: Usage): Usage {
    if (options.countsTokensOfSession !== true) return counted;
    const before = tokensBefore;
    tokensBefore = counted;
    const added = (count: number | undefined, earlier = 0) =>
      count === undefined ? count : Math.max(0, count - earlier);
    return defined({
      inputTokens: added(counted.inputTokens, before.inputTokens),
      cachedInputTokens: added(counted.cachedInputTokens, before.cachedInputTokens),
      outputTokens: added(counted.outputTokens, before.outputTokens),
    });
  }

  function facts(more: Omit<ReplyFacts, 'sessionId' | 'notes'> = {}): ReplyFacts {
    return { ...defined({ sessionId }), ...more, notes: remarks.takeAll() };
  }

  function failure(error: unknown, spoken: AnswerSoFar): CallResult {
    const parsed = errorSchema.safeParse(error instanceof Error ? { ...error, message: error.message } : error).data;
    if (parsed === undefined) throw error;
    return errorVerdict(parsed, spoken, options);
  }

  function broken({ breach, code = 'unreadable' }: ProtocolBreach, { text }: PendingQuestion): CallResult {
    return {
      status: 'failed',
      code,
      explanation: breach,
      ...(text === '' ? {} : { partial: text }),
      facts: facts(),
    };
  }

  async function converse(words: Question, question: PendingQuestion): Promise<CallResult> {
    try {
      const opened = await session;
      if ('breach' in opened) return broken(opened, question);
      const { agent, id, model } = opened;
      const { text, attached } = toMessage(words, sees);
      const before = pendingPreamble === undefined ? '' : `${pendingPreamble}\n\n`;
      pendingPreamble = undefined;
      const images = attached.map(({ mediaType, read }) => ({
        type: 'image' as const,
        mimeType: mediaType,
        data: read(),
      }));
      const prompt = [...images, { type: 'text' as const, text: escapeSlashCommand(`${before}${text}`) }];
      const params = { sessionId: id, prompt };
      const prompted = promptResultSchema.safeParse(await agent.request('session/prompt', params)).data;
      if (prompted === undefined) return broken({ breach: 'It ended its turn without a stop reason.' }, question);
      const usage = { ...tokensOfQuestion(toUsage(prompted) ?? {}), ...costOfQuestion() };
      const reported = findModel(prompted) ?? model;
      const failureFacts = facts({
        ...defined({ reportedModel: reported }),
        ...(Object.keys(usage).length === 0 ? {} : { usage }),
      });
      const isUncounted =
        options.countsEveryAnswer === true && (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0) === 0;
      const end = { isCancelledByHall: cancelled, isUncounted };
      return promptVerdict(prompted, end, { text: question.text, facts: failureFacts });
    } catch (error) {
      return failure(error, { text: question.text, facts: facts() });
    } finally {
      asked = undefined;
    }
  }

  function cutOff(ended: ProgramEnd, { text }: PendingQuestion): CallResult {
    const partial = text === '' ? {} : { partial: text };
    const end = options.explainExit(ended);
    if (end !== undefined) return { status: 'failed', ...end, ...partial, facts: facts() };
    const misread = lines.firstOtherLine();
    if (misread !== undefined && ended.end.reason === 'exited') {
      return { status: 'failed', code: 'unreadable', message: misread, facts: facts() };
    }
    return { status: 'undecided', ...partial, facts: facts() };
  }

  return {
    sees: () => sees,
    readLine(line) {
      const message = lines.read(line);
      if (message === undefined) {
        const code = options.classifyOtherLine?.(line);
        if (code !== undefined) giveUp({ code, message: line });
        return;
      }
      // Past the SDK, which prints updates that it does not know, and hands on the pieces later than the answer's end.
      if (message['method'] === 'session/update') {
        if (asked !== undefined) asked.hasStarted ||= isModelActivity(message['params']);
        return readUpdateText(readUpdate(message['params']));
      }
      if (typeof message['method'] === 'string' || pendingRequests.delete(message['id']))
        incoming?.enqueue(message as unknown as AnyMessage);
    },
    ask(words, onText) {
      const question: PendingQuestion = { onText, text: '', hasStarted: false };
      asked = question;
      const over = Promise.race([
        converse(words, question),
        givenUp.then((why): CallResult => ({ status: 'failed', ...why, facts: facts() })),
      ]);
      return {
        verdict: over,
        hasStarted: () => question.hasStarted,
        verdictAtExit: (ended) => cutOff(ended, question),
      };
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
