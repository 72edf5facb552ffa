// The way to the network: every answer is read to its end within a limit, and an answer that did not change since it was
// last read is not sent again (which also spends nothing of the rate limit).
import { fetchWhole, toResponse } from '../../../net/fetch/fetch-whole.ts';
import { Recent } from '../../../support/recent.ts';
import { type Ask, askFollowing } from './redirects.ts';

/** A page of comments that are as long as GitHub lets them be has some 30 MB. */
const LIMITS = { withinMs: 30_000, maxBytes: 64 * 1024 * 1024 };
const MOST_KEPT_BYTES = 32 * 1024 * 1024;

interface Kept {
  readonly etag: string;
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: ArrayBuffer;
}

export type AnswerCache = Recent<string, Kept>;

export const createAnswerCache = (): AnswerCache => new Recent(MOST_KEPT_BYTES, ({ body }) => body.byteLength);

const askOnce: Ask = async (url, init) => await fetchWhole(url, init, LIMITS);

/** A `fetch` for Octokit. A connection that breaks in the middle of an answer fails like one that was never made. */
export function createFetch(cache: AnswerCache): typeof fetch {
  return async (input, init = {}) => {
    const url = String(input);
    const reading = (init.method ?? 'GET') === 'GET';
    const kept = reading ? cache.get(url) : undefined;
    const headers = new Headers(init.headers);
    if (kept !== undefined) headers.set('if-none-match', kept.etag);
    const response = await askFollowing(url, { ...init, headers }, askOnce);
    const body = await response.arrayBuffer();
    if (response.status === 304 && kept !== undefined) {
      // Where there is more, such as a next page, may have changed all the same.
      const fresh = [...new Map([...kept.headers, ...response.headers])];
      cache.set(url, { ...kept, headers: fresh });
      return toResponse(kept.status, fresh, kept.body);
    }
    const whole = { status: response.status, headers: [...response.headers], body };
    const etag = response.headers.get('etag');
    if (reading && response.status === 200 && etag !== null) {
      cache.set(url, { ...whole, etag });
    }
    return toResponse(whole.status, whole.headers, body);
  };
}
