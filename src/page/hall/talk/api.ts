// Calls to the hall that serves this page.
import { defined } from '../../../domain/defined.ts';
import { isSignedOut, NoAnswer, reach, readRefusal } from './failures.ts';
import { loseSession, readToken, withToken } from './session.ts';

async function send(path: string, init: RequestInit): Promise<Response> {
  const token = readToken();
  const response = await reach(path, { ...init, headers: { ...init.headers, ...withToken(token) } });
  if (response.ok) return response;
  const refusal = await readRefusal(response);
  if (isSignedOut(refusal)) loseSession(token, refusal);
  throw refusal;
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
