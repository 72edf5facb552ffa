// Past decisions compared by meaning: with a program and with a service of the person's own, and by words alone when these fail.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type OpenHallOptions, openHall } from '../../src/hall/compose/hall.ts';
import type { Hall } from '../../src/hall/operations/hall.ts';
import { recallDecisions } from '../../src/hall/operations/memory/recall.ts';
import { systemClock } from '../../src/support/clock.ts';
import { connectHere } from '../mcp/support.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
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
/** The texts of each call since the last look. */
function takeAsked() {
  const texts = asked().map(({ input }) => input);
  fs.rmSync(log, { force: true });
  return texts;
}

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
  it.runIf(inCampaign)('finds what has no word in common, and says how near', async () => {
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

  it.runIf(inCampaign)('is asked once for each decision, and again for one that was written since', async () => {
    command();
    await recall(QUESTION);
    expect(takeAsked()).toEqual([[QUESTION], Array(3).fill(expect.stringContaining('The one that we have.'))]);
    await recall(QUESTION);
    expect(takeAsked()).toEqual([[QUESTION]]);
    await project.call(['outcome', 'boiler', 'right']);
    await recall(QUESTION);
    expect(takeAsked()).toEqual([[QUESTION], [expect.stringContaining('boiler')]]);
    command({}, { model: 'another' });
    await recall(QUESTION);
    expect(takeAsked()).toEqual([[QUESTION], [expect.anything(), expect.anything(), expect.anything()]]);
  });

  it.runIf(inCampaign)('that refuses one decision compares all others', async () => {
    command({ refuses: 'Rust' });
    const { found, stderr } = await recall(QUESTION);
    expect(found.find(({ threadId }) => threadId === 'rust')).toBeUndefined();
    expect(found.filter(({ nearness }) => nearness !== undefined).map(({ threadId }) => threadId)).toEqual(
      expect.arrayContaining(['boiler', 'queue']),
    );
    expect(stderr).toContain('ended with exit code 3. 1 decision was compared by words alone.');
    takeAsked();
    await recall(QUESTION);
    expect(takeAsked()).toEqual([[QUESTION], [expect.stringContaining('Rust')]]);
  });

  it.runIf(inCi)(
    'is asked for nothing else: not by a rehearsal, a dry run, a list, a search, or a question with a secret',
    async () => {
      command();
      await project.call(['run', '--rehearse', QUESTION]);
      await project.call(['check', '--rehearse', '--seats', '2', QUESTION]);
      await project.call(['run', '--rehearse', '--dry-run', QUESTION]);
      await project.call(['list']);
      await project.call(['check', '--rehearse', '--seats', '2', '-q', '--recall', QUESTION]);
      await project.call(['search', 'boiler']);
      await project.call(['recall', '--contradictions']);
      const secret = `ghp_${'a1B2'.repeat(9)}`;
      expect((await recall(`Is ${secret} the key of the boiler?`)).stderr).toContain('compared by words alone');
      expect(asked()).toEqual([]);
      expect(fs.existsSync(log)).toBe(false);
    },
  );

  it.runIf(inCi)('is sent no decision with a secret, nor half of one', async () => {
    const befores = [
      '',
      'word '.repeat(280),
      'word '.repeat(292),
      'word '.repeat(397),
      `${'字'.repeat(659)} `,
      `${'字'.repeat(1_990)} `,
    ];
    for (const [index, before] of befores.entries()) {
      await project.call(['open', '--id', `s${index}`, `Which token, after ${before.length}?`]);
      const decision = `${before}ghp_${'a1B2'.repeat(9)}`;
      expect((await project.call(['close', `s${index}`, decision, '--allow-secrets'])).code).toBe(0);
    }
    command();
    await recall(QUESTION);
    const sent = asked()
      .flatMap(({ input }) => input)
      .join('\n');
    expect(sent).toContain('boiler');
    expect(sent).toContain('字');
    expect(sent).not.toContain('ghp_');
  });

  describe('before a debate', () => {
    const setUp = (told: object) =>
      project.configure({
        agents: { one: project.holder('one', { answer: 'yes' }), two: project.holder('two', { answer: 'yes' }) },
        recall: { embed: { kind: 'command', argv: [process.execPath, EMBEDS, JSON.stringify({ log, ...told })] } },
      });
    const check = ['check', '--seats', '2', '--agents', 'one,two', '--id', 'new', QUESTION];

    it.runIf(inCampaign)('is asked, too', async () => {
      setUp({});
      await project.call(check);
      expect(asked()[0]?.input).toEqual([QUESTION]);
    });

    it.runIf(inCampaign)('can be stopped, which says how the debate is resumed', async () => {
      setUp({ waits: true });
      const running = project.start(check);
      await expect.poll(asked).toHaveLength(1);
      running.child.kill('SIGINT');
      const { code, stderr } = await running.finished;
      expect(code).toBe(130);
      expect(stderr).toContain('Resume it with "debate-hall resume new".');
      expect(await project.shown('new')).toMatchObject({ status: 'open' });
    });
  });
});

