// Agents that come with the hall as settings of the ACP kind. Each was tried with the versions in `tested`, except those without.
import type * as z from 'zod';
import { TOOL_SERVER } from '../../../material/reading/seat-tools.ts';
import type { acpOptionsSchema } from './options.ts';

/** Keys of the services that most of these agents can use. */
const KEYS = ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY', 'OPENROUTER_API_KEY'];

/** Every tool off but those of the hall, in the settings that opencode and its descendants share. */
const HALL_TOOLS = {
  permission: { '*': 'deny', [`${TOOL_SERVER}_*`]: 'allow' },
  // Otherwise it sends the first message a second time, to make up a title.
  agent: { title: { disable: true } },
  share: 'disabled',
  autoupdate: false,
};

/** A model of the check, in the same settings. */
const CHECKED = JSON.stringify({
  ...HALL_TOOLS,
  provider: {
    check: {
      npm: '@ai-sdk/anthropic',
      options: { baseURL: '{url}/v1', apiKey: 'worth-nothing-here' },
      models: { model: { name: 'model', limit: { context: 200_000, output: 8_000 } } },
    },
  },
});

/** What qwen declares although it is to have no tools; it takes no pattern. */
const QWEN_TOOLS = [
  ...['agent', 'ask_user_question', 'cron_create', 'cron_delete', 'cron_list', 'edit', 'enter_worktree'],
  ...['exit_plan_mode', 'exit_worktree', 'get_goal', 'glob', 'grep_search', 'list_agents', 'list_directory', 'lsp'],
  ...['monitor', 'notebook_edit'],
  ...['read_file', 'record_artifact', 'run_shell_command', 'save_memory', 'send_message', 'skill', 'task_stop'],
  ...['todo_write', 'tool_call', 'tool_search', 'update_goal', 'web_fetch', 'web_search', 'write_file'],
];

export const TEMPLATES: Readonly<Record<string, z.input<typeof acpOptionsSchema>>> = {
  'opencode-acp': {
    argv: ['opencode', 'acp', '--pure'],
    env: { OPENCODE_CONFIG_CONTENT: JSON.stringify(HALL_TOOLS) },
    usesTools: true,
    login: ['~/.local/share/opencode/auth.json'],
    visible: ['~/.config/opencode/opencode.json', '~/.config/opencode/opencode.jsonc'],
    inheritEnv: ['OPENCODE_*', ...KEYS],
    versionArgs: ['--version'],
    countsEveryAnswer: true,
    tested: ['1.18.34'],
    loopback: { env: { OPENCODE_CONFIG_CONTENT: CHECKED, OPENCODE_DISABLE_MODELS_FETCH: '1' }, model: 'check/model' },
  },

  // Made from opencode.
  'kilo-acp': {
    argv: ['kilo', 'acp', '--pure'],
    env: { KILO_CONFIG_CONTENT: JSON.stringify(HALL_TOOLS) },
    login: ['~/.local/share/kilo/auth.json'],
    inheritEnv: ['KILO_*', ...KEYS],
    versionArgs: ['--version'],
    countsEveryAnswer: true,
    tested: ['7.7.9'],
    loopback: { env: { KILO_CONFIG_CONTENT: CHECKED, KILO_DISABLE_MODELS_FETCH: '1' }, model: 'check/model' },
  },

  'copilot-acp': {
    argv: [
      ...(['copilot', '--acp', '--available-tools=none', '--disable-builtin-mcps'] as const),
      ...['--no-custom-instructions', '--no-auto-update'],
    ],
    notices: '^Info: (?:Disabled tools: |Unknown tool name |Response was interrupted )',
    countsTokens: 'session',
    countsEveryAnswer: true,
    login: ['~/.copilot/config.json'],
    // Where it has unpacked itself; a home without it costs 235 MB at each start.
    visible: ['~/.cache/copilot/pkg'],
    inheritEnv: ['COPILOT_*', 'GH_TOKEN', 'GITHUB_TOKEN', 'GH_HOST'],
    vendor: 'github',
    versionArgs: ['--version'],
    tested: ['1.0.102'],
    loopback: {
      env: {
        COPILOT_PROVIDER_BASE_URL: '{url}/v1',
        COPILOT_PROVIDER_API_KEY: 'worth-nothing-here',
        COPILOT_MODEL: 'gpt-4.1',
        COPILOT_OFFLINE: 'true',
      },
    },
  },

  // Without --bare it asks a second agent, with a shell, what is worth remembering of each answer. --bare ignores the list of
  // tools to allow, so that each has to be named.
  'qwen-acp': {
    argv: ['qwen', '--acp', '--bare', '--exclude-tools', QWEN_TOOLS.join(',')],
    login: ['~/.qwen/oauth_creds.json'],
    visible: ['~/.qwen/settings.json'],
    inheritEnv: ['QWEN_*', 'DASHSCOPE_API_KEY', 'OPENAI_*', 'ANTHROPIC_*', 'GEMINI_*'],
    vendor: 'alibaba',
    versionArgs: ['--version'],
    loopback: { env: { OPENAI_BASE_URL: '{url}/v1', OPENAI_API_KEY: 'worth-nothing-here', OPENAI_MODEL: 'check' } },
  },

  // https://github.com/agentclientprotocol/registry/blob/main/goose/agent.json
  'goose-acp': {
    argv: ['goose', 'acp'],
    visible: ['~/.config/goose/config.yaml', '~/.config/goose/secrets.yaml'],
    inheritEnv: ['GOOSE_*', ...KEYS],
    versionArgs: ['--version'],
    loopback: {
      env: {
        GOOSE_PROVIDER: 'openai',
        GOOSE_MODEL: 'check',
        OPENAI_HOST: '{url}',
        OPENAI_API_KEY: 'worth-nothing-here',
      },
    },
  },
};
