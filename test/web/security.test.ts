// Who is answered at all: only whoever knows a token, asks this server by its own name, and from its own page.
import { describe, expect, it } from 'vitest';
import { inCi } from '../support/campaign.ts';
import { codeOf, fromPage, openView, type Reply, type Sent, send } from './support.ts';

/** No answer of whatever kind sets a cookie: browsers send those of one port to every other. */
function checkHeaders({ headers }: Reply): void {
  expect(headers['set-cookie']).toBeUndefined();
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  });
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
}

const NAVIGATION = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
const WRITE = { method: 'POST', path: '/api/forecast', body: '{"topic":"Should we?"}' };

describe('a request is checked', () => {
  it.runIf(inCi)('by host, origin, site and token, in that order', async (context) => {
    const { port, origin, openTab } = await openView(context);
    const { token } = await openTab();
    const bearer = { authorization: `Bearer ${token}` };
    const known = { ...bearer, ...fromPage(origin) };
    const json = { ...known, 'content-type': 'application/json' };
    const list = '/api/debates';
    const cases: readonly (readonly [string, Sent, number])[] = [
      ['the page reads', { path: list, headers: known }, 200],
      ['the page writes', { ...WRITE, headers: json }, 200],
      ['a program with the token reads', { path: list, headers: bearer }, 200],
      ['by the name localhost', { path: list, headers: { ...bearer, host: `localhost:${port}` } }, 200],
      ['by the address ::1', { path: list, headers: { ...bearer, host: `[::1]:${port}` } }, 200],
      ['the host of somebody else', { path: list, headers: { ...known, host: 'evil.example' } }, 421],
      ['that host with our port', { path: list, headers: { ...known, host: `evil.example:${port}` } }, 421],
      ['no port', { path: list, headers: { ...known, host: '127.0.0.1' } }, 421],
      ['another port', { path: list, headers: { ...known, host: `127.0.0.1:${port + 1}` } }, 421],
      ['no token and a foreign host', { path: '/', headers: { host: 'evil.example' } }, 421],
      ['another site', { path: list, headers: { ...known, origin: 'https://evil.example' } }, 403],
      ['a sandboxed page or a file', { path: list, headers: { ...known, origin: 'null' } }, 403],
      [
        'another port of this machine',
        { path: list, headers: { ...known, origin: `http://127.0.0.1:${port + 1}` } },
        403,
      ],
      ['our name with another scheme', { path: list, headers: { ...known, origin: `https://127.0.0.1:${port}` } }, 403],
      ['a page of the same site', { path: list, headers: { ...bearer, 'sec-fetch-site': 'same-site' } }, 403],
      ['a page of another site', { path: list, headers: { ...bearer, 'sec-fetch-site': 'cross-site' } }, 403],
      ['a link elsewhere to the page', { path: '/', headers: { 'sec-fetch-site': 'cross-site', ...NAVIGATION } }, 200],
      [
        'a link elsewhere to the API',
        { path: list, headers: { ...bearer, 'sec-fetch-site': 'cross-site', ...NAVIGATION } },
        403,
      ],
      [
        'a frame elsewhere',
        {
          path: '/',
          headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
        },
        403,
      ],
      [
        'a script elsewhere',
        {
          path: '/page/hall.js',
          headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' },
        },
        403,
      ],
      [
        'the page itself, before anybody is known',
        { path: '/', headers: { 'sec-fetch-site': 'none', ...NAVIGATION } },
        200,
      ],
      ['its script', { path: '/page/hall.js' }, 200],
      ['its style', { path: '/page/hall.css' }, 200],
      ['no token', { path: list, headers: fromPage(origin) }, 401],
      [
        'a wrong token',
        { path: list, headers: { ...fromPage(origin), authorization: `Bearer ${'0'.repeat(64)}` } },
        401,
      ],
      ['the token in the address', { path: `${list}?token=${token}`, headers: fromPage(origin) }, 401],
      ['the token in a cookie', { path: list, headers: { ...fromPage(origin), cookie: `token=${token}` } }, 401],
      ['no token at an address that there is not', { path: '/api/nothing', headers: fromPage(origin) }, 401],
      ['an address that there is not', { path: '/api/nothing', headers: known }, 404],
      ['a file beside the page', { path: '/page/../../package.json' }, 404],
      ['a file of the build that is none of the page', { path: '/page/parts.json' }, 404],
      ['a write without an origin', { ...WRITE, headers: { ...bearer, 'content-type': 'application/json' } }, 403],
      ['a write as a form would send it', { ...WRITE, headers: { ...known, 'content-type': 'text/plain' } }, 400],
      ['a write that is no JSON', { ...WRITE, body: '{', headers: json }, 400],
      ['a write with a field too many', { ...WRITE, body: '{"topic":"x","more":1}', headers: json }, 400],
      ['a write by GET', { path: '/api/forecast', headers: known }, 404],
      ['a filter that there is not', { path: `${list}?nothing=1`, headers: known }, 400],
      ['an ID that leads out of the hall', { path: '/api/debates/..%2F..%2Fetc', headers: known }, 400],
      ['an address with a host of its own', { path: `http://evil.example${list}`, headers: known }, 400],
      ['a body that is too long', { ...WRITE, body: ' '.repeat(5 * 1024 * 1024), headers: json }, 413],
    ];
    for (const [what, sent, status] of cases) {
      const reply = await send(port, sent);
      expect([what, reply.status]).toEqual([what, status]);
      checkHeaders(reply);
      expect(reply.text).not.toContain(token);
    }
  });

  it('the page runs nothing but its own scripts, and asks nobody else', async (context) => {
    const { port } = await openView(context);
    const { headers, text } = await send(port, { path: '/' });
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; " +
        "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    );
    expect(text).not.toMatch(/https?:|<style|\sstyle=|\son[a-z]+=/);
    const head = await send(port, { method: 'HEAD', path: '/' });
    expect([head.status, head.text]).toEqual([200, '']);
    expect((await send(port, { method: 'PUT', path: '/' })).status).toBe(405);
  });
});