describe('what was removed', () => {
  const kept = () => project.ledgers.vectors();

  it.runIf(inCampaign)('is not sent again, and leaves no vector', async () => {
    command();
    await recall(QUESTION);
    expect(kept()).toEqual(['boiler', 'queue', 'rust']);
    takeAsked();
    await project.call(['redact', 'boiler', '--event', '0', '--field', '/topic', '--reason', 'private']);
    expect(kept()).toEqual(['queue', 'rust']);
    await recall(QUESTION);
    expect(takeAsked()).toEqual([[QUESTION], ['The one that we have.']]);
    await project.call(['delete', 'rust', '--yes']);
    expect(kept()).toEqual(['boiler', 'queue']);
    expect((await project.call(['doctor', '--json'])).stdout).not.toContain('.vector');
  });
});

describe('a hall of this process', () => {
  let hall: Hall;
  const open = async (more: Partial<OpenHallOptions> = {}) => {
    const { folder, root, env } = project;
    hall = await openHall({ cwd: folder, home: path.join(root, 'home'), env, trust: true, ...more });
  };
  afterEach(() => hall.close());

  const notices: string[] = [];
  const meaning = { signal: new AbortController().signal, notice: (sentence: string) => notices.push(sentence) };
  beforeEach(() => notices.splice(0));

  it.runIf(inCi)('keeps no vector of a text that was redacted while texts were read', async () => {
    command();
    await open();
    const redact = async <T>(read: T) => {
      await project.call(['redact', 'boiler', '--event', '0', '--field', '/topic', '--reason', 'private']);
      return read;
    };
    const { summaries } = hall;
    const { searchIndex } = hall.store;
    const reads = [summaries.glances.bind(summaries), searchIndex?.findAlike.bind(searchIndex)] as const;
    vi.spyOn(summaries, 'glances').mockImplementation(async () => await redact(await reads[0]()));
    if (searchIndex !== undefined && reads[1] !== undefined) {
      const findAlike = reads[1];
      vi.spyOn(searchIndex, 'findAlike').mockImplementation(async (...args) => await redact(await findAlike(...args)));
    }
    await recallDecisions(hall, { topic: QUESTION, least: 0, meaning });
    expect(project.ledgers.vectors()).toEqual(['queue', 'rust']);
  });

  it.each([
    [59_000, /did not answer within [01](?:\.\d)? s\. 3 decisions were compared by words alone\.$/],
    [61_000, /needs more than 60 s for all decisions\. 3 decisions were compared by words alone\.$/],
  ])('ends after one minute, here after %d ms for the question, and says how many are left', async (passed, said) => {
    command({ waits: true, spares: 'questions' });
    let begun = 0;
    let answeredAt: number | undefined;
    // However long the question took: a busy machine has no say in what is left.
    const elapsed = () => systemClock.elapsed() + (answeredAt === undefined ? 0 : begun + passed - answeredAt);
    await open({ clock: { ...systemClock, elapsed } });
    const readVectors = hall.store.readVectors.bind(hall.store);
    vi.spyOn(hall.store, 'readVectors').mockImplementation(async (ledgers) => {
      answeredAt ??= systemClock.elapsed();
      return await readVectors(ledgers);
    });
    begun = systemClock.elapsed();
    await recallDecisions(hall, { topic: QUESTION, least: 0, meaning });
    expect(notices).toEqual([expect.stringMatching(said)]);
  });

  it.runIf(inCampaign)('leaves one alone that fails again and again', async () => {
    command({ refuses: 'The one' });
    for (let number = 0; number < 40; number += 1) {
      const id = `more-${number}`;
      await project.call(['open', '--id', id, `Do we buy number ${number}?`]);
      await project.call(['close', id, 'The one.']);
    }
    await open();
    await recallDecisions(hall, { topic: QUESTION, least: 0, meaning });
    expect(asked()).toHaveLength(33);
    expect(notices).toEqual([expect.stringContaining('43 decisions were compared by words alone.')]);
  });
});

/** Its letters come one by one, as a configuration that holds it whole is refused. */
const SECRET = 'sk-embeddings-0123456789abcdef';

