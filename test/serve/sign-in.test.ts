// Who gets into a server, and who does not: keys, tokens, hosts, origins and sessions.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inCampaign } from '../support/campaign.ts';
import { collectMemory } from '../support/collect-memory.ts';
import { temporaryFolder } from '../support/hall.ts';
import { type Serve, startIssuer, startServe } from './support.ts';

const AUDIENCE = 'https://hall.example.com/mcp';
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};

const post = (body: object, headers: Record<string, string> = {}) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
  body: JSON.stringify(body),
});

describe('a server with keys and a sign-in service', () => {
  let issuer: Awaited<ReturnType<typeof startIssuer>>;
  let serve: Serve;
  let key: string;
  beforeAll(async () => {
    issuer = await startIssuer();
    serve = await startServe({ config: { server: { auth: { issuer: issuer.issuer, audience: AUDIENCE } } } });
    key = await serve.addKey('ana', 'admin');
    await serve.listen();
  });
  afterAll(async () => {
    await serve.close();
    await issuer.close();
  });

  const initialize = async (token?: string, headers = {}) =>
    await serve.request('/mcp', { ...post(INITIALIZE, headers), ...(token === undefined ? {} : { token }) });

  const good = { aud: AUDIENCE };
  const refused: Record<string, () => Promise<string | undefined>> = {
    'no token': async () => undefined,
    garbage: async () => 'garbage',
    'a key that nobody gave out': async () => `dhk_${'0'.repeat(12)}_${'0'.repeat(64)}`,
    'a key with another secret': async () => `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`,
    'a token for another server': async () => await issuer.token({ aud: 'https://elsewhere.example.com' }),
    'a token for nobody': async () => await issuer.token({}),
    'an expired token': async () => await issuer.token(good, { seconds: -600 }),
    'a token of another issuer': async () => await issuer.token({ ...good, iss: 'https://elsewhere.example.com' }),
    'a token whose subject is a number': async () => await issuer.token({ ...good, sub: 5 as unknown as string }),
    'a token with a foreign signature': async () => await issuer.token(good, { key: issuer.foreignKey }),
    'a token without a signature': async () => {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const claims = { iss: issuer.issuer, sub: 'u-1', aud: AUDIENCE, exp: Date.now(), scope: 'debate-hall:admin' };
      return `${part({ alg: 'none' })}.${part(claims)}.`;
    },
  };

  it.each(Object.keys(refused))('refuses %s at every door, and says where to sign in', async (name) => {
    const token = await refused[name]?.();
    const answer = await initialize(token);
    expect(answer.status).toBe(401);
    const challenge = answer.headers.get('www-authenticate') ?? '';
    expect(challenge).toMatch(/^Bearer /);
    expect(challenge).toContain(`resource_metadata="${serve.url}/.well-known/oauth-protected-resource/mcp"`);
    const said = `${challenge}${await answer.text()}`;
    // What the library found wrong with a token helps only those who forge them.
    expect(said).not.toMatch(/jws|jwt|jwk|signature|claim|exp\b/i);
    const page = await serve.request('/api/debates', token === undefined ? {} : { token });
    expect(page.status).toBe(401);
  });

  it('tells who has no role that a role is missing', async () => {
    const token = await issuer.token({ ...good, scope: 'openid profile' });
    const answer = await initialize(token);
    expect(answer.status).toBe(403);
    expect(answer.headers.get('www-authenticate')).toContain('insufficient_scope');
    expect((await serve.request('/api/debates', { token })).status).toBe(403);
    const session = await serve.request('/api/session', post({ code: token }, { origin: serve.url }));
    expect([session.status, await session.json()]).toEqual([
      403,
      { error: expect.objectContaining({ message: expect.stringContaining('no role') }) },
    ]);
  });

  it('takes a key and a token alike', async () => {
    for (const token of [key, await issuer.token(good)]) {
      expect((await initialize(token)).status).toBe(200);
      expect((await serve.request('/api/debates', { token })).status).toBe(200);
      const { personId } = (await (await serve.request('/api/hall', { token })).json()) as { personId: string };
      expect(await (await serve.request('/api/session', post({ code: token }, { origin: serve.url }))).json()).toEqual({
        token,
        personId,
      });
    }
  });

  it('has a document that says where tokens come from', async () => {
    for (const path of ['', '/mcp']) {
      const answer = await serve.request(`/.well-known/oauth-protected-resource${path}`);
      expect(await answer.json()).toMatchObject({
        resource: `${serve.url}/mcp`,
        authorization_servers: [issuer.issuer],
        bearer_methods_supported: ['header'],
      });
    }
  });

  it('answers neither foreign pages nor foreign names', async () => {
    const origin = await initialize(key, { origin: 'https://evil.example.com' });
    expect(origin.status).toBe(403);
    const { request } = await import('node:http');
    const { port } = new URL(serve.url);
    const status = await new Promise((resolve) => {
      const options = { port, host: '127.0.0.1', path: '/mcp', headers: { host: 'evil.example.com' } };
      request(options, (answer) => resolve(answer.resume().statusCode)).end();
    });
    expect(status).toBe(421);
  });

  it('says nothing but that it lives to whoever asks', async () => {
    expect(await (await serve.request('/healthz')).json()).toEqual({ ok: true });
    expect(await (await serve.request('/readyz')).json()).toEqual({ ready: true });
  });

  it.each([
    ['legacy', '2025-11-25'],
    ['auto', '2026-07-28'],
  ] as const)('serves a client of the era %s', async (era, version) => {
    const { client, call } = await serve.connect(key, { era });
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('debate_auto');
    expect(await call('debate_history')).toMatchObject({ total: expect.any(Number) });
  });

  it('has no session for anybody but its owner', async () => {
    const opened = await initialize(key);
    const session = { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' };
    expect(session['mcp-session-id']).not.toBe('');
    const list = post(
      { jsonrpc: '2.0', id: 2, method: 'tools/list' },
      { ...session, 'mcp-protocol-version': '2025-11-25' },
    );
    const others = [await issuer.token(good), await serve.addKey('bob', 'admin'), await serve.addKey('ana', 'reader')];
    for (const token of others) {
      const stolen = await serve.request('/mcp', { ...list, token });
      const unknown = { ...list.headers, 'mcp-session-id': 'there-is-none' };
      const missing = await serve.request('/mcp', { ...list, headers: unknown, token });
      expect([stolen.status, await stolen.text()]).toEqual([missing.status, await missing.text()]);
      expect(stolen.status).toBe(404);
      const ended = await serve.request('/mcp', { method: 'DELETE', headers: session, token });
      expect(ended.status).toBe(404);
    }
    expect((await serve.request('/mcp', { ...list, token: key })).status).toBe(200);
  });

  it('refuses a revoked key at the next request, and an expired one', async () => {
    const token = await serve.addKey('carl', 'reader');
    expect((await serve.request('/api/debates', { token })).status).toBe(200);
    await serve.keys.revoke('default', token.split('_')[1] ?? '', new Date());
    expect((await serve.request('/api/debates', { token })).status).toBe(401);
    const old = await serve.addKey('carl', 'reader', -1);
    expect((await serve.request('/api/debates', { token: old })).status).toBe(401);
  });

  it('names the principal in records, whatever a client calls itself', async () => {
    const { call } = await serve.connect(
      await issuer.token({ ...good, email: 'ana@example.com', email_verified: true }),
    );
    await call('init_debate', { topic: 'Should we adopt it?', thread_id: 'named' });
    await call('add_turn', { thread_id: 'named', role: 'Wind', content: '- A\n- B\n\nWhich?', agent_role: 'mallory' });
    const unproven = await serve.connect(
      await issuer.token({ ...good, sub: 'u-2', email: 'ana@example.com', name: 'Ana' }),
    );
    await unproven.call('force_close_debate', { thread_id: 'named', reason: 'Enough.' });
    const { log } = await serve.hall.engine.snapshot('named');
    const turn = log.find(({ type }) => type === 'turn-recorded');
    expect(turn?.data).toMatchObject({ by: { author: 'ana@example.com' } });
    expect(log.at(-1)?.data).toMatchObject({ by: `u-2 (${new URL(issuer.issuer).host})` });
  });

  it('gives records one line of a name, whatever a token calls its subject', async () => {
    const odd = { ...good, sub: 'u-3\n\u001b[31mAlice\u202e' };
    const { call } = await serve.connect(await issuer.token(odd));
    await call('init_debate', { topic: 'Should we adopt it?', thread_id: 'odd' });
    await call('force_close_debate', { thread_id: 'odd', reason: 'Enough.' });
    expect((await serve.hall.engine.snapshot('odd')).log.at(-1)?.data).toMatchObject({
      by: expect.stringMatching(/^u-3 Alice~[0-9a-f]{12} \(127\.0\.0\.1:\d+\)$/),
    });
    expect((await initialize(await issuer.token({ ...good, sub: ' ' }))).status).toBe(403);
  });

  const shown: Record<string, (n: number) => Promise<string>> = {
    'one wrong key again and again': async () => 'garbage',
    'one expired token again and again': async () => await expired,
    'expired tokens': async (n) => await issuer.token({ ...good, n }, { seconds: -600 }),
    'tokens for another server': async (n) => await issuer.token({ aud: 'https://elsewhere.example.com', n }),
    'keys that were revoked': async () => {
      const token = await serve.addKey('dan', 'reader');
      await serve.keys.revoke('default', token.split('_')[1] ?? '', new Date());
      return token;
    },
    'tokens without a role': async (n) => await issuer.token({ ...good, scope: 'profile', n }),
  };
  let expired: Promise<string>;
  beforeAll(() => {
    expired = issuer.token(good, { seconds: -600 });
  });

  it.runIf(inCampaign).each(Object.keys(shown).flatMap((what) => ['/mcp', '/api/debates'].map((path) => [what, path])))(
    'lets colleagues in while somebody at their address shows %s at %s',
    async (what, path) => {
      const headers = { 'x-forwarded-for': `${what} ${path}` };
      const statuses = new Set<number>();
      for (let n = 0; n < 35; n += 1) {
        const token = (await shown[what]?.(n)) ?? '';
        statuses.add((await serve.request(path, { token, headers })).status);
      }
      const isRepeated = what.startsWith('one ');
      expect([...statuses]).toEqual(what === 'tokens without a role' ? [403] : isRepeated ? [401, 429] : [401]);
      for (const token of [await issuer.token({ ...good, fresh: what }), await serve.addKey('colleague', 'reader')]) {
        expect((await serve.request('/api/debates', { token, headers })).status).toBe(200);
        expect((await initialize(token, headers)).status).toBe(200);
      }
    },
  );

  it.runIf(inCampaign)('lets nobody take all connections', async () => {
    const [greedy, other] = [await serve.addKey('greedy', 'reader'), await serve.addKey('other', 'reader')];
    const over = new AbortController();
    const open = async () => await serve.request('/api/live', { token: greedy, signal: over.signal });
    const answers = await Promise.all(Array.from({ length: 120 }, open));
    const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
    expect([count(200), count(429)]).toEqual([100, 20]);
    expect((await serve.request('/api/debates', { token: greedy })).status).toBe(429);
    expect((await initialize(greedy)).status).toBe(429);
    expect((await serve.request('/api/debates', { token: other })).status).toBe(200);
    await collectMemory();
    expect([count(200), (await serve.request('/api/debates', { token: greedy })).status]).toEqual([100, 429]);
    over.abort();
    await expect.poll(async () => (await serve.request('/api/debates', { token: greedy })).status).toBe(200);
  });

  it('reads no file of its machine for anybody', async () => {
    const { call, client } = await serve.connect(key);
    const start = { topic: 'Should we adopt it?', preset: 'rehearsal' };
    await expect(call('debate_auto', { ...start, context: ['debate-hall.config.json'] })).rejects.toThrow(
      'not-permitted',
    );
    await expect(call('debate_auto', { ...start, read: ['/etc'] })).rejects.toThrow('not-permitted');
    // Only what is looked up may be the decisions of the hall; in a context this is a file.
    await expect(call('debate_auto', { ...start, context: ['decisions'] })).rejects.toThrow('not-permitted');
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).not.toContain('read_diff');
    const twice = { topic: 'Should we adopt it?', thread_id: 'there-already' };
    await call('init_debate', twice);
    await expect(call('init_debate', twice)).rejects.toThrow(/^already-exists: (?!.*\/\w+\/).*there-already/);
  });

  it('starts no run where there is no queue', async () => {
    const { call } = await serve.connect(key);
    const start = { topic: 'Should we adopt it?', preset: 'rehearsal', thread_id: 'never' };
    await expect(call('debate_auto', start)).rejects.toThrow('config-invalid: This server runs no debates itself');
    expect(await serve.hall.store.exists('never')).toBe(false);
  });
});

describe('a server without keys', () => {
  it('asks nobody on its own machine, and does not listen beyond it', async () => {
    const serve = await startServe();
    await serve.listen();
    expect(serve.isOpen).toBe(true);
    expect(await (await serve.connect(undefined)).call('debate_history')).toMatchObject({ total: 0 });
    await expect(serve.connect(undefined, { at: '/mcp/another' })).rejects.toThrow();
    await serve.close();
    for (const listen of ['0.0.0.0:0', '[::]:0']) {
      const beyond = await startServe({ config: { server: { listen } } });
      await expect(beyond.listen()).rejects.toThrow('without sign-in');
      await beyond.addKey('ana', 'admin');
      await expect(beyond.listen()).rejects.toThrow('needs the address');
      await beyond.close();
    }
  });

  it('signs what clients hand back with a key that is long enough', async () => {
    const serve = await startServe({ folder: temporaryFolder(), env: { DEBATE_HALL_STATE_KEY: 'short' } });
    await expect(serve.listen()).rejects.toThrow('fewer than 32');
    await serve.close();
  });
});
