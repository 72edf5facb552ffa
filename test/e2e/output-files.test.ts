// The files that commands write beside what they print: which are refused before anything is opened, and what becomes of a run whose
// file cannot be written in the end.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inCampaign, inCi } from '../support/campaign.ts';
import { createProject, everySeat, MAIN, type Project, quickRehearsal } from '../support/project.ts';
import { onPostgres } from '../support/shared-store.ts';

let project: Project;
beforeEach(() => {
  project = createProject({ agents: { rehearsal: quickRehearsal } });
});
afterEach(() => project.dispose());

const RUN = ['run', '--rehearse', '--recipe', 'quick', '--quiet', '--id', 'd'];
const TOPIC = 'Tabs or spaces?';
const read = (name: string) => fs.readFileSync(project.path(name), 'utf8');
const listed = async (): Promise<unknown[]> => JSON.parse((await project.call(['list', '--json'])).stdout);
const onPosix = process.platform !== 'win32';

it.each([
  ['one file for two formats', ['--report', 'a.md', '--html', './a.md'], 2, 'a.md is named for two formats.'],
  ['no name', ['--html', ' '], 2, 'It must not be blank.'],
  [
    'a name below a file',
    ['--report', 'debate-hall.config.json/a.md'],
    1,
    'part of the path is not a folder (ENOTDIR)',
  ],
  ['a name that is too long', ['--report', `${'a'.repeat(300)}.md`], 1, 'Choose a shorter name.'],
  ['a link to nothing in a folder that is missing', ['--report', 'lost.md'], 1, 'Create its folder first.'],
  ['a way through a link that leads back to itself', ['--report', 'back/a.md'], 1, 'Create its folder first.'],
])('%s is refused before a debate is opened', async (_, flags, code, words) => {
  fs.symlinkSync('none/a.md', project.path('lost.md'));
  fs.symlinkSync('none/../back', project.path('back'));
  const done = await project.call([...RUN, ...flags, TOPIC]);
  expect(done).toMatchObject({ code, stderr: expect.stringContaining(words) });
  expect(await listed()).toEqual([]);
});

it.runIf(inCi).each([
  ['check', ['check', TOPIC]],
  ['plan', ['plan', TOPIC]],
  ['review', ['review']],
  ['panel', ['run', '--format', 'panel', TOPIC]],
  ['oxford', ['run', '--format', 'oxford', TOPIC]],
])('%s refuses it as well, and opens nothing', async (_, command) => {
  execFileSync('git', ['init', '-q'], { cwd: project.folder });
  for (const file of [`${'a'.repeat(300)}.md`, 'none/a.md']) {
    const { code, stderr } = await project.call([...command, '--rehearse', '--report', file]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/Choose a shorter name\.|Create its folder first\./)]);
  }
  expect(await listed()).toEqual([]);
});

it.runIf(inCampaign).each([
  ['panel', ['run', '--format', 'panel', '--seat', 'writer=slow', TOPIC], /> [A-Z]/],
  ['plan', ['plan', TOPIC], /A plan of \d+ steps/],
  ['review', ['review'], /findings?/],
])('of a %s that cannot be written in the end, the decision is shown all the same', async (_, command, words) => {
  execFileSync('git', ['init', '-q'], { cwd: project.folder });
  project.configure({ agents: { slow: { ...quickRehearsal, wordsPerSecond: 200 } } });
  fs.mkdirSync(project.path('gone'));
  const running = project.start([...command, '--agents', 'slow,slow', '--id', 'd', '--report', 'gone/a.md']);
  await expect.poll(() => fs.existsSync(project.path('gone', 'a.md')), { timeout: 20_000 }).toBe(true);
  fs.rmSync(project.path('gone'), { recursive: true });
  const { code, stdout, stderr } = await running.finished;
  expect([code, stderr]).toEqual([1, expect.stringContaining('gone/a.md cannot be written (ENOENT).')]);
  expect(stderr).toContain('--report FILE');
  expect(stdout).toMatch(words);
});

