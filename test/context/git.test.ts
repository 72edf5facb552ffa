import { execFileSync } from 'node:child_process';
import { access, chmod, copyFile, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FILTERED } from '../../src/material/context/git/filters.ts';
import { createGit, type Git } from '../../src/material/context/git/git.ts';
import { createProcessRunner } from '../../src/process/process-runner.ts';
import { systemClock } from '../../src/support/clock.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { gitSandboxHere } from '../support/git-sandbox.ts';
import { type Folder, makeFolder } from './folder.ts';

const processes = createProcessRunner({ clock: systemClock });
let folder: Folder;
let git: Git;

const refusal = () => folder.refusal(['git:'], { git });

const run = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.org', ...args], {
    cwd: folder.path,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });

beforeEach(async () => {
  folder = await makeFolder();
  const signal = new AbortController().signal;
  git = createGit(processes, {
    cwd: folder.path,
    env: { ...process.env, GIT_DIR: '/nowhere', PATH: `.${delimiter}${process.env['PATH']}` },
    signal,
    sandbox: gitSandboxHere(processes),
  });
  run('init', '-q', '-b', 'main');
  await folder.write({ 'é.txt': 'one\n' });
  run('add', '.');
  run('commit', '-qm', 'first');
});
afterEach(async () => {
  await folder.remove();
});

