// Talks to an agent that stays in the Agent Client Protocol: one session, one `session/prompt` for each question.
import type { AnyMessage } from '@agentclientprotocol/sdk';
import * as z from 'zod';
import { defined } from '../../domain/defined.ts';
import type { FailureCode } from '../../domain/failures/failures.ts';
import type { PictureType } from '../../domain/pictures.ts';
import { createJsonEventReader } from '../cli/json-events.ts';
import { type CallResult, judgeExit, type ProgramEnd, type ReplyFacts } from '../failures/verdict.ts';
import { type PromptQuestion, toMessage } from '../pictures.ts';
import type { Dialogue } from '../session/dialogue.ts';
import type { AcpDialogueOptions } from './dialogue-options.ts';
import { openReadableFolder } from './files.ts';
import { errorSchema, isModelActivity, promptResultSchema, readUpdate, type SessionUpdate } from './messages.ts';
import {
  chooseModel,
  connectAgent,
  createUsageCounter,
  isBreach,
  openOffered,
  type ProtocolBreach,
} from './open-session.ts';
import { createRemarks, isHallTool, quoteName } from './requests.ts';
import { type AnswerSoFar, errorVerdict, findModel, promptVerdict, toUsage } from './verdict.ts';

/** Keeps every field: the SDK gets the parsed object and checks which keys are present. */
const anyObject = z.looseObject({});

interface PendingQuestion {
  readonly onText: (delta: string) => void;
  text: string;
  /** Of the message that `text` belongs to, where the agent names its messages. */
  messageId?: string | undefined;
  hasStarted: boolean;
}

/** A "/" at the start would be a command of the agent's own; some agents look past blanks for it. */
function escapeSlashCommand(text: string): string {
  return /^\s*\//.test(text) ? `# Request\n\n${text}` : text;
}

export function createAcpDialogue(options: AcpDialogueOptions): Dialogue {
  const { send, cwd } = options;
  const lines = createJsonEventReader(anyObject);
  const remarks = createRemarks();
  const readFile = options.readableFolder && openReadableFolder(options.readableFolder, cwd);
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
  const counter = createUsageCounter(options.countsTokensOfSession === true);
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
      const { amount, currency } = update.cost ?? {};
      if (amount !== undefined && currency === 'USD') counter.noteCost(amount);
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

  async function openSession() {
    const agent = await connectAgent(stream, readFile, remarks, options);
    const opened = await openOffered(agent, options, readFile !== undefined);
    if (isBreach(opened)) return opened;
    const { created } = opened;
    sees = opened.sees;
    sessionId = created.sessionId;
    return { agent, id: sessionId, model: await chooseModel(agent, created, options.model) };
  }

  const session = openSession();
  // The first question reports the error.
  session.catch(() => {});

  function facts(more: Omit<ReplyFacts, 'sessionId' | 'notes'> = {}): ReplyFacts {
    return { ...defined({ sessionId }), ...more, notes: remarks.takeAll() };
  }

  function failure(error: unknown, spoken: AnswerSoFar): CallResult {
    const parsed = errorSchema.safeParse(error instanceof Error ? { ...error, message: error.message } : error).data;
    if (parsed === undefined) throw error;
    return errorVerdict(parsed, spoken, options);
  }

  function broken({ breach, code = 'unreadable' }: ProtocolBreach, { text }: PendingQuestion): CallResult {
    return { status: 'failed', code, explanation: breach, partial: text, facts: facts() };
  }

  async function converse(words: PromptQuestion, question: PendingQuestion): Promise<CallResult> {
    try {
      const opened = await session;
      if (isBreach(opened)) return broken(opened, question);
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
      const usage = counter.countQuestion(toUsage(prompted));
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

  function cutOff(ended: ProgramEnd, { text: partial }: PendingQuestion): CallResult {
    const end = options.explainExit(ended);
    if (end !== undefined) return { status: 'failed', ...end, partial, facts: facts() };
    return judgeExit(ended, lines.misread(), { partial, facts: facts() });
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
      const verdict = Promise.race([
        converse(words, question),
        givenUp.then((why): CallResult => ({ status: 'failed', ...why, facts: facts() })),
      ]);
      return {
        verdict,
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
