// Asks the service once and reads its response, streamed or whole, to its end.
import { createParser } from 'eventsource-parser';
import type { FailureCode } from '../../../domain/failures/failures.ts';
import { parseJson } from '../../../domain/parse-json.ts';
import { exchange, type HttpCall, type HttpResponse, toNetworkFailure } from '../../../net/exchange.ts';
import { classifyStatus, parseRetryAfter } from '../../failures/service-failure.ts';
import type { CallResult } from '../../failures/verdict.ts';
import { type AnswerReader, createAnswerReader } from './response/answer.ts';
import type { FunctionCall } from './response/chunk.ts';
import { classifyServiceAnswer, parseRetryAfterHeader, readError } from './response/errors.ts';

/** It has no command to log in with. */
const KEY_HINT = 'Its key is in the environment variable named by "keyEnv" of this agent.';
/** An error that is longer says nothing more. */
const MAX_ERROR_CHARACTERS = 100_000;

export interface ChatQuestion extends Omit<HttpCall, 'method'> {
  readonly model: string | undefined;
  readonly offersTools: boolean;
  readonly maxOutputBytes: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Something of the response's body came, be it a sign of life only. */
  readonly onBytes: () => void;
  readonly onText: (delta: string) => void;
}

export interface ChatAnswer {
  /** Of the response; `undefined` when none came. */
  readonly status: number | undefined;
  readonly verdict: CallResult;
  /** What the model called instead of answering; see `AnswerReader`. */
  readonly toolCalls?: readonly FunctionCall[];
}

/** Never rejects for what the service or the network does, nor when the signal ends it. */
export async function postQuestion(question: ChatQuestion): Promise<ChatAnswer> {
  const { model, key, signal, offersTools } = question;
  const reader = createAnswerReader({ model, key, offersTools });
  let status: number | undefined;
  try {
    return await exchange({ ...question, method: 'POST' }, async (response) => {
      status = response.status;
      if (status !== 200) return { status, verdict: await readRefusal(response, question) };
      const tooMuch = await readAnswer(response, reader, question);
      return { status, verdict: reader.verdict(tooMuch), toolCalls: tooMuch === undefined ? reader.toolCalls() : [] };
    });
  } catch (error) {
    // The caller that aborted the signal explains this end.
    const broken = signal.aborted ? { code: 'cancelled' as const } : toNetworkFailure(error, question.url);
    if (broken === undefined) throw error;
    return { status, verdict: reader.verdict(broken) };
  }
}

/** The body as text, piece by piece; ends early once it has become too large. */
async function* readTexts(
  response: HttpResponse,
  { maxOutputBytes, onBytes }: ChatQuestion,
): AsyncGenerator<string, boolean> {
  const decoder = new TextDecoder();
  let bytes = 0;
  for await (const piece of response.body) {
    onBytes();
    bytes += piece.length;
    if (bytes > maxOutputBytes) return true;
    yield decoder.decode(piece, { stream: true });
  }
  yield decoder.decode();
  return false;
}

/** What is wrong with a response that is compressed, as no request of ours allows; its words are no words then. */
function describeEncoding({ headers }: HttpResponse, url: string): string | undefined {
  const encoding = String(headers['content-encoding'] ?? '').trim();
  if (/^(?:identity)?$/i.test(encoding)) return undefined;
  return `It sent its response as "${encoding.slice(0, 40)}", which nobody asked for. Look at what is between here and ${new URL(url).host}.`;
}

/** Feeds the reader until it is settled or nothing more comes; gives back what is wrong with the size or the kind of it. */
async function readAnswer(
  response: HttpResponse,
  reader: AnswerReader,
  question: ChatQuestion,
): Promise<{ code: FailureCode; explanation: string } | undefined> {
  const { onText, maxOutputBytes, url } = question;
  const encoded = describeEncoding(response, url);
  if (encoded !== undefined) return { code: 'rejected', explanation: encoded };
  let events = 0;
  let hasEnded = false;
  const read = (data: string, event?: string) => {
    // The connection may have ended in the middle of it.
    if (hasEnded && data.trim() !== '[DONE]' && parseJson(data) === undefined) return;
    events += 1;
    const delta = reader.readEvent(data, event);
    if (delta !== '') onText(delta);
  };
  const parser = createParser({ onEvent: ({ data, event }) => read(data, event) });
  /** A whole completion, whatever the response calls itself: no line of a stream begins with a brace. */
  let isWhole: boolean | undefined;
  let body = '';
  const pieces = readTexts(response, question);
  for (let next = await pieces.next(); ; next = await pieces.next()) {
    if (next.done === true) {
      if (next.value)
        return {
          code: 'too-large',
          explanation: `Its response has more than ${maxOutputBytes} bytes, the "maxOutputBytes" of this agent.`,
        };
      break;
    }
    if (isWhole !== false) body += next.value;
    if (body.trimStart() !== '') isWhole ??= body.trimStart().startsWith('{');
    if (isWhole !== false) continue;
    parser.feed(body || next.value);
    body = '';
    if (reader.isSettled()) break;
  }
  if (isWhole === true) read(body);
  else if (!reader.isSettled()) {
    hasEnded = true;
    // Some leave out the empty line that completes the last event.
    parser.feed('\n\n');
  }
  const type = String(response.headers['content-type'] ?? '');
  if (events > 0 || /event-stream/.test(type)) return undefined;
  if (isWhole === undefined) return { code: 'empty', explanation: 'Its response has no body.' };
  // Such as the page of a website, which no further try will turn into an answer.
  const kind = /^[\w.+-]+\/[\w.+-]+/.exec(type)?.[0] ?? 'something';
  const explanation = `It answered with ${kind} instead of a completion. Is "baseUrl" the address of its API?`;
  return { code: 'rejected', explanation };
}

/** What there is of the body of an error: its status counts even if the connection breaks in the middle of its words. */
async function readErrorBody(response: HttpResponse, question: ChatQuestion): Promise<string> {
  let body = '';
  try {
    for await (const piece of readTexts(response, question)) {
      body += piece;
      if (body.length > MAX_ERROR_CHARACTERS) break;
    }
  } catch (error) {
    if (question.signal.aborted || toNetworkFailure(error, question.url) === undefined) throw error;
  }
  return body;
}

/** The failure that a response without an answer means. */
async function readRefusal(response: HttpResponse, question: ChatQuestion): Promise<CallResult> {
  const { status, headers } = response;
  if (status < 400)
    return { status: 'failed', code: 'rejected', explanation: describeRedirect(response, question.url), facts: {} };
  const encoded = describeEncoding(response, question.url);
  const body = encoded === undefined ? await readErrorBody(response, question) : '';
  const error = readError(parseJson(body));
  const code = error === undefined ? (classifyStatus(status) ?? 'crashed') : classifyServiceAnswer(error, status);
  const message = error?.message || body;
  const wait =
    code === 'rate-limited' || code === 'overloaded' ? parseRetryAfterHeader(headers, question.now()) : undefined;
  return {
    status: 'failed',
    code,
    message,
    explanation: [`It answered with status ${status}.`, code === 'not-logged-in' ? KEY_HINT : '', encoded ?? '']
      .filter(Boolean)
      .join(' '),
    ...(wait === undefined ? parseRetryAfter(code, message) : { retryAfterMs: wait }),
    facts: {},
  };
}

function describeRedirect({ status, headers }: HttpResponse, url: string): string {
  const location = String(headers['location'] ?? '');
  const target = URL.canParse(location, url) ? ` to ${new URL(location, url).origin}` : '';
  return `It answered with status ${status}${status < 300 ? '' : `, a redirect${target} that is not followed`}.`;
}
