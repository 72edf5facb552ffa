// Old decisions are found again: by outcome, format and time in the list, by their words with search.
import fs from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getPaper } from '../../src/doors/cli/render/layout/table.ts';
import { debateLines } from '../../src/doors/cli/render/list-view.ts';
import { openHall } from '../../src/hall/compose/hall.ts';
import type { FoundDebate } from '../../src/hall/operations/records/lists/search-debates.ts';
import { callProgram } from '../support/call-program.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { createProject, everySeat, type Project, quickRehearsal } from '../support/project.ts';

let project: Project;
const call = (command: string, ...words: string[]) =>
  callProgram(command, '--hall', project.debates, '--config', project.path('debate-hall.config.json'), ...words);
async function ids(command: string, ...words: string[]): Promise<string[]> {
  const { stdout, code } = await call(command, ...words, '--json');
  expect(code).toBe(0);
  return (JSON.parse(stdout) as { threadId: string }[]).map(({ threadId }) => threadId);
}
const search = async (...words: string[]) =>
  JSON.parse((await call('search', ...words, '--json')).stdout) as FoundDebate[];

beforeAll(async () => {
  project = createProject({ agents: { quick: quickRehearsal }, seats: everySeat('quick'), recipe: 'quick' });
  await call('open', '--id', 'store', 'Where do we keep the ledger?');
  await call('say', 'store', '--seat', 'wind', '--', '- A file\n- SQLite, with a daily Backup\n- Postgres');
  await call('interject', 'store', 'Mind the backup of the SQLite file.');
  await call('close', 'store', 'SQLite (one file).');
  await call('open', '--id', 'motion', '--format', 'asymmetric', 'This house prefers tabs');
  await call('say', 'motion', '--seat', 'fresh', 'A secret argument about SQLite.');
  await call('run', '-q', '--id', 'rust', 'Should we rewrite our backend in Rust?');
});
afterAll(() => project.dispose());

