// Debates whose seats look things up: from the flag to the ledger, its views, and the check that reads everything again.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type TestContext, test } from 'vitest';
import { argumentationSchema } from '../../src/domain/claims.ts';
import { EXIT } from '../../src/domain/failures/exit-codes.ts';
import { debateRecordSchema } from '../../src/domain/record.ts';
import { openHall } from '../../src/hall/compose/hall.ts';
import { openDebate } from '../../src/hall/operations/debate/opening/open-debate.ts';
import { takeSeat } from '../../src/hall/operations/debate/take-part/manual-turns.ts';
import { chainAgain, type LooseEvent, readEvents } from '../ledger/other-versions.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { createProject } from '../support/project.ts';
import { onPostgres } from '../support/shared-store.ts';

const SHOP = fileURLToPath(new URL('../fixtures/small-shop/', import.meta.url));
const FAKE = fileURLToPath(new URL('../fakes/looks-up.mjs', import.meta.url));
const QUESTIONS = fileURLToPath(new URL('../fixtures/small-shop-questions.json', import.meta.url));

function looksUp(manner: 'look' | 'guess' | 'kill', killing: { ledger?: string; afterMs?: number } = {}) {
  const told = JSON.stringify({ manner, questions: QUESTIONS, ...killing });
  return { kind: 'command', sandbox: 'off', argv: [process.execPath, FAKE, ['{toolUrl}'], told], prompt: 'stdin' };
}

async function shop(context: TestContext) {
  const project = createProject({
    agents: {
      looks: looksUp('look'),
      guesses: looksUp('guess'),
      blind: { ...looksUp('guess'), argv: [process.execPath, FAKE] },
    },
  });
  context.onTestFinished(() => project.dispose());
  await cp(SHOP, project.path('shop'), { recursive: true });
  return { project, cwd: project.folder, run: async (...args: string[]) => await project.call(args) };
}

const unwrap = (text: string) => text.replace(/\s+/g, ' ');

const cited = (status: string) => expect.objectContaining({ status });

test.runIf(inCampaign)(
  'a question set: seats that look find the answers, those that guess are marked as citing what they have not read',
  async (context) => {
    const { cwd, run } = await shop(context);
    const questions = JSON.parse(await readFile(QUESTIONS, 'utf8')) as {
      question: string;
      answer: string;
      citation: string;
    }[];
    for (const [index, { question, answer, citation }] of questions.entries()) {
      const id = `q${index}`;
      const seats = ['--wind', 'looks', '--wall', 'guesses', '--door', 'looks'];
      const ended = await run('run', question, '--recipe', 'quick', '--id', id, '--read', 'shop', ...seats, '--json');
      expect(ended.code, ended.stderr).toBe(0);
      const record = debateRecordSchema.parse(JSON.parse(ended.stdout));
      const turns = record.entries.filter((entry) => entry.kind === 'turn');
      const of = (seat: string) => turns.find((turn) => turn.seat === seat);
      expect(of('wind')?.text).toContain(answer);
      expect(of('wind')?.citations).toEqual([{ cited: `shop/${citation}`, status: 'read' }]);
      expect(of('wall')?.text).not.toContain(answer);
      expect(of('wall')?.citations).toEqual([cited('unread')]);
      expect(record.reading?.seats).toContainEqual(expect.objectContaining({ seat: 'wall', looks: 0 }));
      const verified = await run('verify', id, '--evidence');
      expect(verified.stdout).toMatch(/^evidence 4 looks and \d citations? confirmed/m);
    }
    // A fork that changes nothing copies looks and citations; citations hold on the same pins.
    const fork = await run('fork', 'q0', '--id', 'fork', '--json');
    const forked = debateRecordSchema.parse(JSON.parse(fork.stdout));
    expect([fork.code, forked.calls]).toEqual([0, 0]);
    expect(forked.reading?.seats).toContainEqual(expect.objectContaining({ seat: 'wind', looks: 2 }));
    expect((await run('verify', 'fork', '--evidence')).stdout).toMatch(
      /^evidence 0 looks and \d citations? confirmed, 4 looks copied: verify the parent$/m,
    );
    await run('delete', 'fork', '--yes');
    const stats = await run('stats', 'q0');
    expect(stats.stdout).toMatch(/^Read: Wind 2 looks, \d+ bytes; Door 2 looks, \d+ bytes$/m);
    expect(stats.stdout).toMatch(/^What was read is about \d+ tokens \(4 bytes each\), every time it is sent\.$/m);
    expect(stats.stdout).toMatch(/^Median input of a call: – with looks \(2 calls\), – without \(1 call\)\.$/m);
    expect((await run('stats')).stdout).toMatch(/^Read: 12 looks, [\d,]+ bytes$/m);
    const { looking } = JSON.parse((await run('stats', '--json')).stdout);
    expect(looking).toMatchObject({ withLooks: { calls: 6, inputTokens: null }, withoutLooks: { calls: 3 } });
    const shown = await run('show', 'q0', '--evidence');
    expect(shown.stdout).toMatch(/Wind read_file .*shop\/src\/tax\.ts 2/);
    expect(shown.stdout).toMatch(/unread src\/tax\.ts:2/);
    await writeFile(join(cwd, 'shop/src/tax.ts'), 'export const taxRate = 0.19;\n');
    const changed = await run('verify', 'q0', '--evidence');
    expect(changed.code).toBe(1);
    expect(changed.stdout).toMatch(/^ok .*\nEVIDENCE .* has changed since it was opened/m);
  },
);

