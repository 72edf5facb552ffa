// Octokit as the hall uses it: retries and rate limits within a bounded, visible and cancellable waiting time.
import { retry } from '@octokit/plugin-retry';
import { throttling } from '@octokit/plugin-throttling';
import { Octokit } from '@octokit/rest';
import * as z from 'zod';
import { createRedactor } from '../../../agents/failures/redact.ts';
import { defined } from '../../../domain/defined.ts';
import { type ErrorCode, HallError } from '../../../domain/failures/errors.ts';
import { shorten } from '../../../domain/words/cut-line.ts';
import { stripControl } from '../../../support/control-characters.ts';
import { untilAborted, wait } from '../../../support/wait.ts';
import type { GitHubCall, GuardedCall } from '../github.ts';
import { type AnswerCache, createFetch } from './fetch.ts';
import { type Headers, isLimit, refuseGraphqlLimit, requestError, secondsToWait, unnamedLimit } from './limits.ts';
import { refuseMoved } from './redirects.ts';

const LONGEST_MESSAGE = 300;

const graphqlErrors = z.object({
  errors: z.array(z.object({ type: z.string().optional(), message: z.string() })).min(1),
});
const HINTS: Partial<Record<ErrorCode, string>> = {
  'github-login': 'Set GITHUB_TOKEN to a valid token, or log in again with "gh auth login".',
  'github-refused':
    'Check the permissions of the token: "repo" (or contents, issues, pull requests) and "write:discussion".',
  'github-limited': 'Run it again later: finished steps are not repeated. --max-wait allows longer waits.',
  'github-unreachable': 'Run it again: finished steps are not repeated.',
  'not-found': 'Check the repository and the number or id, and that the token may see them.',
};

interface ErrorContext {
  readonly token: string;
  readonly signal: AbortSignal;
}

const UNSUITABLE = 'GitHub does not accept this; its message above says why.';
const SHUT = 'Nothing can be written there: unlock the conversation, or unarchive the repository, on GitHub first.';

/** Not every refusal is about what the token may do. */
function refusalHint(words: string, status: unknown): string | undefined {
  if (/\block(?:ed)?\b|archived/i.test(words)) return SHUT;
  return status === 422 || /unprocessable/i.test(words) ? UNSUITABLE : HINTS['github-refused'];
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
  return shorten(line, LONGEST_MESSAGE);
}

function createLimitError(headers: Headers): HallError {
  const seconds = secondsToWait(headers, Date.now());
  const wait = seconds === undefined ? 'GitHub asks for a wait.' : `GitHub asks for a wait of ${seconds} s.`;
  return createError('github-limited', `The rate limit was reached: ${wait}`, {
    ...defined({ retryAfterSeconds: seconds }),
  });
}

function fromGraphql(errors: z.infer<typeof graphqlErrors>['errors'], token: string): HallError {
  const [first] = errors;
  const words = quoteAnswer(first?.message ?? '', token);
  if (first?.type === 'NOT_FOUND') return createError('not-found', `GitHub cannot find it: ${words}`);
  return createError('github-refused', `GitHub rejects the request: ${words}`, {
    status: 200,
    type: first?.type ?? 'unknown',
  });
}

/** The HallError for anything that a call of Octokit threw. Faults of our own come back as they are. */
function toHallError(error: unknown, { token, signal }: ErrorContext): unknown {
  if (error instanceof HallError) return error;
  if (signal.aborted) {
    return createError(
      'cancelled',
      'Stopped. The last request to GitHub may have been carried out; the next run checks.',
    );
  }
  const graphql = graphqlErrors.safeParse((error as { response?: unknown } | undefined)?.response);
  const http = requestError.safeParse(error);
  if (graphql.success) return fromGraphql(graphql.data.errors, token);
  if (!http.success) return error;
  const { status, message, response } = http.data;
  const words = quoteAnswer(message, token);
  const headers = response?.headers ?? {};
  if (response === undefined) return createError('github-unreachable', `GitHub cannot be reached: ${words}`);
  if (isLimit(status, message, headers)) return createLimitError(headers);
  if (status >= 500) return createError('github-unreachable', `GitHub has an internal error (${status}).`, { status });
  if (status === 401) return createError('github-login', 'GitHub does not accept the token.', { status });
  if (status === 404 || status === 410) return createError('not-found', `GitHub cannot find it: ${words}`, { status });
  return createError('github-refused', `GitHub rejects the request (${status}): ${words}`, { status });
}

