// An Oxford debate from outside: run, killed and resumed, extended, exported as a folder and brought in again.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inCampaign, inCi } from '../support/campaign.ts';
import { createProject, type Project, quickRehearsal } from '../support/project.ts';

let project: Project;
beforeEach(() => {
  project = createProject();
  project.configure({ format: 'oxford', recipe: 'quick', agents: { rehearsal: { wordsPerSecond: 0 } } });
});
afterEach(() => {
  project.dispose();
});

const run = ['run', '--rehearse', '--json', '--id', 'd', 'Milk goes in first'];

it.runIf(inCi)('goes on after its verdict, and its ledger and record still verify', async () => {
  expect(await project.record(run)).toMatchObject({
    code: 0,
    outcome: 'judged',
    calls: 8,
    result: { data: { exchanges: 2 } },
  });
  const over = await project.call(['resume', 'd']);
  expect([over.code, over.stderr]).toEqual([0, expect.stringContaining('debate-hall resume d --more 1')]);
  const { code, stdout } = await project.call(['resume', 'd', '--more', '2', '--json']);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ calls: 16, result: { data: { exchanges: 4, complete: true } } });
  expect((await project.call(['verify', 'd'])).code).toBe(0);
  const saved = project.ledgers.document('d', '.oct.md');
  expect(saved).toMatch(/exchanges\\":4/);
});

it.runIf(inCampaign)(
  'goes on after its verdict under a higher limit, and after a limit for more exchanges',
  async () => {
    await project.call(run);
    const more = (id: string) => project.call(['resume', id, '--more', '1', '--max-minutes', '90', '--json']);
    expect(JSON.parse((await more('d')).stdout)).toMatchObject({ calls: 12, limits: { wallMs: 5_400_000 } });
    project.configure({ format: 'oxford', recipe: 'quick', agents: { rehearsal: { wordsPerSecond: 90 } } });
    const short = run.map((each) => (each === 'd' ? 'short' : each));
    expect(await project.record([...short, '--max-minutes', '0.01'])).toMatchObject({ status: 'exhausted' });
    project.configure({ format: 'oxford', recipe: 'quick', agents: { rehearsal: { wordsPerSecond: 0 } } });
    expect(JSON.parse((await more('short')).stdout)).toMatchObject({ outcome: 'judged', calls: 12 });
  },
);

it('has no limit on turns, which is said where one is asked for and is no obstacle where one is configured', async () => {
  project.configure({ format: 'oxford', recipe: 'quick', limits: { turns: 3 } });
  const planned = await project.call([...run, '--dry-run']);
  expect(planned).toMatchObject({ code: 0 });
  expect(JSON.parse(planned.stdout).options).not.toHaveProperty('maxTurns');
  const { code, stderr } = await project.call(['run', '--rehearse', '--max-turns', '3', 'Milk goes in first']);
  expect(code).toBe(2);
  expect(stderr).toContain('The format oxford has no limit on turns.');
  expect(stderr).toContain('--rounds');
});

it.runIf(inCi)('loses nothing when its only judge fails, and asks nothing twice after that', async () => {
  const seats = { proposition: 'quick', opposition: 'quick', judge: 'shaky' };
  const settings = { format: 'oxford', recipe: 'quick', agentRetries: 0, seats };
  project.configure({
    ...settings,
    agents: { quick: quickRehearsal, shaky: { ...quickRehearsal, misbehave: 'crashes' } },
  });
  const paused = await project.record(['run', '--json', '--id', 'd', 'Milk goes in first']);
  expect(paused).toMatchObject({ code: 4, status: 'open', result: { data: { exchanges: 0, judgments: [] } } });
  project.configure({ ...settings, agents: { quick: quickRehearsal, shaky: quickRehearsal } });
  const resumed = await project.record(['resume', '--json', 'd']);
  expect(resumed).toMatchObject({ status: 'closed', outcome: 'judged', failed: 2, calls: 10 });
  expect((await project.call(['verify', 'd'])).code).toBe(0);
});

