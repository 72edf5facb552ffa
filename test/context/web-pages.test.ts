// Web pages come from where a person allows, within limits, and as text.
import { gzipSync } from 'node:zlib';
import { expect, type TestContext, test } from 'vitest';
import { HallError } from '../../src/domain/failures/errors.ts';
import { judgeAddress } from '../../src/net/fetch/connection.ts';
import { type FetchPorts, fetchPage } from '../../src/net/fetch/fetch-page.ts';
import { inCampaign } from '../support/campaign.ts';
import { pages, servePages } from '../support/page-server.ts';

const LOCAL = { hosts: [], privateHosts: ['127.0.0.1', 'wiki.test'] };

async function get(address: string, ports: Partial<FetchPorts> = {}) {
  const { signal } = new AbortController();
  return await fetchPage(address, { rules: LOCAL, now: () => '2026-01-01T00:00:00.000Z', signal, ...ports });
}

/** What refuses it, with the hint: no error of another kind. */
async function refusal(address: string, ports: Partial<FetchPorts> = {}): Promise<string> {
  const error = await get(address, ports).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof HallError)) throw new Error(`No refusal of ${address}: ${String(error)}`);
  expect(error.hint).toMatch(/\w+.*\.$/);
  return error.message;
}

async function serve(context: TestContext, all: Parameters<typeof pages>[0]) {
  return await servePages(context, pages(all));
}

test('a cell with blocks keeps its lines', async (context) => {
  const html = '<table><tr><td><pre>a\n  b</pre></td></tr></table><table><tr><td>x|y</td><td>1</td></tr></table>';
  const { origin } = await serve(context, { '/a.html': ['text/html', html] });
  expect((await get(`${origin}/a.html`)).text).toBe('```\na\n  b\n```\n\n| x\\|y | 1 |');
});

test('HTML becomes text that keeps headings, lists, code and links', async (context) => {
  const html = `<!doctype html><title>t</title><style>p{}</style><script>evil()</script><nav>menu</nav>
    <h2>Retry <em>rules</em></h2><p>Call <code>retry()</code>, see <a href="b.html">this</a>.</p>
    <ul><li>one<ul><li>deeper</li></ul></li><li>two</li></ul><ol><li>first</li></ol>
    <pre><code>const a = 1;\n  if (a &lt; 2) {}\n</code></pre>
    <table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>`;
  const { origin, requests } = await serve(context, { '/docs/a.html': ['text/html; charset=utf-8', html] });
  const page = await get(`${origin}/docs/a.html#part`);
  expect(page.text.replaceAll(origin, 'ORIGIN')).toMatchInlineSnapshot(`
    "## Retry rules

    Call \`retry()\`, see this [ORIGIN/docs/b.html].

    - one
      - deeper
    - two

     1. first

    \`\`\`
    const a = 1;
      if (a < 2) {}

    \`\`\`

    | a | b |
    | 1 | 2 |"
  `);
  expect(page).toMatchObject({ address: `${origin}/docs/a.html`, fetched: { bytes: Buffer.byteLength(html) } });
  expect(requests).toHaveLength(1);
  expect(Object.keys(requests[0]?.headers ?? {}).sort()).toEqual([
    'accept',
    'accept-encoding',
    'connection',
    'host',
    'user-agent',
  ]);
});

test.for([
  ['text/plain', Buffer.from('Grüße'), 'Grüße'],
  ['text/plain; charset="iso-8859-1"', Buffer.from('Gr\xfc\xdfe', 'latin1'), 'Grüße'],
  ['text/html', Buffer.from('<meta charset=shift_jis><p>\x83\x65\x83\x58\x83\x67', 'latin1'), 'テスト'],
  ['text/html; charset=utf-8', Buffer.from('<meta charset=shift_jis><p>Grüße'), 'Grüße'],
  ['text/plain', Buffer.from('\ufeffwide', 'utf16le'), 'wide'],
  ['text/plain', Buffer.from('caf\xe9', 'latin1'), 'café'],
  ['application/problem+json', Buffer.from('{"a": "\\u0007\u0007"}'), '{"a": "\\u0007␇"}'],
] as const)('%s is read in its character set', async ([type, body, text], context) => {
  const { origin } = await serve(context, { '/': [type, body] });
  expect((await get(`${origin}/`)).text).toBe(text);
});

