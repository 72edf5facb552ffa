// The person's proxy is used for services elsewhere, and only for those.
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { anAgent, ask, KEY, never, type Service, saying, startService } from './service.ts';

let service: Service;
let asked: string[];
let proxy: string;
let closeProxy: () => void;
beforeEach(async () => {
  service = await startService();
  asked = [];
  const server = createServer();
  // Whatever host is wanted is the service of the test.
  server.on('connect', (request, socket) => {
    asked.push(request.url ?? '');
    const onward = connect(Number(new URL(service.baseUrl).port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    for (const end of [onward, socket]) end.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  proxy = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  closeProxy = () => {
    server.closeAllConnections();
    server.close();
  };
});
afterEach(async () => {
  closeProxy();
  await service.close();
});

async function answerFrom(baseUrl: string, env: Record<string, string>) {
  service.answers(saying('Yes.'));
  const session = await anAgent(baseUrl, { keyEnv: 'THE_SERVICE' }, { THE_SERVICE: KEY, ...env }).open('wall');
  const reply = await ask(session);
  await session.close();
  return reply;
}

test.each(['HTTP_PROXY', 'http_proxy'])('%s is the way to a service elsewhere', async (name) => {
  const reply = await answerFrom('http://models.example.org/v1', { [name]: proxy });
  expect(reply).toMatchObject({ status: 'answered', text: 'Yes.' });
  expect(asked).toEqual(['models.example.org:80']);
  expect(service.heard[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
});

test('a service on this machine is asked without it', async () => {
  expect(await answerFrom(service.baseUrl, { HTTP_PROXY: proxy })).toMatchObject({ status: 'answered' });
  expect(asked).toEqual([]);
});

test('a proxy that is not there is no way', async () => {
  closeProxy();
  const reply = await answerFrom('http://models.example.org/v1', { HTTP_PROXY: proxy });
  expect(reply).toMatchObject({ status: 'failed', failure: { code: 'unreachable' } });
  expect(service.heard).toEqual([]);
});

test('a key that would go to another machine unencrypted is remarked upon', async () => {
  const env = { THE_SERVICE: KEY, HTTP_PROXY: proxy };
  const found = await anAgent('http://models.example.org/v1', { keyEnv: 'THE_SERVICE' }, env).probe(never());
  expect(found).toEqual({ usable: true, notes: ['the key goes to models.example.org unencrypted'] });
});
