// Bytes on disk that are not git's: what a filter changes goes to nobody, and what git itself changes is the same here as in any git.
import { execFileSync } from 'node:child_process';
import { rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FILTERED } from '../../src/material/context/git/filters.ts';
import { createGit } from '../../src/material/context/git/git.ts';
import { readDiff } from '../../src/material/context/git/review-diff.ts';
import { readSurroundings } from '../../src/material/context/surroundings.ts';
import { createProcessRunner } from '../../src/process/process-runner.ts';
import { systemClock } from '../../src/support/clock.ts';
import { inCampaign, inCi, sample } from '../support/campaign.ts';
import { gitSandboxHere } from '../support/git-sandbox.ts';
import { type Folder, makeFolder } from './folder.ts';

const PLAIN = 'the merger price is fifty million\n';
const processes = createProcessRunner({ clock: systemClock });

let folder: Folder;

const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !key.startsWith('GIT_')));
const run = (...args: string[]) =>
  execFileSync(
    'git',
    ['-c', 'user.name=T', '-c', 'user.email=t@example.org', '-c', 'maintenance.auto=false', ...args],
    {
      cwd: folder.path,
      encoding: 'utf8',
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
const git = () =>
  createGit(processes, {
    cwd: folder.path,
    env: process.env,
    signal: new AbortController().signal,
    sandbox: gitSandboxHere(processes),
  });
const read = (options: { range?: string; staged?: true } = {}) =>
  readDiff(git(), { maxBytes: 200_000, allowSecrets: false, ...options });

/** git keeps "vault" turned around, as git-crypt would keep it encrypted. */
async function lock(attributes: Readonly<Record<string, string>>): Promise<void> {
  run('config', 'filter.crypt.clean', 'tr a-z n-za-m');
  run('config', 'filter.crypt.smudge', 'tr a-z n-za-m');
  run('config', 'filter.crypt.required', 'true');
  await folder.write({ ...attributes, 'vault/plan.txt': PLAIN, 'a.ts': 'one\n' });
  // Else git has to read it again, as it may have changed in the second of the commit.
  for (const name of ['vault/plan.txt', 'a.ts']) await utimes(join(folder.path, name), 1, 1);
  run('add', '-A');
  run('commit', '-qm', 'Begin');
}

beforeEach(async () => {
  folder = await makeFolder();
  run('init', '-q', '-b', 'main');
});
afterEach(() => folder.remove());

describe('what a filter changes', () => {
  type Act = () => unknown;
  const touch: Act = () => utimes(join(folder.path, 'vault/plan.txt'), 2, 2);
  const edit: Act = () => folder.write({ 'vault/plan.txt': `${PLAIN}and more\n` });
  const IN_FILE = { '.gitattributes': 'vault/* filter=crypt\n' };
  const cases: readonly [how: string, attributes: Readonly<Record<string, string>>, act: Act, left: string[]][] = [
    ['edited', IN_FILE, edit, ['vault/plan.txt']],
    ['touched, and otherwise as git has it', IN_FILE, touch, ['vault/plan.txt']],
    ['new', IN_FILE, () => folder.write({ 'vault/new.txt': PLAIN }), ['vault/new.txt']],
    [
      'by attributes in the folder of git',
      { '.git/info/attributes': 'vault/* filter=crypt\n' },
      edit,
      ['vault/plan.txt'],
    ],
    ['by a macro', { '.gitattributes': '[attr]locked filter=crypt\nvault/* locked\n' }, edit, ['vault/plan.txt']],
    ['by attributes next to it', { 'vault/.gitattributes': '*.txt filter=crypt\n' }, edit, ['vault/plan.txt']],
    [
      'whose attributes are changed, too',
      IN_FILE,
      () => Promise.all([edit(), folder.write({ '.gitattributes': '* text\n' })]),
      ['vault/plan.txt'],
    ],
    [
      'whose attributes are gone, also from the index',
      IN_FILE,
      () =>
        Promise.all([run('rm', '-q', '--cached', '.gitattributes'), edit(), rm(join(folder.path, '.gitattributes'))]),
      ['vault/plan.txt'],
    ],
    [
      'by a filter that nobody set up',
      { '.gitattributes': '*.bin filter=lfs\n' },
      () => folder.write({ 'big.bin': 'raw\n' }),
      ['big.bin'],
    ],
    ['moved into the reach of one', IN_FILE, () => run('mv', 'a.ts', 'vault/a.ts'), ['vault/a.ts']],
  ];

  it.runIf(inCi).each(sample(cases, 8))(
    'is left out of what is not committed: %s',
    async (_, attributes, act, left) => {
      await lock(attributes);
      await folder.write({ 'b.ts': 'new\n' });
      await act();
      const diff = await read();
      const missed = left.map((source) => ({ source, reason: FILTERED, missed: true }));
      expect(diff.leftOut).toEqual(missed);
      expect(diff.committable).toContain('b.ts');
      for (const name of left) expect(diff.committable).not.toContain(name);
      const around = await readSurroundings(git(), diff, { maxBytes: 100_000, allowSecrets: false });
      const { items, leftOut } = await folder.collect(['git:'], { git: git() });
      expect(`${diff.text}${JSON.stringify([around, items])}`).not.toContain('merger');
      if (!left.some((name) => /new|bin/.test(name))) {
        for (const name of left)
          expect(leftOut).toContainEqual({ source: `git: (${name})`, reason: FILTERED, missed: true });
      }
    },
  );

  it.runIf(inCi)('is said to be left out where there is nothing else', async () => {
    await lock({ '.gitattributes': '* filter=crypt\n.git* !filter\n' });
    await folder.write({ 'vault/plan.txt': `${PLAIN}more\n`, 'a.ts': 'two\n' });
    await expect(read()).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining(`can be reviewed: a.ts: ${FILTERED}, and more.`),
      hint: expect.stringContaining('pass --range'),
    });
  });

  it.runIf(inCi)('is shown as git keeps it: of commits, of what is staged, and where it is deleted', async () => {
    await lock(IN_FILE);
    await edit();
    run('add', '-A');
    for (const options of [{ staged: true as const }, { range: 'HEAD^{}~0..HEAD' }]) {
      if (options.range !== undefined) run('commit', '-qm', 'More');
      const { text, leftOut } = await read(options.range === undefined ? options : { range: 'HEAD~1..HEAD' });
      expect([text, leftOut]).toEqual([expect.stringContaining('+naq zber'), []]);
    }
    await rm(join(folder.path, 'vault/plan.txt'));
    const { text, leftOut } = await read();
    expect([text, leftOut]).toEqual([expect.stringContaining('-gur zretre cevpr'), []]);
  });

  it.runIf(inCampaign)('is nothing where the attribute names no filter', async () => {
    await lock({ '.gitattributes': '* filter=crypt\n*.ts !filter\nb.* -filter\nc.* filter\n.git* !filter\n' });
    await folder.write({ 'a.ts': 'two\n', 'b.js': 'b\n', 'c.js': 'c\n' });
    const { files, leftOut } = await read();
    expect([files.map(({ path }) => path), leftOut]).toEqual([['a.ts', 'b.js', 'c.js'], []]);
  });
});

