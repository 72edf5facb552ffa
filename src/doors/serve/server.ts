// `debate-hall serve`: the halls of a team over HTTP, for assistants and for people. It never calls an agent.
import { isIP } from 'node:net';
import { HallError } from '../../domain/failures/errors.ts';
import type { Config } from '../../hall/config/config.ts';
import type { Hall } from '../../hall/operations/hall.ts';
import { json } from '../../net/server/answers.ts';
import { loopbackPolicy, type OriginPolicy } from '../../net/server/origin-policy.ts';
import { type AnsweredRequest, type HttpServer, startHttpServer } from '../../net/server/server.ts';
import { anyoneIn, ROLES } from '../../platform/access/principal.ts';
import type { KeyStore, VerifyToken } from '../../platform/auth/credentials.ts';
import { closeInOrder } from '../../support/close-all.ts';
import { packageFile } from '../../support/package-root.ts';
import { startTimeLimit, untilAborted } from '../../support/wait.ts';
import { isLinkable } from '../web/handler.ts';
import { CredentialExpiry } from './credential-expiry.ts';
import { createHandler, isOpen, kindOfPath } from './handler.ts';
import { OpenHalls, type RoomsOptions } from './open-halls.ts';
import { createSignIn } from './sign-in.ts';

/** Where a server listens, and whether only its own machine can reach it. */
interface ListenAddress {
  readonly address: string;
  readonly port: number;
  readonly isLoopback: boolean;
}

/** "127.0.0.1:3900", "[::1]:3900", "localhost:3900", "0.0.0.0:80"; its form was checked. */
function parseListen(listen: string): ListenAddress {
  const at = listen.lastIndexOf(':');
  const address = listen.slice(0, at).replace(/^\[|\]$/g, '');
  return { address, port: Number(listen.slice(at + 1)), isLoopback: isLoopback(address) };
}

const isLoopback = (name: string): boolean =>
  name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'));

const toHostName = (host: string) =>
  host
    .replace(/:\d+$/, '')
    .replace(/^\[|\]$/g, '')
    .toLowerCase();

/** What others than this machine can reach the server by: what it listens on, and names that somebody's proxy has. */
function namesBeyond({ publicUrl, hosts = [], origins = [] }: Config['server'], listen: ListenAddress): string[] {
  const readHost = (url: string) => (URL.canParse(url) ? new URL(url).host : url);
  const names = [...(publicUrl === undefined ? [] : [readHost(publicUrl)]), ...hosts, ...origins.map(readHost)];
  const beyond = names.filter((host) => !isLoopback(toHostName(host)));
  return [...new Set([...(listen.isLoopback ? [] : [`${listen.address}:${listen.port}`]), ...beyond])];
}

/** Without a slash at its end; one without a port of its own gets that on which the server listens. */
function getPublicUrl({ publicUrl }: Config['server'], { address, port }: ListenAddress): string {
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, '');
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}

/** Beyond its machine a server answers only to the names that it was given. */
function buildOriginPolicy(
  server: Config['server'],
  listen: ListenAddress,
  paths: Pick<OriginPolicy, 'linkable' | 'open'>,
): OriginPolicy {
  const { host, origin } = new URL(getPublicUrl(server, listen));
  const local = listen.isLoopback ? loopbackPolicy([listen.port], paths.linkable) : { hosts: [], origins: [] };
  return {
    hosts: [...local.hosts, host, ...(server.hosts ?? [])],
    origins: [...local.origins, origin, ...(server.origins ?? [])],
    ...paths,
  };
}

export interface HallServerOptions extends Omit<RoomsOptions, 'ownHall' | 'hasOthers' | 'toolsets'> {
  /** The hall whose configuration it is, for what all halls have in common. */
  readonly hall: Hall;
  readonly keys: KeyStore;
  readonly verify: (audience: string) => VerifyToken;
  readonly noteRequest?: (answered: AnsweredRequest) => unknown;
}

export interface Server {
  readonly url: string;
  /** Whether nobody is asked who they are. */
  readonly isOpen: boolean;
  close(): Promise<void>;
}

const REQUEST_ID_DIGITS = 32;
const READY_WITHIN_MS = 3_000;
const LEAST_STATE_KEY = 32;

function requireSignIn(names: readonly string[]): HallError {
  return new HallError(
    'config-invalid',
    `Refusing to serve ${names.join(', ')} without sign-in: anyone could use the hall.`,
    {
      hint: `Add a key with "debate-hall keys add NAME --role admin", or set "server.auth": see ${packageFile('docs/team-hall/access.md')}.`,
    },
  );
}

