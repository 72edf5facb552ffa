// What can come of a call to the hall in place of an answer, and what the page says of it.
import type { PageError, PageFailure } from '../../../domain/hall-page/errors.ts';

/** The hall answered, and refused. */
export class RequestError extends Error {
  readonly error: PageError;

  constructor(error: PageError) {
    super(error.message);
    this.error = error;
  }
}

/** The hall did not answer: what was asked for may have been done, or not. */
export class NoAnswer extends Error {}

/** Whether the token is not, or no longer, one of the hall. */
export const isSignedOut = ({ error: { code } }: RequestError): boolean => code === 'not-authenticated';

/** Throws `NoAnswer` where the words are not the hall's, as of a proxy while the hall is away. */
export async function readRefusal(response: Response): Promise<RequestError> {
  const body: unknown = await response.json().catch(() => undefined);
  const { error } = (body ?? {}) as Partial<PageFailure>;
  if (typeof error?.message === 'string') return new RequestError(error);
  throw new NoAnswer(`Cannot reach the hall: something before it answered HTTP ${response.status}.`);
}

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
