// Tells from codex's messages what became of one turn of a thread.
import { defined } from '../../../domain/defined.ts';
import type { Usage } from '../../../domain/event-parts.ts';
import type { FailureCode } from '../../../domain/failures/failures.ts';
import type { Misread } from '../../cli/json-events.ts';
import type { CallResult, ProgramEnd, ReplyFacts } from '../../failures/verdict.ts';
import type { TokenTotals, TurnError, TurnMessage } from './messages.ts';
import { classifyCodexMessage, completedVerdict, exitVerdict, failedVerdict, type TurnContent } from './verdict.ts';

/** Names that codex gives to failures whose message may be anything. */
const BY_NAME: ReadonlyMap<unknown, FailureCode> = new Map([
  ['contextWindowExceeded', 'too-large'],
  ['usageLimitExceeded', 'rate-limited'],
  ['rateLimitExceeded', 'rate-limited'],
  ['serverOverloaded', 'overloaded'],
  ['policyCapacityUnavailable', 'overloaded'],
  ['internalServerError', 'overloaded'],
  ['unauthorized', 'not-logged-in'],
  ['modelNotFound', 'rejected'],
  ['cyberPolicy', 'refused'],
  ['misalignmentPolicyViolation', 'refused'],
]);

const NO_TOKENS: TokenTotals = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 };

interface TurnReaderOptions {
  /** What the thread had used up before. */
  readonly before: TokenTotals | undefined;
  /** Facts that are not of the turn itself, notes among them. */
  readonly facts: () => ReplyFacts & { readonly notes: readonly string[] };
  /** See `createJsonEventReader`. */
  readonly misread: () => Misread | undefined;
}

export type TurnReader = ReturnType<typeof createTurnReader>;

export function createTurnReader({ before, facts, misread }: TurnReaderOptions) {
  const messages: string[] = [];
  const notes: string[] = [];
  let compacted = false;
  let writing: { readonly id: string | null | undefined; text: string } | undefined;
  let shown = false;
  let hasStarted = false;
  /** It began a message of which nothing has come. */
  let owesMessage = false;
  let totals = before;
  let model: string | undefined;
  let complaint: TurnError | undefined;
  let verdict: CallResult | undefined;

  function gathered(): TurnContent {
    const usage = totals === before || totals === undefined ? undefined : subtractTotals(totals, before ?? NO_TOKENS);
    const { notes: others, ...rest } = facts();
    const all = {
      ...rest,
      ...defined({ reportedModel: model, usage }),
      ...(compacted ? { compacted } : {}),
      notes: [...others, ...notes],
    };
    const partial = [...messages, ...(writing === undefined ? [] : [writing.text])].join('\n\n');
    return { messages, partial, facts: all };
  }

  function complained(error: TurnError): CallResult {
    return failedVerdict(describeError(error), gathered(), BY_NAME.get(error.codexErrorInfo));
  }

  /** A new message begins a new paragraph of what is shown. */
  function show(text: string): string {
    const separator = shown ? '\n\n' : '';
    shown = true;
    return separator + text;
  }

  function itemCompleted(type: string, text: string): string | undefined {
    if (type === 'contextCompaction') {
      compacted = true;
      notes.push('codex replaced the earlier conversation with its own summary');
    }
    if (type !== 'agentMessage') return undefined;
    owesMessage = false;
    const streamed = writing !== undefined;
    writing = undefined;
    if (text.trim() === '') return undefined;
    messages.push(text);
    return streamed ? undefined : show(text);
  }

  function readEnd(status: string, error: TurnError | null | undefined): CallResult {
    if (status === 'completed') return completedVerdict(gathered(), owesMessage);
    if (status === 'interrupted') {
      const { partial, facts: known } = gathered();
      return { status: 'failed', code: 'crashed', explanation: 'Codex aborted the turn.', partial, facts: known };
    }
    return complained(error ?? complaint ?? { message: `the turn ended as "${status}"`, codexErrorInfo: undefined });
  }

  return {
    /** Gives back the part of the answer that is new in it. */
    readMessage(message: TurnMessage): string | undefined {
      switch (message.method) {
        case 'item/agentMessage/delta': {
          const { itemId: id, delta } = message.params;
          if (delta === '') return undefined;
          if (writing !== undefined && writing.id === id) {
            writing.text += delta;
            return delta;
          }
          writing = { id, text: delta };
          return show(delta);
        }
        case 'item/started': {
          const { type } = message.params.item;
          hasStarted ||= type !== 'userMessage';
          owesMessage ||= type === 'agentMessage';
          return undefined;
        }
        case 'item/completed':
          return itemCompleted(message.params.item.type, message.params.item.text ?? '');
        case 'thread/tokenUsage/updated':
          totals = message.params.tokenUsage.total;
          return undefined;
        case 'model/rerouted': {
          const { fromModel, toModel } = message.params;
          model = toModel;
          notes.push(`the service routed the question to the model "${toModel}" instead of "${fromModel}"`);
          return undefined;
        }
        case 'error':
          complaint = message.params.error;
          // Codex tries a refused login six more times, which changes nothing. Of all else `turn/completed` tells the end.
          if (classifyCodexMessage(describeError(complaint)) === 'not-logged-in') verdict = complained(complaint);
          return undefined;
        case 'turn/completed':
          verdict = readEnd(message.params.status, message.params.error);
          return undefined;
      }
    },
    /** See `OutputReader`. */
    hasStarted: () => hasStarted || messages.length > 0,
    /** Set once the turn is over, for good or ill. */
    verdict: () => verdict,
    verdictAtExit: (ended: ProgramEnd) =>
      complaint === undefined ? exitVerdict(gathered(), misread(), ended) : complained(complaint),
    /** What the thread has used up, this turn included; `undefined` before it used anything. */
    totals: () => totals,
  };
}

/** While codex tries again, the reason stands in the details. */
function describeError({ message, additionalDetails }: TurnError): string {
  return additionalDetails ? `${message} (${additionalDetails})` : message;
}

function subtractTotals(now: TokenTotals, before: TokenTotals): Usage {
  const since = (count: keyof TokenTotals) => Math.max(0, now[count] - before[count]);
  return {
    inputTokens: since('inputTokens'),
    cachedInputTokens: since('cachedInputTokens'),
    outputTokens: since('outputTokens'),
  };
}
