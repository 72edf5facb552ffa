// A service that is asked over HTTP: its address, its name, the key for it, and what keeps that key out of all texts.
import type { Failure } from '../domain/failures/failures.ts';
import type { Environment } from '../support/environment.ts';
import { createRedactor, type Redact } from './failures/redact.ts';

interface Service {
  readonly baseUrl: string;
  readonly keyEnv?: string | undefined;
}

export function buildUrl({ baseUrl }: Service, path: 'chat/completions' | 'embeddings' | 'models'): string {
  return `${baseUrl.replace(/\/+(?![\s\S])/, '')}/${path}`;
}

/** How the service is called in sentences. */
export function getServiceName({ baseUrl }: Service): string {
  return new URL(baseUrl).host;
}

/** The key, `undefined` where none is wanted, or why there is none. */
export function findKey({ keyEnv }: Service, env: Environment): string | undefined | Failure {
  if (keyEnv === undefined) return undefined;
  const key = env[keyEnv]?.trim() ?? '';
  if (key === '') return { code: 'not-logged-in', message: `The environment variable "${keyEnv}" contains no key.` };
  // Anything else cannot stand in a header, and the error that says so would quote it.
  if (/^[\x21-\x7e]+(?![\s\S])/.test(key)) return key;
  return {
    code: 'not-logged-in',
    message: `"${keyEnv}" cannot be a key: it contains spaces or other invalid characters.`,
  };
}

/** Takes the key out, whatever its variable is called and however short it is, and every other secret. */
export function createKeyRedactor(key: string | undefined, env: Environment): Redact {
  const withoutSecrets = createRedactor(env);
  return (text) => withoutSecrets(key === undefined ? text : text.replaceAll(key, '[redacted]'));
}