describe('list', () => {
  it('shows when a debate changed, what came of it, its format, and that it was a rehearsal', async () => {
    const [head, ...lines] = (await call('list')).stdout.split('\n');
    expect(head).toMatch(/^ID +CHANGED +OUTCOME +FORMAT +TURNS +TOPIC$/);
    const day = '\\d{4}-\\d{2}-\\d{2}';
    expect(lines[0]).toMatch(new RegExp(`^rust +${day} +decided, rehearsal +wind-wall-door +3 +Should we rewrite`));
    expect(lines[1]).toMatch(new RegExp(`^motion +${day} +open +asymmetric +1 +This house`));
    expect(lines[2]).toMatch(new RegExp(`^store +${day} +closed manually, degraded +wind-wall-door +1 +Where do we`));
    const [rust, , store] = JSON.parse((await call('list', '--json')).stdout);
    expect(rust).toMatchObject({
      rehearsal: true,
      full: true,
      format: 'wind-wall-door',
      changedAt: expect.any(String),
    });
    expect(store).toMatchObject({ rehearsal: false, full: false });
  });

  it.each([
    ['panel', 'Should we keep the old logo?', 'Should we keep the old logo?'],
    ['review', 'Is it right?', 'HEAD~1..HEAD: Is it right?'],
    ['fix', 'Is it right?', 'HEAD~1..HEAD: Is it right?'],
    ['review', 'x'.repeat(80), `HEAD~1..HEAD: ${'x'.repeat(45)}…`],
  ])('names the change before the topic of a %s about %s only where it is about one', async (format, topic, shown) => {
    const [, store] = JSON.parse((await call('list', '--json')).stdout);
    const debate = { ...store, format, topic, reviewed: 'HEAD~1..HEAD' };
    const [, line = ''] = debateLines([debate], getPaper());
    expect(line.split(/ {2,}/).at(-1)).toBe(shown);
  });

  it.runIf(inCi)('is narrowed down by format, outcome, time and number', async () => {
    expect(await ids('list', '--outcome', 'decided')).toEqual(['rust']);
    expect(await ids('list', '--outcome', 'closed-manually')).toEqual(['store']);
    expect(await ids('list', '--outcome', 'open')).toEqual(['motion']);
    expect(await ids('list', '--format', 'asymmetric')).toEqual(['motion']);
    expect(await ids('list', '--limit', '1')).toEqual(['rust']);
    expect(await ids('list', '--outcome', 'decided', '--since', '1h', '--limit', '1')).toEqual(['rust']);
    expect(await ids('list', '--since', '2099-01-01')).toEqual([]);
    expect((await call('list', '--since', '2099-01-01')).stderr).toBe('No debates match.\n');
    expect((await call('list', '--outcome', 'nice')).stderr).toContain('Choose from agreed, decided,');
    for (const words of [['list'], ['search', 'x']]) {
      const unknown = await call(words[0] ?? '', ...words.slice(1), '--format', 'nope');
      expect([unknown.code, unknown.stdout]).toEqual([2, '']);
      expect(unknown.stderr).toContain('error: There is no format "nope".\nnext:  Known: ask, asymmetric,');
    }
  });

  it.each([
    'yesterday',
    '',
    '0d',
    '-1d',
    '1.5d',
    '2026-02-31',
    '2026-13-01',
    '2026-11-20 (a)',
    '2026-11-20T25:00Z',
    '1e3d',
  ])('takes no time from "%s"', async (since) => {
    for (const words of [['list'], ['search', 'x'], ['calibration']]) {
      const refused = await call(words[0] ?? '', ...words.slice(1), `--since=${since}`);
      expect([refused.code, refused.stdout]).toEqual([2, '']);
      expect(refused.stderr).toContain(`error: "${since}" is not a time.`);
      expect(refused.stderr).toContain('12h, 7d, 2w');
    }
  });

  it.each(['2024-02-29', '2020-11-20T14:00Z', '2020-11-20 14:00', '2020-11-20T14:00:05.123+02:00', '900w'])(
    'takes a time from "%s"',
    async (since) => {
      expect(await ids('list', '--since', since)).toContain('rust');
    },
  );

  const LEFT_OUT = 'Left out: 1 debate that cannot be read: broken (damaged).';

  it.runIf(inCi)('keeps a damaged debate in sight, and out of what is narrowed down', async () => {
    fs.writeFileSync(
      project.ledger('broken'),
      fs.readFileSync(project.ledger('rust'), 'utf8').replace('Should', 'Shall'),
    );
    expect((await call('list')).stdout).toMatch(/^broken +damaged +\S/m);
    expect(await ids('list', '--since', '1h')).not.toContain('broken');
    expect(await search('nonsense')).toEqual([]);
    for (const words of [
      ...[
        ['search', 'nonsense'],
        ['search', 'rust'],
        ['list', '--since', '1h'],
        ['recall', 'Is this nonsense?'],
      ],
      ...[['recall', '--contradictions'], ['calibration']],
    ])
      for (const json of [[], ['--json']]) {
        const { stderr } = await call(words[0] ?? '', ...words.slice(1), ...json);
        expect([words, stderr]).toEqual([words, expect.stringContaining(LEFT_OUT)]);
      }
    expect((await call('list')).stderr).not.toContain('Left out');
    fs.rmSync(project.ledger('broken'));
    expect((await call('search', 'rust')).stderr).not.toContain('Left out');
  });

  it.runIf(inCi)('says at every door that an editor or git has changed the line ends of a ledger', async () => {
    await call('open', '--id', 'ends', 'Should we?');
    fs.writeFileSync(project.ledger('ends'), fs.readFileSync(project.ledger('ends'), 'utf8').replaceAll('\n', '\r\n'));
    for (const [command, ...words] of [['verify', 'ends'], ['show', 'ends'], ['doctor'], ['resume', 'ends']] as const) {
      const { stdout, stderr } = await call(command, ...words);
      expect((stdout + stderr).replace(/\s+/g, ' '), command).toContain('Line 1 ends with CR LF: an editor, or git');
    }
    fs.rmSync(project.ledger('ends'));
  });
});