describe('a diff as context', () => {
  it.runIf(inCampaign)('leaves out what the hall wrote', async () => {
    await folder.write({ 'debates/x.oct.md': 'R', 'debates/x.md': 'R', 'debates/notes.md': 'N', 'a.md': 'A' });
    run('add', '.');
    const { items, leftOut } = await folder.collect(['git:'], { git });
    expect(items[0]?.text.match(/^diff .*$/gm)?.map((line) => line.split(' b/')[1])).toEqual([
      'a.md',
      'debates/notes.md',
    ]);
    expect(leftOut).toEqual(
      ['x.md', 'x.oct.md'].map((name) => ({ source: `git: (debates/${name})`, reason: 'a record of the hall' })),
    );
  });

  it.runIf(inCampaign)('names as missed what it does not show', async () => {
    await folder.write({ 'a.md': 'A', 'logo.png': 'a\u0000b', 'old/gone.png': 'a\u0000b' });
    run('add', '.');
    run('commit', '-qm', 'pictures');
    await folder.write({ 'a.md': 'B', 'logo.png': 'b\u0000c' });
    await rm(join(folder.path, 'old'), { recursive: true });
    const { leftOut } = await folder.collect(['git:'], { git });
    expect(leftOut).toEqual([{ source: 'git: (logo.png)', reason: 'binary', missed: true }]);
  });

  it.runIf(inCampaign)('holds everything that is not committed', async () => {
    await folder.write({ 'é.txt': 'two\n', 'staged.txt': 'new\n' });
    run('add', 'staged.txt');
    const { items } = await folder.collect(['git:'], { git });
    expect(items[0]?.source).toBe('git:');
    expect(items[0]?.text).toContain('diff --git a/é.txt b/é.txt');
    expect(items[0]?.text).toContain('-one\n+two\n');
    expect(items[0]?.text).toContain('+new\n');
  });

  it('names a folder that is gone, and does not say that git is missing', async () => {
    const gone = join(folder.path, 'gone');
    const there = createGit(processes, {
      ...{ cwd: gone, env: process.env, signal: new AbortController().signal },
      sandbox: gitSandboxHere(processes),
    });
    const refused = await folder.refusal(['git:'], { git: there });
    expect(refused).toMatchObject({ code: 'context-unreadable', message: expect.stringContaining(gone) });
    expect(refused.hint).not.toContain('installed');
  });

  it.runIf(inCampaign)('holds a range, and is listed as empty when nothing changed', async () => {
    await folder.write({ 'é.txt': 'two\n' });
    run('commit', '-qam', 'second');
    const { items, leftOut } = await folder.collect(['git:HEAD~1..HEAD', 'git:'], { git });
    expect(items.map(({ source }) => source)).toEqual(['git:HEAD~1..HEAD']);
    expect(leftOut).toEqual([{ source: 'git:', reason: 'empty' }]);
  });

  it.runIf(inCampaign)('looks the same whatever the user configured', async () => {
    await folder.write({ 'é.txt': 'two\n' });
    const plain = await folder.collect(['git:'], { git });
    for (const setting of ['color.ui=always', 'diff.noprefix=true', 'diff.mnemonicPrefix=true']) {
      run('config', ...(setting.split('=') as [string, string]));
    }
    expect(await folder.collect(['git:'], { git })).toEqual(plain);
  });

  it('runs no program of the repository’s choice', async () => {
    const trap = join(folder.path, 'trap.sh');
    await writeFile(trap, `#!/bin/sh\ntouch '${join(folder.path, 'sprung')}'\ncat "$1"\n`);
    await chmod(trap, 0o755);
    await folder.write({ '.gitattributes': '*.txt diff=trap\n', 'é.txt': 'two\n' });
    for (const key of ['diff.external', 'diff.trap.textconv', 'diff.trap.command', 'core.fsmonitor', 'core.pager']) {
      run('config', key, trap);
    }
    await copyFile(trap, join(folder.path, 'git'));
    const { items } = await folder.collect(['git:'], { git });
    expect(items[0]?.text).toContain('-one\n+two\n');
    await expect(access(join(folder.path, 'sprung'))).rejects.toThrow('ENOENT');
    run('diff', 'HEAD');
    await access(join(folder.path, 'sprung'));
  });

  it.runIf(inCi).each(['git:--output=stolen', 'git:-p', 'git:--no-index'])(
    'refuses %s, which git would read as an option',
    async (source) => {
      const error = await folder.refusal([source], { git });
      expect(error.code).toBe('bad-input');
      await expect(access(join(folder.path, 'stolen'))).rejects.toThrow('ENOENT');
    },
  );

  it.runIf(inCi)('names the side of a range that does not exist', async () => {
    expect(await folder.refusal(['git:nowhere'], { git })).toMatchObject({
      code: 'bad-input',
      message: 'There is no commit "nowhere" here.',
    });
  });

  it.runIf(inCampaign)('compares with the branch that this one follows, and with what HEAD was', async () => {
    run('remote', 'add', 'origin', 'https://example.invalid/x');
    run('update-ref', 'refs/remotes/origin/main', 'HEAD');
    run('branch', '-q', '--set-upstream-to', 'origin/main');
    await folder.write({ 'é.txt': 'two\n' });
    run('commit', '-qam', 'second');
    const { items } = await folder.collect(['git:@{upstream}..HEAD', 'git:HEAD@{1}..HEAD'], { git });
    expect(items.map(({ text }) => text.includes('-one\n+two\n'))).toEqual([true, true]);
  });

  it('says so when git cannot be started', async () => {
    const signal = new AbortController().signal;
    const missing = createGit(processes, {
      cwd: folder.path,
      env: { PATH: '/nowhere' },
      signal,
      sandbox: async () => undefined,
    });
    expect((await folder.refusal(['git:'], { git: missing })).message).toContain('git could not be started');
  });

  it.runIf(inCi)('is refused when it shows a file that usually holds secrets, or a key', async () => {
    await folder.write({ 'config/.env': 'A=1\n' });
    run('add', '.');
    expect((await folder.refusal(['git:'], { git })).message).toContain('git: (config/.env) is a file that usually');
    run('rm', '-qf', 'config/.env');
    await folder.write({ 'é.txt': `AKIA${'A1B2'.repeat(4)}\n` });
    expect((await folder.refusal(['git:'], { git })).message).toContain('looks like an AWS access key');
  });

  it.runIf(inCi)('is refused when it shows a file of secrets whose name has to be quoted', async () => {
    await folder.write({ 'con"fig/.env': 'A=1\n' });
    run('add', '.');
    expect((await refusal()).message).toContain('git: (con"fig/.env) is a file that usually');
  });

  it.runIf(inCi)(
    'is made without filters, also those of the person, and with the person’s own list of files to ignore',
    async () => {
      await folder.write({ '.gitattributes': '*.txt filter=own\n', 'é.txt': 'two\n', 'scratch.tmp': 'mine\n' });
      await folder.write({
        'home/.gitconfig': '[filter "own"]\n\tclean = tr a-z A-Z\n[core]\n\texcludesFile = ~/ignored\n',
      });
      await folder.write({ 'home/ignored': '*.tmp\nhome/\n' });
      const env = { ...process.env, HOME: join(folder.path, 'home'), XDG_CONFIG_HOME: '/nowhere' };
      const signal = new AbortController().signal;
      const own = createGit(processes, { cwd: folder.path, env, signal, sandbox: gitSandboxHere(processes) });
      const { items, leftOut } = await folder.collect(['git:'], { git: own });
      expect(items).toEqual([]);
      expect(leftOut).toContainEqual({ source: 'git: (é.txt)', reason: FILTERED, missed: true });
      const untracked = await own(['ls-files', '--others', '--exclude-standard']);
      expect(untracked.stdout).toBe('.gitattributes\n');
    },
  );
});