it.runIf(inCampaign)('is written as a folder, over nothing that is there, and comes in again', async () => {
  await project.call(run);
  const folder = path.join(project.folder, 'out');
  const write = ['export', 'd', '--format', 'debate-folder', '--output', folder];
  expect((await project.call(write)).code).toBe(0);
  expect(fs.readdirSync(folder).sort()).toEqual([
    'README.md',
    'argument-graph.mmd',
    'arguments',
    'debate.md',
    'scores.json',
  ]);
  fs.writeFileSync(path.join(folder, 'notes.txt'), 'mine');
  expect(await project.call(write)).toMatchObject({ code: 2, stderr: expect.stringContaining('exists') });
  expect((await project.call([...write, '--force'])).code).toBe(0);
  expect(fs.readFileSync(path.join(folder, 'notes.txt'), 'utf8')).toBe('mine');
  expect(await project.call(['import', folder, '--id', 'again'])).toMatchObject({ code: 0, stdout: 'again\n' });
  for (const door of ['verify', 'replay', 'show', 'export']) {
    const { code, stdout, stderr } = await project.call([door, 'again']);
    const isCheck = door === 'verify' || door === 'replay';
    expect([door, code, stderr.includes('The debate was imported, so chain')]).toEqual([door, 0, isCheck]);
    expect(`${stdout}${stderr}`).not.toContain('older rules');
  }
  expect(await project.shown('again')).toMatchObject({
    outcome: 'not-settled',
    outcomeMeaning: 'The judging cannot tell which side is better.',
  });

  const waiting = await project.call(['resume', 'again', '--more', '1']);
  expect(waiting.code).toBe(4);
  for (const seat of ['proposition', 'opposition']) {
    expect(waiting.stderr).toContain(
      `${seat.replace(/^./, (letter) => letter.toUpperCase())} waits for a person, who answers blind: debate-hall say again --seat ${seat}; or give it an agent: debate-hall resume again --seat ${seat}=AGENT`,
    );
  }
  const seats = ['proposition', 'opposition', 'judge'].flatMap((seat) => ['--seat', `${seat}=rehearsal`]);
  expect(await project.record(['resume', 'again', '--json', ...seats])).toMatchObject({
    status: 'closed',
    outcome: 'not-settled',
    code: 6,
  });
});

it('is not taken from a folder of which a part cannot be read', async () => {
  const sample = path.join(import.meta.dirname, '../interop/folders/tea');
  const argument = (folder: string) => path.join(folder, 'arguments/prop_001.md');
  const spoilt = (name: string, spoil: (folder: string) => void) => {
    const folder = path.join(project.folder, name);
    fs.cpSync(sample, folder, { recursive: true });
    spoil(folder);
    return folder;
  };
  for (const [folder, why] of [
    [spoilt('large', (at) => fs.writeFileSync(argument(at), 'x'.repeat(2 ** 20 + 1))), 'larger than 1 MiB'],
    [spoilt('folder', (at) => fs.mkdirSync(path.join(at, 'arguments/prop_002.md'))), 'a folder, not a regular file'],
    [
      spoilt('file', (at) => {
        fs.rmSync(path.join(at, 'arguments'), { recursive: true });
        fs.writeFileSync(path.join(at, 'arguments'), '');
      }),
      'ENOTDIR',
    ],
  ] as const) {
    expect(await project.call(['import', folder])).toMatchObject({ code: 2, stderr: expect.stringContaining(why) });
  }
  expect(project.ledgers.exists('tea')).toBe(false);
});

it('of another format is not written as such a folder', async () => {
  project.configure({ agents: { rehearsal: { wordsPerSecond: 0 } } });
  await project.call(['run', '--rehearse', '--recipe', 'quick', '--id', 'w', 'Should we?']);
  const folder = path.join(project.folder, 'out');
  const refused = await project.call(['export', 'w', '--format', 'debate-folder', '--output', folder]);
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('cannot be exported as a debate folder') });
  expect(fs.existsSync(folder)).toBe(false);
  expect(await project.call(['export', 'w', '--format', 'debate-folder'])).toMatchObject({ code: 2, stdout: '' });
});