test('an agent that cannot be held to the tools is refused by name, before anything is asked', async (context) => {
  const { run } = await shop(context);
  const refused = await run(
    'run',
    'Should we?',
    '--read',
    'shop',
    '--wind',
    'looks',
    '--wall',
    'blind',
    '--door',
    'looks',
  );
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('blind cannot be limited to the tools for reading (seat wall)');
  expect(refused.stderr).not.toContain('looks cannot');
});

test.runIf(inCampaign)('a person looks things up, and cites', async (context) => {
  const { run } = await shop(context);
  await run('open', 'Which rate?', '--id', 'm', '--read', 'shop', '--recipe', 'quick');
  const found = await run('read', 'm', 'read_file', '--data', 'path=shop/src/tax.ts', '--seat', 'wind');
  expect(found.stdout).toContain('taxRate = 0.07');
  expect((await run('read', 'm', 'list_files', '--seat', 'wall')).stderr).toContain("It is not wall's turn");
  for (const mistyped of [['nosuch'], ['read_file', '--data', 'pth=shop'], ['read_file']])
    expect((await run('read', 'm', ...mistyped, '--seat', 'wind')).stderr).toMatch(/^error: /);
  expect((await run('read', 'm', 'read_file', '--data', 'path=shop/none', '--seat', 'wind')).code).toBe(EXIT.usage);
  const { stderr: watched } = await run('watch', 'm');
  expect(watched).toMatch(/^#1 Wind read_file .*: shop\/src\/tax.ts 1–2 .*\n#2 Wind read_file .*: refused \(/m);
  expect(watched).toMatch(/^Read +Wind 2 looks, 1 without success, \d+ bytes$/m);
  const words =
    '1. **Keep it**: shop/src/tax.ts:2 "taxRate = 0.07"\n2. **Change it**: shop/src/cart.ts:99\n\nWhich one?';
  await run('say', 'm', '--seat', 'wind', words);
  const shown = await run('show', 'm', '--json');
  const record = debateRecordSchema.parse(JSON.parse(shown.stdout));
  const turn = record.entries.find((entry) => entry.kind === 'turn');
  expect(turn?.citations).toEqual([
    { cited: 'shop/src/tax.ts:2', quote: 'taxRate = 0.07', status: 'read' },
    { cited: 'shop/src/cart.ts:99', status: 'wrong', why: 'the file has 7 lines' },
  ]);
  const prompt = await run('show', 'm');
  expect(prompt.stdout).toContain('2 citations: 1 read, 1 wrong');
});

test('a person looks things up only for a seat of their own', async (context) => {
  const { project, run } = await shop(context);
  const hall = await openHall({ cwd: project.folder, home: project.root, env: project.env });
  context.onTestFinished(async () => await hall.close());
  const { signal } = new AbortController();
  const base = { topic: 'Which rate?', read: ['shop'], signal };
  await openDebate(hall, { ...base, threadId: 'agents', everySeat: 'looks', seating: 'agents' });
  await openDebate(hall, { ...base, threadId: 'held', format: 'asymmetric', seating: 'by-hand' });
  await takeSeat(hall, { threadId: 'held', seat: 'experienced', author: 'Ben', seatKey: 'a long and random key' });
  const look = async (...more: string[]) => await run('read', ...more, 'list_files', '--json');
  const refused = [
    [await look('agents', '--seat', 'wind'), 'The seat wind is filled by an agent.'],
    [await look('held', '--seat', 'experienced'), 'Someone else holds the "experienced" seat.'],
    [
      await look('held', '--seat', 'experienced', '--seat-key', 'guessed'),
      'Someone else holds the "experienced" seat.',
    ],
  ] as const;
  for (const [{ code, stderr, stdout }, why] of refused) {
    expect([code, stdout + stderr]).toEqual([EXIT.usage, expect.stringContaining(why)]);
  }
  const found = await look('held', '--seat', 'experienced', '--seat-key', 'a long and random key');
  expect(found).toMatchObject({ code: EXIT.ok, stdout: expect.stringContaining('shop/src/tax.ts') });
  for (const [id, looks] of Object.entries({ agents: 0, held: 1 })) {
    const { log } = await hall.engine.snapshot(id);
    expect(log.filter(({ type }) => type === 'look-recorded')).toHaveLength(looks);
  }
});

const TAX = ['Which tax rate does the shop use?', '--options', '0.07,0.19', '--read', 'shop'];

test('seats look things up for their openings, and what they cite in them is checked', async (context) => {
  const { run } = await shop(context);
  const ended = await run('check', ...TAX, '--agents', 'looks,looks,guesses', '--id', 'c', '--json');
  const record = debateRecordSchema.parse(JSON.parse(ended.stdout));
  expect(record).toMatchObject({ outcome: 'majority', result: { data: { answer: '0.07' } } });
  const turns = record.entries.filter((entry) => entry.kind === 'turn');
  const place = { cited: 'shop/src/tax.ts:2', status: 'read' };
  const twice = [place, { ...place, quote: 'taxRate =' }];
  expect(Object.fromEntries(turns.map(({ seat, citations }) => [seat, citations]))).toEqual({
    'seat-1': twice,
    'seat-2': twice,
    'seat-3': [cited('unread'), cited('unread')],
  });
  expect((await run('verify', 'c', '--evidence')).stdout).toMatch(/^evidence 4 looks and 6 citations confirmed/m);
});

test.runIf(inCampaign)(
  'sources that are not as they were are what differs, after the verdict on the chain',
  async (context) => {
    const { project, run, cwd } = await shop(context);
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
        cwd,
        stdio: 'ignore',
      });
    git('init', '--quiet');
    git('add', 'shop');
    git('commit', '--quiet', '--message', 'One');
    const opening = ['open', 'Which rate?', '--read', 'shop', '--recipe', 'quick', '--id'];
    git('commit', '--quiet', '--allow-empty', '--message', 'Empty');
    await run(...opening, 'gone');
    const nothing = await run('verify', 'gone', '--evidence');
    expect([nothing.code, nothing.stdout]).toEqual([
      0,
      expect.stringMatching(/\nevidence no look and no citation to confirm\n$/),
    ]);
    await run(...opening.with(3, 'git:HEAD~1..HEAD'), 'range');
    git('commit', '--quiet', '--allow-empty', '--amend', '--message', 'Two');
    git('reflog', 'expire', '--expire=now', '--all');
    git('gc', '--quiet', '--prune=now');
    const gone = await run('verify', 'gone', '--evidence');
    expect([gone.code, gone.stderr]).toEqual([1, '']);
    expect(gone.stdout).toMatch(
      /^ok .*\n(.*\n)*EVIDENCE The commit [0-9a-f]{12}, which "shop" was pinned at, is not here/m,
    );
    expect(gone.stdout).not.toContain('confirmed');
    const ofRange = await run('verify', 'range', '--evidence');
    expect([ofRange.code, ofRange.stderr]).toEqual([1, '']);
    expect(unwrap(ofRange.stdout)).toMatch(
      /^ok .* EVIDENCE There is no commit "[0-9a-f]{40}" here\. So nothing was compared\. Run this in the folder /,
    );
    project.write('shop/src/tax.ts', 'export const taxRate = 0.16;\n');
    await run(...opening, 'changed');
    project.write('shop/src/tax.ts', 'export const taxRate = 0.19;\n');
    const changed = await run('verify', 'changed', '--evidence');
    expect([changed.code, changed.stdout]).toEqual([1, expect.stringContaining('has changed since it was opened')]);
    const check = async (env = {}) => {
      const { code, stdout } = await project.call(['verify', 'changed', '--evidence'], { env });
      return [code, unwrap(stdout)];
    };
    expect(await check({ PATH: '/nowhere' })).toEqual([
      1,
      expect.stringContaining('git could not be started (ENOENT). So nothing was compared. Is git installed?'),
    ]);
    fs.renameSync(join(cwd, '.git'), join(cwd, 'elsewhere'));
    expect(await check()).toEqual([
      1,
      expect.stringContaining('"shop" was in a git repository, and is in none here. So nothing was compared. Run this'),
    ]);
    fs.rmSync(join(cwd, 'shop'), { recursive: true });
    expect(await check()).toEqual([
      1,
      expect.stringContaining('"shop" does not exist. So nothing was compared. Run this in the folder'),
    ]);
  },
);

