// Past decisions compared by meaning: with a program and with a service of the person's own, and by words alone when these fail.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectHere } from '../mcp/support.ts';
import { startEmbeddingServer } from '../support/embedding-server.ts';
import { createProject, linesOf, type Project } from '../support/project.ts';
import { storeVariables } from '../support/shared-store.ts';

const EMBEDS = fileURLToPath(new URL('../fakes/embeds.mjs', import.meta.url));
const QUESTION = 'Is the furnace too old?';

let project: Project;
let log: string;
beforeEach(async () => {
  project = createProject();
  log = path.join(project.root, 'embeddings.jsonl');
  for (const [id, topic] of [
    ['boiler', 'Do we replace the boiler?'],
    ['rust', 'Should we rewrite our backend in Rust?'],
    ['queue', 'Which queue do we use?'],
  ] as const) {
    await project.call(['open', '--id', id, topic]);
    await project.call(['close', id, 'The one that we have.']);
  }
});
afterEach(() => project.dispose());

const embed = (settings: object) => project.configure({ recall: { embed: settings } });
const command = (told: object = {}, more: object = {}) =>
  embed({ kind: 'command', argv: [process.execPath, EMBEDS, JSON.stringify({ log, ...told })], ...more });
const asked = () =>
  fs.existsSync(log) ? linesOf<{ input: string[]; model?: string }>(fs.readFileSync(log, 'utf8')) : [];

interface Found {
  readonly threadId: string;
  readonly nearness?: number;
  readonly words: readonly string[];
}

async function recall(...args: string[]) {
  const { code, stdout, stderr } = await project.call(['recall', '--json', ...args]);
  return { code, stderr, found: code === 0 ? (JSON.parse(stdout) as Found[]) : [] };
}

const firstOf = async (...args: string[]) => (await recall(...args)).found[0]?.threadId;

describe('a program', () => {
  it('finds what has no word in common, and says how near', async () => {
    expect((await recall(QUESTION)).found).toEqual([]);
    command({}, { model: 'm' });
    const { found, stderr } = await recall(QUESTION);
    expect(found[0]).toMatchObject({ threadId: 'boiler', words: [], nearness: expect.closeTo(1, 1) });
    expect(stderr).toBe('');
    expect((await project.call(['recall', QUESTION])).stdout).toMatch(
      /^boiler .*\[weak, \d+% alike; meaning (1\.00|0\.9\d)\]/m,
    );
    expect(asked()[0]?.model).toBe('m');
  });

  it('is asked once for each decision, and again for one that was written since', async () => {
    command();
    await recall(QUESTION);
    expect(asked()[0]?.input).toEqual([QUESTION, ...Array(3).fill(expect.stringContaining('The one that we have.'))]);
    await recall(QUESTION);
    expect(asked()[1]?.input).toEqual([QUESTION]);
    await project.call(['outcome', 'boiler', 'right']);
    await recall(QUESTION);
    expect(asked()[2]?.input).toEqual([QUESTION, expect.stringContaining('boiler')]);
    command({}, { model: 'another' });
    await recall(QUESTION);
    expect(asked()[3]?.input).toHaveLength(4);
  });

  it('is asked for nothing else: not by a dry run, a list, a search, or a question with a secret', async () => {
    command();
    await project.call(['run', '--rehearse', '--dry-run', QUESTION]);
    await project.call(['list']);
    await project.call(['check', '--rehearse', '--seats', '2', '-q', '--recall', QUESTION]);
    await project.call(['search', 'boiler']);
    await project.call(['recall', '--contradictions']);
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    expect((await recall(`Is ${secret} the key of the boiler?`)).stderr).toContain('compared by words alone');
    expect(asked()).toEqual([]);
    expect(fs.existsSync(log)).toBe(false);
  });

  it('is sent no decision with a secret, nor half of one', async () => {
    for (const before of [0, 1_400, 1_460]) {
      await project.call(['open', '--id', `s${before}`, `Which token, after ${before}?`]);
      const closed = ['close', `s${before}`, `${'word '.repeat(before / 5)}ghp_${'a1B2'.repeat(9)}`];
      expect((await project.call(closed)).code).toBe(0);
    }
    command();
    await recall(QUESTION);
    expect(asked()[0]?.input).toHaveLength(4);
    expect(JSON.stringify(asked())).not.toContain('ghp_');
  });

  it('is asked before a debate, too', async () => {
    command();
    await project.call(['check', '--rehearse', '--seats', '2', QUESTION]);
    expect(asked()[0]?.input[0]).toBe(QUESTION);
  });
});

