// The sessions of older clients of MCP: which one gives way when somebody opens too many, and what ends in one.
import { McpServer } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import { mountMcp } from '../../src/doors/mcp/mount.ts';
import { systemRandom } from '../../src/support/clock.ts';
import { neverAborted, whenAborted } from '../../src/support/wait.ts';

const MOST = 20;
const REVISION = '2025-11-25';
const JSON_OR_EVENTS = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };

function openMount(server = () => new McpServer({ name: 'hall', version: '1.0.0' })) {
  let now = 0;
  const mount = mountMcp({
    factory: server,
    elapsed: () => {
      now += 1;
      return now;
    },
    random: systemRandom,
    report: () => {},
  });
  const ask = async (init: RequestInit) =>
    await mount.handle(
      new Request('http://localhost/mcp', init),
      { token: 'key', clientId: 'ana', scopes: [] },
      () => ({ signal: neverAborted, close: () => {} }),
    );
  const post = async (message: object, headers = {}) =>
    await ask({
      method: 'POST',
      headers: { ...JSON_OR_EVENTS, ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    });
  const params = { protocolVersion: REVISION, capabilities: {}, clientInfo: { name: 'test', version: '1.0.0' } };
  /** The headers of a new session. */
  const open = async () => {
    const { headers } = await post({ id: 1, method: 'initialize', params });
    return { 'mcp-session-id': headers.get('mcp-session-id') ?? '', 'mcp-protocol-version': REVISION };
  };
  const listen = async (session: object, signal: AbortSignal) =>
    await ask({ headers: { accept: 'text/event-stream', ...session }, signal });
  return { post, open, listen, close: mount.close };
}

it.each([
  ['whose stream is open gives way to none', neverAborted, 200],
  ['whose client was gone before its stream was opened gives way to newer ones', AbortSignal.abort(), 404],
])('a session %s', async (_, signal, status) => {
  const { post, open, listen, close } = openMount();
  const session = await open();
  await listen(session, signal);
  for (let opened = 0; opened < MOST; opened += 1) await open();
  expect((await post({ id: 2, method: 'ping' }, session)).status).toBe(status);
  await close();
});

it('a session is refused while all others of the same person have something open', async () => {
  const { post, open, listen, close } = openMount();
  const leaving = new AbortController();
  const first = await open();
  await listen(first, leaving.signal);
  for (let opened = 1; opened < MOST; opened += 1) await listen(await open(), neverAborted);
  await expect(open()).rejects.toMatchObject({ code: 'quota-reached', message: 'You have 20 sessions of MCP open.' });
  leaving.abort();
  const last = await open();
  expect((await post({ id: 2, method: 'ping' }, last)).status).toBe(200);
  await close();
});

it('a request that is cancelled ends with its stream, and others of the session do not', async () => {
  const { post, open, close } = openMount(() => {
    const server = new McpServer({ name: 'hall', version: '1.0.0' });
    server.registerTool('wait', {}, async ({ mcpReq: { signal } }) => {
      await new Promise<void>((resolve) => whenAborted(signal, resolve));
      return { content: [] };
    });
    return server;
  });
  const session = await open();
  const call = async (id: number) =>
    await post({ id, method: 'tools/call', params: { name: 'wait', arguments: {} } }, session);
  const [cancelled, other] = [await call(2), await call(3)];
  const cancel = { method: 'notifications/cancelled', params: { requestId: 2 } };
  expect((await post(cancel, session)).status).toBe(202);
  expect(await cancelled.text()).toContain('{"jsonrpc":"2.0","id":2,"error":{"code":0,"message":"Request cancelled"}}');
  expect((await post(cancel, session)).status).toBe(202);
  expect(await Promise.race([other.text(), 'open'])).toBe('open');
  await close();
});