describe('the code in the address', () => {
  const DIGEST = expect.stringMatching(/^[0-9a-f]{64}$/);
  const signIn = (port: number, address: string) =>
    send(port, {
      method: 'POST',
      path: '/api/session',
      headers: { ...fromPage(`http://127.0.0.1:${port}`), 'content-type': 'application/json' },
      body: JSON.stringify({ code: codeOf(address) }),
    });

  it('works once, for one tab, and names the debate to show', async (context) => {
    const { port, server } = await openView(context);
    const address = server.createAddress('rust');
    const first = await signIn(port, address);
    expect([first.status, JSON.parse(first.text)]).toEqual([
      200,
      { ...{ token: DIGEST, personId: DIGEST }, debate: 'rust' },
    ]);
    const second = await signIn(port, address);
    expect([second.status, JSON.parse(second.text).error.code]).toEqual([401, 'not-authenticated']);
    expect(address).not.toContain(JSON.parse(first.text).token);
  });

  it('works for a minute', async (context) => {
    let elapsed = 0;
    const clock = { now: () => Date.now(), elapsed: () => elapsed };
    const { port, server } = await openView(context, { options: { clock } });
    const [early, late] = [server.createAddress(), server.createAddress()];
    elapsed = 60_000;
    expect((await signIn(port, early)).status).toBe(200);
    elapsed = 60_001;
    expect((await signIn(port, late)).status).toBe(401);
  });

  it('is not taken from another site', async (context) => {
    const { port, server } = await openView(context);
    const body = JSON.stringify({ code: codeOf(server.createAddress()) });
    const headers = { 'content-type': 'application/json' };
    const sent = { method: 'POST', path: '/api/session', body };
    expect((await send(port, { ...sent, headers })).status).toBe(403);
    expect((await send(port, { ...sent, headers: { ...headers, origin: 'https://evil.example' } })).status).toBe(403);
  });
});

it('a port that a tunnel leads here from is another name of the page, and no other port is', async (context) => {
  const { port, server } = await openView(context, { forwardedPort: 7_000 });
  expect(server.createAddress()).toMatch(/^http:\/\/127\.0\.0\.1:7000\/#/);
  const list = { path: '/api/debates' };
  for (const [host, status] of [
    ['127.0.0.1:7000', 401],
    ['localhost:7000', 401],
    [`127.0.0.1:${port}`, 401],
    ['127.0.0.1:7001', 421],
  ] as const) {
    expect([host, (await send(port, { ...list, headers: { host } })).status]).toEqual([host, status]);
  }
  const origin = 'http://localhost:7000';
  const headers = { host: 'localhost:7000', ...fromPage(origin), 'content-type': 'application/json' };
  const body = JSON.stringify({ code: codeOf(server.createAddress()) });
  expect((await send(port, { method: 'POST', path: '/api/session', headers, body })).status).toBe(200);
});

it('a hall gets the same port each time, and another one where that is taken', async (context) => {
  const first = await openView(context, { port: undefined });
  expect(first.server.hasUsualPort).toBe(true);
  const folder = first.hall.cwd;
  const second = await openView(context, { port: undefined, folder });
  expect([second.server.hasUsualPort, second.port === first.port]).toEqual([false, false]);
  await expect(openView(context, { folder, port: first.port })).rejects.toMatchObject({ code: 'bad-input' });
  await first.server.close();
  const third = await openView(context, { port: undefined, folder });
  expect(third.port).toBe(first.port);
});
