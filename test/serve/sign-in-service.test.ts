// What the sign-in service says: answers without end, and what records call people.
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, it } from 'vitest';
import { verifyOidc } from '../../src/platform/auth/verify-oidc.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { startIssuer } from './support.ts';

let closing: (() => unknown) | undefined;
afterEach(async () => await closing?.());

const openVerify = (issuer: string) => verifyOidc({ issuer, audience: 'hall', rolesClaim: 'scope', hall: 'main' });

async function startService(answer: (issuer: string) => RequestListener): Promise<string> {
  const server: Server = createServer((request, response) => answer(issuer)(request, response));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  closing = () => {
    server.closeAllConnections();
    server.close();
  };
  return issuer;
}

const flood: RequestListener = (_request, response) => {
  const more = () => {
    while (!response.destroyed && response.write('a'.repeat(100_000)));
  };
  response.on('drain', more);
  more();
};

it.each(['discovery', 'keys'])('is not read without end: %s', async (what) => {
  const issuer = await startService((own) => (request, response) => {
    if (what === 'discovery' || request.url === '/keys') return flood(request, response);
    response.end(JSON.stringify({ issuer: own, jwks_uri: `${own}/keys` }));
  });
  const header = Buffer.from('{"alg":"ES256","kid":"one"}').toString('base64url');
  const verify = openVerify(issuer);
  for (const _ of ['first', 'second']) {
    await expect(verify(`${header}.e30.AAAA`)).rejects.toMatchObject({ code: 'storage' });
  }
});

it.runIf(inCampaign)('is not waited for when it falls silent, also after memory was collected', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const issuer = await startService(() => (_request, response) => void response.write('{'));
  const timer = setInterval(collect, 500);
  await expect(openVerify(issuer)('a.b.c')).rejects.toMatchObject({ code: 'storage' });
  clearInterval(timer);
});

it.runIf(inCi)('may change its key, also right after it was asked for its keys', async () => {
  const service = await startIssuer();
  closing = service.close;
  const verify = openVerify(service.issuer);
  const known = { who: { id: 'oidc:u-1' } };
  expect(await verify(await service.token({ aud: 'hall' }))).toMatchObject(known);
  await service.changeKey();
  const token = await service.token({ aud: 'hall' });
  await expect.poll(async () => await verify(token), { timeout: 10_000 }).toMatchObject(known);
});

it('may have its keys at another address, which it is asked for without a new start', async () => {
  const service = await startIssuer();
  closing = service.close;
  const verify = openVerify(service.issuer);
  const known = { who: { id: 'oidc:u-1' } };
  expect(await verify(await service.token({ aud: 'hall' }))).toMatchObject(known);
  service.moveKeys();
  await service.changeKey();
  const token = await service.token({ aud: 'hall' });
  await expect.poll(async () => await verify(token).catch(() => undefined), { timeout: 10_000 }).toMatchObject(known);
});

it('gives each subject and each address a name of its own', async () => {
  const service = await startIssuer();
  closing = service.close;
  const verify = openVerify(service.issuer);
  const { host } = new URL(service.issuer);
  const long = `spiffe://corp.example.com/ns/engineering-platform/team/backend-infrastructure-services/people/`;
  const people = [
    { sub: `${long}ana` },
    { sub: `${long}ben` },
    { sub: `${'y'.repeat(5_000)}1` },
    { sub: `${'y'.repeat(5_000)}2` },
    { sub: 'a b' },
    { sub: 'a  b' },
    { sub: 'c', email: '', email_verified: true },
    { sub: 'd', email: `${'x'.repeat(120)}@a.example.com`, email_verified: true },
    { sub: 'e', email: `${'x'.repeat(120)}@b.example.com`, email_verified: true },
  ];
  const names: string[] = [];
  const ids: string[] = [];
  for (const claims of people) {
    const verified = await verify(await service.token({ aud: 'hall', ...claims }));
    if (verified === undefined || verified === 'ended') throw new Error('It was refused.');
    names.push(verified.who.name);
    ids.push(verified.who.id);
  }
  expect(new Set(names).size).toBe(people.length);
  for (const name of names) expect(name.length).toBeLessThanOrEqual(100);
  expect(new Set(ids).size).toBe(people.length);
  for (const id of ids) expect(id.length).toBeLessThanOrEqual(200);
  expect(names[4]).toBe(`a b (${host})`);
  expect(names[6]).toBe(`c (${host})`);
});
