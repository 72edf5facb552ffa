// Forms that are not ours have no place for labels, which export says.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createProject, type Project, quickRehearsal } from '../support/project.ts';

let project: Project;
beforeEach(() => {
  project = createProject();
});
afterEach(() => project.dispose());

it('octave-v1 does not say that a debate was a rehearsal, and export says that', async () => {
  project.configure({ agents: { rehearsal: quickRehearsal } });
  await project.call(['run', '--rehearse', '--recipe', 'standard', '--id', 'd', 'Tabs or spaces?']);
  const { code, stdout, stderr } = await project.call(['export', 'd', '--format', 'octave-v1']);
  expect([code, stdout]).toEqual([0, expect.not.stringMatching(/rehears(?:al|ed) /i)]);
  expect(stderr).toContain('octave-v1 does not say whether a debate was a rehearsal');
  const { entries } = await project.shown('d');
  const left = entries.filter((entry) => entry.kind === 'turn' && !['turn', 'revision'].includes(entry.act)).length;
  expect(stderr).toContain(
    `octave-v1 has no place for openings, votes, final answers and picks: ${left} turns left out.`,
  );
  expect((await project.call(['export', 'd', '--format', 'octave'])).stderr).not.toContain('does not say');
});

it.each([
  ['oxford', 'octave-v1'],
  ['panel', 'python-json'],
])('a debate of the format %s is refused by %s without a word about what is left out', async (format, refused) => {
  project.configure({ agents: { rehearsal: quickRehearsal } });
  await project.call(['run', '--rehearse', '--format', format, '--id', 'd', 'Tabs or spaces?']);
  const { code, stderr } = await project.call(['export', 'd', '--format', refused]);
  expect(code).not.toBe(0);
  expect(stderr).toMatch(/^error: /);
  expect(stderr).not.toContain('warning');
});
