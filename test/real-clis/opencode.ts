// The real opencode over the Agent Client Protocol, as tests drive it.
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { agentKind } from '../../src/agents/kinds/acp/index.ts';
import { TEMPLATES } from '../../src/agents/kinds/acp/templates.ts';
import { PROGRAMS } from './machine.ts';
import { BUN_ENV, type RealCli } from './real-cli.ts';

const { 'opencode-acp': template } = TEMPLATES;
if (template === undefined) throw new Error('The hall comes without opencode.');

const MODEL = 'tests';
/** npm puts it here and nowhere else; absent on systems that the lock file does not name. */
const PROGRAM = join(PROGRAMS, '..', 'opencode-linux-x64', 'bin', 'opencode');
export const hasOpencode = existsSync(PROGRAM);

/** What a person has in their settings: a provider, and tools of its own that are allowed there. */
const own = (serverUrl: string) => ({
  permission: { bash: 'allow', read: 'allow', webfetch: 'allow' },
  provider: {
    local: {
      npm: '@ai-sdk/anthropic',
      options: { baseURL: `${serverUrl}/v1`, apiKey: 'dummy-key-of-the-tests' },
      models: { [MODEL]: { name: MODEL, limit: { context: 200_000, output: 8_000 } } },
    },
  },
});

export const opencode: RealCli = {
  kind: agentKind,
  program: 'opencode',
  settings: (serverUrl) => ({
    ...template,
    path: PROGRAM,
    model: `local/${MODEL}`,
    env: {
      ...template.env,
      ...BUN_ENV,
      OPENCODE_CONFIG_CONTENT: JSON.stringify({
        ...own(serverUrl),
        ...JSON.parse(template.env?.['OPENCODE_CONFIG_CONTENT'] ?? '{}'),
      }),
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      // In a new home it would install its interface for plugins from a registry.
      npm_config_offline: 'true',
    },
  }),
  login: {},
  async plant({ home }) {
    const folder = join(home, '.config', 'opencode');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'opencode.json'), JSON.stringify({ permission: own('').permission }));
  },
  careless: () => ({ args: ['--version'], env: {} }),
  sprungByCareless: [],
  readsMentions: false,
  hostile: [],
  live: true,
  survivesOneCut: true,
  refusal: 'empty',
  tools: 0,
  longPrompt: 400_000,
};
