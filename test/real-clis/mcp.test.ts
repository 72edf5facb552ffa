// The real claude, codex and gemini as clients of our server: each lists it as connected and calls a tool of it.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import type { ToolName } from '../../src/agents/model-server/wire.ts';
import { clientFile, type McpClient, withEntry } from '../../src/doors/mcp/clients/clients.ts';
import { startServe } from '../serve/support.ts';
import { FOREVER_MS } from '../support/limits.ts';
import { claude } from './claude.ts';
import { codex } from './codex.ts';
import { gemini, ONCE } from './gemini.ts';
import { type Machine, openMachine, PROGRAMS } from './machine.ts';
import { BUN_ENV, type RealCli } from './real-cli.ts';

const SERVER = fileURLToPath(new URL('../../dist/cli/start.cjs', import.meta.url));
const TOPIC = 'Should the real clients get along with us?';
const THREAD = 'from-a-real-client';

interface Way {
  readonly cli: RealCli;
  /** Shows the servers and whether they can be reached. */
  readonly list: readonly string[];
  readonly listed: RegExp;
  /** One request without a person who could be asked for leave. */
  readonly ask: (serverUrl: string) => readonly string[];
  /** What a model may add to the arguments of any tool, since the client declares it so. */
  readonly more?: Readonly<Record<string, unknown>>;
  /** How the tool is called where the client keeps it back until the model searches for it. */
  readonly undeclared?: { readonly undeclared: ToolName };
  readonly env: (serverUrl: string) => Readonly<Record<string, string>>;
  /** What a person writes into its file for a server that they reach by an address, with a key. */
  readonly remote: (url: string, key: string) => string;
}

const KEY_VARIABLE = 'HALL_KEY';
const asJson = (entry: object) => JSON.stringify({ mcpServers: { 'debate-hall': entry } });
const withKey = (key: string) => ({ headers: { Authorization: `Bearer ${key}` } });

const WAYS: Readonly<Record<Extract<McpClient, 'claude' | 'codex' | 'gemini'>, Way>> = {
  claude: {
    cli: claude,
    list: ['mcp', 'list'],
    listed: /debate-hall.*Connected/,
    ask: () => ['-p', '--model', 'sonnet', '--allowedTools', 'mcp__debate-hall__init_debate'],
    undeclared: { undeclared: { name: 'mcp__debate-hall__init_debate' } },
    env: (url) => ({
      ...{ ...BUN_ENV, ANTHROPIC_BASE_URL: url, CLAUDE_CODE_MAX_RETRIES: '1' },
      // It asks its model only when the server is there, however long that takes.
      ...{
        MCP_TIMEOUT: String(FOREVER_MS),
        MCP_CONNECT_TIMEOUT_MS: String(FOREVER_MS),
        MCP_CONNECTION_NONBLOCKING: '0',
      },
    }),
    remote: (url, key) => asJson({ type: 'http', url, ...withKey(key) }),
  },
  codex: {
    cli: codex,
    list: ['mcp', 'list'],
    listed: /debate-hall.*enabled/,
    ask: (url) => [
      ...['exec', '--skip-git-repo-check', '-m', 'gpt-5.5', '-c', `openai_base_url="${url}/v1"`],
      ...['--dangerously-bypass-approvals-and-sandbox', '-'],
    ],
    undeclared: { undeclared: { name: 'init_debate', namespace: 'mcp__debate_hall' } },
    env: () => ({}),
    remote: (url) => `[mcp_servers.debate-hall]\nurl = "${url}"\nbearer_token_env_var = "${KEY_VARIABLE}"\n`,
  },
  gemini: {
    cli: gemini,
    list: ['mcp', 'list'],
    listed: /debate-hall.*Connected/,
    more: { wait_for_previous: true },
    ask: () => ['-m', 'gemini-3.8-flash', '--approval-mode', 'yolo'],
    env: (url) => ({ ...ONCE, GOOGLE_GEMINI_BASE_URL: url, GEMINI_CLI_TRUST_WORKSPACE: 'true' }),
    remote: (url, key) => asJson({ httpUrl: url, ...withKey(key) }),
  },
};

