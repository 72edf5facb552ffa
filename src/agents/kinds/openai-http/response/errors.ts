// What the errors of services mean for the run; each service reports errors in its own shape.
import * as z from 'zod';
import type { FailureCode } from '../../../../domain/failures/failures.ts';
import { classifyError, classifyMessage, classifyServiceError } from '../../../failures/service-failure.ts';

const text = z.string().optional().catch(undefined);

const errorSchema = z.looseObject({
  message: text,
  /** A status or a name. */
  code: z.union([z.string(), z.number()]).nullish().catch(undefined),
  type: z.string().nullish().catch(undefined),
  /** OpenRouter: what its provider said, or why the prompt was flagged. */
  metadata: z
    .looseObject({ raw: text, reasons: z.array(z.unknown()).optional().catch(undefined) })
    .nullish()
    .catch(undefined),
});

/** `{"error":{…}}`, `{"error":"…"}`, `{"object":"error",…}`, `{"detail":…}`. */
const bodySchema = z.looseObject({
  error: z.union([z.string(), errorSchema]).nullish().catch(undefined),
  object: text,
  message: text,
  detail: z.unknown().optional(),
});

export interface ServiceError {
  readonly message: string;
  /** As it stands in the error; the response may have had another. */
  readonly status: number | undefined;
  /** Such as `context_length_exceeded`. */
  readonly names: readonly string[];
  readonly flagged: boolean;
}

const NAMES: Readonly<Record<string, FailureCode>> = {
  context_length_exceeded: 'too-large',
  request_too_large: 'too-large',
  rate_limit_exceeded: 'rate-limited',
  insufficient_quota: 'out-of-credit',
  billing_not_active: 'out-of-credit',
  content_filter: 'refused',
  content_policy_violation: 'refused',
  invalid_api_key: 'not-logged-in',
  model_not_found: 'rejected',
  invalid_request_error: 'rejected',
  server_error: 'overloaded',
  overloaded_error: 'overloaded',
};

const SIGNS: readonly [RegExp, FailureCode][] = [
  [
    /context (?:length|window|size)|context the overflows|maximum (?:context|input|prompt) length|prompt (?:is )?too (?:long|large)|too many (?:input )?tokens|reduce the length/i,
    'too-large',
  ],
  [/content (?:policy|filter|management)|moderation|flagged/i, 'refused'],
];

function findError(value: unknown): z.infer<typeof errorSchema> | undefined {
  const body = bodySchema.safeParse(value).data;
  if (body === undefined) return undefined;
  if (typeof body.error === 'string') return { ...errorSchema.parse(value), message: body.error };
  if (body.error != null) return body.error;
  if (body.object === 'error') return errorSchema.parse(value);
  if (body.detail == null) return undefined;
  return { message: typeof body.detail === 'string' ? body.detail : JSON.stringify(body.detail) };
}

/** The error in a parsed body or event, or `undefined` when there is none. */
export function readError(value: unknown): ServiceError | undefined {
  const error = findError(value);
  if (error === undefined) return undefined;
  const { message = '', code, type, metadata } = error;
  const number = Number(code);
  return {
    message: [message, metadata?.raw].filter(Boolean).join(' – '),
    status: Number.isInteger(number) && number >= 400 && number < 600 ? number : undefined,
    names: [code, type].filter((name) => typeof name === 'string'),
    flagged: (metadata?.reasons?.length ?? 0) > 0,
  };
}

function classifyWords(message: string): FailureCode | undefined {
  return classifyMessage(message, SIGNS) ?? classifyError(message);
}

/** `httpStatus` is that of the response, 200 for an error inside a stream. */
export function classifyServiceAnswer(error: ServiceError, httpStatus: number): FailureCode {
  const status = httpStatus >= 300 ? httpStatus : error.status;
  const words = classifyWords(error.message);
  if (error.flagged || (status === 403 && words === 'refused')) return 'refused';
  const named = error.names.map((name) => NAMES[name]).find((code) => code !== undefined);
  // A name such as `invalid_request_error` says less than the words that come with it.
  if (named !== undefined && named !== 'rejected' && named !== 'overloaded') return named;
  return classifyServiceError(status, words) ?? named ?? 'crashed';
}

/** Milliseconds that the headers ask to wait, if they ask for any wait at all; `now` in milliseconds since 1970. */
export function parseRetryAfterHeader(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  now: number,
): number | undefined {
  const value = [headers['retry-after']].flat()[0]?.trim() ?? '';
  if (value === '') return undefined;
  const seconds = Number(value);
  const ms = Number.isNaN(seconds) ? Date.parse(value) - now : seconds * 1_000;
  return Number.isFinite(ms) && ms > 0 ? Math.ceil(ms) : undefined;
}
