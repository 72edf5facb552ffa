// The way to GitHub: finds the token when an operation first needs it, and loads Octokit only then.
import { HallError } from '../../domain/failures/errors.ts';
import { onceForName } from '../../domain/once.ts';
import { type AnswerCache, createAnswerCache } from '../../exchange/github/api/fetch.ts';
import { findToken } from '../../exchange/github/api/token.ts';
import type { Environment } from '../../support/environment.ts';
import { packageVersion } from '../../support/package-root.ts';
import type { Hall } from '../operations/hall.ts';

const PUBLIC = 'https://api.github.com';
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Where GitHub's API is: github.com, or the Enterprise server that GITHUB_API_URL names. The token goes there, so the address comes
 * from the person's own environment and never from a file of the project.
 */
interface GitHubAddress {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  /** The host that `gh` knows. */
  readonly host: string;
}

/** Throws `config-invalid` for anything that is not an address, or one that would send the token unencrypted over a network. */
export function githubAddress(apiUrl: string | undefined): GitHubAddress {
  const text = apiUrl?.trim() || PUBLIC;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const safe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.includes(url.hostname));
  if (url === undefined || !safe || url.username !== '' || url.password !== '' || url.search !== '') {
    throw new HallError('config-invalid', 'GITHUB_API_URL is not a valid address.', {
      hint: 'It should look like "https://github.example.com/api/v3".',
    });
  }
  return {
    baseUrl: `${url.origin}${url.pathname}`.replace(/\/+$/, ''),
    host: url.hostname === 'api.github.com' ? 'github.com' : url.hostname,
  };
}

export interface GitHubPorts {
  /** With the keys of the project's .env. */
  readonly env: Environment;
  /** From the person's own environment alone, since the token goes there. */
  readonly apiUrl: string | undefined;
  readonly processes: Hall['processes'];
  readonly cwd: string;
}

export function connectGitHub({ env, apiUrl, processes, cwd }: GitHubPorts): Hall['github'] {
  const cacheFor = onceForName((_token: string): AnswerCache => createAnswerCache());
  return async (call) => {
    const { baseUrl, host } = githubAddress(apiUrl);
    const token = await findToken({ env, processes: await processes(), cwd, host, signal: call.signal });
    const { createGitHub } = await import('../../exchange/github/api/repositories.ts');
    return createGitHub({
      ...call,
      token,
      baseUrl,
      cache: cacheFor(token),
      userAgent: `debate-hall/${packageVersion()}`,
    });
  };
}