describe.each(Object.entries(WAYS))(
  '%s',
  (name, { cli, list, listed, ask, env, remote, more = {}, undeclared = {} }) => {
    let machine: Machine | undefined;
    afterEach(async () => {
      await machine?.close();
      machine = undefined;
    });

    async function run(here: Machine, args: readonly string[], key = ''): Promise<string> {
      const child = spawn(join(PROGRAMS, cli.program), args, {
        cwd: here.cwd,
        env: { ...here.env, ...env(here.server.url), [KEY_VARIABLE]: key },
        stdio: ['pipe', 'pipe', 'pipe'],
      });
      child.stdin.end('Open a debate.');
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
      await new Promise((resolve) => child.on('close', resolve));
      return output;
    }

    /** A machine of a person who has accepted what the client asks once, with this in the client's file of servers. */
    async function openWith(
      entry: (place: { readonly cwd: string; readonly file: string }) => string | Promise<string>,
    ): Promise<Machine> {
      const here = await openMachine([cli], {
        // The result of the tool comes back to the model in its next request.
        behaviour: ({ body }) =>
          /Opened debate|turn_count/.test(JSON.stringify(body))
            ? { kind: 'answer', text: 'The debate is open.' }
            : {
                kind: 'tool-call',
                tool: 'init_debate',
                arguments: { topic: TOPIC, thread_id: THREAD, ...more },
                ...undeclared,
              },
      });
      machine = here;
      const { cwd, home } = here;
      const file = clientFile(name as McpClient, { project: cwd, home, env: {} });
      await mkdir(join(file, '..'), { recursive: true });
      await writeFile(file, await entry({ cwd, file }));
      // What a person answers once when claude asks whether the project's servers may start.
      await mkdir(join(cwd, '.claude'), { recursive: true });
      await writeFile(
        join(cwd, '.claude', 'settings.local.json'),
        JSON.stringify({ enabledMcpjsonServers: ['debate-hall'] }),
      );
      const trusted = { projects: { [cwd]: { hasTrustDialogAccepted: true } }, hasCompletedOnboarding: true };
      const login = { security: { auth: { selectedType: 'gemini-api-key' } } };
      await mkdir(join(home, '.gemini'), { recursive: true });
      await writeFile(join(home, '.gemini', 'settings.json'), JSON.stringify(login));
      if (name === 'claude') await writeFile(join(home, '.claude.json'), JSON.stringify(trusted));
      return here;
    }

    test('lists our server as connected and calls a tool of it', async () => {
      const here = await openWith(async ({ cwd, file }) => {
        const launch = { command: process.execPath, args: [SERVER, 'mcp', '--hall', join(cwd, 'debates')] };
        return (await withEntry(name as McpClient, file, '', launch)) ?? '';
      });
      const { cwd } = here;

      const shown = await run(here, list);
      expect(shown).toMatch(listed);
      const said = await run(here, ask(here.server.url));
      const ledger = join(cwd, 'debates', `${THREAD}.jsonl`);
      expect(existsSync(ledger), said).toBe(true);
      expect(readFileSync(ledger, 'utf8')).toContain(TOPIC);
      expect(said).toContain('The debate is open.');
      await here.gone();
    });

    test('signs in to a server by its address, with a key', async () => {
      const serve = await startServe();
      try {
        const key = await serve.addKey('ana', 'speaker');
        await serve.listen();
        const here = await openWith(() => remote(`${serve.url}/mcp`, key));
        expect(await run(here, list, key)).toMatch(listed);
        const said = await run(here, ask(here.server.url), key);
        expect(await serve.hall.store.exists(THREAD), said).toBe(true);
        expect(said).toContain('The debate is open.');
        expect(said).not.toContain(key);
        await here.gone();
      } finally {
        await serve.close();
      }
    });
  },
);
