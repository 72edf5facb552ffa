// The plug-ins in the real claude, codex and gemini: their own validators accept them, the server connects, a command that a person types
// reaches the model as its text, and a tool that the model calls is carried out in the person's project.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import type { ToolName } from '../../src/agents/model-server/wire.ts';
import type { PluginProgram } from '../../src/doors/plugins/render-plugin.ts';
import { FOREVER_MS } from '../support/limits.ts';
import { claude } from './claude.ts';
import { codex } from './codex.ts';
import { gemini, ONCE } from './gemini.ts';
import { type Machine, openMachine, PROGRAMS } from './machine.ts';
import { BUN_ENV, type RealCli } from './real-cli.ts';

const HALL = fileURLToPath(new URL('../../dist/cli/start.cjs', import.meta.url));
const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));
const QUESTION = 'Should tabs stay?';
const THREAD = 'from-a-plug-in';

interface Way {
  readonly cli: RealCli;
  /** The program's own validator, of what is installed and of the repository. */
  readonly validate?: (folder: string) => readonly string[];
  readonly listed: RegExp;
  /** How a person calls /check without a terminal. */
  readonly call: (serverUrl: string) => readonly string[];
  /** Where it is not an argument. */
  readonly typed?: string;
  readonly tool: ToolName;
  readonly more?: Readonly<Record<string, unknown>>;
  readonly env: (serverUrl: string) => Readonly<Record<string, string>>;
}

const CLAUDE_TOOL = 'mcp__plugin_debate-hall_debate-hall__init_debate';

const WAYS: Readonly<Record<PluginProgram, Way>> = {
  claude: {
    cli: claude,
    validate: (folder) => ['plugin', 'validate', '--strict', folder],
    listed: /debate-hall.*Connected/,
    call: () => ['-p', `/debate-hall:check ${QUESTION}`, '--model', 'sonnet', '--allowedTools', CLAUDE_TOOL],
    tool: { name: CLAUDE_TOOL },
    env: (url) => ({
      ...{ ...BUN_ENV, ANTHROPIC_BASE_URL: url, CLAUDE_CODE_MAX_RETRIES: '1' },
      ...{
        MCP_TIMEOUT: String(FOREVER_MS),
        MCP_CONNECT_TIMEOUT_MS: String(FOREVER_MS),
        MCP_CONNECTION_NONBLOCKING: '0',
      },
    }),
  },
  codex: {
    cli: codex,
    listed: /debate-hall.*enabled/,
    call: (url) => [
      ...['exec', '--skip-git-repo-check', '-m', 'gpt-5.5', '-c', `openai_base_url="${url}/v1"`],
      ...['--dangerously-bypass-approvals-and-sandbox', '-'],
    ],
    typed: `$debate-hall:check ${QUESTION}`,
    tool: { name: 'init_debate', namespace: 'mcp__debate_hall' },
    env: () => ({}),
  },
  gemini: {
    cli: gemini,
    validate: (folder) => ['extensions', 'validate', folder],
    listed: /debate-hall.*Connected/,
    call: () => ['-m', 'gemini-3.8-flash', '--approval-mode', 'yolo', '-p', `/check ${QUESTION}`],
    more: { wait_for_previous: true },
    tool: { name: 'mcp_debate-hall_init_debate' },
    env: (url) => ({ ...ONCE, GOOGLE_GEMINI_BASE_URL: url, GEMINI_CLI_TRUST_WORKSPACE: 'true' }),
  },
};

describe.each(Object.entries(WAYS))(
  'the plug-in in %s',
  (name, { cli, validate, listed, call, typed, tool, more, env }) => {
    let machine: Machine | undefined;
    afterEach(async () => {
      await machine?.close();
      machine = undefined;
    });

    async function run(here: Machine, argv: readonly [string, ...string[]], stdin = '') {
      const [program, ...args] = argv;
      const child = spawn(program, args, {
        cwd: here.cwd,
        env: { ...here.env, ...env(here.server.url) },
        stdio: ['pipe', 'pipe', 'pipe'],
      });
      child.stdin.end(stdin);
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
      const code = await new Promise((resolve) => child.on('close', resolve));
      return { code, output };
    }

    test('is accepted, connects, and answers what a person types', async () => {
      const requests: string[] = [];
      const here = await openMachine([cli], {
        behaviour: ({ body }) => {
          requests.push(JSON.stringify(body));
          return /Opened debate|turn_count/.test(requests.at(-1) ?? '')
            ? { kind: 'answer', text: 'The debate is open.' }
            : {
                kind: 'tool-call',
                tool: 'init_debate',
                arguments: { topic: QUESTION, thread_id: THREAD, ...more },
                undeclared: tool,
              };
        },
      });
      machine = here;
      const { cwd, home } = here;
      const login = { security: { auth: { selectedType: 'gemini-api-key' } } };
      await mkdir(join(home, '.gemini'), { recursive: true });
      await writeFile(join(home, '.gemini', 'settings.json'), JSON.stringify(login));
      const trusted = { projects: { [cwd]: { hasTrustDialogAccepted: true } }, hasCompletedOnboarding: true };
      if (name === 'claude') await writeFile(join(home, '.claude.json'), JSON.stringify(trusted));
      const program = join(PROGRAMS, cli.program);

      const installed = await run(here, [process.execPath, HALL, 'plugin', 'install', name]);
      expect(installed, installed.output).toMatchObject({ code: 0 });
      const folder = join(home, '.local/state/debate-hall/plugins', name);
      for (const place of [folder, REPOSITORY]) {
        if (validate === undefined) break;
        const validated = await run(here, [program, ...validate(place)]);
        expect(validated, validated.output).toMatchObject({ code: 0 });
      }
      expect((await run(here, [program, 'mcp', 'list'])).output).toMatch(listed);

      const { output } = await run(here, [program, ...call(here.server.url)], typed);
      const asked = requests.find((request) => request.includes('several agents answer it blind'));
      expect(asked, output).toContain(QUESTION);
      const ledger = join(cwd, 'debates', `${THREAD}.jsonl`);
      expect(existsSync(ledger), output).toBe(true);
      expect(readFileSync(ledger, 'utf8')).toContain(QUESTION);

      const removed = await run(here, [process.execPath, HALL, 'plugin', 'uninstall', name]);
      expect(removed, removed.output).toMatchObject({ code: 0 });
      expect((await run(here, [program, 'mcp', 'list'])).output).not.toMatch(listed);
      expect(existsSync(folder)).toBe(false);
      await here.gone();
    });
  },
);
