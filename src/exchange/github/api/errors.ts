// Turns what Octokit throws into the errors that callers know. Nothing of the request is passed on: it holds the token.

import * as z from 'zod';
import { createRedactor } from '../../../agents/failures/redact.ts';
import { defined } from '../../../domain/defined.ts';
import { type ErrorCode, HallError } from '../../../domain/failures/errors.ts';
import { stripControl } from '../../../support/control-characters.ts';

const LONGEST_MESSAGE = 300;

const graphqlErrors = z.object({
  errors: z.array(z.object({ type: z.string().optional(), message: z.string() })).min(1),
});
const requestError = z.object({
  status: z.number(),
  message: z.string(),
  response: z.object({ headers: z.record(z.string(), z.unknown()).catch({}), data: z.unknown() }).optional(),
});

const HINTS: Partial<Record<ErrorCode, string>> = {
  'github-login': 'Set GITHUB_TOKEN to a valid token, or log in again with "gh auth login".',
  'github-refused':
    'Check the permissions of the token: "repo" (or contents, issues, pull requests) and "write:discussion".',
  'github-limited': 'Run it again later: finished steps are not repeated. --max-wait allows longer waits.',
  'github-unreachable': 'Run it again: finished steps are not repeated.',
  'not-found': 'Check the repository and the number or id, and that the token may see them.',
};

export interface ErrorContext {
  readonly token: string;
  readonly signal: AbortSignal;
}

const UNSUITABLE = 'GitHub does not accept this; its message above says why.';
const SHUT = 'Nothing can be written there: unlock the conversation, or unarchive the repository, on GitHub first.';

/** Not every refusal is about what the token may do. */
function refusalHint(said: string, status: unknown): string | undefined {
  if (/\block(?:ed)?\b|archived/i.test(said)) return SHUT;
  return status === 422 || /unprocessable/i.test(said) ? UNSUITABLE : HINTS['github-refused'];
}

function createError(code: ErrorCode, message: string, details: Record<string, unknown> = {}): HallError {
  const hint = code === 'github-refused' ? refusalHint(message, details['status']) : HINTS[code];
  return new HallError(code, message, { details, ...defined({ hint }) });
}

/** What GitHub says, as one line for people. */
function quoteAnswer(text: string, token: string): string {
  const line = createRedactor({ TOKEN: token })(stripControl(text))
    .replaceAll(token, '[redacted]')
    .replace(/\s+/g, ' ');
  return line.length > LONGEST_MESSAGE ? `${line.slice(0, LONGEST_MESSAGE)} …` : line;
}

function isLimit(status: number, message: string, headers: Readonly<Record<string, unknown>>): boolean {
  if (status === 429) return true;
  return status === 403 && (String(headers['x-ratelimit-remaining']) === '0' || /rate limit/i.test(message));
}

/** Whole seconds after which GitHub wants to be asked again; `undefined` when it does not say. */
function secondsToWait(headers: Readonly<Record<string, unknown>>, now: number): number | undefined {
  const after = Number(headers['retry-after']);
  if (Number.isFinite(after) && after > 0) return Math.ceil(after);
  const reset = Number(headers['x-ratelimit-reset']);
  return Number.isFinite(reset) && reset > 0 ? Math.max(0, Math.ceil(reset - now / 1_000)) : undefined;
}

function createLimitError(headers: Readonly<Record<string, unknown>>): HallError {
  const seconds = secondsToWait(headers, Date.now());
  const wait = seconds === undefined ? 'GitHub asks for a wait.' : `GitHub asks for a wait of ${seconds} s.`;
  return createError('github-limited', `The rate limit was reached: ${wait}`, {
    ...defined({ retryAfterSeconds: seconds }),
  });
}

function fromGraphql(errors: z.infer<typeof graphqlErrors>['errors'], token: string): HallError {
  const [first] = errors;
  const said = quoteAnswer(first?.message ?? '', token);
  if (first?.type === 'NOT_FOUND') return createError('not-found', `GitHub cannot find it: ${said}`);
  if (first?.type === 'RATE_LIMITED') return createLimitError({});
  return createError('github-refused', `GitHub rejects the request: ${said}`, {
    status: 200,
    type: first?.type ?? 'unknown',
  });
}

/** The HallError for anything that a call of Octokit threw. Faults of our own come back as they are. */
export function toHallError(error: unknown, { token, signal }: ErrorContext): unknown {
  if (error instanceof HallError) return error;
  if (signal.aborted) {
    return createError(
      'cancelled',
      'Stopped. The last request to GitHub may have been carried out; the next run checks.',
    );
  }
  const graphql = graphqlErrors.safeParse((error as { response?: unknown } | undefined)?.response);
  const nested = graphqlErrors.safeParse((error as { data?: unknown } | undefined)?.data);
  const http = requestError.safeParse(error);
  if (graphql.success) return fromGraphql(graphql.data.errors, token);
  if (nested.success && !http.success) return fromGraphql(nested.data.errors, token);
  if (!http.success) return error;
  const { status, message, response } = http.data;
  const said = quoteAnswer(message, token);
  const headers = response?.headers ?? {};
  if (response === undefined) return createError('github-unreachable', `GitHub cannot be reached: ${said}`);
  if (isLimit(status, message, headers)) return createLimitError(headers);
  if (status >= 500) return createError('github-unreachable', `GitHub has an internal error (${status}).`, { status });
  if (status === 401) return createError('github-login', 'GitHub does not accept the token.', { status });
  if (status === 404 || status === 410) return createError('not-found', `GitHub cannot find it: ${said}`, { status });
  return createError('github-refused', `GitHub rejects the request (${status}): ${said}`, { status });
}
