// The documents beside the ledgers, where the name of one could be that of another debate's or of a device.
import fs from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openHall } from '../../src/hall/compose/hall.ts';
import { prepareDebate } from '../../src/hall/operations/debate/opening/open-debate.ts';
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