const MAX_WAIT_MS = 60_000;
const RETRIES = 2;
const LIMIT_RETRIES = 5;
const LIMIT_REACHED = "GitHub's rate limit was reached";
/** Refusals, which a second try does not change, and limits, which are waited for in another way. */
const FINAL = [400, 401, 403, 404, 409, 410, 422, 429, 451];

/** A write that got no answer may have arrived, so Octokit must not repeat it. */
export const ONCE = { retries: 0 };

export interface ClientOptions extends GuardedCall {
  readonly token: string;
  readonly baseUrl: string;
  readonly userAgent: string;
  readonly cache: AnswerCache;
}

export interface GitHubClient {
  /** Does `work`, translates its errors into the hall's own, and ends as soon as the signal is aborted. */
  run<T>(work: (octokit: Octokit) => Promise<T>): Promise<T>;
}

/** The waiting time of one operation, spent by all its requests together. */
function createWaitBudget({ signal, onProgress, maxWaitMs = MAX_WAIT_MS }: GitHubCall) {
  let left = maxWaitMs;
  /** False when it would take too long, or was cancelled meanwhile. */
  return async (ms: number, why: string): Promise<boolean> => {
    if (ms > left || signal.aborted) return false;
    left -= ms;
    onProgress?.(`${why}; waiting ${Math.ceil(ms / 1_000)} s.`);
    await wait(ms, signal);
    return !signal.aborted;
  };
}

interface RetriedOptions {
  request: { retries?: number; retryCount?: number };
}

export function createClient(options: ClientOptions): GitHubClient {
  const { token, baseUrl, userAgent, cache, signal, beforeWrite } = options;
  const patience = createWaitBudget(options);

  // The plugins' own timers can be neither cancelled nor bounded over several requests, so their waits are set to 0 and
  // the waiting is done here: this hook stands inside of the retry plugin, which tries again as soon as it returns.
  const pauseBeforeRetry = (octokit: { hook: Octokit['hook'] }) => {
    octokit.hook.before('request', async ({ method }) => {
      if (method !== 'GET') await beforeWrite?.();
      signal.throwIfAborted();
    });
    octokit.hook.after('request', (response, request) => refuseGraphqlLimit(response, request));
    octokit.hook.error('request', async (error, requestOptions) => {
      const { request } = requestOptions as unknown as RetriedOptions;
      const tries = request.retryCount ?? 0;
      const status = 'status' in error ? error.status : 0;
      const seconds = unnamedLimit(error);
      if (seconds !== undefined && tries < LIMIT_RETRIES && (await patience(seconds * 1_000, LIMIT_REACHED))) {
        // GitHub did not carry the call out, so a write may be tried again as well.
        const refused = error as unknown as { request: { request?: object } };
        refused.request.request = { ...refused.request.request, retries: LIMIT_RETRIES, retryAfter: 0 };
      }
      if (status >= 500 && tries < (request.retries ?? RETRIES)) {
        if (!(await patience((tries + 1) ** 2 * 1_000, 'GitHub does not answer'))) request.retries = 0;
      }
      throw error;
    });
    return {};
  };
  const onLimit = async (seconds: number, _options: object, _octokit: unknown, tries: number): Promise<boolean> =>
    tries < LIMIT_RETRIES && (await patience(seconds * 1_000, LIMIT_REACHED));
  // Typed as if it answered at once; the plugin waits for a promise.
  const handler = onLimit as unknown as () => boolean;

  const silent = () => {};
  const octokit = new (Octokit.plugin(refuseMoved, pauseBeforeRetry, retry, throttling))({
    auth: token,
    baseUrl,
    userAgent,
    request: { fetch: createFetch(cache), signal },
    log: { debug: silent, info: silent, warn: silent, error: silent },
    retry: { retries: RETRIES, doNotRetry: FINAL, retryAfterBaseValue: 0 },
    throttle: { retryAfterBaseValue: 0, onRateLimit: handler, onSecondaryRateLimit: handler },
  });

  return {
    run: async (work) => {
      try {
        signal.throwIfAborted();
        return await untilAborted(work(octokit), signal);
      } catch (error) {
        throw toHallError(error, { token, signal });
      }
    },
  };
}

/** Throws `github-unreachable` for an answer of another shape than expected. */
export function parseAnswer<T>(schema: z.ZodType<T>, data: unknown): T {
  const result = schema.safeParse(data);
  if (result.success) return result.data;
  throw new HallError('github-unreachable', 'GitHub sent a response that cannot be read.', {
    hint: 'Check GITHUB_API_URL: it must be the address of a GitHub API.',
    details: { at: result.error.issues[0]?.path.join('.') ?? '' },
  });
}