describe('what git itself changes on the way to the disk', () => {
  const cases: readonly [attributes: string, setting: string | undefined, before: string, after: Buffer][] = [
    ['* text eol=crlf', undefined, 'one\r\n', Buffer.from('one\r\ntwo\r\n')],
    ['* text', 'core.eol=crlf', 'one\r\n', Buffer.from('one\r\ntwo\r\n')],
    ['', 'core.autocrlf=true', 'one\r\n', Buffer.from('one\r\ntwo\r\n')],
    ['* -text', 'core.autocrlf=true', 'one\r\n', Buffer.from('one\r\ntwo\r\n')],
    ['* ident', undefined, '$Id$\n', Buffer.from('$Id: 0123 $\ntwo\n')],
    ['* working-tree-encoding=UTF-16LE', undefined, '\0', Buffer.from('one\ntwo\n', 'utf16le')],
  ];
  it.runIf(inCampaign).each(cases)(
    'is compared as git compares it: %j %s',
    async (attributes, setting, before, after) => {
      if (setting !== undefined) run('config', ...setting.split('='));
      const first = attributes.includes('UTF-16') ? Buffer.from('one\n', 'utf16le') : before;
      await folder.write({
        '.gitattributes': `${attributes}\n.git* -text !ident !working-tree-encoding\n`,
        'a.txt': first,
      });
      run('add', '-A');
      run('commit', '-qm', 'Begin');
      await utimes(join(folder.path, 'a.txt'), 1, 1);
      await expect(read()).rejects.toMatchObject({ code: 'nothing-to-review' });
      await folder.write({ 'a.txt': after });
      const { text, leftOut } = await read();
      expect(leftOut).toEqual([]);
      expect(text.match(/^[-+][^-+].*$/gm)).toEqual(['+two']);
    },
  );
});
