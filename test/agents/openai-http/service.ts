// A model service on loopback that answers by script, and an agent that talks to it.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import type { Agent, AgentPorts, AgentSession, Prompt, Reply } from '../../../src/agents/agent.ts';
import { agentKind } from '../../../src/agents/kinds/openai-http/index.ts';
import { createProcessRunner } from '../../../src/process/process-runner.ts';
import { systemClock } from '../../../src/support/clock.ts';
import { agentPorts, aPrompt } from '../../support/agents.ts';

interface Heard {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it as they like
  readonly body: any;
}

/** What a response does after its last piece. */
type Ending = 'ends' | 'stalls' | 'breaks';

export interface Script {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly pieces?: readonly (string | Uint8Array)[];
  readonly ending?: Ending;
  /** Time between two pieces. */
  readonly everyMs?: number;
}

export interface Service {
  /** With the path that services of this kind have. */
  readonly baseUrl: string;
  readonly heard: Heard[];
  /** Connections that are open now. */
  readonly sockets: ReadonlySet<Socket>;
  /** What comes next; the last script goes on for all further requests. */
  answers(...scripts: Script[]): void;
  /** What comes when it is asked for its models. */
  lists(script: Script): void;
  close(): Promise<void>;
}

export const SSE = { 'content-type': 'text/event-stream; charset=utf-8' };
export const JSON_TYPE = { 'content-type': 'application/json' };

export function recorded(name: string): string {
  return readFileSync(new URL(`./fixtures/${name}.sse`, import.meta.url), 'utf8');
}

/** The event of a piece of an answer. */
export function event(content: string, finish: string | null = null, more: object = {}): string {
  const choices = [{ index: 0, delta: { content }, finish_reason: finish, ...more }];
  return `data: ${JSON.stringify({ model: 'm', choices })}\n\n`;
}

export const DONE = 'data: [DONE]\n\n';

/** A whole answer as a script. */
export function saying(...words: string[]): Script {
  return { headers: SSE, pieces: [...words.map((word) => event(word)), event('', 'stop'), DONE] };
}

export function refusing(status: number, body: object | string, headers: Record<string, string> = {}): Script {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status, headers: { ...JSON_TYPE, ...headers }, pieces: [text] };
}

async function play(response: ServerResponse, script: Script): Promise<void> {
  const { status = 200, headers = SSE, pieces = [], ending = 'ends', everyMs } = script;
  response.writeHead(status, headers);
  response.flushHeaders();
  for (const piece of pieces) {
    if (response.destroyed) return;
    response.write(piece);
    // Each piece gets a packet of its own.
    await new Promise((resolve) => (everyMs === undefined ? setImmediate(resolve) : setTimeout(resolve, everyMs)));
  }
  if (ending === 'ends') response.end();
  if (ending === 'breaks') response.destroy();
}

export async function startService(): Promise<Service> {
  const heard: Heard[] = [];
  const sockets = new Set<Socket>();
  let scripts: readonly Script[] = [saying('Yes.')];
  let list: Script = { headers: JSON_TYPE, pieces: ['{"object":"list","data":[]}'] };
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const { method = '', url = '', headers } = request;
    heard.push({ method, url, headers, body: body === '' ? undefined : JSON.parse(body) });
    if (method === 'GET') return await play(response, list);
    const [script, ...rest] = scripts;
    if (rest.length > 0) scripts = rest;
    await play(response, script as Script);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    heard,
    sockets,
    answers: (...next) => {
      scripts = next;
    },
    lists: (script) => {
      list = script;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export const KEY = 'or-key-4711-abcdef';
const ENV = { THE_SERVICE: KEY };

export function anAgent(baseUrl: string, settings: Record<string, unknown> = {}, env: AgentPorts['env'] = ENV): Agent {
  const processes = createProcessRunner({ clock: systemClock, graceMs: 200 });
  const ports = agentPorts({ processes, env, cwd: tmpdir() });
  return agentKind.create('served', agentKind.options.parse({ baseUrl, ...settings }), ports);
}

export const never = (): AbortSignal => new AbortController().signal;

export async function ask(
  session: AgentSession,
  prompt: Prompt = aPrompt(),
  signal: AbortSignal = never(),
): Promise<Reply & { readonly deltas: readonly string[] }> {
  const deltas: string[] = [];
  const reply = await session.ask(prompt, { signal, onText: (delta) => deltas.push(delta) });
  return { ...reply, deltas };
}
