// The one verifier of all doors: an API key or a token of the sign-in service, told apart by how they look.
import { isKeyShaped } from './api-key.ts';
import type { Verify } from './credentials.ts';

export function verifyEither(keys: Verify, oidc: Verify | undefined): Verify {
  return async (token) => (isKeyShaped(token) ? await keys(token) : await oidc?.(token));
}
