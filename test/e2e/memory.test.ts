// What was decided before, from the command line: shown before a debate, given to its seats on request, contradicted, asked again.
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EXIT } from '../../src/domain/failures/exit-codes.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { createProject, type Project } from '../support/project.ts';

let project: Project;
beforeEach(() => {
  project = createProject();
});
afterEach(() => project.dispose());

const PICKS = fileURLToPath(new URL('../fakes/picks-titles.mjs', import.meta.url));
const PAST = 'Past decisions that resemble this question:';

function answering(answer: string) {
  project.configure({
    agents: { a: project.holder('a', { answer }), b: project.holder('b', { answer }) },
    seats: { 'seat-1': 'a', 'seat-2': 'b' },
  });
}

const check = (id: string, topic: string, ...more: string[]) =>
  project.call(['check', '--seats', '2', '--id', id, ...more, topic]);

describe('a past decision that resembles the question', () => {
  beforeEach(async () => {
    answering('Yes');
    expect((await check('rust', 'Should we rewrite our backend in Rust?')).stderr).not.toContain(PAST);
    await project.call(['outcome', 'rust', 'wrong']);
  });

  it.runIf(inCampaign)('is shown before the debate, with how it turned out, and in a dry run', async () => {
    const asked = await check('again', 'Is porting the server to Rust worth it?');
    const line = 'rust (agreed: Yes, turned out wrong, today): Should we rewrite our backend in Rust?';
    expect(asked.stderr).toContain(`${PAST}\n  ${line}\n`);
    expect(asked.stderr.indexOf(PAST)).toBeLessThan(asked.stderr.indexOf('gives an opening'));
    expect((await check('quiet', 'Is porting the server to Rust worth it?', '-q')).stderr).not.toContain(PAST);
    const dry = await check('dry', 'Is porting the server to Rust worth it?', '--dry-run', '--json');
    expect(JSON.parse(dry.stdout).earlier).toContainEqual(
      expect.objectContaining({ threadId: 'rust', answer: 'Yes', turnedOut: 'wrong' }),
    );
    expect((await check('other', 'Where do we have lunch?')).stderr).not.toContain(PAST);
  });

  it('is given to the seats only with --recall, and the record says so', async () => {
    await check('without', 'Is porting the server to Rust worth it?');
    expect((await project.shown('without')).context).toEqual([]);
    await check('with', 'Is porting the server to Rust worth it?', '--recall');
    expect((await project.shown('with')).context.map(({ source }) => source)).toContain('decision rust');
    const heard = project.calls().at(-1)?.heard ?? '';
    expect(heard).toContain('Turned out: wrong');
    expect(heard).toMatch(/decision rust[\s\S]*Question: Should we rewrite our backend in Rust\?/);
  });

  it.runIf(inCi)('is said to be unseen only where it is', async () => {
    const unseen = 'The seats do not see them';
    const ask = async (id: string, source: string) =>
      (await check(id, 'Is porting the server to Rust worth it?', '--context', source)).stderr;
    expect(await ask('folder', '.')).toContain(unseen);
    expect((await project.shown('folder')).context.map(({ source }) => source)).not.toContain('debates/rust.oct.md');
    // A database keeps no records in the folder.
    const record = project.write('rust.oct.md', (await project.call(['export', 'rust'])).stdout);
    const named = await ask('named', record);
    expect(named).toContain(PAST);
    expect(named).not.toContain(unseen);
  });

  it.runIf(inCi)(
    'that is redacted later is named where it was given to the seats, until it is gone there, too',
    async () => {
      await check('with', 'Is porting the server to Rust worth it?', '--recall');
      const redact = async (id: string, event: string, ...words: string[]) =>
        (await project.call(['redact', id, '--event', event, ...words, '--reason', 'private'])).stderr;
      const field = '/context/0/content';
      expect(project.ledgers.text('with')).toContain('rewrite our backend');
      const command = `debate-hall redact with --event 0 --field ${field} --reason`;
      expect(await redact('rust', '0', '--field', '/topic')).toContain(command);
      await redact('with', '0', '--field', field);
      expect(project.ledgers.holding('rewrite our backend')).toEqual([]);
      expect(await project.call(['verify', '--all'])).toMatchObject({ code: 0 });
      // What was recalled after the redaction holds nothing of it.
      await check('later', 'Is porting the server to Rust worth it?', '--recall');
      expect(await redact('rust', '1')).not.toContain('was given this decision');
    },
  );

  it.runIf(inCi)('that says something else and still stands is named at the end', async () => {
    await check('stands', 'Should the backend be written in Rust?');
    answering('No');
    const asked = await check('now', 'Should we write our backend in Rust?');
    expect(asked.stderr).toContain('contradicts stands (agreed: Yes, today)');
    // It turned out wrong, so it stands no more.
    expect(asked.stderr).not.toContain('contradicts rust');
    answering('Yes');
    expect((await check('same', 'Do we write our backend in Rust?')).stderr).not.toContain('contradicts stands');
  });

  it('is found by recall, without damaged debates and without votes to compare with', async () => {
    await project.call(['recall', 'Rust backend', '--json']);
    const found = async () =>
      JSON.parse((await project.call(['recall', '--json', 'Rust in the server?'])).stdout).map(
        ({ threadId }: { threadId: string }) => threadId,
      );
    expect(await found()).toEqual(['rust']);
    project.write('debates/broken.jsonl', '{"topic":{"salt":"","sha256":"","text":"Rust server"}}\n');
    expect(await found()).toEqual(['rust']);
    expect((await project.call(['recall', 'Where do we have lunch?'])).stderr).toContain('Found no past decision');
  });
});

