// The kind of agent that is Claude Code, Anthropic's CLI.
import { join } from 'node:path';
import * as z from 'zod';
import { defined } from '../../../domain/defined.ts';
import { parseJson } from '../../../domain/parse-json.ts';
import type { ProcessRunner } from '../../../process/process.ts';
import type { AgentKind, AgentPorts } from '../../agent.ts';
import { createCliAgent } from '../../cli/cli-agent.ts';
import type { OneShot } from '../../cli/cli-description.ts';
import type { Login } from '../../cli/login.ts';
import { runShortCommand } from '../../cli/probe-program.ts';
import {
  checkMessage,
  claudeEnvironment,
  createClaudeCall,
  createClaudeLiveCall,
  escapeSlashCommand,
  listSeenTypes,
} from './command.ts';
import { createClaudeDialogue } from './dialogue.ts';
import { type ClaudeOptions, claudeOptions } from './options.ts';
import { createClaudeReader } from './verdict.ts';

const STATUS = ['auth', 'status', '--json'];

/** As it starts, claude opens a connection to its service, but not where there is a proxy. This one leads nowhere. */
const OFFLINE = { HTTPS_PROXY: 'http://127.0.0.1:9' };

/** With any of these claude calls itself logged in, which takes it as long to say as a start. */
const KEYS = ['ANTHROPIC_API_KEY', 'CLAUDE_CODE_OAUTH_TOKEN'];

const statusSchema = z.object({ loggedIn: z.boolean() });

/** What claude needs of its folder: the login, which it refreshes, and settings that may name another way to one. */
function findClaudeLogin(env: Readonly<Record<string, string>>): { login: string[]; settings: string } {
  const folder = env['CLAUDE_CONFIG_DIR'] ?? '~/.claude';
  return { login: [join(folder, '.credentials.json')], settings: join(folder, 'settings.json') };
}

function createClaudeLogin(processes: ProcessRunner, env: Readonly<Record<string, string>>): Login {
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

/** Its service, and where it renews a login. */
const HOSTS = ['api.anthropic.com', 'platform.claude.com', 'console.anthropic.com', 'claude.ai'];
const TESTED_VERSIONS = ['2.1.197', '2.1.332'];
/** Three quarters of 200,000 tokens, at 4 characters a token. */
const WINDOW = 600_000;

const oneShot = (options: ClaudeOptions, { env, clock }: AgentPorts, changesFiles?: true): OneShot => ({
  call: (prompt, scratch, tools) =>
    createClaudeCall(options, env, prompt, { scratch, tools, ...defined({ changesFiles }) }),
  reader: (tools) =>
    createClaudeReader({ model: options.model, now: () => clock.now(), tools, ...defined({ changesFiles }) }),
  supportsSchema: true,
});

export const agentKind: AgentKind<ClaudeOptions> = {
  kind: 'claude',
  title: 'Claude Code',
  options: claudeOptions,
  builtIn: { claude: { settings: {}, seatable: true } },
  create(name, options, ports) {
    const { model, effort } = options;
    return createCliAgent(
      {
        ref: { agent: name, kind: 'claude', vendor: 'anthropic', ...defined({ model, effort }) },
        program: options.path ?? 'claude',
        limits: options.limits,
        window: options.windowCharacters ?? WINDOW,
        // What else a person has it called with may open more to it.
        tested: options.extraArgs.length === 0 ? TESTED_VERSIONS : [],
        packageName: '@anthropic-ai/claude-code',
        probeEnv: claudeEnvironment(options, ports.env),
        isolation: () => {
          const { login, settings } = findClaudeLogin(claudeEnvironment(options, ports.env));
          return { mode: options.sandbox ?? 'off', login, visible: [settings, ...options.visible] };
        },
        login: createClaudeLogin(ports.processes, claudeEnvironment(options, ports.env)),
        usesTools: options.extraArgs.length === 0 ? true : undefined,
        author: {
          hosts: HOSTS,
          baseUrl: options.baseUrl ?? claudeEnvironment(options, ports.env)['ANTHROPIC_BASE_URL'],
          ...oneShot(options, ports, true),
        },
        ...oneShot(options, ports),
        sees: listSeenTypes(options),
        // A claude that stays takes one schema for good, and other questions are yet to come: there words must do.
        live: {
          call: (system, scratch, tools) => createClaudeLiveCall(options, ports.env, { system, scratch, tools }),
          dialogue: ({ send, tools }) =>
            createClaudeDialogue(send, listSeenTypes(options), {
              model: options.model,
              now: () => ports.clock.now(),
              tools,
            }),
          checkMessage: (message) => checkMessage(escapeSlashCommand(message)),
        },
        transport: options.transport,
      },
      ports,
    );
  },
  lead: (options, url) => ({ options: { ...options, baseUrl: url }, env: { ANTHROPIC_API_KEY: 'worth-nothing-here' } }),
};
