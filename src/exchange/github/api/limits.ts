// How GitHub says that a limit was reached: REST, GraphQL and proxies each in their own way.
import * as z from 'zod';

export const requestError = z.object({
  status: z.number(),
  message: z.string(),
  response: z.object({ headers: z.record(z.string(), z.unknown()).catch({}) }).optional(),
});

export type Headers = Readonly<Record<string, unknown>>;

const isSpent = (headers: Headers) => String(headers['x-ratelimit-remaining']) === '0';
const saysLimit = (message: string) => /\brate limit|\babuse detection|\bsubmitted too quickly/i.test(message);

export function isLimit(status: number, message: string, headers: Headers): boolean {
  if (status === 429) return true;
  return (status === 403 && isSpent(headers)) || ((status === 403 || status === 422) && saysLimit(message));
}

const graphqlLimit = z
  .object({ type: z.string().optional(), code: z.string().optional(), message: z.string().catch('') })
  .refine(
    ({ type = '', code, message }) =>
      /^RATE_LIMIT(?:ED)?$/.test(type) || code === 'graphql_rate_limit' || saysLimit(message),
  );
const graphqlAnswer = z.object({ errors: z.array(z.unknown()) });

/** GraphQL answers with a limit as if all were well; here it becomes the refusal that REST sends. */
export function refuseGraphqlLimit(response: { headers: Headers; data: unknown }, request: object): void {
  const errors = graphqlAnswer.safeParse(response.data).data?.errors ?? [];
  const limit = errors.map((each) => graphqlLimit.safeParse(each).data).find((each) => each !== undefined);
  if (limit === undefined) return;
  const message = saysLimit(limit.message) ? limit.message : `API rate limit: ${limit.message}`;
  throw Object.assign(new Error(message), { status: 403, request, response: { headers: response.headers } });
}

/** Whole seconds after which GitHub wants to be asked again; `undefined` when it does not say. */
export function secondsToWait(headers: Headers, now: number): number | undefined {
  const after = Number(headers['retry-after']);
  if (Number.isFinite(after) && after > 0) return Math.ceil(after);
  const reset = Number(headers['x-ratelimit-reset']);
  return Number.isFinite(reset) && reset > 0 ? Math.max(0, Math.ceil(reset - now / 1_000)) : undefined;
}

/** What GitHub asks for at least where it does not say how long to wait. */
const UNSAID_WAIT_S = 60;

/** Seconds to wait for a limit without the words by which the throttling plugin knows one, as proxies send it and GraphQL does. */
export function unnamedLimit(error: unknown): number | undefined {
  const { status = 0, message = '', response } = requestError.safeParse(error).data ?? {};
  const headers = response?.headers ?? {};
  if (!isLimit(status, message, headers) || isSpent(headers) || /\bsecondary rate\b/i.test(message)) return undefined;
  const after = Number(headers['retry-after']);
  return after > 0 ? after : saysLimit(message) ? UNSAID_WAIT_S : undefined;
}
