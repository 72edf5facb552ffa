// Every agent that npm has, with what makes it one of the hall: its program, and settings where it comes with none.
import { fileURLToPath } from 'node:url';

export interface Candidate {
  /** The name that the hall knows it by. */
  readonly agent: string;
  /** What the program is called, and the file that it is. */
  readonly program: string;
  readonly file: string;
  /** Beyond those that it comes with. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Of a program that does not print it. */
  readonly version?: string;
  /** Said beside its name. */
  readonly form?: string;
}

const of = (folder: string) => (path: string) =>
  fileURLToPath(new URL(`${folder}/node_modules/${path}`, import.meta.url));
const here = of('.');
const real = of('../../real-clis');

const ONE_SHOT = { form: 'one-shot', settings: { transport: 'one-shot' } };
const claude = { agent: 'claude', program: 'claude', file: real('.bin/claude') };
const codex = { agent: 'codex', program: 'codex', file: real('.bin/codex') };
const gemini = { agent: 'gemini', program: 'gemini', file: real('.bin/gemini') };
const pi = { agent: 'pi', program: 'pi' };

const CODEX_PROVIDER = `model = "check"
model_provider = "check"

[model_providers.check]
name = "check"
base_url = "{url}/v1"
wire_api = "responses"
`;

// It opens a session only for whoever is logged in to a service of Cline's.
const CLINE_LOGIN = '~/.cline/data/settings/providers.json';
const CLINE_PROVIDER = JSON.stringify({
  version: 1,
  lastUsedProvider: 'cline',
  modes: {},
  providers: {
    cline: {
      settings: {
        provider: 'cline',
        model: 'check',
        baseUrl: '{url}/v1',
        auth: { accessToken: 'workos:x', refreshToken: 'y', expiresAt: Date.UTC(2100, 0) },
      },
      updatedAt: '2026-01-01T00:00:00.000Z',
      tokenSource: 'oauth',
    },
  },
});

export const CANDIDATES: readonly Candidate[] = [
  claude,
  { ...claude, ...ONE_SHOT },
  { ...claude, file: here('claude-before/bin/claude.exe') },
  codex,
  { ...codex, ...ONE_SHOT },
  { ...codex, file: here('codex-before/bin/codex.js') },
  gemini,
  { ...gemini, ...ONE_SHOT },
  { ...pi, file: here('@earendil-works/pi-coding-agent/dist/cli.js') },
  { ...pi, file: here('pi-before/dist/cli.js') },
  { agent: 'copilot-acp', program: 'copilot', file: here('.bin/copilot') },
  { agent: 'kilo-acp', program: 'kilo', file: here('@kilocode/cli-linux-x64/bin/kilo') },
  { agent: 'opencode-acp', program: 'opencode', file: real('opencode-linux-x64/bin/opencode') },
  { agent: 'qwen-acp', program: 'qwen', file: here('.bin/qwen') },
  {
    agent: 'claude-agent-acp',
    program: 'claude-agent-acp',
    file: here('.bin/claude-agent-acp'),
    settings: { kind: 'acp', argv: ['claude-agent-acp'], versionArgs: ['--version'] },
  },
  {
    agent: 'codex-acp',
    version: '0.16.0',
    program: 'codex-acp',
    file: here('@zed-industries/codex-acp-linux-x64/bin/codex-acp'),
    settings: {
      kind: 'acp',
      argv: ['codex-acp'],
      visible: ['~/.codex/config.toml'],
      loopback: { files: { '.codex/config.toml': CODEX_PROVIDER } },
    },
  },
  {
    agent: 'cline',
    program: 'cline',
    file: here('@cline/cli-linux-x64/bin/cline'),
    settings: {
      kind: 'acp',
      argv: ['cline', '--acp'],
      versionArgs: ['--version'],
      login: [CLINE_LOGIN],
      loopback: { files: { [CLINE_LOGIN.slice(2)]: CLINE_PROVIDER } },
    },
  },
];

/** Some want a newer Node than the hall. */
export const NODE = of('../../nodes')('node-24/bin');
