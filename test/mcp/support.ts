// The server as a client meets it, in a folder of its own: built and in a process of its own, or in the process of the tests.
import fs from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Client, type ClientOptions, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { Command } from 'commander';
import { defineServing } from '../../src/doors/mcp/program.ts';
import { createParts, type ServeOptions as McpOptions, serveTransport } from '../../src/doors/mcp/stdio.ts';
import { temporaryFolder } from '../support/hall.ts';
import { KEPT_CODE } from '../support/kept-code.ts';
import { FOREVER_MS } from '../support/limits.ts';
import { storeVariables } from '../support/shared-store.ts';

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
  /** The structured result; throws what the tool refused with as "code: message". */
  call(name: string, args: Record<string, unknown>, options?: Parameters<Client['callTool']>[1]): Promise<Loose>;
  close(): Promise<void>;
}

/** A server in a process of its own. */
export interface Started extends Connected {
  readonly stderr: () => string;
}

/** The variables of a server. What its files ask for is the tests' own; tests of trust take this out. */
export function envOf(folder: string, env: ServeOptions['env'] = {}): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    XDG_CACHE_HOME: KEPT_CODE,
    DEBATE_HALL_TRUST: folder,
    ...storeVariables(folder),
    ...env,
  };
}

async function openClient({ era = 'auto', client: options, prepare }: ServeOptions, transport: Transport) {
  const client = new Client(
    { name: 'test-client', version: '1.0.0' },
    { ...options, versionNegotiation: { mode: era } },
  );
  prepare?.(client);
  await client.connect(transport);
  const call: Connected['call'] = async (name, given, callOptions) => {
    const result: Loose = await client.callTool({ name, arguments: given }, { timeout: FOREVER_MS, ...callOptions });
    const { structuredContent } = result;
    if (result.isError === true) throw new Error(`${structuredContent.error.code}: ${structuredContent.error.message}`);
    return structuredContent;
  };
  return { client, call };
}

/** Starts the built server. A client that opens in the way "auto" starts one more before it, only to ask for the revision. */
export async function connect(folder: string, options: ServeOptions = {}): Promise<Started> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [SERVER, ...(options.args ?? [])],
    cwd: folder,
    env: envOf(folder, options.env),
    stderr: 'pipe',
  });
  let stderr = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString('utf8');
  });
  const { client, call } = await openClient({ era: 'legacy', ...options }, transport);
  return { client, call, pid: transport.pid as number, stderr: () => stderr, close: () => client.close() };
}

/** The same without the start of a program: the server and its client exchange the same lines within this process. */
export async function connectHere(folder: string, options: ServeOptions = {}): Promise<Connected> {
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  const ended: Array<() => Promise<void>> = [];
  const start = async (serveOptions: McpOptions) => {
    const env = envOf(folder, options.env);
    const place = { cwd: folder, env, home: env['HOME'] ?? folder };
    const parts = createParts(serveOptions, place);
    const handle = serveTransport(new StdioServerTransport(toServer, toClient), parts, serveOptions);
    ended.push(
      () => parts.close(),
      () => handle.close(),
    );
  };
  await defineServing(new Command() as never, start).parseAsync([...(options.args ?? [])], { from: 'user' });
  // Both ends read and write lines of JSON.
  const { client, call } = await openClient(options, new StdioServerTransport(toClient, toServer));
  const close = async () => {
    for (const end of ended.splice(0)) await end();
    await client.close();
  };
  return { client, call, pid: process.pid, close };
}

/** Waits until `look` gives something; the test's own time limit ends it. */
export async function until<T>(look: () => T | undefined | false | Promise<T | undefined | false>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