describe('at a terminal', () => {
  const LONG = 'Should we move all of our sessions from memory to Redis, and who would look after it?';

  it.runIf(inCi).each(inCampaign ? [[60], [80], [85], [120]] : [[80]])(
    'the list fits %d columns: details are left out, and the topic is cut',
    async (columns) => {
      await call('open', '--id', 'sessions', LONG);
      const terminal = project.startAtTerminal(['list'], { columns });
      expect(await terminal.finished).toBe(0);
      const lines = terminal.printed().trimEnd().split(/\r?\n/);
      expect(lines.filter((line) => line.length > columns)).toEqual([]);
      expect(lines[0]?.includes('TURNS')).toBe(columns > 80);
      expect(lines[1]).toMatch(/^sessions .*Should we m.*…$/);
      await call('delete', 'sessions', '--yes');
    },
  );

  const NARROW: readonly (readonly [columns: number, words: readonly string[]])[] = [
    [40, ['review', '--help']],
    [80, ['verify', '--all']],
    [40, ['stats']],
    [60, ['list']],
    [60, ['search', 'keep']],
    [60, ['agents']],
    [60, ['run', '--rehearse', '--dry-run', 'Should we keep the ledger in a database?']],
    [80, ['uninstall', '--dry-run']],
    [40, ['eval', 'worth-it', '--rehearse', '--dry-run']],
    [40, ['--help']],
  ];

  it.runIf(inCampaign).each(NARROW)(
    '%i columns break no line within a word or a figure: %j',
    async (columns, words) => {
      await call('open', '--id', `keep-${'long-'.repeat(9)}id`, 'Do we keep a word whole when a terminal is narrow?');
      const terminal = project.startAtTerminal(words, { columns });
      expect(await terminal.finished).toBe(0);
      // A path that is longer than a line stays whole, and so does a command to be copied.
      const isWhole = (line: string) =>
        line.split(' ').some((word) => word.length > columns - 4) || /^ .*debate-hall /.test(line);
      const lines = terminal.printed().split(/\r?\n/);
      expect(lines.filter((line) => (line.length > columns && !isWhole(line)) || /\d…$/.test(line))).toEqual([]);
      await call('delete', `keep-${'long-'.repeat(9)}id`, '--yes');
    },
  );

  it.runIf(inCampaign)('has colors, and none with --no-color', async () => {
    const [plain, colored] = [['list', '--no-color'], ['list']].map((words) => project.startAtTerminal(words));
    await Promise.all([plain?.finished, colored?.finished]);
    const color = /\x1b\[2m/;
    expect([color.test(plain?.raw() ?? ''), color.test(colored?.raw() ?? '')]).toEqual([false, true]);
  });
});

describe('search', () => {
  it.runIf(inCi)(
    'finds words in topics, decisions and turns, in any case and order, with the line that holds all of them',
    async () => {
      expect(await search('keep', 'LEDGER')).toMatchObject([
        { threadId: 'store', matches: [{ seq: null, title: 'Topic', line: 'Where do we keep the ledger?' }] },
      ]);
      expect(await search('backup sqlite')).toMatchObject([
        {
          threadId: 'store',
          matches: [
            { seq: 1, title: 'Round 1, Wind', line: '- SQLite, with a daily Backup' },
            { seq: 2, line: 'Mind the backup of the SQLite file.' },
          ],
        },
      ]);
      expect((await search('sqlite', '(one'))[0]?.matches).toMatchObject([
        { title: 'Decision', line: 'SQLite (one file).' },
      ]);
      expect(await search('sqlite', 'rust')).toEqual([]);
      expect((await search('rust')).map(({ threadId, rehearsal }) => [threadId, rehearsal])).toEqual([['rust', true]]);
    },
  );

  it('shows them to people with the number of the turn, and says when there is nothing', async () => {
    const { stdout } = await call('search', 'daily');
    expect(stdout).toMatch(
      /^store {2}\d{4}-\d{2}-\d{2} {2}closed manually, degraded\n {2}\S.* #1: - SQLite, with a daily Backup\n/,
    );
    const nothing = await call('search', 'nowhere');
    expect([nothing.code, nothing.stdout, nothing.stderr]).toEqual([0, '', 'Found no line that contains nowhere.\n']);
    expect((await call('search', ' ')).code).toBe(2);
  });

  it('takes the filters of list', async () => {
    const found = await search('the', '--outcome', 'decided', '--limit', '1');
    expect(found).toHaveLength(1);
    expect(await search('sqlite', '--format', 'asymmetric')).toEqual([]);
  });

  it('finds nothing that is withheld or redacted', async () => {
    expect((await call('show', 'motion')).stdout).toContain('(Withheld until the phase ends)');
    expect(await search('secret')).toEqual([]);
    await call('redact', 'store', '--event', '2', '--reason', 'private');
    expect(await search('mind backup')).toEqual([]);
  });

  it('cuts a long line around what it found', async () => {
    await call('open', '--id', 'long', `${'Why? '.repeat(200)}Needle. ${'Because. '.repeat(200)}`);
    const [{ matches } = { matches: [] }] = await search('needle');
    expect(matches[0]?.line).toMatch(/^….*Needle\..*…$/);
    expect(matches[0]?.line.length).toBeLessThan(210);
    const hall = await openHall({ cwd: project.folder, env: project.env, home: project.root });
    expect((await hall.summaries.page({ from: 0, limit: 1 })).rows[0]?.threadId).toBe('long');
    await hall.close();
  });
});
