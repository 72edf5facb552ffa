// A server with its sockets, in the process of the tests; and a sign-in service that gives out tokens.
import fs from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { auditSignIns, openRefusalNotes } from '../../src/doors/cli/commands/team/serve.ts';
import { startServer } from '../../src/doors/serve/server.ts';
import { createGatePorts, openAudit, openKeys, openPeopleNotes, openVerify } from '../../src/hall/compose/access.ts';
import { openHall } from '../../src/hall/compose/hall.ts';
import { addKey } from '../../src/hall/operations/setup/api-keys.ts';
import { LOCAL_PRINCIPAL, type Role } from '../../src/platform/access/principal.ts';
import { temporaryFolder } from '../support/hall.ts';
import { FOREVER_MS } from '../support/limits.ts';
import { quickRehearsal } from '../support/project.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into results of every shape
export type Loose = any;

export interface ServeSetUp {
  readonly config?: Record<string, unknown>;
  readonly env?: Readonly<Record<string, string>>;
  /** A folder that there is already, for another server of the same hall. */
  readonly folder?: string;
}

const AGENTS = { quick: quickRehearsal };

/** A server on a free port of this machine. */
export async function startServe({ config = {}, env = {}, folder = temporaryFolder() }: ServeSetUp = {}) {
  const { server, ...others } = config as { server?: object };
  fs.writeFileSync(
    path.join(folder, 'debate-hall.config.json'),
    JSON.stringify({
      agents: AGENTS,
      seats: { wind: 'quick', wall: 'quick', door: 'quick' },
      recipe: 'quick',
      server: { listen: '127.0.0.1:0', ...server },
      ...others,
    }),
  );
  const place = {
    cwd: folder,
    home: folder,
    env: { PATH: process.env['PATH'] ?? '', DEBATE_HALL_TRUST: folder, ...env },
  };
  const hall = await openHall(place);
  const { config: loaded, env: variables } = hall.loaded;
  const keys = await openKeys(hall);
  const { audit, close: closeAudit } = await openAudit(loaded, variables, hall.clock);
  const people = openPeopleNotes(loaded, variables, hall.clock);
  const noteRefusal = openRefusalNotes({ audit, hall, recognise: people.recognise });
  const faults: unknown[] = [];
  const start = async () =>
    await startServer({
      hall,
      parts: { ...place, settings: [] },
      keys,
      verify: (audience) =>
        auditSignIns(openVerify({ config: loaded, keys, clock: hall.clock, audience }), { noteRefusal, hall }),
      noteRefusal,
      recognise: people.recognise,
      gatePorts: (own) => createGatePorts(own, audit),
      report: (fault) => faults.push(fault),
    });
  let started: Awaited<ReturnType<typeof startServer>> | undefined;
  const clients: Client[] = [];
  const serve = {
    folder,
    hall,
    keys,
    faults,
    get url() {
      return started?.url ?? '';
    },
    get isOpen() {
      return started?.isOpen;
    },
    /** Begins to listen: what keys there are by then decides whether anybody is asked. */
    listen: async () => {
      started = await start();
    },
    addKey: async (name: string, role: Role, days = 1) =>
      (await addKey(hall, { keys, audit, by: LOCAL_PRINCIPAL }, { name, role, days })).token,
    request: async (target: string, { token, ...init }: RequestInit & { readonly token?: string } = {}) => {
      const headers = new Headers(init.headers);
      if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
      return await fetch(`${serve.url}${target}`, { ...init, headers });
    },
    /** A client of MCP. */
    connect: async (token: string | undefined, { era = 'auto', at = '/mcp' }: Connecting = {}) => {
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
      const transport = new StreamableHTTPClientTransport(new URL(`${serve.url}${at}`), { requestInit: { headers } });
      const client = new Client({ name: 'test-client', version: '1.0.0' }, { versionNegotiation: { mode: era } });
      clients.push(client);
      await client.connect(transport);
      const call = async (name: string, args: Record<string, unknown> = {}): Promise<Loose> => {
        const result: Loose = await client.callTool({ name, arguments: args }, { timeout: FOREVER_MS });
        if (result.isError === true) {
          const { error } = result.structuredContent ?? {};
          throw new Error(error === undefined ? JSON.stringify(result.content) : `${error.code}: ${error.message}`);
        }
        return result.structuredContent;
      };
      return { client, transport, call };
    },
    close: async () => {
      for (const client of clients.splice(0)) await client.close().catch(() => {});
      await started?.close();
      await keys.close();
      await people.close();
      await closeAudit();
      await hall.close();
    },
  };
  return serve;
}

interface Connecting {
  readonly era?: 'legacy' | 'auto';
  readonly at?: string;
}

export type Serve = Awaited<ReturnType<typeof startServe>>;

/** A service that signs tokens with ES256 and publishes its key. */
export async function startIssuer() {
  const pair = await generateKeyPair('ES256');
  const other = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'ES256', use: 'sig' };
  const keys = [jwk];
  let own = { key: pair.privateKey, kid: 'one' };
  let place = '/keys';
  const issuerOf = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const server = createServer((request, response) => {
    const answers: Record<string, unknown> = {
      '/.well-known/openid-configuration': { issuer: issuerOf(), jwks_uri: `${issuerOf()}${place}` },
      [place]: { keys },
    };
    response.setHeader('content-type', 'application/json');
    response.statusCode = request.url !== undefined && request.url in answers ? 200 : 404;
    response.end(JSON.stringify(answers[request.url ?? ''] ?? {}));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    issuer: issuerOf(),
    jwk,
    /** `undefined` in a claim takes it away. */
    token: async (claims: JWTPayload, { key = own.key, seconds = 600 }: TokenOptions = {}) =>
      await new SignJWT({ iss: issuerOf(), sub: 'u-1', scope: 'debate-hall:admin', ...claims })
        .setProtectedHeader({ alg: 'ES256', kid: own.kid })
        .setIssuedAt()
        .setExpirationTime(Math.floor(Date.now() / 1_000) + seconds)
        .sign(key),
    foreignKey: other.privateKey,
    /** From now on it signs with another key, which it publishes. */
    changeKey: async () => {
      const next = await generateKeyPair('ES256');
      keys.push({ ...(await exportJWK(next.publicKey)), kid: 'two', alg: 'ES256', use: 'sig' });
      own = { key: next.privateKey, kid: 'two' };
    },
    /** From now on it has them at another address. */
    moveKeys: () => {
      place = '/other-keys';
    },
    close: async () => await new Promise((closed) => server.close(closed)),
  };
}

interface TokenOptions {
  readonly key?: Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];
  readonly seconds?: number;
}
