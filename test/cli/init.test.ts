// `debate-hall init`: a first configuration, which takes the place of no other one that nobody gave away.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { callProgramIn } from '../support/call-program.ts';
import { createProject, type Project } from '../support/project.ts';

const FILE = 'debate-hall.config.json';
let project: Project;
beforeEach(() => {
  project = createProject();
  fs.rmSync(project.path(FILE), { force: true });
});
afterEach(() => project.dispose());

const env = () => ({ ...project.env, PATH: '/nowhere' });

it.each([
  ['debate-hall.config.yaml', 'limits:\n  usd: 5\n'],
  ['debate-hall.config.yml', '# later\n'],
  ['.debate-hallrc', 'limits:\n  usd: 5\n'],
  ['package.json', '{"debate-hall": {"limits": {"usd": 5}}}'],
])('leaves %s in effect, unless a person forces it', async (name, text) => {
  const file = project.write(name, text);
  const refused = await project.call(['init'], { env: env() });
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(`${file} configures this project`)]);
  expect(fs.existsSync(project.path(FILE))).toBe(false);
  const forced = await project.call(['init', '--force'], { env: env() });
  expect([forced.code, forced.stderr]).toEqual([0, expect.stringContaining(`${file} does not count here any more`)]);
});

it('leaves the one of the root in effect in a folder of its repository', async () => {
  execFileSync('git', ['init', '-q', '--template=', project.folder]);
  const file = project.write(FILE, { limits: { usd: 5 } });
  const folder = path.join(project.folder, 'sub');
  fs.mkdirSync(folder);
  const { code, stderr } = await callProgramIn({ folder, env: env() }, ['init']);
  expect([code, stderr]).toEqual([2, expect.stringContaining(`${file} configures this project`)]);
  expect(fs.readdirSync(folder)).toEqual([]);
});

it('writes one where there is none, and says nothing of another program’s package.json', async () => {
  project.write('package.json', '{"dependencies": {"debate-hall": "1.0.0"}}');
  const { code, stdout } = await project.call(['init'], { env: env() });
  expect([code, stdout.trim()]).toEqual([0, project.path(FILE)]);
  expect((await project.call(['init'], { env: env() })).stderr).toContain(`${FILE} already exists`);
});
