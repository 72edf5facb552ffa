// Where bubblewrap is there, git can read its repository and nothing else of the person, and can change nothing.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createGit } from '../../../src/material/context/git/git.ts';
import { createProcessRunner } from '../../../src/process/process-runner.ts';
import { findBubblewrap } from '../../../src/process/sandbox.ts';
import { systemClock } from '../../../src/support/clock.ts';
import { callProgramIn } from '../../support/call-program.ts';
import { inCampaign } from '../../support/campaign.ts';
import { gitSandboxHere } from '../../support/git-sandbox.ts';
import { createProject, type Project } from '../../support/project.ts';

const processes = createProcessRunner({ clock: systemClock });
afterAll(async () => await processes.close());
const { signal } = new AbortController();
const hasBubblewrap = 'program' in (await findBubblewrap(processes, process.env, signal));

function makeRepository(): { root: string; secret: string } {
  const project = createProject();
  const root = project.path('clone');
  mkdirSync(root);
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], { cwd: root });
  git('init', '-q');
  for (const name of ['a.txt', 'b.txt']) writeFileSync(join(root, name), 'one\n');
  git('add', '.');
  git('commit', '-qm', 'first');
  return { root, secret: project.write('secret.txt', 'only of the person\n') };
}

test.skipIf(!hasBubblewrap)('git in its sandbox', async () => {
  const { root, secret } = makeRepository();
  const sandbox = gitSandboxHere(processes);
  const git = createGit(processes, { cwd: root, env: process.env, signal, sandbox });
  // What git would do for whoever could steer it: read a file of the person, write one, run a program.
  const hash = ['hash-object', '--no-filters', '--'];
  expect((await git([...hash, join(root, 'a.txt')])).code).toBe(0);
  expect((await git([...hash, secret])).code).not.toBe(0);
  const program = (words: string) => ['-c', `alias.it=!${words}`, 'it'];
  expect((await git(program(`cat a.txt`))).stdout).toBe('one\n');
  expect((await git(program(`cat ${secret}`))).stdout).toBe('');
  await git(program(`touch ${join(root, 'written')} .git/written ${secret}.written`));
  expect([join(root, 'written'), join(root, '.git/written'), `${secret}.written`].filter(existsSync)).toEqual([]);
  expect((await git(program('cat /proc/net/route'))).stdout.trim().split('\n')).toHaveLength(1);
  // Without one it would: the test is live.
  const bare = createGit(processes, { cwd: root, env: process.env, signal, sandbox: async () => undefined });
  expect((await bare(program(`cat ${secret}`))).stdout).toBe('only of the person\n');
});

/** A program of this name that writes down how it is called, before the system's own one. */
function spyOn(project: Project, name: string): () => string {
  const log = project.path(`${name}.log`);
  const real = execFileSync('which', [name], { encoding: 'utf8' }).trim();
  const spy = project.write(`bin/${name}`, `#!/bin/sh\necho "$@" >> '${log}'\nexec '${real}' "$@"\n`);
  chmodSync(spy, 0o755);
  return () => (existsSync(log) ? readFileSync(log, 'utf8') : '');
}

test.runIf(inCampaign && hasBubblewrap)(
  'a program starts no git outside of it, but to ask for the person’s own settings',
  async () => {
    const { root } = makeRepository();
    const project = createProject();
    const [bubblewrap, git] = ['bwrap', 'git'].map((name) => spyOn(project, name));
    const env = { ...project.env, PATH: `${project.path('bin')}:${process.env['PATH']}` };
    const call = async (...args: string[]) =>
      expect(await callProgramIn({ folder: root, env }, args)).toMatchObject({ code: 0 });
    writeFileSync(join(root, 'a.txt'), 'two\n');
    await call('open', '--id', 'd', '--context', 'git:', '--read', '.', '--read', 'git:HEAD', 'Should we keep it?');
    for (const look of [['git_log'], ['git_blame', '--data', 'path=b.txt'], ['search_text', '--data', 'pattern=o']])
      await call('read', 'd', ...look, '--seat', 'wind');
    await call('review', '--rehearse', '--id', 'r');
    const calls = (git?.() ?? '').trim().split('\n');
    expect(calls.filter((line) => !line.includes('config --list --show-scope -z'))).toEqual([]);
    // Git is what is tried in it, and nothing before.
    expect(bubblewrap?.()).not.toMatch(/ true$/m);
    for (const word of ['diff', 'log', 'blame', 'grep']) expect(bubblewrap?.()).toMatch(new RegExp(` git .* ${word} `));
  },
);