test.runIf(inCampaign)('packed pages are unpacked, and only up to the limit', async (context) => {
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 'a'));
  const { origin } = await servePages(context, ({ url }, response) => {
    response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' });
    response.end(url === '/bomb' ? bomb : url === '/torn' ? bomb.subarray(0, 500) : gzipSync('small'));
  });
  expect((await get(`${origin}/`)).text).toBe('small');
  expect(await refusal(`${origin}/bomb`)).toMatch(/more than 4194304 bytes/);
  expect(await refusal(`${origin}/torn`)).toMatch(/connection failed/);
});

test('an endless page and a slow one end', async (context) => {
  const { origin } = await servePages(context, ({ url }, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    const more = () => {
      while (url === '/endless' && !response.destroyed && response.write('x'.repeat(65_536)));
    };
    response.on('drain', more).write('begins');
    more();
  });
  expect(await refusal(`${origin}/endless`)).toMatch(/more than 4194304 bytes/);
  expect(await refusal(`${origin}/slow`, { timeoutMs: 200 })).toMatch(/took more than 0.2 seconds/);
  const stopped = new AbortController();
  const waiting = get(`${origin}/slow`, { signal: stopped.signal });
  stopped.abort(new Error('stopped'));
  await expect(waiting).rejects.toThrow('stopped');
});

test('what is no page of text says so', async (context) => {
  const { origin } = await servePages(context, ({ url }, response) => {
    const types: Record<string, string> = { '/pdf': 'application/pdf', '/set': 'text/plain; charset=klingon' };
    if (url === '/closed') response.writeHead(403).end();
    else if (url === '/broken') response.writeHead(503).end();
    else if (url === '/cut') response.destroy();
    else if (url === '/untyped') response.writeHead(200).end('x');
    else if (types[url ?? ''] !== undefined) response.writeHead(200, { 'content-type': types[url ?? ''] }).end('x');
    else if (url === '/zero') response.writeHead(200, { 'content-type': 'text/plain' }).end('a\0b');
    else if (url === '/deep') response.writeHead(200, { 'content-type': 'text/html' }).end('<ul><li>'.repeat(100_000));
    else response.writeHead(404).end();
  });
  const told = async (path: string) => (await refusal(`${origin}${path}`)).replace(/^".*" was not fetched: /, '');
  expect(
    await Promise.all(['/pdf', '/untyped', '/set', '/zero', '/deep', '/closed', '/broken', '/none'].map(told)),
  ).toEqual([
    'it is not text (application/pdf).',
    'it is not text (unknown type).',
    'its character set is unknown.',
    'it is binary.',
    'its elements are nested too deeply.',
    'it wants a login (403).',
    'its server answered with 503.',
    'there is no such page (404).',
  ]);
  expect(await told('/cut')).toMatch(/^the connection failed/);
});

test('redirects are followed as far as they are allowed, and no further', async (context) => {
  const inside = await serve(context, { '/': ['text/plain', 'inside'] });
  const { origin, port } = await servePages(context, ({ url }, response) => {
    const places: Record<string, string> = {
      '/here': '/there',
      '/loop': '/loop',
      '/private': `http://localhost:${inside.port}/`,
      '/metadata': 'http://169.254.169.254/latest/meta-data/',
      '/login': `http://me:pass-4711@127.0.0.1:${inside.port}/`,
      '/file': 'file:///etc/passwd',
    };
    const location = places[url ?? ''];
    if (location === undefined) response.writeHead(200, { 'content-type': 'text/plain' }).end('there');
    else response.writeHead(302, { location, 'set-cookie': 'a=b' }).end();
  });
  const page = await get(`${origin}/here`);
  expect(page).toMatchObject({ address: `${origin}/there`, text: 'there', fetched: { asked: `${origin}/here` } });
  expect(await refusal(`${origin}/loop`)).toMatch(/redirects more than 5 times/);
  const open = { rules: { hosts: ['*'], privateHosts: ['127.0.0.1'] } };
  expect(await refusal(`${origin}/private`, open)).toMatch(/in a private network/);
  expect(
    await refusal(`${origin}/metadata`, { rules: { hosts: [], privateHosts: ['127.0.0.1', '169.254.169.254'] } }),
  ).toMatch(/on this machine or in a private network/);
  const login = await refusal(`${origin}/login`);
  expect(login).toMatch(/has a login in it/);
  expect(login).not.toContain('4711');
  expect(await refusal(`${origin}/file`)).toMatch(/is malformed/);
  expect(inside.requests).toHaveLength(0);
  expect(port).not.toBe(inside.port);
});