test.runIf(inCi && !onPostgres).for([
  [
    'that the rules of today hold for',
    {},
    1,
    /^EVIDENCE Event 1: read_file now gives something other than what Wind got\.$/m,
  ],
  [
    'of older rules',
    { rulesVersion: 5 },
    0,
    /^evidence 0 looks and 0 citations confirmed, 1 look of older tools not confirmed$/m,
  ],
] as const)('a look that gives something else, in a debate %s', async ([, members, code, said], context) => {
  const { project, run } = await shop(context);
  await run('open', 'Which rate?', '--id', 'm', '--read', 'shop', '--recipe', 'quick');
  await run('read', 'm', 'read_file', '--data', 'path=shop/src/tax.ts', '--seat', 'wind');
  const [opened, look] = readEvents(await readFile(project.ledger('m'), 'utf8')) as [LooseEvent, LooseEvent];
  const changed = [
    { ...opened, data: { ...opened.data, ...members } },
    { ...look, data: { ...look.data, sha256: 'a'.repeat(64) } },
  ];
  await writeFile(project.ledger('m'), chainAgain(changed));
  const verified = await run('verify', 'm', '--evidence');
  expect([verified.code, verified.stdout]).toEqual([code, expect.stringMatching(said)]);
});

test('each claim has the mark of its own quote', async (context) => {
  const { project, run } = await shop(context);
  await run('open', ...TAX, '--id', 'two', '--recipe', 'standard');
  const place = 'shop/src/tax.ts:2';
  await run(
    'say',
    'two',
    '--seat',
    'wind',
    '--',
    `0.07, 70%\n- ${place} "taxRate = 0.07"\n- ${place} "entirely made up"`,
  );
  for (const seat of ['wall', 'door']) await run('say', 'two', '--seat', seat, '--', '0.07, 70%\n- So it is');
  const { claims } = argumentationSchema.parse((await project.shown('two')).result?.data);
  expect(claims.slice(0, 2).map(({ evidence }) => evidence)).toEqual([
    [{ cited: place, quote: 'taxRate = 0.07', status: 'unread' }],
    [{ cited: place, quote: 'entirely made up', status: 'wrong', why: 'the quote is not in the file' }],
  ]);
  const shown = await run('show', 'two', '--evidence');
  expect(shown.stdout).toContain(`wrong ${place} "entirely made up" (the quote is not in the file)`);
});