describe('rehearsals', () => {
  it.runIf(inCi)('are recalled by rehearsals alone, and by whoever looks for them', async () => {
    answering('Yes');
    await project.call([
      'check',
      '--rehearse',
      '--id',
      'played',
      '-q',
      'Should we close the office?',
      '--options',
      'Yes',
    ]);
    await project.call(['check', '--rehearse', '--id', 'played', '-q', 'Should we close the office?']);
    await project.call([
      'run',
      '--rehearse',
      '--recipe',
      'quick',
      '--id',
      'played-2',
      '-q',
      'Should we close the office?',
    ]);
    expect((await check('real', 'Do we close our office?')).stderr).not.toContain(PAST);
    expect((await project.call(['recall', 'Do we close our office?'])).stdout).toContain(
      'played-2 (decided, rehearsal',
    );
  });
});

describe('a decision whose writer gave search terms', () => {
  const rehearse = (id: string, topic: string) =>
    project.call(['run', '--rehearse', '--recipe', 'quick', '--id', id, '-q', topic]);
  const recall = async (...words: string[]) => JSON.parse((await project.call(['recall', '--json', ...words])).stdout);

  it('is found by them and shown without them, until they are redacted', async () => {
    const { stdout } = await rehearse('played', 'Should we close the office?');
    expect(stdout).not.toContain('SEARCH');
    const record = await project.shown('played');
    expect((await project.call(['show', 'played', '--summary'])).stdout).not.toContain('SEARCH');
    expect(await recall('a tryout?')).toEqual([expect.objectContaining({ threadId: 'played', words: ['tryout'] })]);
    expect((await project.call(['recall', 'a tryout?'])).stdout).toMatch(/\[\d+% alike: tryout\]/);
    const turn = record.entries.findLast((entry) => entry.kind === 'turn' && entry.text?.includes('SEARCH: tryout'));
    await project.call(['redact', 'played', '--event', `${turn?.seq}`, '--reason', 'private']);
    expect(await recall('a tryout?')).toEqual([]);
  });

  it.runIf(inCi)('is picked by an agent that reads the titles', async () => {
    await rehearse('played', 'Should we close the office?');
    answering('Yes');
    await check('boiler', 'Do we replace the boiler?');
    await check('rust', 'Should we rewrite our backend in Rust?');
    project.configure({ agents: { picks: project.fake(PICKS, { holding: 'boiler' }) } });
    const asked = await recall('--ask', 'picks', 'Is the furnace too old?');
    expect(asked.map(({ threadId }: { threadId: string }) => threadId)).toEqual(['boiler']);
    expect((await project.call(['recall', '--ask', 'nobody', 'Is it?'])).code).not.toBe(0);
  });
});

describe('contradictions', () => {
  it.runIf(inCampaign)(
    'are listed for decisions that stand: other answers, and reliance on what turned out wrong',
    async () => {
      answering('Yes');
      await check('first', 'Should we rewrite our backend in Rust?');
      await check('relies', 'Is porting the server to Rust worth it?', '--recall');
      answering('No');
      await check('other', 'Should the backend be rewritten in Rust?');
      const listed = async () => JSON.parse((await project.call(['recall', '--contradictions', '--json'])).stdout);
      expect(await listed()).toContainEqual({ kind: 'other-answer', threadId: 'other', against: 'first' });
      await project.call(['outcome', 'first', 'wrong']);
      expect(await listed()).toContainEqual({ kind: 'relies-on-wrong', threadId: 'relies', against: 'first' });
      expect(await listed()).not.toContainEqual(expect.objectContaining({ kind: 'other-answer', against: 'first' }));
      expect((await project.call(['recall', '--contradictions', 'Rust?'])).code).toBe(EXIT.usage);
    },
  );
});

