// Fetches one web page: from hosts that a person allows, from network addresses that were checked and no others, within a size and a
// time. No cookies, no login, no proxy; each redirect is checked like a first address.
import type { LookupAddress } from 'node:dns';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { GONE, HallError, type HallErrorOptions } from '../../domain/failures/errors.ts';
import type { Fetched } from '../../domain/reading/reading.ts';
import { sha256Hex } from '../../support/canonical.ts';
import { startTimeLimit } from '../../support/wait.ts';
import { createAgent, findAddresses, isPrivateHost, type LookUpHost } from './connection.ts';
import { checkHost, isListed, readHost, type WebRules } from './host-rules.ts';
import { parsePageAddress, showAddress } from './page-address.ts';
import { isReadableType, parseContentType, toPageText } from './page-text.ts';

export interface WebPage {
  /** The last one of all redirects, as it is shown and recorded. */
  readonly address: string;
  readonly text: string;
  readonly fetched: Fetched;
}

/** Throws for a page that is not allowed or cannot be had. */
export type FetchPage = (address: string) => Promise<WebPage>;

const MAX_BYTES = 4 * 1024 * 1024;

/** What a request may be answered with. */
const ENCODINGS = 'gzip, deflate, br';

const UNPACK = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
} as const;

/** `undefined` when the body is larger; rejects with what the network or the packing does. */
async function readBody(body: Readable, encoding: string, signal: AbortSignal): Promise<Buffer | undefined> {
  const unpack = Object.hasOwn(UNPACK, encoding) ? UNPACK[encoding as keyof typeof UNPACK] : undefined;
  const parts: Buffer[] = [];
  let bytes = 0;
  const collect = async (unpacked: AsyncIterable<Buffer>): Promise<void> => {
    for await (const part of unpacked) {
      bytes += part.length;
      if (bytes > MAX_BYTES) return;
      parts.push(part);
    }
  };
  try {
    if (unpack === undefined) await pipeline(body, collect, { signal });
    else await pipeline(body, unpack(), collect, { signal });
  } catch (error) {
    // Whoever stops reading ends the streams before their time.
    if (bytes <= MAX_BYTES) throw error;
  }
  return bytes > MAX_BYTES ? undefined : Buffer.concat(parts);
}

export interface FetchPorts {
  readonly rules: WebRules;
  /** Time as ISO 8601. */
  readonly now: () => string;
  readonly signal: AbortSignal;
  /** All network addresses of a host; those of the system when left out. */
  readonly lookup?: LookUpHost;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 20_000;
const MAX_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const SAVE_IT = 'Save the page and pass the file.';

function cannotFetch(url: URL, why: string, hint: string, more: HallErrorOptions = {}): HallError {
  return new HallError('context-unreadable', `"${showAddress(url)}" was not fetched: ${why}.`, { hint, ...more });
}

async function findPageAddresses(url: URL, { rules, signal, lookup }: FetchPorts): Promise<readonly LookupAddress[]> {
  const host = readHost(url);
  const isRefused = isPrivateHost(host) && !isListed(host, rules.privateHosts);
  const usable = isRefused ? [] : await findAddresses(host, { reach: checkHost(url, rules), signal, lookup });
  if (usable.length > 0) return usable;
  throw cannotFetch(
    url,
    'its host is on this machine or in a private network',
    `If that is meant, allow it in your own configuration with "web": { "privateHosts": [${JSON.stringify(host)}] }.`,
  );
}

const getHeader = ({ headers }: Dispatcher.ResponseData, name: string): string => {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? '';
};

async function readResponse(url: URL, response: Dispatcher.ResponseData, ports: FetchPorts): Promise<WebPage | URL> {
  const { now, signal } = ports;
  const { statusCode: status, body } = response;
  const location = getHeader(response, 'location');
  if (REDIRECTS.has(status) && URL.canParse(location, url.href))
    return parsePageAddress(new URL(location, url.href).href);
  if (status === 401 || status === 403) throw cannotFetch(url, `it wants a login (${status})`, SAVE_IT);
  if (status === 404 || status === 410)
    throw cannotFetch(url, `there is no such page (${status})`, 'Check the address.', { details: GONE });
  if (status !== 200) throw cannotFetch(url, `its server answered with ${status}`, `Try again later, or: ${SAVE_IT}`);
  const contentType = getHeader(response, 'content-type');
  const { type } = parseContentType(contentType);
  if (!isReadableType(type)) throw cannotFetch(url, `it is not text (${type.slice(0, 60) || 'unknown type'})`, SAVE_IT);
  const encoding = getHeader(response, 'content-encoding').trim().toLowerCase();
  const bytes = await readBody(body, encoding, signal);
  if (bytes === undefined)
    throw cannotFetch(url, `it has more than ${MAX_BYTES} bytes`, 'Save the part that matters and pass the file.');
  const found = toPageText(bytes, { contentType, address: url.href });
  if ('problem' in found) throw cannotFetch(url, found.problem, SAVE_IT);
  const sha256 = sha256Hex(bytes);
  return { address: showAddress(url), text: found.text, fetched: { at: now(), bytes: bytes.length, sha256 } };
}

async function askOnce(url: URL, ports: FetchPorts): Promise<WebPage | URL> {
  const { request } = await import('undici');
  const agent = await createAgent(await findPageAddresses(url, ports));
  try {
    const response = await request(url.href, {
      dispatcher: agent,
      signal: ports.signal,
      headers: {
        accept: 'text/html, text/markdown, text/plain, application/json;q=0.9, text/*;q=0.8',
        'accept-encoding': ENCODINGS,
        'user-agent': 'debate-hall',
      },
    });
    response.body.on('error', () => {});
    return await readResponse(url, response, ports);
  } finally {
    await agent.destroy();
  }
}

function explain(error: unknown, url: URL, { isLate, seconds }: { isLate: boolean; seconds: number }): unknown {
  if (isLate) return cannotFetch(url, `it took more than ${seconds} seconds`, `Try again later, or: ${SAVE_IT}`);
  if (error instanceof HallError) return error;
  const { code = 'unreadable' } = error as { code?: string };
  return cannotFetch(
    url,
    `the connection failed (${code})`,
    'Check the address and the network; proxies are not used.',
    { cause: error },
  );
}

/** @throws HallError `bad-input` for an address that is not allowed, `context-unreadable`; what aborts the signal */
export async function fetchPage(source: string, ports: FetchPorts): Promise<WebPage> {
  const { signal: outer, timeoutMs = TIMEOUT_MS } = ports;
  const first = parsePageAddress(source);
  const late = startTimeLimit(timeoutMs);
  const signal = AbortSignal.any([outer, late]);
  let url = first;
  try {
    for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
      const found = await askOnce(url, { ...ports, signal });
      if (!(found instanceof URL)) {
        const asked = showAddress(first);
        return asked === found.address ? found : { ...found, fetched: { asked, ...found.fetched } };
      }
      url = found;
    }
  } catch (error) {
    outer.throwIfAborted();
    throw explain(error, url, { isLate: late.aborted, seconds: timeoutMs / 1_000 });
  }
  throw cannotFetch(first, `it redirects more than ${MAX_REDIRECTS} times`, 'Check the address.');
}
