// Finds the token: in the environment (the project's .env included), else from GitHub's own command line.
import { defined } from '../../../domain/defined.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import { findProgram } from '../../../process/find-program.ts';
import type { ProgramPorts } from '../../../process/process.ts';

const LIMITS = { totalMs: 10_000, idleMs: 0, firstOutputMs: 0, maxOutputBytes: 64 * 1024 };

export interface TokenRequest extends ProgramPorts {
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
export async function findToken(request: TokenRequest): Promise<string> {
  const { GITHUB_TOKEN, GH_TOKEN } = request.env;
  const token = parseToken(GITHUB_TOKEN) ?? parseToken(GH_TOKEN) ?? (await askGh(request));
  if (token !== undefined) return token;
  throw new HallError('github-login', `There is no token for ${request.host}.`, {
    hint: 'Set GITHUB_TOKEN, in the environment or in .env, or log in with "gh auth login".',
  });
}
