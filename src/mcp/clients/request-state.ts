// What a client hands back when its user has answered a form: signed, so that it is only what was asked of it, and good for
// this process.
import { randomBytes } from 'node:crypto';
import { createRequestStateCodec } from '@modelcontextprotocol/server';

export const requestStates = createRequestStateCodec<Readonly<Record<string, string>>>({ key: randomBytes(32) });
