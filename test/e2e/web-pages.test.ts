import { fileURLToPath } from 'node:url';
import { expect, type TestContext, test } from 'vitest';
import { debateRecordSchema } from '../../src/domain/record.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { pages, servePages } from '../support/page-server.ts';
import { createProject, quickRehearsal } from '../support/project.ts';

const FAKE = fileURLToPath(new URL('../fakes/looks-up.mjs', import.meta.url));
const QUESTIONS = fileURLToPath(new URL('../fixtures/small-shop-questions.json', import.meta.url));
const ALLOWED = { web: { privateHosts: ['127.0.0.1'] } };

async function setUp(context: TestContext, config: object = ALLOWED) {
  const project = createProject({ agents: { quick: quickRehearsal }, ...config });
  context.onTestFinished(() => project.dispose());
  const server = await servePages(
    context,
    pages({
      '/rates.html': ['text/html', '<h1>Rates</h1><p>The reduced rate is <b>0.07</b>.</p>'],
      '/moved': ['text/plain', 'unused'],
      '/key.txt': ['text/plain', `password: "hunter-${'a1B2'.repeat(8)}"\nghp_${'a1B2'.repeat(10)}\n`],
    }),
  );
  return { project, ...server, run: async (...args: string[]) => await project.call(args) };
}

const SEATS = ['--wind', 'quick', '--wall', 'quick', '--door', 'quick', '--recipe', 'quick'];

test.runIf(inCi)(
  'a page given as context is fetched once, and stands in the record with where it is from',
  async (context) => {
    const { origin, requests, run } = await setUp(context);
    const address = `${origin}/rates.html?token=letmein`;
    const ended = await run('run', 'Which rate?', '--id', 'c', '--context', address, ...SEATS, '--json');
    expect(ended.code, ended.stderr).toBe(0);
    const { context: given } = debateRecordSchema.parse(JSON.parse(ended.stdout));
    expect(given).toMatchObject([{ source: `${origin}/rates.html?token=hidden`, fetched: { bytes: 53 } }]);
    expect(requests).toHaveLength(1);
    const shown = await run('show', 'c', '--evidence');
    expect(shown.stdout).toMatch(/rates\.html\?token=hidden: web page of 53 bytes, fetched 20.*, SHA-256 [0-9a-f]{64}/);
    expect((await run('export', 'c', '--format', 'markdown')).stdout).toContain('web page of 53 bytes');
    expect((await run('export', 'c', '--format', 'octave')).stdout).toContain('PAGE_BYTES::53');
    expect((await run('verify', 'c')).code).toBe(0);
  },
);

test('no trace of a token in an address stays in the hall', async (context) => {
  const { origin, project, run } = await setUp(context);
  await run('run', 'Which rate?', '--id', 'c', '--context', `${origin}/rates.html?token=letmein`, ...SEATS);
  await run('open', 'Which rate?', '--id', 'm', '--read', `${origin}/rates.html?token=letmein`, '--recipe', 'quick');
  const failed = await run('run', 'Which rate?', '--context', `${origin}/none?token=letmein`, ...SEATS);
  expect(failed.stderr).toContain('there is no such page (404)');
  expect(failed.stderr).not.toContain('letmein');
  expect(project.ledgers.holding('letmein')).toEqual([]);
});

test.runIf(inCi)(
  'a page to look up is read, searched and cited; what follows reads the same bytes without the server',
  async (context) => {
    const { origin, port, requests, run } = await setUp(context);
    const name = `web/127.0.0.1_${port}/rates.html`;
    await run('open', 'Which rate?', '--id', 'm', '--read', `${origin}/rates.html`, '--recipe', 'quick');
    const read = async (tool: string, ...data: string[]) =>
      (await run('read', 'm', tool, ...data.flatMap((each) => ['--data', each]), '--seat', 'wind')).stdout;
    expect(await read('list_files')).toContain(name);
    expect(await read('search_text', 'pattern=rate is [0-9.]+')).toContain(`${name}:3: The reduced rate is 0.07.`);
    expect(await read('read_file', `path=${name}`)).toContain('1\t# Rates');
    await run(
      'say',
      'm',
      '--seat',
      'wind',
      `1. **Keep**: ${name}:3 "rate is 0.07"\n2. **Raise**: ${name}:9\n\nWhich one?`,
    );
    const shown = await run('show', 'm', '--evidence');
    expect(shown.stdout).toContain(`read ${name}:3`);
    expect(shown.stdout).toContain(`wrong ${name}:9`);
    expect(shown.stdout).toMatch(/rates\.html: web page of 53 bytes, fetched 20/);
    const verified = await run('verify', 'm', '--evidence');
    expect(verified.stdout).toMatch(/^evidence 3 looks and 2 citations confirmed/m);
    expect(requests).toHaveLength(1);
    await run('redact', 'm', '0', '--field', '/pages/0/content', '--reason', 'licence');
    expect(await read('read_file', `path=${name}`)).not.toContain('Rates');
  },
);

