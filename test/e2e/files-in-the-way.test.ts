// Files of people in the folder of a hall, where a debate would have its own: no door opens it, and nothing writes over or removes them.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openHall } from '../../src/hall/compose/hall.ts';
import { openFolder } from '../../src/hall/compose/store.ts';
import { openDebate } from '../../src/hall/operations/debate/opening/open-debate.ts';
import { copyHall } from '../../src/hall/operations/setup/copy-hall.ts';
import { connectHere } from '../mcp/support.ts';
import { inCi } from '../support/campaign.ts';
import { createProject, everySeat, type Project, quickRehearsal } from '../support/project.ts';
import { onPostgres } from '../support/shared-store.ts';

const OF_A_PERSON = 'How we work here.\n';
const INTEROP = path.join(import.meta.dirname, '..', 'interop');
const IMPORTED = path.join(INTEROP, 'fixtures', '2026-01-05-closed.json');
const ID = 'guide';

let project: Project;
let place: (name: string) => string;
beforeEach(() => {
  project = createProject({ agents: { quick: quickRehearsal }, seats: everySeat('quick'), recipe: 'quick' });
  fs.mkdirSync(project.path('debates'));
  place = (name) => project.path('debates', name);
});
afterEach(() => project.dispose());

const put = (name: string) => {
  fs.mkdirSync(path.dirname(place(name)), { recursive: true });
  fs.writeFileSync(place(name), OF_A_PERSON);
};
const read = (name: string) => fs.readFileSync(place(name), 'utf8');
const begin = () => openHall({ cwd: project.folder, env: project.env, home: project.root });

/** What may have a name of the hall's, each with a look at what is left of it. */
const things: readonly [string, () => unknown, () => unknown][] = [
  ['guide.md', () => put('guide.md'), () => read('guide.md')],
  ['guide.oct.md', () => put('guide.oct.md'), () => read('guide.oct.md')],
  ['guide.md', () => put('guide.md/index.md'), () => read('guide.md/index.md')],
  ['guide.md', () => fs.symlinkSync('../nowhere.md', place('guide.md')), () => fs.readlinkSync(place('guide.md'))],
  [
    'guide.md',
    () => {
      put('other.md');
      fs.symlinkSync('other.md', place('guide.md'));
    },
    () => [fs.readlinkSync(place('guide.md')), read('other.md')],
  ],
  ['guide.sigs/notes.txt', () => put('guide.sigs/notes.txt'), () => read('guide.sigs/notes.txt')],
  ['guide.sigs', () => put('guide.sigs'), () => read('guide.sigs')],
];

describe.skipIf(onPostgres)('a file that is there', () => {
  it.each(things)('%s keeps its name from a new debate', async (name, make, look) => {
    make();
    const before = look();
    const { code, stderr } = await project.call(['open', '--id', ID, 'Should we?']);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`${place(name)} is there already`)]);
    expect(stderr).toContain('next:  Choose another ID, or move the file out of the folder of the debates.');
    expect(project.ledgers.names().filter((each) => each.endsWith('.jsonl'))).toEqual([]);
    expect(look()).toEqual(before);
  });

  it.each([
    ['run', ['run', '--id', ID, 'Should we?']],
    ['run --dry-run', ['run', '--dry-run', '--id', ID, 'Should we?']],
    ['import of a file', ['import', IMPORTED, '--id', ID]],
    ['import of a folder', ['import', path.join(INTEROP, 'folders', 'tea'), '--id', ID]],
    ['fork', ['fork', 'parent', '--id', ID]],
  ])('is left alone by %s', async (_, command) => {
    put('guide.md');
    await project.call(['open', '--id', 'parent', 'Should we?']);
    const { code, stderr } = await project.call(command);
    expect([code, stderr]).toEqual([2, expect.stringContaining('guide.md is there already')]);
    expect(read('guide.md')).toBe(OF_A_PERSON);
  });

  it('is left alone by a batch, whose other lines run', async () => {
    put('guide.md');
    fs.writeFileSync(
      project.path('batch.jsonl'),
      '{"topic":"Should we?","id":"guide"}\n{"topic":"Or not?","id":"b"}\n',
    );
    const { stderr } = await project.call(['run', '--batch', project.path('batch.jsonl')]);
    expect(stderr).toContain('already-exists');
    expect([read('guide.md'), project.ledgers.names().includes('b.oct.md')]).toEqual([OF_A_PERSON, true]);
  });

  it.runIf(inCi)('is left alone by a tool', async () => {
    put('guide.md');
    const { call, close } = await connectHere(project.folder, { env: project.env });
    await expect(call('init_debate', { thread_id: ID, topic: 'Should we?' })).rejects.toThrow(
      'guide.md is there already',
    );
    await close();
  });

  it('makes a debate that nobody named step aside, be it the committed record of another hall', async () => {
    const hall = await begin();
    const { threadId } = await openDebate(hall, { topic: 'Should we?', seating: 'by-hand' });
    await hall.store.remove(threadId, []);
    put(`${threadId}.oct.md`);
    put(`${threadId}-2.sigs/notes.txt`);
    expect((await openDebate(hall, { topic: 'Should we?', seating: 'by-hand' })).threadId).toBe(`${threadId}-3`);
    await hall.close();
  });

  it('is no part of a copy, and keeps its name from one, unless it is the record that a clone has of the debate', async () => {
    for (const id of ['a', 'b', 'c']) await project.call(['open', '--id', id, 'Should we?']);
    for (const id of ['b', 'c']) await project.call(['close', id, 'Yes.']);
    put('a.md');
    const [hall, to] = [await begin(), openFolder(project.path('copy'))];
    fs.mkdirSync(project.path('copy'));
    fs.writeFileSync(project.path('copy', 'b.md'), OF_A_PERSON);
    const cloned = read('c.oct.md').replaceAll('\n', '\r\n');
    fs.writeFileSync(project.path('copy', 'c.oct.md'), cloned);
    expect(await copyHall(hall, { from: hall.store, to })).toEqual([
      { threadId: 'a', copied: true },
      { threadId: 'b', copied: false, why: expect.stringContaining('b.md is there already') },
      { threadId: 'c', copied: true },
    ]);
    const copied = fs.readdirSync(project.path('copy')).filter((name) => !name.startsWith('.'));
    expect(copied).toEqual(['a.jsonl', 'b.md', 'c.jsonl', 'c.oct.md']);
    expect(fs.readFileSync(project.path('copy', 'c.oct.md'), 'utf8')).toBe(cloned);
    await hall.close();
  });
});