it('a recheck is not opened either, and shows its last in a file', async () => {
  await project.call(['check', '--rehearse', '--quiet', '--id', 'd', TOPIC]);
  const refused = await project.call(['recheck', 'd', '--report', 'none/a.md']);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('Create its folder first.') });
  expect(await listed()).toHaveLength(1);
  await project.call(['recheck', 'd', '--quiet']);
  await project.call(['recheck', 'd', '--last', '--report', 'last.md']);
  expect(read('last.md')).toContain(TOPIC);
});

it.each([
  ['material is not there', ['run', '--rehearse', '--read', '.', '--context', 'nope.md', TOPIC], 2],
  ['a topic is too long', ['check', '--rehearse', '--read', '.', 'x'.repeat(20_001)], 2],
  ['the name is taken', ['plan', '--rehearse', '--id', 'd', '--read', '.', TOPIC], 2],
])('of an earlier run stay where %s', async (_, command, code) => {
  expect((await project.call([...RUN, '--report', 'a.md', TOPIC])).code).toBe(0);
  const before = read('a.md');
  const done = await project.call([...command, '--report', 'a.md']);
  expect([done.code, read('a.md')], done.stderr).toEqual([code, before]);
});

it('are left out of what seats read, so that they can be written while they read and checked after it', async () => {
  const asked = ['check', '--rehearse', '--quiet', '--read', '.', '--report', 'a.md', '--html', '../a.html'];
  for (const id of ['earlier', 'd']) {
    const { code, stderr } = await project.call([...asked, '--id', id, TOPIC]);
    expect([0, 6], stderr).toContain(code);
  }
  const { stdout } = await project.call(['show', 'd', '--evidence']);
  expect(stdout).toContain('without a.md, which the debate is written to');
  expect(stdout).not.toContain('a.html');
  expect(await project.call(['verify', 'd', '--evidence'])).toMatchObject({ code: 0 });
});

it.runIf(inCampaign).each(['recheck', 'fork'])('are those of this run while seats of a %s read', async (command) => {
  await project.call(['check', '--rehearse', '--quiet', '--id', 'd', '--read', '.', '--report', 'a.md', TOPIC]);
  expect(read('a.md')).toContain(TOPIC);
  // Outside of what they read.
  const slow = project.write('../slow.json', { agents: { rehearsal: { ...quickRehearsal, wordsPerSecond: 1 } } });
  const asked = command === 'fork' ? ['--at', '0'] : [];
  const running = project.start([command, 'd', ...asked, '--config', slow, '--report', 'a.md']);
  await running.says('stderr', 'Seat 1 ');
  expect(read('a.md')).toContain('No outcome yet');
});

it.skipIf(onPostgres)(
  'never take the place of what the hall keeps, whatever link leads there, also with --force',
  async () => {
    for (const id of ['one', 'two']) await project.call(['open', '--id', id, TOPIC]);
    project.write('debates/team.oct.md', '===DEBATE_TRANSCRIPT===\n\nMETA:\n  THREAD_ID::"team"\n');
    project.write('debates/one.md', '');
    fs.symlinkSync('debates/one.jsonl', project.path('link.html'));
    fs.symlinkSync('debates', project.path('other'));
    const run = [...RUN, '--id', 'new', TOPIC];
    const saves = ['export', 'two', '--force', '--output'];
    const kept = [project.path('debates', 'one.jsonl'), project.path('debates', 'team.oct.md')].map(
      (file) => [file, fs.readFileSync(file, 'utf8')] as const,
    );
    for (const [command, file] of [
      [[...run, '--html'], 'debates/new.jsonl'],
      [[...run, '--html'], 'link.html'],
      [[...run, '--report'], 'debates/team.oct.md'],
      [[...run, '--report'], 'other/team.oct.md'],
      [[...run, '--report'], 'debates/one.md'],
      [['resume', 'two', '--report'], 'debates/one.md'],
      [['recheck', 'two', '--report'], 'debates/later.oct.md'],
      [['plan', '--rehearse', TOPIC, '--html'], 'debates/.hall/a.html'],
      [['review', '--rehearse', '--sarif'], 'debates/three.jsonl'],
      [saves, 'debates/one.jsonl'],
      [saves, 'debates/eval/a/four.jsonl'],
      [saves, 'debates/one.sigs'],
      [saves, 'debates/.hall/one.lock'],
      [saves, 'debates/.gitignore'],
      [['eval', 'merge', 'a.json', 'b.json', '--out'], 'debates/a.jsonl'],
    ] as const) {
      const { code, stderr } = await project.call([...command, file]);
      expect([code, stderr], [...command, file].join(' ')).toEqual([
        2,
        expect.stringContaining('is where the hall keeps'),
      ]);
    }
    for (const [file, text] of kept) expect(fs.readFileSync(file, 'utf8')).toBe(text);
    expect((await listed()).length).toBe(2);
    for (const file of ['debates/two.oct.md', 'debates/two.md', 'debates/notes.md', 'debates/two.html'])
      expect(await project.call([...saves, file])).toMatchObject({ code: 0 });
  },
);

