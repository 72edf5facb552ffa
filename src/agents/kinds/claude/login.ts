// Whether claude has a login: a key is one, and otherwise it says so itself, without asking its service.
import { join } from 'node:path';
import * as z from 'zod';
import { parseJson } from '../../../domain/parse-json.ts';
import type { ProcessRunner } from '../../../process/process.ts';
import type { Login } from '../../cli/login.ts';
import { runShortCommand } from '../../cli/probe-program.ts';

const STATUS = ['auth', 'status', '--json'];

/** As it starts, claude opens a connection to its service, but not where there is a proxy. This one leads nowhere. */
const OFFLINE = { HTTPS_PROXY: 'http://127.0.0.1:9' };

/** With any of these claude calls itself logged in, which takes it as long to say as a start. */
const KEYS = ['ANTHROPIC_API_KEY', 'CLAUDE_CODE_OAUTH_TOKEN'];

const statusSchema = z.object({ loggedIn: z.boolean() });

/** What claude needs of its folder: the login, which it refreshes, and settings that may name another way to one. */
export function findClaudeLogin(env: Readonly<Record<string, string>>): { login: string[]; settings: string } {
  const folder = env['CLAUDE_CONFIG_DIR'] ?? '~/.claude';
  return { login: [join(folder, '.credentials.json')], settings: join(folder, 'settings.json') };
}

export function createClaudeLogin(processes: ProcessRunner, env: Readonly<Record<string, string>>): Login {
  return {
    remedy: 'Run "claude auth login", or set ANTHROPIC_API_KEY.',
    startsProgram: true,
    async findState(located, signal) {
      if (KEYS.some((name) => (env[name] ?? '') !== '')) return 'found';
      const { stdout } = await runShortCommand({ processes, located, env: { ...env, ...OFFLINE } }, STATUS, signal);
      const status = statusSchema.safeParse(parseJson(stdout)).data;
      // Older versions do not know the command, and then nothing is certain.
      return status === undefined ? 'unknown' : status.loggedIn ? 'found' : 'missing';
    },
  };
}
