// Whether claude has a login: a key is one, and otherwise it says so itself, without asking its service.
import * as z from 'zod';
import type { ProcessRunner } from '../../../process/process.ts';
import type { Login } from '../../cli/login.ts';
import { runShortCommand } from '../../cli/probe-program.ts';

const STATUS = ['auth', 'status', '--json'];

/** As it starts, claude opens a connection to its service, but not where there is a proxy. This one leads nowhere. */
const OFFLINE = { HTTPS_PROXY: 'http://127.0.0.1:9' };

/** With any of these claude calls itself logged in, which takes it as long to say as a start. */
const KEYS = ['ANTHROPIC_API_KEY', 'CLAUDE_CODE_OAUTH_TOKEN'];

const statusSchema = z.object({ loggedIn: z.boolean() });

/** Older versions do not know the command, and then nothing is certain. */
function parseLoginStatus(stdout: string): boolean | undefined {
  try {
    return statusSchema.parse(JSON.parse(stdout)).loggedIn;
  } catch {
    return undefined;
  }
}

export function createClaudeLogin(processes: ProcessRunner, env: Readonly<Record<string, string>>): Login {
  return {
    remedy: 'Run "claude auth login", or set ANTHROPIC_API_KEY.',
    startsProgram: true,
    async findState(path, signal) {
      if (KEYS.some((name) => (env[name] ?? '') !== '')) return 'found';
      const { stdout } = await runShortCommand({ processes, env: { ...env, ...OFFLINE } }, [path, ...STATUS], signal);
      const answer = parseLoginStatus(stdout);
      return answer === undefined ? 'unknown' : answer ? 'found' : 'missing';
    },
  };
}
