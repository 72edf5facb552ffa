// The documents beside the ledgers, where the name of one could be that of another debate's or of a device.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openHall } from '../../src/hall/compose/hall.ts';
import { prepareDebate } from '../../src/hall/operations/debate/opening/open-debate.ts';
import { deleteDebate } from '../../src/hall/operations/records/delete-debate.ts';
import { inCi } from '../support/campaign.ts';
import { createProject, everySeat, type Project, quickRehearsal } from '../support/project.ts';
import { onPostgres } from '../support/shared-store.ts';

let project: Project;
beforeEach(() => {
  project = createProject();
});
afterEach(() => project.dispose());

it.each([
  ['a.oct', 'Choose an ID that does not end in ".oct".'],
  ['a.OCT', 'Choose an ID that does not end in ".oct".'],
  ['nul', 'Choose another ID.'],
  ['Con.txt', 'Choose another ID.'],
])('no new debate is called %s', async (id, hint) => {
  const { code, stderr } = await project.call(['open', '--id', id, 'Should we?']);
  expect([code, stderr]).toEqual([2, expect.stringContaining(`"${id}" cannot be the ID of a new debate`)]);
  expect(stderr).toContain(`next:  ${hint}`);
});

it('a debate that only begins like a device is opened', async () => {
  for (const id of ['console', 'com1-x']) expect((await project.call(['open', '--id', id, 'Should we?'])).code).toBe(0);
});

it.runIf(inCi)(
  'an older debate that is called like a device is listed, shown, verified, exported and forked',
  async () => {
    project.configure({ agents: { quick: quickRehearsal }, seats: everySeat('quick'), recipe: 'quick' });
    const hall = await openHall({ cwd: project.folder, env: project.env, home: project.root });
    const { request } = await prepareDebate(hall, { topic: 'Should we?' });
    await hall.engine.open({ ...request, threadId: 'con' });
    await hall.close();
    for (const command of [
      ['resume', 'con'],
      ['fork', 'con', '--id', 'child'],
    ])
      expect((await project.call(command)).code).toBe(0);
    for (const command of [['list'], ['search', 'should'], ['show', 'con'], ['export', 'con'], ['verify', '--all']]) {
      const { code, stdout } = await project.call(command);
      expect([command, code, stdout]).toEqual([command, 0, expect.stringMatching(/\bcon\b/)]);
    }
    expect((await project.call(['verify', 'child'])).code).toBe(0);
  },
);

it.skipIf(onPostgres)(
  'an older debate that is called so neither removes nor writes over the record of the other',
  async () => {
    for (const id of ['zz', 'yy']) await project.call(['open', '--id', id, 'Should we?']);
    await project.call(['close', 'zz', 'We do.']);
    const record = project.path('debates', 'zz.oct.md');
    const written = fs.readFileSync(record, 'utf8');
    const older = fs.readFileSync(project.ledger('yy'), 'utf8');
    fs.writeFileSync(project.ledger('zz.oct'), older);
    expect((await project.call(['delete', 'zz.oct', '--yes'])).code).toBe(0);
    expect(fs.readFileSync(record, 'utf8')).toBe(written);
    expect((await project.call(['delete', 'zz', '--yes'])).code).toBe(0);
    expect(fs.existsSync(record)).toBe(false);
  },
);