it('a folder in its place is not said to be a file that can be overwritten', async () => {
  await project.call(['open', '--id', 'd', TOPIC]);
  fs.mkdirSync(project.path('a.md'));
  const { stderr } = await project.call(['export', 'd', '--output', 'a.md']);
  expect(stderr).toContain('It is a folder. Name a file.');
});

it.runIf(onPosix)('a link to nothing leads to the file', async () => {
  fs.symlinkSync('there.md', project.path('link.md'));
  expect((await project.call([...RUN, '--report', 'link.md', TOPIC])).code).toBe(0);
  expect(read('there.md')).toContain(TOPIC);
  expect(fs.lstatSync(project.path('link.md')).isSymbolicLink()).toBe(true);
});

it.runIf(inCampaign)(
  'where one cannot be written any more, the decision is printed, the others are written, and the next step writes it',
  async () => {
    const go = project.path('go');
    project.configure({
      agents: { slow: project.holder('slow', { answer: 'yes', until: go }) },
      seats: everySeat('slow'),
      recipe: 'quick',
    });
    fs.mkdirSync(project.path('gone'));
    const files = ['--report', 'gone/a.md', '--report', 'b.json'];
    const running = project.start(['run', '--quiet', '--id', 'd', ...files, TOPIC]);
    await expect.poll(() => fs.existsSync(project.path('gone', 'a.md'))).toBe(true);
    fs.rmSync(project.path('gone'), { recursive: true });
    fs.writeFileSync(go, '');
    const { code, stdout, stderr } = await running.finished;
    expect([code, stderr]).toEqual([1, expect.stringContaining('gone/a.md cannot be written (ENOENT).')]);
    expect(stderr).toContain('write the file with: debate-hall resume d --report FILE');
    expect(stdout).toContain('slow speaks');
    expect(JSON.parse(read('b.json'))).toMatchObject({ status: 'closed' });
    const before = project.calls().length;
    expect((await project.call(['resume', 'd', '--report', 'a.md'])).code).toBe(0);
    expect(read('a.md')).toContain(TOPIC);
    expect(project.calls()).toHaveLength(before);
  },
);

it.runIf(onPosix && inCampaign)(
  'a pipe gets one document, and stays where it is when there is nothing to review',
  async () => {
    const pages = (shell: string) =>
      spawnSync('bash', ['-c', shell, process.execPath, MAIN], {
        cwd: project.folder,
        env: project.env,
        encoding: 'utf8',
      });
    const { stdout } = pages(`exec "$0" "$1" ${RUN.join(' ')} --html /dev/stdout "${TOPIC}" | cat`);
    expect(stdout.split('<!doctype html>')).toHaveLength(2);
    const toFile = pages(`exec "$0" "$1" ${RUN.join(' ')}2 --html /dev/stdout "${TOPIC}" > out.html`);
    expect(toFile).toMatchObject({ status: 2, stderr: expect.stringContaining('Name that file instead.') });
    execFileSync('mkfifo', [project.path('pipe')]);
    execFileSync('git', ['init', '-q'], { cwd: project.folder });
    project.write('.gitignore', '*\n');
    const { code, stderr } = await project.call(['review', '--rehearse', '--html', 'pipe']);
    expect([code, stderr]).toEqual([0, expect.stringContaining('Nothing to review.')]);
    expect(fs.lstatSync(project.path('pipe')).isFIFO()).toBe(true);
  },
);
