// What npm links as `debate-hall`: answers by itself what needs no program, exactly as the program would.
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../docs/documents.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { copyTree } from '../support/copy-tree.ts';
import { KEPT_CODE } from '../support/kept-code.ts';

/** The package as it is somewhere else. */
let installed: string;
beforeAll(async () => {
  installed = await mkdtemp(path.join(tmpdir(), 'debate-hall-installed-'));
  copyTree(root, ['dist', 'docs', 'package.json'], installed);
});
afterAll(() => rm(installed, { recursive: true, force: true }));

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    // Not where the tests run: whoever tried the README's first command has a debate there.
    cwd: installed,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: installed },
  });
  return { status, stdout, stderr };
}

const start = (...args: string[]) => run(path.join(installed, 'dist/cli/start.cjs'), ...args);

/** What the start loads for what it does not answer. */
function runProgram(...args: string[]) {
  const program = JSON.stringify(path.join(installed, 'dist/doors/cli/program.cjs'));
  return run('--eval', `require(${program}).runCommandLine(process.argv.slice(1))`, '--', ...args);
}

/** A package of its own, of which files can be taken away. */
async function installBare() {
  const bare = await mkdtemp(path.join(tmpdir(), 'debate-hall-bare-'));
  copyTree(root, ['dist', 'docs', 'package.json', 'prompts'], bare);
  await symlink(path.join(root, 'node_modules'), path.join(bare, 'node_modules'));
  const start = (...args: string[]) =>
    spawnSync(process.execPath, [path.join(bare, 'dist/cli/start.cjs'), ...args], {
      cwd: bare,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: bare, XDG_CACHE_HOME: KEPT_CODE },
    });
  return { bare, start };
}

describe('the start of the program', () => {
  it.runIf(inCampaign).each(['--help', '-h', '--version', '-V'])(
    'answers %s as the program does, wherever it is installed',
    (flag) => {
      const answer = start(flag);
      expect(answer).toEqual(runProgram(flag));
      expect(answer).toMatchObject({ status: 0, stderr: '' });
    },
  );

  it('names the docs of the package that it belongs to', () => {
    expect(start('--help').stdout).toContain(`Docs: ${path.join(installed, 'docs/cli.md')}`);
  });

  it('says the version of the package', async () => {
    const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
    expect(start('--version').stdout).toBe(`${version}\n`);
  });

  it.runIf(inCampaign)('keeps compiled code, and does without where it is damaged', async () => {
    const folder = path.join(installed, '.cache/debate-hall/compiled');
    const answer = start('list');
    const kept = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    expect(kept.length).toBeGreaterThan(0);
    for (const entry of kept) {
      const file = path.join(entry.parentPath, entry.name);
      const whole = await readFile(file);
      await writeFile(file, whole.fill(0xff, whole.length / 4, whole.length / 2));
    }
    expect(start('list')).toEqual(answer);
    expect(answer).toMatchObject({ status: 0, stderr: expect.stringContaining('no debates') });
  });

  it.runIf(inCi)('removes the code of older versions', async () => {
    const folder = path.join(installed, '.cache/debate-hall/compiled/list');
    await rm(folder, { recursive: true, force: true });
    for (const [name, age] of [
      ['older', 2],
      ['beside', 0.5],
    ] as const) {
      await mkdir(path.join(folder, name), { recursive: true });
      await writeFile(path.join(folder, name, 'chunk.cjs.code'), '');
      const at = new Date(Date.now() - age * 24 * 60 * 60 * 1000);
      await utimes(path.join(folder, name), at, at);
    }
    expect(start('list').status).toBe(0);
    const build = (await readFile(path.join(root, 'dist/build-id.txt'), 'utf8')).slice(0, 12);
    expect((await readdir(folder)).sort()).toEqual(['beside', build].sort());
  });

  it.runIf(inCampaign)(
    'keeps the code of each command for itself, and none for a word that is no command',
    async () => {
      const cache = await mkdtemp(path.join(tmpdir(), 'debate-hall-cache-'));
      for (const word of ['list', 'calibration', 'lsit', '../list'])
        spawnSync(process.execPath, [path.join(installed, 'dist/cli/start.cjs'), word], {
          cwd: installed,
          env: { PATH: process.env['PATH'], HOME: installed, XDG_CACHE_HOME: cache },
        });
      const uses = await readdir(path.join(cache, 'debate-hall/compiled'));
      expect(uses.filter((use) => use !== 'other').sort()).toEqual(['calibration', 'list']);
      await rm(cache, { recursive: true, force: true });
    },
  );

  it.runIf(inCampaign)('loads nothing of the page until one is written', async () => {
    const { bare, start } = await installBare();
    for (const part of ['page', 'exchange/exporters/html'])
      await rm(path.join(bare, 'dist', part), { recursive: true });
    expect(start('run', '--rehearse', '--recipe', 'quick', '-q', '--id', 'd', 'Tabs?').stderr).toBe('');
    for (const args of [['list'], ['show', 'd'], ['--help'], ['export', 'd'], ['verify', 'd']])
      expect(start(...args)).toMatchObject({ status: 0 });
    expect(start('export', 'd', '--format', 'html')).toMatchObject({ status: 2 });
    await rm(bare, { recursive: true, force: true });
  });

  it('lists, shows and verifies debates without loading what opens one', async () => {
    const chunks = path.join(installed, 'dist/chunks');
    const [core = ''] = (await readdir(chunks)).filter((name) => /^core-.*\.cjs\.map$/.test(name));
    const { sources } = JSON.parse(await readFile(path.join(chunks, core), 'utf8')) as { sources: readonly string[] };
    expect(sources).toContain('../../src/hall/compose/hall.ts');
    expect(
      sources.filter((source) =>
        /re2js|open-debate\.ts|seat-spec|question-forms|wind-wall-door|\/context\/(?:git|files)\/|\/work-tree\//.test(
          source,
        ),
      ),
    ).toEqual([]);
  });

  it.runIf(inCi).each([
    [{}, 'debate-hall'],
    [{ npm_lifecycle_event: 'start', npm_package_name: 'debate-hall' }, 'npm start --'],
    [{ npm_lifecycle_event: 'npx' }, 'npx debate-hall'],
    [{ npm_lifecycle_event: 'start', npm_package_name: 'shop' }, 'debate-hall'],
  ])('names its commands as somebody types them who started it so: %j', (variables, called) => {
    const { stderr } = spawnSync(process.execPath, [path.join(installed, 'dist/cli/start.cjs'), 'show', 'nope'], {
      cwd: installed,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: installed, ...variables },
    });
    expect(stderr).toContain(`List them with "${called} list".`);
  });

  it('hands everything else to the program', () => {
    expect(start('--version', 'extra')).toEqual(runProgram('--version', 'extra'));
    expect(start('nope')).toMatchObject({ status: 2, stderr: expect.stringContaining('nope') });
  });
});

it('the program of the rehearsal, which starts once for each turn, needs no other file of the package', async () => {
  const alone = path.join(installed, 'child');
  copyTree(path.join(root, 'dist/agents/kinds/rehearsal'), ['child'], installed);
  for (const misbehave of [undefined, 'empty']) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(alone, 'main.cjs')], {
      encoding: 'utf8',
      input: JSON.stringify({ answer: 'Yes.', wordsPerSecond: 0, misbehave }),
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.includes('Yes.')).toBe(misbehave === undefined);
  }
});
