// A GitHub of the project's own: a real server on loopback whose state outlives the programs that talk to it, and which
// can be slow, refuse, break connections and go silent at any call.
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGitHttp, type GitHttp } from './git-http.ts';
import { type Answer, type Asked, graphql, rest } from './routes.ts';
import { BOT, REPO, Refusal, RepositoryState } from './state.ts';

export const TOKEN = 'ghp_canary0123456789abcdefghijklmnopqrst';

/** What happens to a call. `lost`: it is not carried out; `done`: it is, but the answer does not arrive. */
export type Fault =
  | { readonly kind: 'break'; readonly call: 'lost' | 'done' }
  | { readonly kind: 'silence'; readonly call: 'lost' | 'done' }
  | { readonly kind: 'half-answer' }
  | { readonly kind: 'slow'; readonly ms: number }
  | { readonly kind: 'answer'; readonly answer: Answer };

export interface Call {
  /** 1-based, over the life of the server. */
  readonly number: number;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  /** The GraphQL document, for those calls. */
  readonly document: string | undefined;
}

export interface GitHubServer {
  readonly url: string;
  readonly repo: RepositoryState;
  readonly other: RepositoryState;
  /** What git reaches of `repo`. */
  readonly remote: GitHttp;
  readonly calls: Call[];
  /** How often an answer was not sent again because it had not changed. */
  notModified: number;
  /** Most items of a page. */
  pageSize: number;
  /** Login of the account behind the token. */
  account: string;
  /** Whether GitHub tells the program which account that is. */
  tellsAccount: boolean;
  /** Decides what happens to each call. */
  fault: (call: Call) => Fault | undefined;
  close(): Promise<void>;
}

export const rateLimit = {
  /** The primary limit, over in so many seconds. */
  primary: (seconds: number): Fault => ({
    kind: 'answer',
    answer: {
      status: 403,
      body: { message: 'API rate limit exceeded for user ID 1.' },
      headers: {
        'x-ratelimit-limit': '5000',
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': String(Math.floor(Date.now() / 1_000) + seconds),
      },
    },
  }),
  /** As GraphQL says it, with status 200; it is over in so many seconds, if it says when. */
  graphql: (error: object, seconds?: number): Fault => ({
    kind: 'answer',
    answer: {
      status: 200,
      body: { data: null, errors: [error] },
      headers:
        seconds === undefined
          ? {}
          : {
              'x-ratelimit-remaining': '0',
              'x-ratelimit-reset': String(Math.floor(Date.now() / 1_000) + seconds),
            },
    },
  }),
  secondary: (seconds: number, status = 403, message = 'You have exceeded a secondary rate limit.'): Fault => ({
    kind: 'answer',
    answer: {
      status,
      body: { message },
      headers: { 'retry-after': String(seconds) },
    },
  }),
};

export const failing = (status: number, message = 'Server Error'): Fault => ({
  kind: 'answer',
  answer: { status, body: { message } },
});

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const parseBody = (bytes: Buffer): Record<string, unknown> =>
  bytes.length === 0 ? {} : (JSON.parse(bytes.toString('utf8')) as Record<string, unknown>);

export async function startGitHub(): Promise<GitHubServer> {
  const repo = new RepositoryState(REPO);
  const other = new RepositoryState('acme/other');
  let url = '';
  const git = createGitHttp(REPO, TOKEN, {
    canPush: () => repo.canPush,
    pushed: (branches) => {
      for (const [name, commit] of branches) repo.receive(name, commit);
    },
  });

  function carryOut(request: IncomingMessage, asked: Asked): Answer {
    const { authorization } = request.headers;
    if (authorization !== `token ${TOKEN}` && authorization !== `bearer ${TOKEN}`) {
      return { status: 401, body: { message: `Bad credentials: ${authorization}` } };
    }
    try {
      return asked.path === '/graphql' ? graphql([repo, other], asked) : rest([repo, other], asked);
    } catch (error) {
      if (error instanceof Refusal) return { status: error.status, body: { message: error.message } };
      throw error;
    }
  }

  function send(request: IncomingMessage, response: ServerResponse, { status, body, headers }: Answer): void {
    const text = body === undefined ? '' : JSON.stringify(body);
    const etag = `"${createHash('sha1').update(text).digest('hex')}"`;
    const all = { 'content-type': 'application/json; charset=utf-8', ...headers };
    if (request.method === 'GET' && status === 200 && request.headers['if-none-match'] === etag) {
      server.notModified += 1;
      response.writeHead(304, all).end();
      return;
    }
    response.writeHead(status, { ...all, ...(request.method === 'GET' && status === 200 ? { etag } : {}) }).end(text);
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams, search } = new URL(request.url ?? '/', url);
    const bytes = await readBytes(request);
    const path = decodeURIComponent(pathname);
    const isGit = git.knows(pathname);
    const body = isGit ? {} : parseBody(bytes);
    const asked = {
      method: request.method ?? 'GET',
      path,
      query: searchParams,
      body,
      origin: url,
      pageSize: server.pageSize,
      account: server.account,
      viewer: server.tellsAccount ? server.account : undefined,
    };
    const document = typeof body['query'] === 'string' ? body['query'] : undefined;
    const call = { number: server.calls.length + 1, method: asked.method, path, query: search, document };
    server.calls.push(call);
    const fault = server.fault(call);
    if (fault?.kind === 'answer') return send(request, response, fault.answer);
    if (fault?.kind === 'slow') await new Promise((resolve) => setTimeout(resolve, fault.ms).unref());
    const carriesOut = !((fault?.kind === 'break' || fault?.kind === 'silence') && fault.call === 'lost');
    const { authorization } = request.headers;
    const ofGit =
      isGit && carriesOut ? git.answer({ ...asked, path: pathname + search, authorization, body: bytes }) : undefined;
    const answer = carriesOut && !isGit ? carryOut(request, asked) : undefined;
    if (fault?.kind === 'silence') return;
    if (fault?.kind === 'break') {
      request.socket.destroy();
      return;
    }
    if (fault?.kind === 'half-answer') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '10000' });
      response.write('{"data":');
      setTimeout(() => request.socket.destroy(), 5);
      return;
    }
    if (ofGit === undefined) return send(request, response, answer as Answer);
    response.writeHead(ofGit.status, { 'content-type': ofGit.type ?? 'text/plain' }).end(ofGit.body);
  }

  const http = createServer((request, response) => {
    handle(request, response).catch((error: Error) => {
      response.writeHead(418, { 'content-type': 'application/json' }).end(JSON.stringify({ message: error.message }));
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const server: GitHubServer = {
    url,
    repo,
    other,
    calls: [],
    notModified: 0,
    pageSize: 100,
    account: BOT,
    tellsAccount: true,
    fault: () => undefined,
    remote: git,
    close: async () => {
      git.close();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  return server;
}
