// What can come of a call to the hall in place of an answer, and what the page says of it.
import type { PageError, PageFailure } from '../../../domain/hall-page/errors.ts';

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

/** The token is not, or no longer, one of the hall. */
export const UNAUTHORIZED = 401;

const UNKNOWN: PageError = {
  code: 'storage',
  message: 'The hall sent a response that this page cannot read. Reload the page.',
};

async function readFailure(response: Response): Promise<PageError> {
  const body: unknown = await response.json().catch(() => undefined);
  const { error } = (body ?? {}) as Partial<PageFailure>;
  return typeof error?.message === 'string' ? error : UNKNOWN;
}

export const readRefusal = async (response: Response): Promise<RequestError> =>
  new RequestError(response.status, await readFailure(response));

/** Throws `NoAnswer`. */
export async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch (cause) {
    if (init.signal?.aborted === true) throw cause;
    throw new NoAnswer('Cannot reach the hall.', { cause });
  }
}

/** What went wrong, and the next step, for whoever reads the page. */
export function describeError(error: unknown): string {
  if (error instanceof RequestError) {
    const { message, hint, issues = [] } = error.error;
    return [message, ...issues, ...(hint === undefined ? [] : [hint])].join(' ');
  }
  if (error instanceof NoAnswer) return `${error.message} It may have been stopped; this page keeps trying.`;
  return 'Something went wrong in this page. Reload it.';
}