describe('what was removed', () => {
  it('is not sent again, and leaves no vector', async () => {
    command();
    await recall(QUESTION);
    await project.call(['redact', 'boiler', '--event', '0', '--field', '/topic', '--reason', 'private']);
    const side = project.path('debates', '.hall');
    const kept = () => (fs.existsSync(side) ? fs.readdirSync(side).filter((name) => name.endsWith('.vector')) : []);
    expect(kept()).not.toContain('boiler.vector');
    await recall(QUESTION);
    expect(asked()[1]?.input).toEqual([QUESTION, 'The one that we have.']);
    await project.call(['delete', 'rust', '--yes']);
    expect(kept()).not.toContain('rust.vector');
    expect((await project.call(['doctor', '--json'])).stdout).not.toContain('.vector');
  });
});

/** Its letters come one by one, as a configuration that holds it whole is refused. */
const SECRET = 'sk-embeddings-0123456789abcdef';

describe('faults of a program', () => {
  const vectors = (list: unknown) => ({ prints: JSON.stringify({ data: list }) });
  const two = [{ embedding: [1, 2] }, { embedding: [1, 2] }, { embedding: [3, 1] }];

  it.each<[string, object, string]>([
    ['no JSON', { prints: 'Loading…' }, 'answered with something other than JSON'],
    ['not a number', { prints: '{"data":[{"embedding":[NaN]}]}' }, 'answered with something other than JSON'],
    ['null for a number', vectors([{ embedding: [null] }]), 'answered without vectors of finite numbers'],
    [
      'an infinite number',
      { prints: '{"data":[{"embedding":[1e999]}]}' },
      'answered without vectors of finite numbers',
    ],
    ['an empty vector', vectors([{ embedding: [] }]), 'answered without vectors of finite numbers'],
    ['too few vectors', vectors([{ embedding: [1] }]), 'gave 1 vectors for 4 texts'],
    ['other dimensions', vectors([...two, { embedding: [1] }]), 'gave vectors of different lengths'],
    ['a zero vector', vectors([...two, { embedding: [0, 0] }]), 'gave a vector that is zero or too large'],
    ['a huge vector', vectors([...two, { embedding: [1e300, 0] }]), 'gave a vector that is zero or too large'],
    [
      'a number that comes twice',
      vectors([...two, { embedding: [2, 2] }].map((each) => ({ ...each, index: 1 }))),
      'numbered its vectors wrongly',
    ],
    ['a failure that names a secret', { exits: 3, says: ['no ', ...SECRET] }, 'ended with exit code 3: no [redacted]'],
  ])('%s', async (_, told, problem) => {
    command(told);
    const { code, stderr, found } = await recall('Is the boiler too old?');
    expect([code, found.map(({ threadId }) => threadId)]).toEqual([0, ['boiler']]);
    expect(found[0]).not.toHaveProperty('nearness');
    expect(stderr).toContain(problem);
    expect(stderr).toContain('compared by words alone');
    expect(stderr).not.toContain(SECRET);
  });

  it.each<[string, object, string]>([
    ['does not start', { kind: 'command', argv: ['no-such-embedder'] }, 'could not be started (ENOENT)'],
    [
      'does not end',
      { kind: 'command', argv: [process.execPath, EMBEDS, '{"waits":true}'], timeoutSeconds: 0.5 },
      'did not answer within 0.5 s',
    ],
  ])('%s', async (_, settings, problem) => {
    embed(settings);
    const { code, stderr, found } = await recall('Is the boiler too old?');
    expect([code, found[0]?.threadId]).toEqual([0, 'boiler']);
    expect(stderr).toContain(problem);
  });
});

