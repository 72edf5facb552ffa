// The workflow of docs/github-actions.md: its steps are run as they stand there, with the rehearsal in place of agents.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inCampaign, inCi } from '../support/campaign.ts';
import { createProject, MAIN, type Project } from '../support/project.ts';
import { read, root } from './documents.ts';

const text = await read('docs/github-actions.md');
const [, withAction = '', workflow = ''] = text.split(/```yaml\n/).map((part) => part.split('```')[0] ?? '');

/** The script of a named step. */
function scriptOf(step: string): string {
  const block = new RegExp(`- name: ${step}\\n[\\s\\S]*?\\n        run: \\|\\n((?: {10}.*\\n)+)`).exec(workflow)?.[1];
  if (block === undefined) throw new Error(`There is no step "${step}".`);
  return block.replaceAll(/^ {10}/gm, '');
}

let project: Project;
beforeEach(() => {
  project = createProject({
    agents: { rehearsal: { wordsPerSecond: 0 } },
    seats: { 'reviewer-1': 'rehearsal', 'reviewer-2': 'rehearsal' },
  });
});
afterEach(() => project.dispose());

it.runIf(inCi)('reviews the commits of a branch, fails for what is found, and leaves SARIF and a summary', () => {
  const bin = path.join(project.root, 'bin');
  fs.mkdirSync(bin);
  fs.writeFileSync(path.join(bin, 'debate-hall'), `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" "$@"\n`, {
    mode: 0o755,
  });
  const summary = path.join(project.root, 'summary.md');
  const env = { ...project.env, PATH: `${bin}:${project.env.PATH}`, BASE: 'main', GITHUB_STEP_SUMMARY: summary };
  const bash = (script: string) =>
    spawnSync('bash', ['-eo', 'pipefail', '-c', script], { cwd: project.folder, env, encoding: 'utf8' });

  project.write('src/cart.js', 'export const total = (items) => items.length;\n');
  const commit = 'git add src && git -c user.name=Ada -c user.email=ada@example.org commit -q';
  expect(bash(`git init -q -b main && ${commit} -m Begin && git update-ref refs/remotes/origin/main main`).status).toBe(
    0,
  );
  project.write('src/cart.js', 'export const total = (items) => items.size;\n');
  expect(bash(`git checkout -q -b change && ${commit} -m Change`).status).toBe(0);

  const { status, stdout, stderr } = bash(scriptOf('Review'));
  expect(status, stderr).toBe(7);
  expect(stdout).toMatch(/^::notice title=Debate Hall::.*\n::error file=src\/cart\.js,line=1,title=P0 /);
  expect(bash(scriptOf('Summary')).status).toBe(0);
  expect(fs.readFileSync(summary, 'utf8')).toContain('overlap');
  const file = /sarif_file: (\S+)/.exec(workflow)?.[1] ?? '';
  const [run] = JSON.parse(fs.readFileSync(project.path(file), 'utf8')).runs;
  expect(run.invocations[0].executionSuccessful).toBe(true);
  expect(run.results.length).toBeGreaterThan(0);
});

it.runIf(inCampaign)('has what was found fixed on a branch that can be proposed', () => {
  const fix = text.slice(text.indexOf('name: Fix'));
  const scriptOfStep = (name: string) =>
    new RegExp(`- name: ${name}\\n[\\s\\S]*?\\n {8}run: \\|\\n((?: {10}.*\\n)+)`)
      .exec(fix)?.[1]
      ?.replaceAll(/^ {10}/gm, '') ?? '';
  const script = scriptOfStep('Fix');
  expect(script).toContain('--test');
  const rehearsed = script
    .replace('claude,codex,claude', 'rehearsal,rehearsal,rehearsal')
    .replace('--author codex', '--author rehearsal')
    // What tests may do is tested where there is a sandbox.
    .replace(/ --test "[^"]*" --allow-host "[^"]*"/, '');
  const bin = path.join(project.root, 'bin');
  fs.mkdirSync(bin);
  fs.writeFileSync(path.join(bin, 'debate-hall'), `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" "$@"\n`, {
    mode: 0o755,
  });
  const env = { ...project.env, PATH: `${bin}:${project.env.PATH}`, GITHUB_RUN_ID: '7', BRANCH: 'change' };
  const bash = (words: string) =>
    spawnSync('bash', ['-eo', 'pipefail', '-c', words], { cwd: project.folder, env, encoding: 'utf8' });
  project.write('src/cart.js', 'export const total = (items) => items.length;\n');
  const commit = 'git add src && git -c user.name=Ada -c user.email=ada@example.org commit -q';
  bash(`git init -q -b main && ${commit} -m Begin && git update-ref refs/remotes/origin/main main`);
  project.write('src/cart.js', 'export const total = (items) => items.size;\n');
  bash(`git checkout -q -b change && ${commit} -m Change`);
  const { status, stdout, stderr } = bash(rehearsed);
  expect(status, stderr).toBe(0);
  expect(stdout).toMatch(/^# Fix\n[\s\S]*## Fixed\n/);
  expect(bash('git log --format=%s change..debate-hall/fix-7').stdout).toContain('of the review');
  // What is proposed of agents' work is tested against a GitHub of the tests.
  const proposing = bash(scriptOfStep('Propose'));
  expect([proposing.status, proposing.stderr]).toEqual([0, expect.stringContaining('a rehearsal proposes nothing')]);
});

it('gives the action inputs that it has, and the permissions that it needs', () => {
  const { inputs } = load(fs.readFileSync(path.join(root, 'action.yml'), 'utf8')) as { inputs: object };
  const documented = load(withAction) as { permissions: object; jobs: { review: { steps: { with?: object }[] } } };
  expect(documented.permissions).toEqual({ contents: 'read', 'pull-requests': 'write', 'security-events': 'write' });
  expect(Object.keys(inputs)).toEqual(
    expect.arrayContaining(Object.keys(documented.jobs.review.steps.at(-1)?.with ?? { none: true })),
  );
  expect(Object.keys(inputs).filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});