describe.skipIf(onPostgres)('a file that somebody put where a debate is', () => {
  it.each(things)('%s stays when the debate ends and when it is deleted', async (name, make, look) => {
    await project.call(['open', '--id', ID, '--format', 'plan', 'What do we do?']);
    make();
    const before = look();
    const { code, stderr } = await project.call(['kill', ID, 'Enough.']);
    const isInTheWay = name.endsWith('.md');
    expect([code, stderr.includes('is not up to date: Cannot write')]).toEqual([isInTheWay ? 1 : 0, isInTheWay]);
    expect(look()).toEqual(before);
    const deleted = await project.call(['delete', ID, '--yes', '--json']);
    expect(JSON.parse(deleted.stdout).files).toEqual([name]);
    expect(deleted.stderr).toContain(`Stay, as they are not as the hall writes them: ${name}.`);
    expect(look()).toEqual(before);
    expect(fs.existsSync(project.ledger(ID))).toBe(false);
  });

  it('is in nobody’s way where it is empty', async () => {
    fs.writeFileSync(place('guide.md'), '');
    await project.call(['open', '--id', ID, 'Should we?']);
    await project.call(['close', ID, 'Yes.']);
    const written = read('guide.oct.md');
    fs.writeFileSync(place('guide.oct.md'), '');
    await project.call(['resume', ID]);
    expect(read('guide.oct.md')).toBe(written);
  });

  it('is said to hold what was redacted where a record is no longer as the hall wrote it', async () => {
    await project.call(['open', '--id', ID, 'Is it SECRETWORD?']);
    await project.call(['close', ID, 'Yes.']);
    fs.writeFileSync(place('guide.oct.md'), `\n${read('guide.oct.md')}`);
    const { code, stderr } = await project.call(['redact', ID, '--event', '0', '--reason', 'A name']);
    expect(code).toBe(1);
    expect(stderr).toContain('but a file beside the ledger is not up to date and may still hold what was redacted: ');
    expect(stderr).toContain(
      `"debate-hall export ${ID} --output FILE". Do not repeat the command; write the file with`,
    );
    expect(read('guide.oct.md')).toContain('SECRETWORD');
    fs.rmSync(place('guide.oct.md'));
    await project.call(['resume', ID]);
    expect(read('guide.oct.md')).not.toContain('SECRETWORD');
  });

  it('is none where git gave the record other line ends', async () => {
    await project.call(['open', '--id', ID, 'Should we?']);
    await project.call(['close', ID, 'Yes.']);
    fs.writeFileSync(place('guide.oct.md'), read('guide.oct.md').replaceAll('\n', '\r\n'));
    const { stdout } = await project.call(['delete', ID, '--yes', '--json']);
    expect(JSON.parse(stdout).files).toEqual([]);
    expect(fs.existsSync(place('guide.oct.md'))).toBe(false);
  });
});
