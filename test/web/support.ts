// The page's server over a real hall in a folder of its own, and a client that sends exactly what a test says.
import { type IncomingHttpHeaders, request } from 'node:http';
import path from 'node:path';
import { createParser } from 'eventsource-parser';
import type { TestContext } from 'vitest';
import type { StreamMessage } from '../../src/domain/hall-page/stream.ts';
import { startViewServer, type ViewOptions, type ViewServer } from '../../src/doors/web/view-server.ts';
import { type OpenHallOptions, openHall } from '../../src/hall/compose/hall.ts';
import type { Setting } from '../../src/hall/config/sources/variables.ts';
import type { Hall } from '../../src/hall/operations/hall.ts';
import { temporaryFolder } from '../support/hall.ts';
import { storeVariables } from '../support/shared-store.ts';

export interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Node's own client, which sends a host or an origin that no browser would. */
export async function send(port: number, { method = 'GET', path: target, headers = {}, body }: Sent): Promise<Reply> {
  return await new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path: target, headers, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(parts).toString('utf8');
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
export type Loose = any;

/** One tab, signed in. */
export interface Tab {
  readonly token: string;
  readonly get: (target: string) => Promise<Loose>;
  readonly post: (target: string, body: object) => Promise<Loose>;
  /** The stream of this tab, until the server ends. */
  readonly listen: (...followed: readonly string[]) => Promise<Stream>;
}

export interface Stream {
  readonly messages: StreamMessage[];
  readonly ended: Promise<void>;
}

export interface View {
  readonly hall: Hall;
  readonly server: ViewServer;
  readonly port: number;
  readonly origin: string;
  /** Everything that was reported as a fault. */
  readonly faults: unknown[];
  readonly openTab: () => Promise<Tab>;
}

export const codeOf = (address: string): string => address.slice(address.indexOf('#') + 1);

/** As a browser sends it from the page itself. */
export const fromPage = (origin: string) => ({
  origin,
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'cors',
  'sec-fetch-dest': 'empty',
});

/** Throws what the server refused with, as "status code: message", and all of it as `refusal`. */
function read({ status, text }: Reply): Loose {
  const body = JSON.parse(text);
  if (status === 200) return body;
  throw Object.assign(new Error(`${status} ${body.error.code}: ${body.error.message}`), { refusal: body.error });
}

/** What the stream of a tab says, as it comes. */
export function readStream(response: Response): Stream {
  const messages: StreamMessage[] = [];
  const parser = createParser({ onEvent: ({ data }) => messages.push(JSON.parse(data) as StreamMessage) });
  const decoder = new TextDecoder();
  const reading = async () => {
    for await (const part of response.body ?? []) parser.feed(decoder.decode(part, { stream: true }));
  };
  // A stream may break off when its server ends.
  return { messages, ended: reading().catch(() => {}) };
}

/** A tab that was opened with an address of the server. */
export async function openTab({ port, createAddress }: Pick<ViewServer, 'port' | 'createAddress'>): Promise<Tab> {
  const origin = `http://127.0.0.1:${port}`;
  const post = async (target: string, body: object, more: object = {}) => {
    const headers = { ...fromPage(origin), 'content-type': 'application/json', ...more };
    return read(await send(port, { method: 'POST', path: target, headers, body: JSON.stringify(body) }));
  };
  const { token } = await post('/api/session', { code: codeOf(createAddress()) });
  const bearer = { authorization: `Bearer ${token}` };
  const headers = { ...fromPage(origin), ...bearer };
  return {
    token,
    get: async (target) => read(await send(port, { path: target, headers })),
    post: async (target, body) => await post(target, body, bearer),
    listen: async (...followed) => {
      const query = new URLSearchParams(followed.map((id): [string, string] => ['follow', id]));
      const response = await fetch(`${origin}/api/live?${query}`, { headers });
      return readStream(response);
    },
  };
}

export interface ViewOfTest extends Partial<Pick<ViewOptions, 'port' | 'forwardedPort' | 'author'>> {
  readonly folder?: string;
  readonly settings?: readonly Setting[];
  readonly options?: Partial<OpenHallOptions>;
}

export const REHEARSAL: readonly Setting[] = [{ name: 'preset', path: ['preset'], value: 'rehearsal' }];

export interface StartedView extends View {
  readonly close: () => Promise<void>;
}

/** `REHEARSAL` fills every seat; the hall is in the folder "debates", or where halls of these tests are. */
export async function startView(given: ViewOfTest = {}): Promise<StartedView> {
  const { folder = temporaryFolder(), settings = REHEARSAL, options, author = 'Ada (page)', ...ports } = given;
  const home = temporaryFolder();
  const openWith = async (more: readonly Setting[]) =>
    await openHall({
      cwd: folder,
      home,
      env: {
        ...{ PATH: process.env['PATH'], HOME: home, DEBATE_HALL_DIR: path.join(folder, 'debates') },
        ...storeVariables(folder),
      },
      settings: [...settings, ...more],
      ...options,
    });
  const hall = await openWith([]);
  const faults: unknown[] = [];
  const report = (fault: unknown) => void faults.push(fault);
  const server = await startViewServer({ hall, openWith, author, report, port: 0, ...ports });
  const close = async () => {
    await server.close();
    await hall.close();
  };
  const { port } = server;
  const origin = `http://127.0.0.1:${port}`;
  return { hall, server, port, origin, faults, close, openTab: async () => await openTab(server) };
}

export async function openView(context: TestContext, given: ViewOfTest = {}): Promise<View> {
  const view = await startView(given);
  context.onTestFinished(view.close);
  return view;
}
