// The sessions of older clients of MCP: which one gives way when somebody opens too many.
import { McpServer } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import { mountMcp } from '../../src/doors/mcp/mount.ts';
import { systemRandom } from '../../src/support/clock.ts';
import { neverAborted } from '../../src/support/wait.ts';

const MOST = 20;
const REVISION = '2025-11-25';
const JSON_OR_EVENTS = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };

it.each([
  ['whose stream is open gives way to none', neverAborted, 200],
  ['whose client was gone before its stream was opened gives way to newer ones', AbortSignal.abort(), 404],
])('a session %s', async (_, signal, status) => {
  let now = 0;
  const mount = mountMcp({
    factory: () => new McpServer({ name: 'hall', version: '1.0.0' }),
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
  const post = async (method: string, params: object, headers = {}) =>
    await ask({
      method: 'POST',
      headers: { ...JSON_OR_EVENTS, ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
  const client = { protocolVersion: REVISION, capabilities: {}, clientInfo: { name: 'test', version: '1.0.0' } };
  const open = async () => (await post('initialize', client)).headers.get('mcp-session-id') ?? '';
  const session = { 'mcp-session-id': await open(), 'mcp-protocol-version': REVISION };
  await ask({ headers: { accept: 'text/event-stream', ...session }, signal });
  for (let opened = 0; opened < MOST; opened += 1) await open();
  expect((await post('ping', {}, session)).status).toBe(status);
  await mount.close();
});
