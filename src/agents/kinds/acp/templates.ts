// Agents that come with the hall as settings of the ACP kind: those of the protocol's public registry that start without an
// account. None takes a seat unasked, since each keeps its own settings and tools.
import type * as z from 'zod';
import { TOOL_SERVER } from '../../seat-tools.ts';
import type { acpOptionsSchema } from './options.ts';

type Template = z.input<typeof acpOptionsSchema>;

/** Keys of the services that most of these agents can use. */
const KEYS = ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY', 'OPENROUTER_API_KEY'];

/** Every tool off but those of the hall, in the settings that opencode and its descendants share. */
const HALL_TOOLS = JSON.stringify({
  permission: { '*': 'deny', [`${TOOL_SERVER}_*`]: 'allow' },
  // Otherwise it sends the first message a second time, to make up a title.
  agent: { title: { disable: true } },
  share: 'disabled',
  autoupdate: false,
});

export const TEMPLATES: Readonly<Record<string, Template>> = {
  // Tried with opencode 1.18.33.
  'opencode-acp': {
    argv: ['opencode', 'acp', '--pure'],
    env: { OPENCODE_CONFIG_CONTENT: HALL_TOOLS },
    usesTools: true,
    login: ['~/.local/share/opencode/auth.json'],
    visible: ['~/.config/opencode/opencode.json', '~/.config/opencode/opencode.jsonc'],
    inheritEnv: ['OPENCODE_*', ...KEYS],
    versionArgs: ['--version'],
  },

  // Made from opencode; the command as in https://github.com/agentclientprotocol/registry/blob/main/kilo/agent.json
  'kilo-acp': {
    argv: ['kilo', 'acp'],
    login: ['~/.local/share/kilo/auth.json'],
    inheritEnv: ['KILO_*', ...KEYS],
    versionArgs: ['--version'],
    verified: false,
  },

  // https://github.com/agentclientprotocol/registry/blob/main/goose/agent.json
  'goose-acp': {
    argv: ['goose', 'acp'],
    visible: ['~/.config/goose/config.yaml', '~/.config/goose/secrets.yaml'],
    inheritEnv: ['GOOSE_*', ...KEYS],
    versionArgs: ['--version'],
    verified: false,
  },

  // Tried with qwen 0.15.10; it wants a key or a configured provider before it opens a
  // session. Tools have to be named twice: what it would look up on demand is in no list of core tools.
  'qwen-acp': {
    argv: [
      'qwen',
      '--acp',
      '--core-tools',
      'none',
      '--exclude-tools',
      'agent,skill,tool_search,send_message,task_stop,ask_user_question,exit_plan_mode',
      '--allowed-mcp-server-names',
      'none',
      '-e',
      'none',
    ],
    login: ['~/.qwen/oauth_creds.json'],
    visible: ['~/.qwen/settings.json'],
    inheritEnv: ['QWEN_*', 'DASHSCOPE_API_KEY', 'OPENAI_*', 'ANTHROPIC_*', 'GEMINI_*'],
    vendor: 'alibaba',
    versionArgs: ['--version'],
  },
};