function requirePublicUrl({ address, port }: ListenAddress): HallError {
  return new HallError(
    'config-invalid',
    `Listening on ${address}:${port} needs the address that people use to reach it.`,
    {
      hint: 'Set "server.publicUrl", or pass --public-url https://hall.example.com.',
    },
  );
}

/** What clients hand back is signed with it; servers that answer for each other share it. Throws `config-invalid`. */
function readStateKey({ loaded: { config, env } }: Hall): { readonly stateKey?: string } {
  const { stateKeyEnv } = config.server;
  const stateKey = env[stateKeyEnv];
  if (stateKey === undefined || stateKey === '') return {};
  if (stateKey.length >= LEAST_STATE_KEY) return { stateKey };
  throw new HallError('config-invalid', `${stateKeyEnv} has fewer than ${LEAST_STATE_KEY} characters.`, {
    hint: 'Make one with "openssl rand -hex 32".',
  });
}

/** Whether the store answers, and soon. */
async function checkStore(hall: Hall): Promise<void> {
  const late = startTimeLimit(READY_WITHIN_MS);
  await untilAborted(hall.store.newest({ most: 1 }), late).catch((error: unknown) => {
    throw error === late.reason ? new HallError('storage', 'The hall does not answer in time.') : error;
  });
}

/** RFC 9728: where clients of MCP learn who gives out tokens. */
function createDocument(resource: URL, issuer: string): () => Response {
  return () =>
    json({
      resource: resource.href,
      authorization_servers: [issuer],
      bearer_methods_supported: ['header'],
      scopes_supported: ROLES.map((role) => `debate-hall:${role}`),
      resource_name: 'Debate Hall',
    });
}

/** Throws `config-invalid`, `bad-input`, `storage`. */
export async function startServer(options: HallServerOptions): Promise<Server> {
  const { hall, keys, report } = options;
  const { server: settings, store, mcp } = hall.loaded.config;
  const wanted = parseListen(settings.listen);
  const { auth } = settings;
  const hasKeys = async () => (await keys.list(store.hall)).length > 0;
  const isAsking = auth !== undefined || (await hasKeys());
  const beyond = namesBeyond(settings, wanted);
  if (!isAsking && beyond.length > 0) throw requireSignIn(beyond);
  if (settings.publicUrl === undefined && !wanted.isLoopback) throw requirePublicUrl(wanted);
  const rooms = new OpenHalls({
    ...options,
    ownHall: store.hall,
    hasOthers: store.kind !== 'folder',
    parts: { ...options.parts, ...readStateKey(hall), metrics: hall.metrics },
    toolsets: mcp.toolsets,
  });
  const credentials = new CredentialExpiry(keys, () => hall.clock.now(), store.hall);
  let handle: ReturnType<typeof createHandler> | undefined;
  const http: HttpServer = await startHttpServer({
    address: wanted.address,
    port: wanted.port,
    portFlag: '--listen ADDRESS:PORT',
    policy: (port) => buildOriginPolicy(settings, { ...wanted, port }, { linkable: isLinkable, open: isOpen }),
    handle: async (request, connection) => {
      if (handle === undefined) throw new TypeError('A request came before the server was ready.');
      return await handle(request, connection);
    },
    report,
    observer: {
      createId: () => hall.random(REQUEST_ID_DIGITS),
      elapsed: () => hall.clock.elapsed(),
      note: (answered) => {
        const { path, status, milliseconds } = answered;
        const labels = { kind: kindOfPath(path), status: `${status}` };
        hall.metrics.time('debate_hall_http_request_seconds', milliseconds, labels);
        options.noteRequest?.(answered);
      },
    },
  });
  const url = getPublicUrl(settings, { ...wanted, port: http.port });
  const resource = new URL(`${url}/mcp`);
  handle = createHandler({
    rooms,
    signIn: createSignIn({
      verify: options.verify(resource.href),
      anyone: isAsking ? undefined : anyoneIn(store.hall),
      hasKeys,
      countRefusal: () => hall.metrics.count('debate_hall_sign_in_refusals_total'),
      resource,
      hasDocument: auth !== undefined,
      credentials,
    }),
    checkReady: async () => await checkStore(hall),
    document: auth === undefined ? undefined : createDocument(resource, auth.issuer),
    report,
  });
  return {
    url,
    isOpen: !isAsking,
    close: async () => await closeInOrder([() => http.close(), () => credentials.close(), () => rooms.close()]),
  };
}