describe('a service', () => {
  let server: Awaited<ReturnType<typeof startEmbeddingServer>>;
  beforeEach(async () => {
    server = await startEmbeddingServer();
  });
  afterEach(() => server.close());

  const service = (more: object = {}) => embed({ kind: 'openai-http', baseUrl: server.url, model: 'm', ...more });
  const withKey = { env: { EMBED_KEY: SECRET } };

  it('is asked as OpenAI’s is, with the key', async () => {
    service({ keyEnv: 'EMBED_KEY' });
    const { stdout } = await project.call(['recall', '--json', QUESTION], withKey);
    expect(JSON.parse(stdout)[0]).toMatchObject({ threadId: 'boiler', nearness: expect.any(Number) });
    expect(server.requests).toEqual([
      expect.objectContaining({
        path: '/v1/embeddings',
        headers: expect.objectContaining({ authorization: `Bearer ${SECRET}` }),
        body: { model: 'm', input: expect.arrayContaining([QUESTION]) },
      }),
    ]);
  });

  it('whose model changed behind its name gives all vectors again', async () => {
    service();
    expect(await firstOf(QUESTION)).toBe('boiler');
    server.behaviour.numbers = 8;
    expect(await firstOf(QUESTION)).toBe('boiler');
    expect(server.requests.map(({ body }) => body.input.length)).toEqual([4, 1, 3]);
    expect(await firstOf(QUESTION)).toBe('boiler');
    expect(server.requests).toHaveLength(4);
  });

  it.each<[string, () => void | Promise<void>, string]>([
    [
      'refuses and repeats the key',
      () => void Object.assign(server.behaviour, { status: 401, says: `Wrong key ${SECRET}.` }),
      'answered with status 401: Wrong key [redacted].',
    ],
    ['redirects', () => void Object.assign(server.behaviour, { status: 307, says: '' }), 'answered with status 307'],
    ['is down', () => server.close(), 'could not be reached'],
    ['is silent', () => void Object.assign(server.behaviour, { silent: true }), 'did not answer within 0.5 s'],
  ])('that %s is replaced by words', async (_, break_, problem) => {
    service({ keyEnv: 'EMBED_KEY', timeoutSeconds: 0.5 });
    await break_();
    const { code, stdout, stderr } = await project.call(['recall', '--json', 'Is the boiler too old?'], withKey);
    expect([code, JSON.parse(stdout)[0].threadId]).toEqual([0, 'boiler']);
    expect(stderr).toContain(problem);
    expect(stderr + stdout).not.toContain(SECRET);
  });

  it('is asked nothing where its key is missing', async () => {
    service({ keyEnv: 'EMBED_KEY' });
    expect((await recall(QUESTION)).stderr).toContain('has no key in the variable "EMBED_KEY"');
    expect(server.requests).toEqual([]);
  });

  it('is asked by MCP clients, who hear of faults', async () => {
    service();
    const { call, close } = await connectHere(project.folder, {
      args: ['--toolsets', 'core,memory'],
      env: { DEBATE_HALL_TRUST: project.folder, ...storeVariables(project.folder) },
    });
    try {
      const { decisions } = await call('recall_decisions', { question: QUESTION });
      expect(decisions[0]).toMatchObject({ thread_id: 'boiler', clear: false, nearness: expect.any(Number) });
      server.behaviour.status = 500;
      const failed = await call('recall_decisions', { question: 'Is the boiler too old?' });
      expect(failed.notices).toEqual([expect.stringContaining('answered with status 500')]);
      expect(failed.decisions[0]).toMatchObject({ thread_id: 'boiler' });
    } finally {
      await close();
    }
  });

  it('of a project that nobody trusts is not asked', async () => {
    service();
    const { stderr } = await project.call(['recall', QUESTION], { env: { DEBATE_HALL_TRUST: '' } });
    expect(stderr).toContain('recall');
    expect(server.requests).toEqual([]);
  });

  it.each([
    ['a password in its address', { baseUrl: 'http://ada:pw@127.0.0.1/v1' }],
    ['an address of the request itself', { baseUrl: 'http://127.0.0.1/v1/embeddings' }],
    ['no model', { model: '' }],
    ['settings of a program', { argv: ['x'] }],
  ])('is refused with %s', async (_, more) => {
    service(more);
    expect((await project.call(['recall', QUESTION])).code).toBe(2);
  });
});
