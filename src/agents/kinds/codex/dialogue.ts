// Talks to a codex that stays: JSON-RPC over its standard streams, one thread for the seat, one turn for each question.
import { join } from 'node:path';
import type { JsonSchema } from '../../../domain/answers/schema.ts';
import { defined } from '../../../domain/defined.ts';
import type { FailureCode } from '../../../domain/failures/failures.ts';
import { type PictureType, toDataUrl } from '../../../domain/pictures.ts';
import type { SeatTools } from '../../../material/reading/seat-tools.ts';
import { createJsonEventReader } from '../../cli/json-events.ts';
import { extractErrorMessage } from '../../failures/service-failure.ts';
import type { CallResult } from '../../failures/verdict.ts';
import { type PromptMessage, toMessage } from '../../pictures.ts';
import type { Dialogue, DialogueRequest } from '../../session/dialogue.ts';
import { WORK_FOLDER } from './command.ts';
import {
  type CodexRequest,
  type CodexResponse,
  codexMessage,
  type ThreadStarted,
  type TokenTotals,
  type TurnMessage,
  threadStarted,
  toolCall,
  turnStarted,
} from './messages.ts';
import { createTurnReader, type TurnReader } from './turn.ts';
import { failedVerdict } from './verdict.ts';

const METHOD_NOT_FOUND = -32_601;
const TOOL_CALL = 'item/tool/call';

/** How each request is declined that has words for it; every other one gets an error. */
const DECLINED: ReadonlyMap<string, unknown> = new Map([
  ['item/commandExecution/requestApproval', { decision: 'decline' }],
  ['item/fileChange/requestApproval', { decision: 'decline' }],
  ['item/permissions/requestApproval', { permissions: {} }],
  ['mcpServer/elicitation/request', { action: 'decline' }],
  ['execCommandApproval', { decision: 'denied' }],
  ['applyPatchApproval', { decision: 'denied' }],
]);

/** Why codex did not do what it was asked to. */
interface Trouble {
  readonly reason: string;
  readonly code?: FailureCode;
}

interface PendingQuestion {
  readonly message: PromptMessage;
  readonly schema: JsonSchema | undefined;
  readonly turn: TurnReader;
  /** Known once codex has answered that it begins. */
  turnId: string | undefined;
  /** What came before that: of this turn or of an earlier one. */
  readonly earlyMessages: TurnMessage[];
  readonly onText: (delta: string) => void;
  readonly resolveVerdict: (verdict: CallResult) => void;
}