test.runIf(inCampaign)(
  'an answer that was settled without a decision in words is among the earlier decisions',
  async (context) => {
    const { run } = await shop(context);
    await run('check', ...TAX, '--agents', 'looks,looks', '--id', 'c');
    await run('open', 'What do we charge?', '--id', 'm', '--read', 'decisions', '--recipe', 'quick');
    const found = await run('read', 'm', 'find_decisions', '--data', 'words=tax', '--seat', 'wind');
    expect(found.stdout).toContain('0.07: openings 2 to 0');
    expect(found.stdout).not.toContain('redacted');
  },
);

test.runIf(inCampaign)(
  'no answer to `ask`, fork or debate without a result is among the earlier decisions',
  async (context) => {
    const { run } = await shop(context);
    await run('check', ...TAX, '--agents', 'looks,looks', '--id', 'decided');
    await run('fork', 'decided', '--id', 'what-if', '--seat', 'seat-2=looks');
    await run('ask', '--agent', 'rehearsal', 'Which tax rate does the shop use?');
    await run('check', '--agents', 'rehearsal,rehearsal', '--id', 'split', 'Is the tax too high?');
    expect(JSON.parse((await run('list', '--json')).stdout)).toHaveLength(4);
    await run('open', 'What do we charge?', '--id', 'm', '--read', 'decisions', '--recipe', 'quick');
    const found = await run('read', 'm', 'find_decisions', '--seat', 'wind');
    expect(found.stdout.match(/^\S+(?= \(\d{4}-)/gm)).toEqual(['decided']);
  },
);

test.runIf(inCampaign)(
  'blind answers to compare with may read the same, but no decisions: the one in question is among them',
  async (context) => {
    const { run, cwd } = await shop(context);
    const seats = ['--wind', 'looks', '--wall', 'looks', '--door', 'looks'];
    const reads = ['--read', 'decisions', '--id', 'r'];
    expect((await run('run', ...TAX, ...reads, ...seats)).code).toBe(0);
    await run('resume', 'r', '--compare', '2');
    const [compared, held] = await Promise.all(
      ['last', 'r'].map(async (id) => debateRecordSchema.parse(JSON.parse((await run('show', id, '--json')).stdout))),
    );
    expect(compared?.relation).toEqual({ kind: 'comparison', of: 'r' });
    const files = held?.reading?.pins.filter(({ kind }) => kind === 'files');
    expect(files).toHaveLength(1);
    expect(compared?.reading?.pins).toEqual(files);
    expect(compared?.contextLeftOut).toContainEqual({
      source: 'decisions',
      reason: 'the decision of the debate that asked first can be among them',
    });
    await run('run', ...TAX, ...reads.with(-1, 'changed'), ...seats);
    await writeFile(join(cwd, 'shop/src/tax.ts'), 'export const taxRate = 0.19;\n');
    const refused = await run('resume', 'changed', '--compare', '2');
    expect(refused.stderr).toContain('has changed since it was opened');
  },
);

test.runIf(inCampaign && !onPostgres).for(inCampaign ? [0, 2, 5, 1_000] : [2])(
  'killed %i ms into a look, the debate continues: each look is on record once, and the same',
  async (afterMs, context) => {
    const { project, run } = await shop(context);
    const kills = looksUp('kill', { ledger: project.ledger('k'), afterMs });
    project.configure({ agents: { looks: looksUp('look'), kills }, agentRetries: 0 });
    const seats = ['--wind', 'kills', '--wall', 'looks', '--door', 'looks'];
    const asked = ['run', 'Which tax rate does the shop use?', '--recipe', 'quick', '--id', 'k', '--read', 'shop'];
    await project.run([...asked, ...seats]);
    const before = project.events('k');
    expect(before.at(-1)?.type).toBe('look-recorded');
    const resumed = await run('resume', 'k', '--wind', 'looks', '--json');
    // Another agent has the seat now.
    expect(resumed.code, resumed.stderr).toBe(EXIT.degraded);
    const after = project.events('k');
    expect(after.slice(0, before.length)).toEqual(before);
    const { reading } = debateRecordSchema.parse(JSON.parse(resumed.stdout));
    const lost = before.filter(({ type }) => type === 'look-recorded').length;
    expect(reading?.seats.map(({ looks }) => looks)).toEqual([lost + 2, 2, 2]);
    const verified = await run('verify', 'k', '--evidence');
    expect(verified.stdout).toContain(`evidence ${lost + 6} looks and 3 citations confirmed`);
    expect(verified.code).toBe(0);
    await expect.poll(() => fs.readdirSync(project.scratch)).toEqual([]);
  },
);

test('while a phase is blind nobody sees what others read, at no door', async (context) => {
  const { run, cwd } = await shop(context);
  await mkdir(join(cwd, 'notes'), { recursive: true });
  await run('open', 'Which rate?', '--id', 'b', '--read', 'shop', '--format', 'asymmetric');
  const first = JSON.parse((await run('show', 'b', '--json')).stdout);
  const [seat] = first.seats.map((each: { seat: string }) => each.seat);
  await run('read', 'b', 'read_file', '--data', 'path=shop/src/tax.ts', '--seat', seat);
  for (const args of [
    ['show', 'b', '--json'],
    ['show', 'b', '--evidence'],
    ['export', 'b', '--format', 'markdown'],
    ['export', 'b', '--format', 'octave'],
    ['verify', 'b', '--evidence'],
  ]) {
    const { stdout, stderr } = await run(...args);
    expect([args, (stdout + stderr).includes('tax.ts')]).toEqual([args, false]);
  }
  const withheld = 'The phase is blind: what was read is withheld until it ends.';
  const checked = await run('verify', 'b', '--evidence');
  expect(checked).toMatchObject({ code: 2, stdout: expect.stringMatching(/^ok 2 events, head \w+\n$/) });
  expect(checked.stderr).toContain(withheld);
  const { code, stdout } = await run('verify', 'b', '--evidence', '--json');
  expect([code, JSON.parse(stdout)]).toEqual([
    2,
    expect.objectContaining({
      ok: true,
      evidence: { ok: false, error: expect.objectContaining({ message: withheld }) },
    }),
  ]);
});

test('material that did not fit into the prompt can be read in full', async (context) => {
  const { project, run } = await shop(context);
  const notes = Array.from({ length: 200 }, (_, line) => `Line ${line + 1} of the notes.`).join('\n');
  project.write('notes.md', notes);
  project.write('.env', 'A=1');
  project.configure({ context: { maxBytes: 1_000 } });
  const material = ['--context', 'shop', '--context', 'notes.md'];
  await run('open', 'Which rate?', '--id', 'm', ...material, '--read', 'decisions', '--recipe', 'quick');
  const read = async (...data: string[]) =>
    (await run('read', 'm', 'read_document', ...data.flatMap((each) => ['--data', each]), '--seat', 'wind')).stdout;
  expect(await read()).toMatch(/^shop\/src\/tax.ts$[\s\S]*^notes\.md \(not in the prompt\)$/m);
  expect(await read('name=notes.md', 'line=199')).toMatch(/199\tLine 199 of the notes\.\n200\tLine 200/);
  expect(await read('name=.env')).toContain('no such document');
  await run(
    'say',
    'm',
    '--seat',
    'wind',
    '1. **Keep**: notes.md:200 "Line 200"\n2. **Raise**: notes.md:1\n\nWhich one?',
  );
  const shown = await run('show', 'm', '--evidence');
  expect(shown.stdout).toMatch(/read notes\.md:200 "Line 200"\n\s+unread notes\.md:1$/m);
  expect((await run('verify', 'm', '--evidence')).stdout).toMatch(/^evidence 2 looks and 2 citations confirmed/m);
  await run('open', 'Which rate?', '--id', 'plain', ...material, '--recipe', 'quick');
  const plain = debateRecordSchema.parse(JSON.parse((await run('show', 'plain', '--json')).stdout));
  expect(plain.reading).toBeUndefined();
});

test('more sources than a debate can have are refused', async (context) => {
  const { run } = await shop(context);
  const many = Array.from({ length: 101 }, () => ['--read', 'shop']).flat();
  const refused = await run('open', 'Which rate?', ...many);
  expect(refused.stderr).toContain('There are 101 sources to read; the most is 100.');
});

test.runIf(inCampaign)(
  'a dry run says what could be read and in which languages; the live view warns of a budget that runs out',
  async (context) => {
    const { project, run } = await shop(context);
    project.write('shop/notes.md', 'Notes\n');
    const seats = ['--wind', 'looks', '--wall', 'looks', '--door', 'looks', '--recipe', 'quick'];
    const planned = await run('run', 'Which tax rate does the shop use?', '--read', 'shop', ...seats, '--dry-run');
    expect(planned.stdout).toMatch(/^Can be read: shop: 4 files, [\d,]+ bytes/m);
    expect(planned.stdout).toMatch(/^Languages: TypeScript 2 files, [\d,]+ bytes; Markdown 2 files, [\d,]+ bytes$/m);
    const asked = ['run', 'Which tax rate does the shop use?', '--read', 'shop', ...seats, '--max-reads', '2', '--log'];
    const ended = await run(...asked);
    expect(ended.stderr + ended.stdout).toMatch(/Wind reads shop\/src\/tax\.ts 2 \(used 2 of 2 looks of this turn\)/);
    expect(ended.stderr + ended.stdout).not.toContain('used 1 of 2');
  },
);
