// Nobody gets in, or keeps others out, who was not given a key.
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Database } from '../../src/platform/database/database.ts';
import { inCampaign, sample } from '../support/campaign.ts';
import { whyNoPostgres } from '../support/postgres.ts';
import { fromPage, send } from '../web/support.ts';
import { createServedDatabase } from './shared-support.ts';
import { type Serve, type ServeSetUp, startServe } from './support.ts';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});

async function open(setUp?: ServeSetUp): Promise<Serve> {
  const serve = await startServe(setUp);
  opened.push(serve);
  return serve;
}

const portOf = ({ url }: Serve) => Number(new URL(url).port);

describe('a server without keys', () => {
  it.each([
    { publicUrl: 'https://hall.example.com' },
    { hosts: ['hall.example.com'] },
    { hosts: ['10.0.0.5:3900'] },
    { origins: ['https://hall.example.com'] },
    { publicUrl: 'http://[2001:db8::1]:3900' },
    { listen: '0.0.0.0:0', publicUrl: 'http://127.0.0.1:3900' },
  ])('does not start where others could reach it: %o', async (server) => {
    const serve = await open({ config: { server } });
    await expect(serve.listen()).rejects.toThrow('without sign-in');
  });

  it.each([
    { publicUrl: 'http://localhost:3900' },
    { hosts: ['127.0.0.1:3900', '[::1]:3900', 'localhost'] },
    { origins: ['http://127.0.0.1:5173'] },
  ])('starts where only its machine reaches it: %o', async (server) => {
    const serve = await open({ config: { server } });
    await serve.listen();
    expect(serve.isOpen).toBe(true);
  });

  const usual = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'];
  const ofServices = ['x-forwarded-port', 'cf-connecting-ip', 'true-client-ip', 'x-envoy-external-address', 'cdn-loop'];
  it.each([...usual, ...sample(ofServices, 5)])(
    'answers nobody through a proxy that says so with %s',
    async (header) => {
      const serve = await open();
      await serve.listen();
      for (const path of ['/api/debates', '/mcp']) {
        expect((await serve.request(path, { headers: { [header]: '203.0.113.7' } })).status).toBe(403);
      }
      expect((await serve.request('/api/debates')).status).toBe(200);
    },
  );

  it('closes with its first key, and so does what was open', async () => {
    const serve = await open();
    await serve.listen();
    const stream = await serve.request('/api/live');
    const client = await serve.connect(undefined, { era: 'legacy' });
    expect(await client.call('debate_history')).toMatchObject({ total: 0 });
    const token = await serve.addKey('ana', 'admin');
    for (const path of ['/api/debates', '/api/hall']) expect((await serve.request(path)).status).toBe(401);
    expect((await serve.request('/mcp', { method: 'POST' })).status).toBe(401);
    await expect(client.call('debate_history')).rejects.toThrow();
    expect((await serve.request('/api/debates', { token })).status).toBe(200);
    // Ends by itself.
    for await (const _ of stream.body ?? []);
  });

  it.skipIf(whyNoPostgres !== undefined)('closes at each server of a database at once', async () => {
    const database = await createServedDatabase();
    opened.push({ close: async () => await database.closeAll() });
    const [one, other] = [await database.serve(), await database.serve()];
    await one.listen();
    await other.listen();
    const stream = await other.request('/api/live');
    await one.addKey('ana', 'admin');
    expect((await other.request('/api/debates')).status).toBe(401);
    for await (const _ of stream.body ?? []);
  });
});

describe('connections without a key', () => {
  it.runIf(inCampaign)('do not keep health checks from an answer, however many there are', async () => {
    const serve = await open();
    await serve.addKey('ana', 'admin');
    await serve.listen();
    const port = portOf(serve);
    const sockets: Socket[] = [];
    const head = `host: 127.0.0.1:${port}\r\norigin: ${serve.url}\r\nsec-fetch-site: same-origin`;
    const slow = [
      `POST /api/session HTTP/1.1\r\n${head}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`,
      `GET / HTTP/1.1\r\nhost: 127.0`,
      '',
    ];
    for (let each = 0; each < 1_050; each += 1) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      socket.write(slow[each % slow.length] ?? '');
      sockets.push(socket);
      if (each % 50 === 0) await new Promise((connected) => socket.once('connect', connected));
    }
    expect((await send(port, { path: '/healthz' })).status).toBe(200);
    expect((await send(port, { path: '/readyz' })).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });

  it('do not end the streams of those who have one', async () => {
    const serve = await open();
    const token = await serve.addKey('ana', 'admin');
    await serve.listen();
    const stream = await serve.request('/api/live', { token });
    const reader = stream.body?.getReader();
    await reader?.read();
    const sockets = await Promise.all(
      Array.from({ length: 400 }, async () => {
        const socket = connect(portOf(serve), '127.0.0.1');
        socket.on('error', () => {});
        await new Promise((connected) => socket.once('connect', connected));
        return socket;
      }),
    );
    const ended = reader?.read().then(({ done }) => done);
    expect((await serve.request('/api/debates', { token })).status).toBe(200);
    expect(await Promise.race([ended, Promise.resolve('open')])).toBe('open');
    for (const socket of sockets) socket.destroy();
    await reader?.cancel();
  });

  it('may try thirty wrong keys a minute; a key that was right before is still taken', async () => {
    const serve = await open();
    const [known, unknown] = [await serve.addKey('ana', 'reader'), await serve.addKey('bob', 'reader')];
    await serve.listen();
    const statusOf = async (token: string, path = '/api/debates', headers = {}) =>
      (await serve.request(path, { token, headers })).status;
    expect(await statusOf(known)).toBe(200);
    const tried = [];
    for (let each = 0; each < 40; each += 1) {
      tried.push(await statusOf(`dhk_${'0'.repeat(12)}_${each.toString(16).padStart(64, '0')}`));
    }
    expect(tried).toEqual([...Array(30).fill(401), ...Array(10).fill(429)]);
    expect(await statusOf('x', '/mcp')).toBe(429);
    const headers = { ...fromPage(serve.url), 'content-type': 'application/json' };
    const session = { method: 'POST', headers, body: JSON.stringify({ code: 'x' }) };
    expect((await serve.request('/api/session', session)).status).toBe(429);
    expect(await statusOf(known)).toBe(200);
    expect(await statusOf(unknown)).toBe(429);
    // Another machine behind the same proxy.
    expect(await statusOf(unknown, '/api/debates', { 'x-forwarded-for': '198.51.100.1, 203.0.113.7' })).toBe(200);
  });
});

