// What a key or token has opened ends when the key is revoked, at whatever server, or when its time is over.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { inCampaign, inCi } from '../support/campaign.ts';
import { openLine } from '../support/network-line.ts';
import { whyNoPostgres } from '../support/postgres.ts';
import { quickRehearsal } from '../support/project.ts';
import { createServedDatabase, type ServedDatabase } from './shared-support.ts';
import { type Serve, startIssuer, startServe } from './support.ts';

const AUDIENCE = 'https://hall.example.com/mcp';
const STREAM = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
const OLD = '2025-11-25';

const idOf = (token: string) => token.split('_')[1] ?? '';

/** Resolves when the other end has ended it in an orderly way. */
async function whenEnded(response: Response): Promise<'ended'> {
  const reader = response.body?.getReader();
  for (;;) if ((await reader?.read())?.done !== false) return 'ended';
}

/** Everything that stays open: the page's stream, that of a session, and the subscription of a newer client. */
async function openStreams(serve: Serve, token: string) {
  const initialize = {
    ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
    params: { protocolVersion: OLD, capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
  };
  const post = { method: 'POST', token, headers: STREAM };
  const opened = await serve.request('/mcp', { ...post, body: JSON.stringify(initialize) });
  await opened.text();
  const session = { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '', 'mcp-protocol-version': OLD };
  const listen = {
    ...{ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen' },
    params: {
      notifications: { resourcesListChanged: true },
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  };
  const modern = { ...STREAM, 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' };
  const streams = [
    await serve.request('/api/live', { token }),
    await serve.request('/mcp', { token, headers: { accept: 'text/event-stream', ...session } }),
    await serve.request('/mcp', { ...post, headers: modern, body: JSON.stringify(listen) }),
  ];
  const list = async (as: string) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' });
    return (await serve.request('/mcp', { ...post, token: as, headers: { ...STREAM, ...session }, body })).status;
  };
  return { statuses: streams.map(({ status }) => status), ended: streams.map(whenEnded), list };
}

const OPEN = [200, 200, 200];
const ALL = ['ended', 'ended', 'ended'];
/** How far the clocks of a sign-in service and a server may differ. */
const LEEWAY_S = 30;

describe('what is open on a server of a folder', () => {
  let issuer: Awaited<ReturnType<typeof startIssuer>>;
  let serve: Serve;
  beforeAll(async () => {
    issuer = await startIssuer();
    serve = await startServe({ config: { server: { auth: { issuer: issuer.issuer, audience: AUDIENCE } } } });
    await serve.listen();
  });
  afterAll(async () => {
    await serve.close();
    await issuer.close();
  });

  it.runIf(inCi)('ends with its key, and nothing of another key of the same person does', async () => {
    const [first, second] = [await serve.addKey('ana', 'reader'), await serve.addKey('ana', 'reader')];
    const lost = await openStreams(serve, first);
    const kept = await openStreams(serve, second);
    expect([lost.statuses, kept.statuses]).toEqual([OPEN, OPEN]);
    await serve.keys.revoke('default', idOf(first), new Date());
    expect(await Promise.all(lost.ended)).toEqual(ALL);
    // The session was opened with the key that is gone.
    expect(await lost.list(second)).toBe(404);
    expect(await kept.list(second)).toBe(200);
    expect(await Promise.race([...kept.ended, 'open'])).toBe('open');
  });

  it.runIf(inCi)('ends when the time of its token is over', async () => {
    // On a slow machine a short time may be over before everything is open.
    for (let seconds = 2; ; seconds *= 2) {
      const token = await issuer.token({ aud: AUDIENCE }, { seconds: seconds - LEEWAY_S });
      const { statuses, ended } = await openStreams(serve, token);
      expect(await Promise.all(ended)).toEqual(ALL);
      expect((await serve.request('/api/debates', { token })).status).toBe(401);
      if (statuses.every((status) => status === 200)) break;
    }
  });
});

describe.skipIf(whyNoPostgres !== undefined)('what is open on servers of a shared hall', () => {
  let served: ServedDatabase;
  beforeAll(async () => {
    served = await createServedDatabase();
  });
  afterEach(async () => await served.closeAll());

  it.runIf(inCampaign)('ends at each of them with a key that is revoked elsewhere', async () => {
    const [one, other] = [await served.serve(), await served.serve()];
    const key = await one.addKey('ana', 'reader');
    const rest = await one.addKey('ana', 'reader');
    await one.listen();
    await other.listen();
    const lost = [await openStreams(one, key), await openStreams(other, key)];
    const kept = await openStreams(other, rest);
    await one.keys.revoke('default', idOf(key), new Date());
    for (const { ended } of lost) expect(await Promise.all(ended)).toEqual(ALL);
    expect(await lost[1]?.list(rest)).toBe(404);
    expect(await Promise.race([...kept.ended, 'open'])).toBe('open');
    expect([...one.faults, ...other.faults]).toEqual([]);
  });

  it.runIf(inCi)('ends at each of them with a key that was replaced elsewhere, when it does', async () => {
    const [one, other] = [await served.serve(), await served.serve()];
    const key = await one.addKey('ana', 'reader', 90);
    const rest = await one.addKey('ana', 'reader', 90);
    await other.listen();
    const [lost, kept] = [await openStreams(other, key), await openStreams(other, rest)];
    expect([lost.statuses, kept.statuses]).toEqual([OPEN, OPEN]);
    await one.keys.endAt('default', idOf(key), new Date(Date.now() + 1_000));
    expect(await Promise.race([...lost.ended, 'open'])).toBe('open');
    expect(await Promise.all(lost.ended)).toEqual(ALL);
    expect(await Promise.race([...kept.ended, 'open'])).toBe('open');
  });

  it.runIf(inCampaign).each(['legacy', 'auto'] as const)(
    'a call in the way "%s" ends with an error that says why',
    async (era) => {
      const serve = await served.serve({ agents: { quick: { ...quickRehearsal, wordsPerSecond: 5 } } });
      await served.startWorker(serve);
      const key = await serve.addKey('ana', 'runner');
      await serve.listen();
      const { client } = await serve.connect(key, { era });
      let isHeard = () => {};
      const heard = new Promise<void>((resolve) => {
        isHeard = resolve;
      });
      const call = client.callTool(
        { name: 'debate_auto', arguments: { topic: 'Should we?', thread_id: `d-${era}` } },
        { onprogress: isHeard },
      );
      await Promise.race([heard, call]);
      await serve.keys.revoke('default', idOf(key), new Date());
      await expect(call).rejects.toThrow('The key or token is no longer valid.');
    },
  );

  it.runIf(inCampaign)('ends with a key that was revoked while the database was out of reach', async () => {
    const { postgres, env } = served;
    const line = await openLine(postgres.socket);
    const serve = await startServe({ env: { ...env, DEBATE_HALL_DATABASE_URL: postgres.urlAt(line.port, 'team') } });
    try {
      const key = await serve.addKey('ana', 'reader');
      await serve.listen();
      const { statuses, ended } = await openStreams(serve, key);
      expect(statuses).toEqual(OPEN);
      line.set('closed');
      const outside = await served.serve();
      // The server does not hear of it.
      await outside.keys.revoke('default', idOf(key), new Date());
      line.set('open');
      expect(await Promise.all(ended)).toEqual(ALL);
    } finally {
      await serve.close();
      await line.close();
    }
  });
});