export function createCodexDialogue(
  { send, system, scratch, tools }: DialogueRequest,
  sees: readonly PictureType[],
): Dialogue {
  const lines = createJsonEventReader(codexMessage);
  const answers = new Map<number, (response: CodexResponse) => void>();
  let requests = 0;
  let thread: ThreadStarted | undefined;
  /** Why starting the thread failed for good. */
  let broken: Trouble | undefined;
  let asked: PendingQuestion | undefined;
  let cancelled = false;
  let totals: TokenTotals | undefined;
  /** For the reply to this question or the next. */
  let notes: string[] = [];

  function call(method: string, params: unknown, onAnswer: (response: CodexResponse) => void): void {
    requests += 1;
    answers.set(requests, onAnswer);
    send(JSON.stringify({ jsonrpc: '2.0', id: requests, method, params }));
  }

  function facts() {
    const loaded = thread?.instructionSources.length ?? 0;
    return {
      ...defined({ sessionId: thread?.thread.id }),
      ...(thread?.model ? { reportedModel: thread.model } : {}),
      notes: [...(loaded > 0 ? [`codex read ${loaded} instruction files of its own`] : []), ...notes],
    };
  }

  function settle(verdict: CallResult): void {
    // Later errors show in the program's exit.
    if (asked === undefined || cancelled) return;
    const { resolveVerdict, turn } = asked;
    asked = undefined;
    totals = turn.totals();
    notes = [];
    resolveVerdict(verdict);
  }

  function giveUp({ reason, code }: Trouble): void {
    settle(failedVerdict(reason, { messages: [], partial: '', facts: facts() }, code));
  }

  function handshake(): void {
    // Tools of a client are still an experiment of codex's.
    const capabilities = tools === undefined ? undefined : { experimentalApi: true };
    const params = { clientInfo: { name: 'debate-hall', version: '1' }, ...defined({ capabilities }) };
    call('initialize', params, (response) => {
      if (response.result === undefined) return breakOff(describeTrouble(response));
      send(JSON.stringify({ jsonrpc: '2.0', method: 'initialized' }));
      startThread();
    });
  }

  function startThread(): void {
    const guards = { ephemeral: true, sandbox: 'read-only', approvalPolicy: 'never' };
    const dynamicTools = tools?.declarations.map((tool) => ({ type: 'function', ...tool }));
    const params = {
      baseInstructions: system,
      ...guards,
      cwd: join(scratch, WORK_FOLDER),
      ...defined({ dynamicTools }),
    };
    call('thread/start', params, (response) => {
      thread = threadStarted.safeParse(response.result).data;
      if (thread === undefined) return breakOff(describeTrouble(response));
      if (asked !== undefined) startTurn(thread, asked);
    });
  }

  function breakOff(trouble: Trouble): void {
    broken = trouble;
    giveUp(trouble);
  }

  function startTurn({ thread: { id } }: ThreadStarted, question: PendingQuestion): void {
    const { message, schema } = question;
    const images = message.attached.map(({ mediaType, read }) => ({
      type: 'image',
      url: toDataUrl({ mediaType, data: read() }),
    }));
    const input = [...images, { type: 'text', text: message.text }];
    const params = { threadId: id, input, ...defined({ outputSchema: schema }) };
    call('turn/start', params, (response) => {
      if (asked !== question) return;
      question.turnId = turnStarted.safeParse(response.result).data?.turn.id;
      if (question.turnId === undefined) return giveUp(describeTrouble(response));
      // A newer codex may answer as ever and tell of its turns in another way.
      if (question.earlyMessages.length === 0) lines.startOver();
      for (const early of question.earlyMessages.splice(0)) happened(early);
    });
  }

  function happened(message: TurnMessage): void {
    if (asked === undefined) return;
    if (asked.turnId === undefined) {
      asked.earlyMessages.push(message);
      return;
    }
    if (message.params.turnId !== asked.turnId) return;
    const delta = asked.turn.readMessage(message);
    if (delta !== undefined) asked.onText(delta);
    const verdict = asked.turn.verdict();
    if (verdict !== undefined) settle(verdict);
  }

  function decline({ id, method }: CodexRequest): void {
    const result = DECLINED.get(method);
    const error = { code: METHOD_NOT_FOUND, message: 'This client does nothing for the agent.' };
    send(JSON.stringify({ jsonrpc: '2.0', id, ...(result === undefined ? { error } : { result }) }));
    notes.push(`codex asked for "${method}"; this was declined`);
  }

  async function callTool({ call: lookUp }: SeatTools, { id, params }: CodexRequest): Promise<void> {
    const asked = toolCall.safeParse(params).data;
    const reply = asked && (await lookUp(asked.tool, asked.arguments));
    const { texts, isError } = reply ?? { texts: ['The call cannot be read.'], isError: true };
    const contentItems = texts.map((text) => ({ type: 'inputText', text }));
    send(JSON.stringify({ jsonrpc: '2.0', id, result: { contentItems, success: !isError } }));
  }

  function answerRequest(request: CodexRequest): void {
    if (tools === undefined || request.method !== TOOL_CALL) decline(request);
    else callTool(tools, request).catch((error: unknown) => giveUp({ reason: String(error) }));
  }

  handshake();
  return {
    sees: () => sees,
    readLine(line) {
      const message = lines.read(line);
      if (message === undefined) return;
      if (message.method === undefined) {
        const onAnswer = answers.get(message.id);
        answers.delete(message.id);
        onAnswer?.(message);
      } else if (message.id !== undefined) answerRequest(message);
      else if (message.method === 'warning') notes.push(`codex: ${message.params.message}`);
      else happened(message);
    },
    ask(question, onText, schema) {
      const message = toMessage(question, sees);
      const turn = createTurnReader({ before: totals, facts, misread: lines.misread });
      const verdict = new Promise<CallResult>((resolve) => {
        asked = { message, schema, turn, turnId: undefined, earlyMessages: [], onText, resolveVerdict: resolve };
      });
      if (broken !== undefined) giveUp(broken);
      else if (thread !== undefined && asked !== undefined) startTurn(thread, asked);
      return { verdict, hasStarted: turn.hasStarted, verdictAtExit: turn.verdictAtExit };
    },
    cancel() {
      cancelled = true;
      const turnId = asked?.turnId;
      if (thread !== undefined && turnId !== undefined) {
        call('turn/interrupt', { threadId: thread.thread.id, turnId }, () => {});
      }
    },
  };
}

function describeTrouble({ result, error }: CodexResponse): Trouble {
  if (error !== undefined) return { reason: extractErrorMessage(JSON.stringify(error)) };
  return { reason: JSON.stringify(result) ?? 'nothing', code: 'unreadable' };
}