it.runIf(inCampaign)(
  'a person sends so many requests a minute, and others are not held up by them',
  async ({ onTestFinished }) => {
    const serve = await open();
    const [ana, bob] = [await serve.addKey('ana', 'reader'), await serve.addKey('bob', 'reader')];
    await serve.listen();
    // Each request counts as thirty: so many would take a slow machine more than the minute.
    const { consume } = RateLimiterMemory.prototype;
    const spy = vi.spyOn(RateLimiterMemory.prototype, 'consume').mockImplementation(function (
      this: RateLimiterMemory,
      key,
    ) {
      return consume.call(this, key, 30);
    });
    onTestFinished(() => spy.mockRestore());
    for (let each = 0; each < 3_000 / 30; each += 1)
      expect((await serve.request('/api/nothing', { token: ana })).status).toBe(404);
    const refused = await serve.request('/api/nothing', { token: ana });
    expect(refused.status).toBe(429);
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(await refused.json()).toMatchObject({
      error: { code: 'quota-reached', hint: `Try again in ${seconds} s.` },
    });
    expect((await serve.request('/api/debates', { token: bob })).status).toBe(200);
  },
);

it.each(['TRACE', 'PUT', 'PATCH', 'OPTIONS', 'PROPFIND'])('%s is no method of any address', async (method) => {
  const serve = await open();
  await serve.addKey('ana', 'admin');
  await serve.listen();
  for (const path of ['/', '/healthz', '/api/debates', '/mcp', '/api/session']) {
    const status = await new Promise((resolve, reject) => {
      request({ host: '127.0.0.1', port: portOf(serve), method, path, agent: false }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });
    expect([path, status]).toEqual([path, 405]);
  }
  expect(serve.faults).toEqual([]);
});

describe.skipIf(whyNoPostgres !== undefined)('servers of one hall', () => {
  it.runIf(inCampaign)('give the same debate for the same request of the same person, whenever it comes', async () => {
    const database = await createServedDatabase();
    opened.push({ close: async () => await database.closeAll() });
    const one = await database.serve();
    const [ana, bob] = [await one.addKey('ana', 'runner'), await one.addKey('bob', 'runner')];
    const other = await database.serve();
    await one.listen();
    await other.listen();
    const start = async (serve: Serve, token: string, topic = 'Should we stay?') => {
      const headers = { ...fromPage(serve.url), 'content-type': 'application/json' };
      const body = JSON.stringify({ key: 'the-same-key', topic, rehearse: true, recipe: 'quick' });
      const answer = await serve.request('/api/debates', { method: 'POST', token, headers, body });
      return { status: answer.status, ...((await answer.json()) as object) };
    };
    const both = await Promise.all([start(one, ana), start(other, ana), start(one, ana), start(other, ana)]);
    const [first] = both;
    expect(new Set(both.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(first).toMatchObject({ status: 200, threadId: expect.stringMatching(/^stay-[0-9a-f]{12}$/) });
    const { threadId = '' } = first as { threadId?: string };
    await database.startWorker(one);
    await (await one.hall.queue()).whenEnded(threadId, new AbortController().signal);
    expect((await one.hall.engine.snapshot(threadId)).debate.status).toBe('closed');
    expect(await start(other, ana)).toEqual(first);
    const [ofBob, another] = [await start(other, bob), await start(other, ana, 'Should we go?')];
    expect(ofBob).toMatchObject({ status: 200 });
    expect(new Set([first, ofBob, another].map((each) => (each as { threadId?: string }).threadId)).size).toBe(3);
  });

  it('tell nobody where the database is when it cannot be used', async () => {
    const database = await createServedDatabase();
    opened.push({ close: async () => await database.closeAll() });
    const serve = await database.serve();
    const token = await serve.addKey('ana', 'admin');
    await serve.listen();
    const { call } = await serve.connect(token);
    const { host, pathname } = new URL(database.postgres.url);
    const owner = new Database({ url: database.postgres.url });
    opened.push(owner);
    await owner.query('alter table debate_hall.debate rename to away');
    const answers = [];
    for (const path of ['/api/debates', '/api/debates/one', '/api/costs']) {
      answers.push(await (await serve.request(path, { token })).text());
    }
    answers.push(String(await call('debate_history').catch((error: unknown) => error)));
    await owner.query('alter table debate_hall.away rename to debate');
    for (const answer of answers) {
      expect(answer).toContain('The database has no tables');
      expect(answer).not.toContain(pathname.slice(1));
      expect(answer).not.toContain(host);
    }
  });
});
