// What can be told of a service before it is asked anything, and which settings are refused.
import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { agentKind } from '../../../src/agents/kinds/openai-http/index.ts';
import { anAgent, JSON_TYPE, KEY, never, refusing, type Script, type Service, startService } from './service.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

const listing = (...ids: string[]): Script => ({
  headers: JSON_TYPE,
  pieces: [JSON.stringify({ object: 'list', data: ids.map((id) => ({ id, object: 'model' })) })],
});

function probe(script: Script, settings: Record<string, unknown> = {}) {
  service.lists(script);
  return anAgent(service.baseUrl, { keyEnv: 'THE_SERVICE', ...settings }).probe(never());
}

const host = () => new URL(service.baseUrl).host;

describe('the probe', () => {
  test.each([undefined, 'm', 'llama3.2'])('asks for the list of models and nothing else (model %s)', async (model) => {
    const found = await probe(listing('m', 'llama3.2:latest'), model === undefined ? {} : { model });
    expect(found).toEqual({ usable: true, notes: [] });
    expect(service.heard).toMatchObject([
      { method: 'GET', url: '/v1/models', body: undefined, headers: { authorization: `Bearer ${KEY}` } },
    ]);
  });

  test('remarks on a model that is not in the list', async () => {
    const found = await probe(listing('big'), { model: 'small' });
    expect(found).toEqual({ usable: true, notes: [`${host()} does not list the model "small"`] });
  });

  test.each([
    { headers: JSON_TYPE, pieces: ['{"data":[]}'] },
    { headers: JSON_TYPE, pieces: ['[{"name":"x"}]'] },
    { pieces: ['hello'] },
  ])('does not remark on a list that it cannot read: %j', async (script) => {
    expect(await probe(script, { model: 'm' })).toEqual({ usable: true, notes: [] });
  });

  test.each([403, 404, 500, 302])('status %i makes it no less usable, and is said', async (status) => {
    const found = await probe(refusing(status, '', { location: 'http://127.0.0.1:1/' }));
    expect(found).toEqual({
      usable: true,
      notes: [`${host()} answered a request for its models with status ${status}`],
    });
  });

  test('what it does not read to its end is closed', async () => {
    expect(await probe({ status: 404, pieces: ['<html>'], ending: 'stalls' })).toMatchObject({ usable: true });
    await expect.poll(() => service.sockets.size).toBe(0);
  });

  test('a key that is refused makes it unusable', async () => {
    const found = await probe(refusing(401, { error: { message: KEY } }));
    const message = `${host()} refused the key in "THE_SERVICE".`;
    expect(found).toEqual({ usable: false, failure: { code: 'not-logged-in', message }, notes: [] });
  });

  test('so does a key that is not set, and nobody is asked', async () => {
    const found = await anAgent(service.baseUrl, { keyEnv: 'NOWHERE_KEY' }).probe(never());
    expect(found).toMatchObject({ usable: false, failure: { code: 'not-logged-in' } });
    expect(found.failure?.message).toContain('"NOWHERE_KEY"');
    expect(service.heard).toEqual([]);
  });

  test('a port that nobody listens on makes it unusable', async () => {
    const closed = await startService();
    await closed.close();
    const found = await anAgent(closed.baseUrl).probe(never());
    expect(found).toMatchObject({ usable: false, failure: { code: 'unreachable' } });
  });

  test('it can be stopped', async () => {
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as { port: number };
    const stop = new AbortController();
    silent.on('connection', (socket) => {
      socket.on('error', () => {}).resume();
      stop.abort();
    });
    const found = await anAgent(`http://127.0.0.1:${port}/v1`).probe(stop.signal);
    expect(found).toMatchObject({ usable: false, failure: { code: 'cancelled' } });
    silent.close();
  });
});

describe('the settings', () => {
  const baseUrl = 'https://models.example.org/v1';

  test('name the agent in the record', () => {
    const settings = { model: 'maker/m:free', effort: 'high', vendor: 'maker', keyEnv: 'A_KEY' };
    const { ref, window } = anAgent(baseUrl, settings);
    expect(ref).toEqual({
      agent: 'served',
      kind: 'openai-http',
      model: 'maker/m:free',
      effort: 'high',
      vendor: 'maker',
    });
    expect(window).toBeUndefined();
  });

  test.each([
    [{}, 'baseUrl'],
    [{ baseUrl: 'models.example.org/v1' }, 'baseUrl'],
    [{ baseUrl: 'file:///etc/passwd' }, 'baseUrl'],
    [{ baseUrl: 'https://me:secret@models.example.org/v1' }, 'baseUrl'],
    [{ baseUrl: `${baseUrl}?api-key=1` }, 'baseUrl'],
    [{ baseUrl: `${baseUrl}/chat/completions/` }, 'baseUrl'],
    [{ baseUrl, keyEnv: 'sk-or-v1-0123456789abcdef' }, 'keyEnv'],
    [{ baseUrl, model: '' }, 'model'],
    [{ baseUrl, vendor: '' }, 'vendor'],
    [{ baseUrl, windowCharacters: 1 }, 'windowCharacters'],
    [{ baseUrl, limits: { idleMs: -1 } }, 'limits'],
  ])('%j is refused', (settings, key) => {
    const parsed = agentKind.options.safeParse(settings);
    expect(parsed.error?.issues.map(({ path }) => path[0])).toContain(key);
  });

  test('an unknown key is refused, one for the key itself as well', () => {
    expect(agentKind.options.safeParse({ baseUrl, apiKey: 'x' }).success).toBe(false);
  });
});
