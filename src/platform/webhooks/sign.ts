// Signs a request as Standard Webhooks does, so that its receiver can check it with a library: HMAC-SHA256 over ID, time and body.
import { createHmac } from 'node:crypto';
import { HallError } from '../../domain/failures/errors.ts';

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

export interface Signed {
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