test('pages are off until a person allows them, and a project without trust does not', async (context) => {
  const { origin, project, requests, run } = await setUp(context, {});
  const refused = await run('run', 'Which rate?', '--context', `${origin}/rates.html`, ...SEATS);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('in a private network');
  expect(refused.stderr).toContain('"web": { "privateHosts": ["127.0.0.1"] }');
  project.configure({ agents: { quick: quickRehearsal }, ...ALLOWED });
  const untrusted = await project.call(['run', 'Which rate?', '--context', `${origin}/rates.html`, ...SEATS], {
    env: { DEBATE_HALL_TRUST: '' },
  });
  expect(untrusted.stderr).toContain('in a private network');
  expect(requests).toHaveLength(0);
  const claimed = await project.call(['config', 'explain'], { env: { DEBATE_HALL_TRUST: '' } });
  expect(claimed.stdout + claimed.stderr).toMatch(/web/);
});

test('what looks like a secret in a page is refused by its place', async (context) => {
  const { origin, run } = await setUp(context);
  for (const flag of ['--context', '--read']) {
    const refused = await run('run', 'Which rate?', flag, `${origin}/key.txt`, ...SEATS);
    expect(refused.stderr).toMatch(/key\.txt, line \d, looks like/);
    expect(refused.stderr).not.toContain('a1B2');
  }
});

test.runIf(inCampaign)('seats of a run look a page up', async (context) => {
  const told = JSON.stringify({ manner: 'look', questions: QUESTIONS });
  const looks = {
    kind: 'command',
    sandbox: 'off',
    argv: [process.execPath, FAKE, ['{toolUrl}'], told],
    prompt: 'stdin',
  };
  const { origin, run, requests } = await setUp(context, { ...ALLOWED, agents: { looks } });
  const seats = ['--wind', 'looks', '--wall', 'looks', '--door', 'looks'];
  const question = ['Which tax rate does the shop use?', '--options', '0.07,0.19'];
  const asked = ['run', ...question, '--id', 'r', '--read', `${origin}/rates.html`, ...seats];
  const ended = await run(...asked);
  expect(ended.code, ended.stderr).toBe(0);
  expect((await run('verify', 'r', '--evidence')).code).toBe(0);
  await run('resume', 'r', '--compare', '2');
  const [held, compared] = await Promise.all(
    ['r', 'last'].map(async (id) => debateRecordSchema.parse(JSON.parse((await run('show', id, '--json')).stdout))),
  );
  expect(compared?.relation).toEqual({ kind: 'comparison', of: 'r' });
  expect(compared?.reading?.pins).toEqual(held?.reading?.pins);
  expect((await run('verify', 'last', '--evidence')).code).toBe(0);
  expect(requests).toHaveLength(1);
});

test('a page of the context is cited by its address; other addresses are no citations', async (context) => {
  const { origin, run } = await setUp(context);
  await run(
    'open',
    'Which rate?',
    '--id',
    'm',
    '--context',
    `${origin}/rates.html`,
    '--read',
    '.',
    '--recipe',
    'quick',
  );
  const words = `1. **Keep**: ${origin}/rates.html:3 "rate is 0.07"\n2. **Raise**: https://example.org/x.ts:4 and https://example.org/blob/y.ts#L9\n\nWhich one?`;
  await run('say', 'm', '--seat', 'wind', words);
  const record = debateRecordSchema.parse(JSON.parse((await run('show', 'm', '--json')).stdout));
  const turn = record.entries.find((entry) => entry.kind === 'turn');
  expect(turn?.citations).toEqual([{ cited: `${origin}/rates.html:3`, quote: 'rate is 0.07', status: 'read' }]);
});
