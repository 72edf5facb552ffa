// Calls to the hall that serves this page.
import { defined } from '../../../domain/defined.ts';
import type { PageError, PageFailure } from '../../../domain/hall-page/errors.ts';
import { loseSession, readToken, UNAUTHORIZED, withToken } from './session.ts';

/** The hall answered, and refused. */
export class RequestError extends Error {
  readonly error: PageError;
  readonly status: number;

  constructor(status: number, error: PageError) {
    super(error.message);
    this.error = error;
    this.status = status;
  }
}

/** The hall did not answer: what was asked for may have been done, or not. */
export class NoAnswer extends Error {}

const UNKNOWN: PageError = {
  code: 'storage',
  message: 'The hall sent a response that this page cannot read. Reload the page.',
};

async function readFailure(response: Response): Promise<PageError> {
  const body: unknown = await response.json().catch(() => undefined);
  const { error } = (body ?? {}) as Partial<PageFailure>;
  return typeof error?.message === 'string' ? error : UNKNOWN;
}

async function send(path: string, init: RequestInit): Promise<Response> {
  const token = readToken();
  let response: Response;
  try {
    response = await fetch(path, { ...init, headers: { ...init.headers, ...withToken(token) } });
  } catch (cause) {
    if (init.signal?.aborted === true) throw cause;
    throw new NoAnswer('Cannot reach the hall.', { cause });
  }
  if (response.ok) return response;
  if (response.status === UNAUTHORIZED) loseSession(token);
  throw new RequestError(response.status, await readFailure(response));
}

/** An answer that breaks off in the middle is none. */
async function readBody<Body>(body: Promise<Body>): Promise<Body> {
  try {
    return await body;
  } catch (cause) {
    throw new NoAnswer('The answer of the hall broke off.', { cause });
  }
}

export async function getJson<Answer>(path: string, signal?: AbortSignal): Promise<Answer> {
  const response = await send(path, defined({ signal }));
  return await readBody(response.json() as Promise<Answer>);
}

export async function getBlob(path: string): Promise<Blob> {
  const response = await send(path, {});
  return await readBody(response.blob());
}

export async function postJson<Answer>(path: string, body: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  const response = await send(path, { method: 'POST', headers, body: JSON.stringify(body) });
  return await readBody(response.json() as Promise<Answer>);
}

export const debatePath = (id: string, ...more: readonly string[]) =>
  ['/api/debates', ...[id, ...more].map(encodeURIComponent)].join('/');

/** What went wrong, and the next step, for whoever reads the page. */
export function describeError(error: unknown): string {
  if (error instanceof RequestError) {
    const { message, hint, issues = [] } = error.error;
    return [message, ...issues, ...(hint === undefined ? [] : [hint])].join(' ');
  }
  if (error instanceof NoAnswer) return `${error.message} It may have been stopped; this page keeps trying.`;
  return 'Something went wrong in this page. Reload it.';
}