describe('recheck', () => {
  beforeEach(async () => {
    answering('Yes');
    project.write('notes.md', 'It is slow.\n');
    project.write('old.md', 'Long ago.\n');
    await check('d', 'Should we rewrite our backend in Rust?', '--context', 'notes.md', '--context', 'old.md');
  });

  it("asks again with today's material, and exits with 8 when the answer changed", async () => {
    answering('No');
    project.write('notes.md', 'It is fast now.\n');
    const { rmSync } = await import('node:fs');
    rmSync(project.path('old.md'));
    const again = await project.call(['recheck', 'd']);
    expect(again.code).toBe(EXIT.changed);
    expect(again.stderr).toContain('Recheck   the answer changed; d: Yes (agreed); now: No (agreed)');
    expect(again.stderr).toContain('Material  gone: old.md; changed: notes.md');
    const [row] = JSON.parse((await project.call(['list', '--json', '--limit', '1'])).stdout);
    expect(row.relation).toEqual({ kind: 'recheck', of: 'd' });
    const record = await project.shown(row.threadId);
    expect([record.format, record.seats.map(({ agent }) => agent.agent)]).toEqual(['check', ['a', 'b']]);
    expect(record.contextLeftOut).toEqual([{ source: 'old.md', reason: 'it is not there any more', missed: true }]);
    expect((await project.call(['verify', row.threadId])).code).toBe(0);
    // The later one takes the place of the earlier one.
    const recalled = await project.call(['recall', 'Is porting the backend to Rust worth it?']);
    expect(recalled.stdout).toContain(row.threadId);
    expect(recalled.stdout).not.toMatch(/^d \(/m);
  });

  it.runIf(inCampaign).each([
    ['55%', '45%', EXIT.changed, 'the answer changed; p: 55%'],
    ['55%', '60%', 0, 'an answer that counts as the same; p: 55%'],
    ['55%', '55%', 0, 'the same answer; p: 55%'],
  ])('takes %s and %s for alike exactly where an outcome scores them alike', async (before, now, code, words) => {
    answering(before);
    await check('p', 'How likely is it that we ship in May?', '--answer', 'probability');
    answering(now);
    const again = await project.call(['recheck', 'p']);
    expect([again.code, again.stderr]).toEqual([
      code,
      expect.stringContaining(`Recheck   ${words} (agreed); now: ${now}`),
    ]);
    const rows = JSON.parse((await project.call(['list', '--json', '--limit', '1'])).stdout);
    const verdictOf = async (id: string) => {
      await project.call(['outcome', id, 'yes']);
      return (await project.shown(id)).hindsight?.verdict;
    };
    expect((await verdictOf('p')) === (await verdictOf(rows[0].threadId))).toBe(code === 0);
  });

  it.runIf(inCi)('compares nothing with a debate that a limit or a person has stopped', async () => {
    const seats = ['wind=a', 'wall=b', 'door=a'].flatMap((seat) => ['--seat', seat]);
    await project.call(['run', '--id', 'w', '-q', '--gate', 'off', ...seats, 'Should we wait?']);
    const stopped = await project.call(['recheck', 'w', '--max-tokens', '1']);
    expect([stopped.code, stopped.stderr]).toEqual([
      EXIT.limit,
      expect.stringMatching(/Recheck {3}nothing to compare/),
    ]);
    const last = await project.call(['recheck', 'w', '--last', '--json']);
    expect([last.code, JSON.parse(last.stdout)]).toEqual([EXIT.limit, expect.objectContaining({ changed: null })]);
    await project.call(['kill', 'd', 'We do not need it.']);
    const again = await project.call(['recheck', 'd']);
    expect([again.code, again.stderr]).toEqual([
      0,
      expect.stringContaining('nothing to compare, since d was stopped;'),
    ]);
    await project.call(['open', '--id', 'c', 'Should we wait?']);
    await project.call(['close', 'c', 'No, we go.']);
    const decided = await project.call(['recheck', 'c', ...seats]);
    expect([decided.code, decided.stderr]).toEqual([0, expect.stringContaining('c: closed manually; now: ')]);
    expect(decided.stderr).toContain('compare them yourself');
  });

  it.runIf(inCampaign)(
    'holds a debate of people by the rules of a recipe, so that agents come to its end',
    async () => {
      await project.call(['open', '--id', 'm', 'Where do we have lunch?']);
      await project.call(['close', 'm', 'In the yard.']);
      const agents = ['wind', 'wall', 'door'].flatMap((seat) => ['--seat', `${seat}=rehearsal`]);
      const again = await project.call(['recheck', 'm', ...agents]);
      expect([again.code, again.stderr]).toEqual([
        0,
        expect.stringContaining('answers in words, compare them yourself'),
      ]);
      const [row] = JSON.parse((await project.call(['list', '--json', '--limit', '1'])).stdout);
      expect(await project.shown(row.threadId)).toMatchObject({ recipe: 'standard', options: { rounds: 1 } });
      const fork = ['fork', 'm', '--at', '0', ...agents];
      expect(await project.call(fork)).toMatchObject({
        code: EXIT.usage,
        stderr: expect.stringContaining('such as --rounds 1'),
      });
      expect(await project.call([...fork, '--rounds', '1', '-q'])).toMatchObject({ code: 0 });
    },
  );

  it.runIf(inCampaign)('compares who wins where judges decide', async () => {
    await project.call(['run', '--rehearse', '--format', 'oxford', '--id', 'o', '-q', 'We should rewrite it.']);
    const again = await project.call(['recheck', 'o']);
    const [row] = JSON.parse((await project.call(['list', '--json', '--limit', '1'])).stdout);
    const winners = await Promise.all(['o', row.threadId].map(async (id) => (await project.shown(id)).result?.data));
    const [before, now] = winners.map((data) => (data as { winner: string | null }).winner);
    expect(again.code).toBe(before === now ? 0 : EXIT.changed);
    expect(again.stderr).toContain(
      `Recheck   ${before === now ? 'the same answer' : 'the answer changed'}; o: ${before} (judged); now: ${now} (judged)`,
    );
  });

  it('exits with 0 when the answer is the same, and opens nothing in a dry run', async () => {
    const dry = await project.call(['recheck', 'd', '--dry-run']);
    expect([dry.code, dry.stdout]).toEqual([0, expect.stringContaining('and make 2 calls')]);
    expect(JSON.parse((await project.call(['list', '--json'])).stdout)).toHaveLength(1);
    const again = await project.call(['recheck', 'd']);
    expect([again.code, again.stderr]).toEqual([0, expect.stringContaining('the same answer')]);
    expect(again.stderr).toContain('Material  as it was');
  });

  it.runIf(inCampaign)(
    'keeps the point of view of a seat that gets another agent, and refuses a seat that is not there',
    async () => {
      await project.call([
        'run',
        '--rehearse',
        '--format',
        'panel',
        '--id',
        'p',
        '-q',
        '--seat',
        'c=rehearsal+operator',
        'Tabs?',
      ]);
      expect(await project.call(['recheck', 'p', '--seat', 'z=rehearsal'])).toMatchObject({
        code: EXIT.usage,
        stderr: expect.stringContaining('Its seats are a, b, c, writer.'),
      });
      await project.call(['recheck', 'p', '--seat', 'c=rehearsal', '-q']);
      const [row] = JSON.parse((await project.call(['list', '--json', '--limit', '1'])).stdout);
      expect(row.relation).toEqual({ kind: 'recheck', of: 'p' });
      const { seats } = await project.shown(row.threadId);
      expect(seats.find(({ seat }) => seat === 'c')).toMatchObject({ perspective: 'operator' });
    },
  );

  it('seats others where an agent is not configured any more, and refuses what is not over', async () => {
    project.configure({ agents: { c: project.holder('c', { answer: 'Yes' }) } });
    const again = await project.call(['recheck', 'd', '--seat', 'seat-1=c', '--seat', 'seat-2=c']);
    expect([again.code, again.stderr]).toEqual([0, expect.stringContaining('another agent is seated: seat-1: a')]);
    await project.call(['open', '--id', 'running', 'Should we wait?']);
    expect(await project.call(['recheck', 'running'])).toMatchObject({
      code: EXIT.usage,
      stderr: expect.stringContaining('is not over'),
    });
    expect((await project.call(['outcome', 'running', 'right'])).stderr).toContain('the debate is not over');
  });
});
