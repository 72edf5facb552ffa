// The built server as a client meets it: a process of its own in a folder of its own.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, type ClientOptions } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { temporaryFolder } from '../support/hall.ts';
import { KEPT_CODE } from '../support/kept-code.ts';
import { FOREVER_MS } from '../support/limits.ts';

export const SERVER = fileURLToPath(new URL('../../dist/mcp/main.cjs', import.meta.url));
export const CLI = fileURLToPath(new URL('../../dist/cli/start.cjs', import.meta.url));

export type Era = 'legacy' | 'auto';

/** Fast rehearsals, and one that never answers. */
const AGENTS = {
  fast: { kind: 'rehearsal', wordsPerSecond: 0, vote: 'approve' },
  stubborn: { kind: 'rehearsal', wordsPerSecond: 0, vote: 'reject' },
  slow: { kind: 'rehearsal', wordsPerSecond: 20 },
  silent: { kind: 'rehearsal', misbehave: 'hangs', limits: { firstOutputMs: 600_000, totalMs: 600_000 } },
};
const FAST = { wind: 'fast', wall: 'fast', door: 'fast' };

export function hallFolder(config: object = {}): string {
  const folder = temporaryFolder();
  fs.writeFileSync(
    path.join(folder, 'debate-hall.config.json'),
    JSON.stringify({ agents: AGENTS, seats: FAST, agentRetries: 0, ...config }),
  );
  return folder;
}

export interface ServeOptions {
  readonly era?: Era;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly client?: ClientOptions;
  readonly prepare?: (client: Client) => void;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into results of every shape
export type Loose = any;

export interface Connected {
  readonly client: Client;
  readonly pid: number;
  readonly stderr: () => string;
  /** The structured result; throws what the tool refused with as "code: message". */
  call(name: string, args: Record<string, unknown>, options?: Parameters<Client['callTool']>[1]): Promise<Loose>;
  close(): Promise<void>;
}

export async function connect(folder: string, options: ServeOptions = {}): Promise<Connected> {
  const { era = 'auto', args = [], env = {}, prepare } = options;
  const client = new Client(
    { name: 'test-client', version: '1.0.0' },
    { ...options.client, versionNegotiation: { mode: era } },
  );
  prepare?.(client);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [SERVER, ...args],
    cwd: folder,
    // What its files ask for is the tests' own; tests of trust take this out.
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      XDG_CACHE_HOME: KEPT_CODE,
      DEBATE_HALL_TRUST: folder,
      ...env,
    },
    stderr: 'pipe',
  });
  let stderr = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString('utf8');
  });
  await client.connect(transport);
  return {
    client,
    pid: transport.pid as number,
    stderr: () => stderr,
    async call(name, given, callOptions) {
      const result: Loose = await client.callTool({ name, arguments: given }, { timeout: FOREVER_MS, ...callOptions });
      const { structuredContent } = result;
      if (result.isError === true)
        throw new Error(`${structuredContent.error.code}: ${structuredContent.error.message}`);
      return structuredContent;
    },
    close: () => client.close(),
  };
}

/** Waits until `look` gives something; the test's own time limit ends it. */
export async function until<T>(look: () => T | undefined | false | Promise<T | undefined | false>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
