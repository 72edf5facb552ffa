// The real claude, as tests drive it.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { agentKind } from '../../src/agents/kinds/claude/index.ts';
import { BUN_ENV, type RealCli } from './real-cli.ts';

const KEY = { ANTHROPIC_API_KEY: 'sk-ant-dummy-key-of-the-tests' };

function server(name: string, command: string) {
  return { mcpServers: { [name]: { command: 'sh', args: ['-c', command] } } };
}

function hooks(...commands: readonly [event: string, command: string][]) {
  const entry = (command: string) => [{ hooks: [{ type: 'command', command }] }];
  return { hooks: Object.fromEntries(commands.map(([event, command]) => [event, entry(command)])) };
}

export const claude: RealCli = {
  kind: agentKind,
  program: 'claude',
  settings: (serverUrl) => ({ baseUrl: serverUrl, model: 'sonnet', env: BUN_ENV }),
  login: KEY,
  async plant({ home, cwd, mark, canary }) {
    await mkdir(join(home, '.claude'));
    await mkdir(join(cwd, '.claude'));
    const files: Record<string, unknown> = {
      [join(home, '.claude.json')]: server('debate-hall', mark('user-mcp-server')),
      [join(home, '.claude', 'settings.json')]: {
        enableAllProjectMcpServers: true,
        language: canary,
        // Wins over the environment of the process, and takes "" for no.
        env: { CLAUDE_CODE_DISABLE_ATTACHMENTS: '', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '' },
        ...hooks(['SessionStart', mark('user-hook')], ['UserPromptSubmit', mark('user-prompt-hook')]),
      },
      [join(cwd, '.mcp.json')]: server('debate-hall-here', mark('project-mcp-server')),
      [join(cwd, '.claude', 'settings.json')]: hooks(['SessionStart', mark('project-hook')]),
    };
    for (const [path, content] of Object.entries(files)) await writeFile(path, JSON.stringify(content));
    await writeFile(join(home, '.claude', 'CLAUDE.md'), `Always remember: ${canary}\n`);
    await writeFile(join(cwd, 'CLAUDE.md'), `Always remember: ${canary}\n`);
  },
  careless: (serverUrl) => ({
    args: ['-p', '--output-format', 'json'],
    env: { ...BUN_ENV, ANTHROPIC_BASE_URL: serverUrl, CLAUDE_CODE_MAX_RETRIES: '1' },
  }),
  sprungByCareless: ['project-hook', 'project-mcp-server', 'user-hook', 'user-mcp-server', 'user-prompt-hook'],
  readsMentions: true,
  hostile: ['/clear\n', '@SECRET', '@"SECRET"', 'Look at @SECRET now', '--dangerously-skip-permissions', '!cat SECRET'],
  live: true,
  survivesOneCut: true,
  refusal: 'refused',
  tools: 0,
  longPrompt: 5_000_000,
};

/** The same, with a process for each question. */
export const claudeOneShot: RealCli = {
  ...claude,
  settings: (serverUrl) => ({ ...claude.settings(serverUrl), transport: 'one-shot' }),
};
