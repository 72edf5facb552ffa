// The way to GitHub: finds the token when an operation first needs it, and loads Octokit only then.
import { githubAddress } from '../../exchange/github/address.ts';
import { type AnswerCache, createAnswerCache } from '../../exchange/github/api/fetch.ts';
import { findToken } from '../../exchange/github/api/token.ts';
import type { Hall } from '../operations/hall.ts';
import { packageVersion } from './version.ts';

export interface GitHubPorts {
  /** With the keys of the project's .env. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** From the person's own environment alone, since the token goes there. */
  readonly apiUrl: string | undefined;
  readonly processes: Hall['processes'];
  readonly cwd: string;
}

export function connectGitHub({ env, apiUrl, processes, cwd }: GitHubPorts): Hall['github'] {
  const caches = new Map<string, AnswerCache>();
  return async (call) => {
    const { baseUrl, host } = githubAddress(apiUrl);
    const token = await findToken({ env, processes: await processes(), cwd, host, signal: call.signal });
    const cache: AnswerCache = caches.get(token) ?? createAnswerCache();
    caches.set(token, cache);
    const { createGitHub } = await import('../../exchange/github/api/octokit.ts');
    return createGitHub({ ...call, token, baseUrl, cache, userAgent: `debate-hall/${packageVersion()}` });
  };
}
