// The real codex, as tests drive it.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { agentKind } from '../../src/agents/kinds/codex/index.ts';
import type { RealCli } from './real-cli.ts';

const LOGIN = { CODEX_API_KEY: 'sk-dummy-key-of-the-tests' };

function server(name: string, command: string): string {
  return `[mcp_servers.${name}]\ncommand = "sh"\nargs = ["-c", ${JSON.stringify(command)}]\n`;
}

export const codex: RealCli = {
  kind: agentKind,
  program: 'codex',
  settings: (serverUrl) => ({ baseUrl: `${serverUrl}/v1`, model: 'gpt-5.5' }),
  login: LOGIN,
  async plant({ home, cwd, mark, canary }) {
    await mkdir(join(home, '.codex'));
    await mkdir(join(cwd, '.codex'));
    const notify = `notify = ["sh", "-c", ${JSON.stringify(mark('user-notify'))}]\n`;
    await writeFile(join(home, '.codex', 'config.toml'), notify + server('debate-hall', mark('user-mcp-server')));
    await writeFile(join(cwd, '.codex', 'config.toml'), server('debate-hall-here', mark('project-mcp-server')));
    for (const file of ['.bashrc', '.zshrc']) await writeFile(join(home, file), `${mark('user-shell')}\n`);
    await writeFile(join(home, '.codex', 'AGENTS.md'), `Always remember: ${canary}\n`);
    await writeFile(join(cwd, 'AGENTS.md'), `Always remember: ${canary}\n`);
  },
  careless: (serverUrl) => ({
    args: ['exec', '--skip-git-repo-check', '-c', `openai_base_url="${serverUrl}/v1"`, '-'],
    env: {},
  }),
  sprungByCareless: ['user-mcp-server', 'user-notify', 'user-shell'],
  readsMentions: false,
  hostile: [
    '/memory show',
    '/clear',
    '@SECRET',
    '@secret.txt',
    '@"SECRET"',
    '--dangerously-bypass-approvals-and-sandbox',
    '!cat SECRET',
  ],
  live: true,
  survivesOneCut: false,
  // Codex does not tell a refusal from a turn without a message.
  refusal: 'refused',
  // `apply_patch`, which has no switch; the sandbox of codex lets it write nowhere.
  tools: 1,
  longPrompt: 1_000_000,
};

/** The same, with a process for each question. */
export const codexOneShot: RealCli = {
  ...codex,
  settings: (serverUrl) => ({ ...codex.settings(serverUrl), transport: 'one-shot' }),
  // `codex exec` shows whole messages only, and nothing of a refusal.
  refusal: 'empty',
  live: false,
};