test('a host whose name leads to this machine is refused, however it is spelled', async (context) => {
  const { port, requests } = await serve(context, { '/': ['text/plain', 'inside'] });
  const rules = { hosts: ['*'], privateHosts: [] };
  for (const host of [
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '127.1',
    '0.0.0.0',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    'localhost',
    'localhost.',
    '169.254.169.254',
    '[fe80::1]',
    '[fd00:ec2::254]',
  ]) {
    expect([host, await refusal(`https://${host}:${port}/`, { rules })]).toEqual([
      host,
      expect.stringContaining('on this machine or in a private network'),
    ]);
  }
  const lookup = async () => [
    { address: '10.0.0.7', family: 4 },
    { address: '::1', family: 6 },
  ];
  expect(await refusal('https://rebound.test/', { rules, lookup })).toContain('in a private network');
  expect(requests).toHaveLength(0);
});

test('only what was checked is connected to: a name that leads elsewhere the next time is not asked again', async (context) => {
  const first = await serve(context, { '/': ['text/plain', 'checked'] });
  const second = await servePages(context, pages({ '/': ['text/plain', 'rebound'] }), {
    host: '127.0.0.2',
    port: first.port,
  });
  let asked = 0;
  const lookup = async () => {
    asked += 1;
    return [{ address: asked === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }];
  };
  const page = await get(`http://wiki.test:${first.port}/`, { lookup });
  expect([page.text, asked, second.requests.length]).toEqual(['checked', 1, 0]);
});

test('hosts: none by default, by name, below a domain, or all', async () => {
  const lookup = async () => [{ address: '127.0.0.1', family: 4 }];
  const told = async (address: string, hosts: readonly string[], privateHosts: readonly string[] = []) =>
    await refusal(address, { rules: { hosts, privateHosts }, lookup });
  expect(await told('https://docs.test/', [])).toContain('web pages are off');
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '10.0.0.1'])
    expect(await told(`http://${host}/`, [])).toContain('on this machine or in a private network');
  expect(await told('https://docs.test/', ['other.test'])).toContain('docs.test is not among the allowed hosts');
  expect(await told('https://notdocs.test/', ['*.docs.test', 'docs.test'])).toContain('not among');
  for (const hosts of [['docs.test'], ['*.test'], ['*'], ['DOCS.test']])
    expect(await told('https://docs.test/', hosts)).toContain('private network');
  expect(await told('http://docs.test/', ['*'])).toContain('only fetched over https');
  expect(await told('https://me:secret@docs.test/', ['*'])).toBe(
    'The address of a page on docs.test has a login in it.',
  );
  expect(await told('https://', ['*'])).toContain('malformed');
});

test('what could open something does not stay in an address', async (context) => {
  const { origin, requests } = await servePages(context, pages({ '/a': ['text/plain', 'a'] }));
  const secrets = 'token=letmein&q=rates&X-Amz-Signature=abc&id=4f9c1e2b7a6d4c3fa0b1';
  const { address } = await get(`${origin}/a?${secrets}`);
  expect(address).toBe(`${origin}/a?token=hidden&q=rates&X-Amz-Signature=hidden&id=hidden`);
  expect(requests[0]?.url).toBe(`/a?${secrets}`);
  expect(await refusal(`${origin}/none?${secrets}`)).not.toMatch(/letmein|4f9c/);
  expect(await refusal(`${origin}/ghp_${'a1B2'.repeat(10)}`)).not.toContain('ghp_');
});

test('addresses are public, private, or never asked', () => {
  const judged = Object.fromEntries(
    ['8.8.8.8', '2606:4700::1111', '10.1.2.3', '172.16.0.1', '192.168.1.1', '100.64.0.1', 'fd12::1', '127.9.9.9'].map(
      (address) => [address, judgeAddress(address)],
    ),
  );
  expect(Object.values(judged)).toEqual([...Array(2).fill('public'), ...Array(6).fill('private')]);
  for (const address of [
    '169.254.0.1',
    '100.100.100.200',
    'fd00:ec2::254',
    '224.0.0.1',
    '0.0.0.0',
    '255.255.255.255',
    'fe80::1',
    'ff02::1',
    '64:ff9b::808:808',
    '::127.0.0.1',
    '::8.8.8.8',
    '::2',
    '192.0.2.1',
    '2001:db8::1',
    'nonsense',
    '::ffff:169.254.169.254',
  ])
    expect([address, judgeAddress(address)]).toEqual([address, 'never']);
});
