// What a client hands back when its user has answered a form: signed, so that it is only what was asked of it, and bound to the
// principal, so that nobody answers for another.
import { createRequestStateCodec, type RequestStateCodec } from '@modelcontextprotocol/server';

export type RequestStates = RequestStateCodec<Readonly<Record<string, string>>>;

/** Servers that answer for each other share the key. */
export function createRequestStates(key: Uint8Array | string): RequestStates {
  return createRequestStateCodec({ key, bind: ({ http }) => http?.authInfo?.clientId ?? '' });
}
