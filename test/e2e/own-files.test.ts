// The documents beside the ledgers, where the name of one could be that of another debate's.
import fs from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createProject, type Project } from '../support/project.ts';
import { onPostgres } from '../support/shared-store.ts';

let project: Project;
beforeEach(() => {
  project = createProject();
});
afterEach(() => project.dispose());

it.each(['a.oct', 'a.OCT'])('no new debate is called %s', async (id) => {
  const { code, stderr } = await project.call(['open', '--id', id, 'Should we?']);
  expect([code, stderr]).toEqual([2, expect.stringContaining(`"${id}" cannot be the ID of a new debate`)]);
  expect(stderr).toContain('next:  Choose an ID that does not end in ".oct".');
});

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
