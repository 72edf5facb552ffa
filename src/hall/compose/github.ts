// The way to GitHub: finds the token when an operation first needs it, and loads Octokit only then.
import { defined } from '../../domain/defined.ts';
import { HallError } from '../../domain/failures/errors.ts';
import { onceForName } from '../../domain/once.ts';
import { type AnswerCache, createAnswerCache } from '../../exchange/github/api/fetch.ts';
import { toSite } from '../../exchange/github/github.ts';
import { findProgram } from '../../process/find-program.ts';
import type { ProgramPorts } from '../../process/process.ts';
import type { Environment } from '../../support/environment.ts';
import { packageVersion } from '../../support/package-root.ts';
import type { Hall } from '../operations/hall.ts';

const LIMITS = { totalMs: 10_000, idleMs: 0, firstOutputMs: 0, maxOutputBytes: 64 * 1024 };

interface TokenRequest extends ProgramPorts {
  readonly host: string;
}

/** A token is one word; anything else would be a damaged header and must not reach an error message that quotes it. */
function parseToken(text: string | undefined): string | undefined {
  const token = text?.trim() ?? '';
  return /^[\x21-\x7e]{1,512}$/.test(token) ? token : undefined;
}

async function askGh({ env, processes, cwd, host, signal }: TokenRequest): Promise<string | undefined> {
  const path = findProgram('gh', env, cwd);
  if (path === undefined) return undefined;
  const { result } = processes.start({
    argv: [path, 'auth', 'token', '--hostname', host],
    env: { ...defined(env), GH_PROMPT_DISABLED: '1' },
    cwd,
    limits: LIMITS,
    signal,
  });
  const { end, stdout } = await result;
  return end.reason === 'exited' && end.code === 0 ? parseToken(stdout) : undefined;
}

/** Throws `github-login` when there is none. */
async function findToken(request: TokenRequest): Promise<string> {
  const { GITHUB_TOKEN, GH_TOKEN } = request.env;
  const token = parseToken(GITHUB_TOKEN) ?? parseToken(GH_TOKEN) ?? (await askGh(request));
  if (token !== undefined) return token;
  throw new HallError('github-login', `There is no token for ${request.host}.`, {
    hint: 'Set GITHUB_TOKEN, in the environment or in .env, or log in with "gh auth login".',
  });
}

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
  const baseUrl = `${url.origin}${url.pathname}`.replace(/\/+$/, '');
  return { baseUrl, host: toSite(baseUrl).hostname };
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
