// Octokit as the hall uses it: retries and rate limits within a bounded, visible and cancellable waiting time.
import { retry } from '@octokit/plugin-retry';
import { throttling } from '@octokit/plugin-throttling';
import { Octokit } from '@octokit/rest';
import * as z from 'zod';
import { wait } from '../../../support/wait.ts';
import type { GitHubCall } from '../github.ts';
import { toHallError } from './errors.ts';
import { type AnswerCache, createFetch } from './fetch.ts';

const MAX_WAIT_MS = 60_000;
const RETRIES = 2;
const LIMIT_RETRIES = 5;
const LIMIT_REACHED = "GitHub's rate limit was reached";
/** Refusals, which a second try does not change, and limits, which are waited for in another way. */
const FINAL = [400, 401, 403, 404, 409, 410, 422, 429, 451];

export interface ClientOptions extends GitHubCall {
  readonly token: string;
  readonly baseUrl: string;
  readonly userAgent: string;
  readonly cache: AnswerCache;
}

export interface Client {
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

const limitSchema = z.object({
  status: z.literal(429),
  message: z.string().refine((message) => !/\bsecondary rate\b/i.test(message)),
  response: z.object({
    headers: z.looseObject({
      'retry-after': z.coerce.number().positive(),
      'x-ratelimit-remaining': z.unknown().optional(),
    }),
  }),
});

/** Seconds that a 429 asks for without the words by which the throttling plugin knows a limit, as proxies send it. */
function unnamedLimit(error: unknown): number | undefined {
  const limit = limitSchema.safeParse(error).data?.response.headers;
  return limit === undefined || String(limit['x-ratelimit-remaining']) === '0' ? undefined : limit['retry-after'];
}

interface RetriedOptions {
  request: { retries?: number; retryCount?: number };
}

export function createClient(options: ClientOptions): Client {
  const { token, baseUrl, userAgent, cache, signal } = options;
  const patience = createWaitBudget(options);

  // The plugins' own timers can be neither cancelled nor bounded over several requests, so their waits are set to 0 and
  // the waiting is done here: this hook stands inside of the retry plugin, which tries again as soon as it returns.
  const pauseBeforeRetry = (octokit: { hook: Octokit['hook'] }) => {
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
  const octokit = new (Octokit.plugin(pauseBeforeRetry, retry, throttling))({
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
      const ended = new AbortController();
      const stopped = new Promise<never>((_resolve, reject) => {
        const stop = () => reject(signal.reason);
        if (signal.aborted) stop();
        else signal.addEventListener('abort', stop, { once: true, signal: ended.signal });
      });
      try {
        return await Promise.race([work(octokit), stopped]);
      } catch (error) {
        throw toHallError(error, { token, signal });
      } finally {
        ended.abort();
      }
    },
  };
}
