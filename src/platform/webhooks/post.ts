// Sends one request to a webhook, signed as Standard Webhooks does: over https to public addresses, or to a host that a person named as
// private. It follows no redirect, as the next address would not be the one that was chosen.
import { createHmac } from 'node:crypto';
import { HallError } from '../../domain/failures/errors.ts';
import { isListed, readHost } from '../../net/fetch/host-rules.ts';
import { startTimeLimit } from '../../support/wait.ts';
import type { DeliveryEnd } from '../outboxes/outbox.ts';

const SECRET = /^whsec_(?<base64>[A-Za-z0-9+/]+={0,2})$/;
const MIN_BYTES = 24;
const MAX_BYTES = 64;

/** @throws HallError `config-invalid`; `name` is the variable that holds the secret */
export function readSecret(name: string, value: string | undefined): Buffer {
  const key = Buffer.from(SECRET.exec(value ?? '')?.groups?.['base64'] ?? '', 'base64');
  if (key.length >= MIN_BYTES && key.length <= MAX_BYTES) return key;
  throw new HallError('config-invalid', `${name} holds no webhook signing secret.`, {
    hint: `Set it to "whsec_" and ${MIN_BYTES} to ${MAX_BYTES} random bytes in base64, and give the receiver the same.`,
  });
}

interface Signed {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly body: string;
}

/** The headers of the request; without a secret it is not signed. */
export function signatureHeaders({ id, now, body }: Signed, secret: Buffer | undefined): Record<string, string> {
  const timestamp = String(Math.floor(now / 1_000));
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp };
  if (secret === undefined) return headers;
  const digest = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { ...headers, 'webhook-signature': `v1,${digest}` };
}

const TIMEOUT_MS = 10_000;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** After each attempt; after the last one somebody has to look. */
const WAIT_MS: readonly number[] = [2 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 3 * HOUR, 8 * HOUR];
/** The receiver wants nothing more. */
const GONE = 410;

export interface WebhookRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Hosts whose addresses are not public. */
  readonly privateHosts: readonly string[];
  readonly signal: AbortSignal;
}

export type Posted = { readonly ok: true } | { readonly ok: false; readonly problem: string; readonly final?: true };

const refused = (problem: string): Posted => ({ ok: false, problem, final: true });

/** A "%" that begins no escape is meant as it is. */
function decodeEscapes(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });
}

/** User and password of an address, which are no part of a request's address; without them none. */
function authorize({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const pair = `${decodeEscapes(username)}:${decodeEscapes(password)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

async function send({ url, headers, body, privateHosts, signal }: WebhookRequest): Promise<Posted> {
  const host = readHost(url);
  const reach = isListed(host, privateHosts) ? 'private' : 'public';
  const { createAgent, findAddresses, isPrivateHost } = await import('../../net/fetch/connection.ts');
  const allow = `allow it with "web": { "privateHosts": [${JSON.stringify(host)}] }.`;
  const isNear = `Its host is on this machine or in a private network; ${allow}`;
  if (reach === 'public' && isPrivateHost(host)) return refused(isNear);
  if (reach === 'public' && url.protocol !== 'https:')
    return refused(`Only https is used for public hosts; if it is in a private network, ${allow}`);
  const addresses = await findAddresses(host, { reach, signal });
  if (addresses.length === 0) return refused(isNear);
  const { request } = await import('undici');
  const dispatcher = await createAgent(addresses);
  try {
    const { statusCode, body: answer } = await request(url.href, {
      dispatcher,
      signal,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'debate-hall', ...authorize(url), ...headers },
      body,
    });
    // What it says is of no interest, and may be without end.
    answer.on('error', () => {}).destroy();
    if (statusCode >= 200 && statusCode < 300) return { ok: true };
    const problem = `It answered with ${statusCode}.`;
    return statusCode === GONE ? refused(problem) : { ok: false, problem };
  } finally {
    await dispatcher.destroy();
  }
}

/** Never throws, and says nothing of the address, which may itself be a secret. */
export async function postToWebhook(request: WebhookRequest): Promise<Posted> {
  const late = startTimeLimit(TIMEOUT_MS);
  try {
    return await send({ ...request, signal: AbortSignal.any([request.signal, late]) });
  } catch (error) {
    if (late.aborted) return { ok: false, problem: `It did not answer within ${TIMEOUT_MS / SECOND} seconds.` };
    if (request.signal.aborted) return { ok: false, problem: 'The process ended.' };
    const { code = 'unreachable' } = error as { code?: string };
    return { ok: false, problem: `The connection failed (${code}).` };
  }
}

/** What becomes of a delivery after this attempt, from 1. */
export function settle(posted: Posted, attempt: number): DeliveryEnd {
  if (posted.ok) return { state: 'delivered' };
  const afterMs = WAIT_MS[attempt - 1];
  const { problem } = posted;
  if (posted.final === true || afterMs === undefined) return { state: 'failed', problem };
  return { state: 'waiting', afterMs, problem };
}
