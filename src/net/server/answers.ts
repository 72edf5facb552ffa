// Answers of the doors that speak HTTP: JSON, and errors in the hall's own codes with the status that fits them.
import { defined } from '../../domain/defined.ts';
import { type ErrorCode, HallError } from '../../domain/failures/errors.ts';
import { currentRequest } from '../../support/request-context.ts';
import { BodyTooLargeError } from './body.ts';

/** What is not here is a mistake in what was sent. */
const STATUS: Partial<Record<ErrorCode, number>> = {
  internal: 500,
  storage: 500,
  'ledger-damaged': 500,
  'needs-update': 501,
  locked: 503,
  'agent-failed': 502,
  'not-authenticated': 401,
  'not-permitted': 403,
  'not-trusted': 403,
  'not-your-seat': 403,
  'not-found': 404,
  'already-exists': 409,
  'already-running': 409,
  'claim-lost': 409,
  'key-conflict': 409,
  'limit-reached': 409,
  'no-agents': 409,
  'not-active': 409,
  'not-your-turn': 409,
  reentrant: 409,
  'quota-reached': 429,
  'rule-violation': 422,
};

export const readBearer = ({ headers }: Request) => /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '')?.[1];

function toStatus(error: HallError): number {
  return error instanceof BodyTooLargeError ? 413 : (STATUS[error.code] ?? 400);
}

export function json(
  value: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: HeadersInit } = {},
): Response {
  const response = new Response(JSON.stringify(value), { status, headers });
  response.headers.set('content-type', 'application/json; charset=utf-8');
  return response;
}

/** Only the operator learns of faults, as their text may hold anything. */
export function hideFault(error: unknown, report: (fault: unknown) => void): HallError {
  if (error instanceof HallError) return error;
  report(error);
  return new HallError('internal', 'Internal error in Debate Hall.');
}

/** What programs read beside the error: how to sign in, and when to ask again. */
function listHeaders({ code, details }: HallError): Record<string, string> {
  if (code === 'not-authenticated') return { 'www-authenticate': 'Bearer' };
  const { retryAfterSeconds } = details;
  return typeof retryAfterSeconds === 'number' ? { 'retry-after': String(retryAfterSeconds) } : {};
}

/** `{ "error": { "code", "message", "hint", …, "requestId" } }`, with what a door has in place of the error's own members. */
export function errorAnswer(error: HallError, shown: object = error.toJSON()): Response {
  return json(
    { error: { ...shown, ...defined({ requestId: currentRequest().requestId }) } },
    { status: toStatus(error), headers: listHeaders(error) },
  );
}