describe.runIf(inCampaign)('faults of a program', () => {
  const vectors = (list: unknown) => ({ prints: JSON.stringify({ data: list }) });
  const ofDecisions = (list: unknown) => ({ ...vectors(list), spares: 'questions' });
  const two = [{ embedding: [1, 2, 1, 1, 1] }, { embedding: [1, 2, 1, 1, 1] }];

  it.runIf(inCi).each<[string, Readonly<Record<string, unknown>>, string]>([
    ['no JSON', { prints: 'Loading…' }, 'answered with something other than JSON'],
    ['not a number', { prints: '{"data":[{"embedding":[NaN]}]}' }, 'answered with something other than JSON'],
    ['null for a number', vectors([{ embedding: [null] }]), 'answered without vectors of finite numbers'],
    [
      'an infinite number',
      { prints: '{"data":[{"embedding":[1e999]}]}' },
      'answered without vectors of finite numbers',
    ],
    ['an empty vector', vectors([{ embedding: [] }]), 'answered without vectors of finite numbers'],
    ['too few vectors', vectors([]), 'gave 0 vectors for 1 texts'],
    ['too few for decisions', ofDecisions([{ embedding: [1] }]), 'gave 1 vectors for 3 texts'],
    ['other dimensions', ofDecisions([...two, { embedding: [1] }]), 'gave vectors of different lengths'],
    [
      'other dimensions than the question',
      ofDecisions([1, 2, 3].map(() => ({ embedding: [1] }))),
      'gave vectors of different lengths',
    ],
    ['a zero vector', vectors([{ embedding: [0, 0] }]), 'gave a vector that is zero or too large'],
    ['a huge vector', vectors([{ embedding: [1e300, 0] }]), 'gave a vector that is zero or too large'],
    [
      'a number that comes twice',
      ofDecisions([...two, { embedding: [2, 2] }].map((each) => ({ ...each, index: 1 }))),
      'numbered its vectors wrongly',
    ],
    ['a failure that names a secret', { exits: 3, says: ['no ', ...SECRET] }, 'ended with exit code 3: no [redacted]'],
  ])('%s', async (_, told, problem) => {
    command(told);
    const { code, stderr, found } = await recall('Is the boiler too old?');
    expect([code, found[0]?.threadId]).toEqual([0, 'boiler']);
    if (told['spares'] === undefined) expect(found[0]).not.toHaveProperty('nearness');
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
    const request = {
      path: '/v1/embeddings',
      headers: expect.objectContaining({ authorization: `Bearer ${SECRET}` }),
    };
    const texts = Array(3).fill(expect.any(String));
    expect(server.requests).toEqual([
      { ...request, body: { model: 'm', input: [QUESTION] } },
      { ...request, body: { model: 'm', input: texts } },
    ]);
  });

  it('whose model changed behind its name gives all vectors again', async () => {
    service();
    expect(await firstOf(QUESTION)).toBe('boiler');
    server.behaviour.numbers = 8;
    expect(await firstOf(QUESTION)).toBe('boiler');
    expect(await firstOf(QUESTION)).toBe('boiler');
    expect(server.requests.map(({ body }) => body.input.length)).toEqual([1, 3, 1, 3, 1]);
  });

  it.runIf(inCi).each<[string, () => void | Promise<void>, string]>([
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
    expect((await recall(QUESTION)).stderr).toContain(
      'was not asked: The environment variable "EMBED_KEY" contains no key.',
    );
    expect(server.requests).toEqual([]);
  });

  it('is asked by MCP clients, who hear of faults', async () => {
    service();
    const { client, call, close } = await connectHere(project.folder, {
      args: ['--toolsets', 'core,memory'],
      env: { DEBATE_HALL_TRUST: project.folder, ...storeVariables(project.folder) },
    });
    try {
      const tool = (await client.listTools()).tools.find(({ name }) => name === 'recall_decisions');
      expect(tool?.annotations).toMatchObject({ readOnlyHint: true, openWorldHint: true });
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
    expect(stderr).toContain('these settings are ignored: recall.embed.baseUrl.');
    command();
    const program = await project.call(['recall', QUESTION], { env: { DEBATE_HALL_TRUST: '' } });
    expect(program.stderr).toContain('these settings are ignored: recall.embed.argv.');
    expect([server.requests, asked()]).toEqual([[], []]);
  });

  it.runIf(inCi).each([
    ['a password in its address', { baseUrl: 'http://ada:pw@127.0.0.1/v1' }],
    ['an address of the request itself', { baseUrl: 'http://127.0.0.1/v1/embeddings' }],
    ['no model', { model: '' }],
    ['settings of a program', { argv: ['x'] }],
  ])('is refused with %s', async (_, more) => {
    service(more);
    expect((await project.call(['recall', QUESTION])).code).toBe(2);
  });
});
