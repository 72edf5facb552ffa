// The way out of a sandbox without a network: to named hosts over TLS, and to one service of this machine. What passes is not looked
// into; to anything else nothing passes.
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { HallError } from '../domain/failures/errors.ts';
import { isListed } from './fetch/host-rules.ts';

export interface PassageRequest {
  /** Absolute path of a private folder, which the sandbox sees; its sockets are made there. */
  readonly folder: string;
  /** Names of hosts, reached at port 443; `*.example.org` is any below. */
  readonly hosts: readonly string[];
  /** Where the model is asked instead of at its usual place; on this machine, or over TLS. */
  readonly baseUrl?: string | undefined;
  /** Told of each host that was asked for in vain. */
  readonly refused: (host: string) => void;
}

const PROXY_PORT = 3128;
const TLS_PORT = 443;
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '::1']);
/** Bytes of a request for a connection. */
const MAX_HEAD = 8 * 1024;
const CONNECT = /^CONNECT ([\w.-]{1,255}):(\d{1,5}) HTTP\/1\.[01]\r\n/i;

function joinSockets(one: Socket, other: Socket): void {
  const end = () => {
    one.destroy();
    other.destroy();
  };
  for (const each of [one, other]) each.on('error', end).on('close', end);
  one.pipe(other).pipe(one);
}

function refuse(socket: Socket): void {
  socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
}

/** One request for a connection, as programs put it to a proxy. */
function answerRequest(socket: Socket, { hosts, refused }: Pick<PassageRequest, 'hosts' | 'refused'>): void {
  let head = Buffer.alloc(0);
  const read = (piece: Buffer) => {
    head = Buffer.concat([head, piece]);
    const end = head.indexOf('\r\n\r\n');
    if (end === -1 && head.length <= MAX_HEAD) return;
    socket.off('data', read).pause();
    const [, host = '', port] = CONNECT.exec(head.subarray(0, end + 4).toString('latin1')) ?? [];
    if (end === -1 || Number(port) !== TLS_PORT || !isListed(host.toLowerCase(), hosts)) {
      if (host !== '') refused(host);
      return refuse(socket);
    }
    const outside = connect({ host, port: TLS_PORT });
    outside.once('error', () => refuse(socket));
    outside.once('connect', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      outside.write(head.subarray(end + 4));
      joinSockets(socket, outside);
    });
  };
  socket.on('error', () => socket.destroy()).on('data', read);
}

async function listen(path: string, take: (socket: Socket) => void): Promise<Server & { end(): Promise<void> }> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    take(socket);
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve));
  const end = () =>
    new Promise<void>((resolve) => {
      for (const socket of open) socket.destroy();
      server.close(() => resolve());
    });
  return Object.assign(server, { end });
}

/** A service of this machine that is reached as it is, and the hosts with that of any other address. Throws `config-invalid`. */
function readBaseUrl({ hosts, baseUrl }: PassageRequest): {
  readonly port?: number;
  readonly hosts: readonly string[];
} {
  if (baseUrl === undefined) return { hosts };
  const { hostname, port, protocol } = new URL(baseUrl);
  const host = hostname.replace(/^\[|\]$/g, '');
  const number = port === '' ? (protocol === 'https:' ? TLS_PORT : 80) : Number(port);
  if (LOOPBACK.has(host)) return { port: number, hosts };
  if (protocol === 'https:' && number === TLS_PORT) return { hosts: [...hosts, host] };
  throw new HallError('config-invalid', `A program without a network cannot be led to ${host}:${number}.`, {
    hint: 'Use an address on this machine, or one with https at its usual port.',
  });
}

/** Throws `config-invalid` for an address that there is no way to. */
export async function openPassage(request: PassageRequest) {
  const { folder, refused } = request;
  const { port, hosts } = readBaseUrl(request);
  const proxy = join(folder, 'out');
  const model = join(folder, 'model');
  const servers = [await listen(proxy, (socket) => answerRequest(socket, { hosts, refused }))];
  const ways = [{ port: PROXY_PORT, socket: proxy }];
  if (port !== undefined) {
    servers.push(await listen(model, (socket) => joinSockets(socket, connect({ host: '127.0.0.1', port }))));
    ways.push({ port, socket: model });
  }
  const address = `http://127.0.0.1:${PROXY_PORT}`;
  const direct = [...LOOPBACK].join(',');
  return {
    /** From ports of the sandbox's own loopback to its sockets. */
    ways,
    /** How programs learn of the way. */
    env: { HTTPS_PROXY: address, https_proxy: address, NO_PROXY: direct, no_proxy: direct },
    close: async () => void (await Promise.all(servers.map((server) => server.end()))),
  };
}