describe.skipIf(onPostgres)('a file that ends as a ledger', () => {
  type Change = (ledger: string) => string | Buffer;
  const damaged: readonly [string, Change][] = [
    ['changed', (ledger) => ledger.replace('Should we', 'Must we')],
    ['of another debate', (ledger) => ledger.replaceAll('"yy"', '"xx"')],
    ['with a line too many', (ledger) => `${ledger}nonsense\n`],
    ['whose first line is gone', (ledger) => ledger.slice(ledger.indexOf('\n') + 1)],
    ['whose first line is nonsense', (ledger) => ledger.replace(/^.{9}/, 'nonsense')],
    ['cut off within its first line', (ledger) => ledger.slice(0, 200)],
    ['with a first line of any length', (ledger) => ledger.replace('Should we', 'we '.repeat(200_000))],
    ['with the line ends of Windows', (ledger) => ledger.replaceAll('\n', '\r\n')],
    ['with a byte order mark', (ledger) => `\ufeff${ledger}`],
    ['of a later version', (ledger) => ledger.replaceAll('"v":1}', '"v":2}').replaceAll('"seat-', '"chair-')],
    ['that is not UTF-8', (ledger) => Buffer.from(ledger.replace('Should', 'Sh\u00f6uld'), 'latin1')],
    ['with a line separator in a text', (ledger) => ledger.replace('Should', 'Should\u2028')],
  ];
  const foreign: readonly [string, Change][] = [
    ['empty', () => ''],
    ['with data', () => '{"question":"Should we?","answer":"yes"}\n'],
    ['with a log', () => '{"at":"2026-11-20T10:00:00.000Z","data":{"level":"info"},"type":"seat-failed"}\n'],
    ['with a ledger as a text', (ledger) => `${JSON.stringify({ ledger })}\n`],
    ['with a record', (ledger) => JSON.stringify(ledger.split('\n'), null, 1)],
    ['with bytes', () => Buffer.alloc(5000)],
  ];

  async function tryDelete(threadId: string) {
    const hall = await openHall({ cwd: project.folder, env: project.env, home: project.root });
    try {
      return await deleteDebate(hall, threadId);
    } catch (error) {
      return (error as Error).message;
    } finally {
      await hall.close();
    }
  }

  async function changeAndDelete(change: Change) {
    await project.call(['open', '--id', 'yy', 'Should we?']);
    await project.call(['say', 'yy', '--seat', 'wind', 'Why not?']);
    fs.writeFileSync(project.ledger('yy'), change(fs.readFileSync(project.ledger('yy'), 'utf8')));
    fs.writeFileSync(project.path('debates', 'yy.md'), 'About data.\n');
    return await tryDelete('yy');
  }

  it.each(damaged)('is deleted as a damaged one: %s', async (_, change) => {
    expect(await changeAndDelete(change)).toMatchObject({ forks: [] });
    expect(project.ledgers.names()).toEqual(['yy.md']);
  });

  it.each(foreign)('is left alone with all beside it: %s', async (_, change) => {
    expect(await changeAndDelete(change)).toMatch(/yy\.jsonl is not a ledger: no line has the form of an event/);
    expect(project.ledgers.names()).toEqual(['yy.jsonl', 'yy.md']);
  });

  it.each<[string, Change]>([
    ['empty', () => ''],
    ['of zeros', ({ length }) => Buffer.alloc(length)],
    ['cut off within its first words', (ledger) => ledger.slice(0, 30)],
  ])('is a damaged one, and deleted, where a record of the hall is beside it: %s', async (_, change) => {
    await project.call(['open', '--id', 'yy', 'Should we?']);
    await project.call(['close', 'yy', 'Yes.']);
    fs.writeFileSync(project.ledger('yy'), change(fs.readFileSync(project.ledger('yy'), 'utf8')));
    const rows = JSON.parse((await project.call(['list', '--json'])).stdout);
    expect(rows).toEqual([expect.objectContaining({ threadId: 'yy', code: 'ledger-damaged' })]);
    expect(await tryDelete('yy')).toMatchObject({ forks: [] });
    expect(project.ledgers.names()).toEqual([]);
  });

  it('is listed as what it is, and refused before anybody is asked', async () => {
    await project.call(['open', '--id', 'a', 'Should we?']);
    fs.writeFileSync(project.ledger('data'), '{"question":"Should we?"}\n');
    const rows = JSON.parse((await project.call(['list', '--json'])).stdout);
    const unreadable = 'data.jsonl is not a ledger: no line has the form of an event.';
    expect(rows).toContainEqual({ threadId: 'data', code: 'storage', unreadable });
    const { code, stderr } = await project.call(['delete', 'data']);
    expect([code, stderr]).toEqual([1, expect.stringContaining(unreadable)]);
  });

  it('is left alone where it is a folder', async () => {
    fs.mkdirSync(project.ledger('data'), { recursive: true });
    fs.writeFileSync(path.join(project.ledger('data'), 'a.txt'), 'a');
    expect(await tryDelete('data')).toContain('data.jsonl is a folder, not a regular file');
    expect(fs.readdirSync(project.ledger('data'))).toEqual(['a.txt']);
  });
});
