import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  access,
  chmod,
  cp,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getPath, parseDiff } from '../../src/domain/diffs/diff.ts';
import { HallError } from '../../src/domain/failures/errors.ts';
import { createGit, type Git } from '../../src/material/context/git/git.ts';
import { type ReadDiffOptions, type ReviewDiff, readDiff } from '../../src/material/context/git/review-diff.ts';
import { readSurroundings } from '../../src/material/context/surroundings.ts';
import { createProcessRunner } from '../../src/process/process-runner.ts';
import { systemClock } from '../../src/support/clock.ts';
import { inCampaign, inCi, sample } from '../support/campaign.ts';
import { gitSandboxHere } from '../support/git-sandbox.ts';
import { type Folder, makeFolder } from './folder.ts';

const processes = createProcessRunner({ clock: systemClock });
const WITHOUT_GIT_VARIABLES = Object.fromEntries(
  Object.entries(process.env).filter(([key]) => !key.startsWith('GIT_')),
);

let folder: Folder;

/** Without the upkeep that git starts after a commit. */
const OPTIONS = ['-c', 'protocol.file.allow=always', '-c', 'maintenance.auto=false'];

/** git as a person runs it, with none of the hall's precautions. */
const runIn = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.org', ...OPTIONS, ...args], {
    cwd,
    encoding: 'utf8',
    env: WITHOUT_GIT_VARIABLES,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
const run = (...args: string[]) => runIn(folder.path, ...args);

const gitAt = (cwd: string, env: Record<string, string | undefined> = process.env): Git =>
  createGit(processes, { cwd, env, signal: new AbortController().signal, sandbox: gitSandboxHere(processes) });

const read = (options: Partial<ReadDiffOptions> = {}, cwd = folder.path): Promise<ReviewDiff> =>
  readDiff(gitAt(cwd), { maxBytes: 200_000, allowSecrets: false, ...options });

async function refusal(options: Partial<ReadDiffOptions> = {}, cwd = folder.path): Promise<HallError> {
  const outcome = await read(options, cwd).catch((error: unknown) => error);
  if (outcome instanceof HallError) return outcome;
  throw new Error('The diff was read.', { cause: outcome });
}

async function commit(files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
  await folder.write(files);
  run('add', '-A');
  run('commit', '-qm', 'a commit');
}

const paths = (diff: ReviewDiff) => diff.files.map(({ path }) => path);
const LINES = (count: number, word = 'line') =>
  Array.from({ length: count }, (_, at) => `${word} ${at + 1}\n`).join('');

/** Every test of a group starts from the same repository, which is made once and copied. */
function startFrom(make: () => Promise<void>): void {
  let made: Folder;
  beforeAll(async () => {
    folder = await makeFolder();
    made = folder;
    run('init', '-q', '-b', 'main', '--template=');
    await make();
  });
  beforeEach(() => cp(made.path, folder.path, { recursive: true }));
  afterAll(() => made.remove());
}

beforeEach(async () => {
  folder = await makeFolder();
});
afterEach(() => folder.remove());
startFrom(async () => {});

describe('what is not committed', () => {
  it('is what is staged, what is not, and what git does not know yet', async () => {
    await commit({ 'staged.ts': 'one\n', 'edited.ts': 'one\n', 'gone.ts': 'one\n', 'same.ts': 'one\n' });
    await folder.write({ 'staged.ts': 'two\n', 'edited.ts': 'two\n', 'new.ts': 'new\n', 'deep/er/new.ts': 'deep\n' });
    run('add', 'staged.ts');
    await rm(join(folder.path, 'gone.ts'));
    const diff = await read();
    expect(diff.files.map(({ path, status, added, removed }) => [path, status, added, removed])).toEqual([
      ['deep/er/new.ts', 'added', 1, 0],
      ['edited.ts', 'modified', 1, 1],
      ['gone.ts', 'deleted', 0, 1],
      ['new.ts', 'added', 1, 0],
      ['staged.ts', 'modified', 1, 1],
    ]);
    expect(diff.text).toContain('+++ b/new.ts\n@@ -0,0 +1 @@\n+new\n');
    expect(diff).toMatchObject({ range: 'uncommitted changes', newSide: 'disk', leftOut: [], root: folder.path });
  });

  it.runIf(inCampaign)('shows a file that is staged and then edited again as it is now', async () => {
    await commit({ 'a.ts': 'one\n' });
    await folder.write({ 'a.ts': 'two\n' });
    run('add', 'a.ts');
    await folder.write({ 'a.ts': 'three\n' });
    expect((await read()).text).toMatch(/-one\n\+three\n$/);
    expect((await read({ staged: true })).text).toMatch(/-one\n\+two\n$/);
  });

  it.runIf(inCampaign)('is read before the first commit too', async () => {
    await folder.write({ 'a.ts': 'a\n', 'b.ts': 'b\n' });
    run('add', 'a.ts');
    expect(paths(await read())).toEqual(['a.ts', 'b.ts']);
    expect(paths(await read({ staged: true }))).toEqual(['a.ts']);
  });

  it.runIf(inCampaign)('is read in a repository of SHA-256', async () => {
    await rm(join(folder.path, '.git'), { recursive: true });
    run('init', '-q', '-b', 'main', '--object-format=sha256');
    await folder.write({ 'a.ts': 'a\n' });
    expect(paths(await read())).toEqual(['a.ts']);
  });

  it.runIf(inCampaign)('finds what was moved, in the index and on disk alone', async () => {
    await commit({ 'old/staged.ts': LINES(20), 'old/moved.ts': LINES(20, 'other') });
    await mkdir(join(folder.path, 'new'));
    run('mv', 'old/staged.ts', 'new/staged.ts');
    await rename(join(folder.path, 'old/moved.ts'), join(folder.path, 'new/moved.ts'));
    await folder.write({ 'new/moved.ts': `${LINES(20, 'other')}more\n` });
    const { files } = await read();
    expect(files.map(({ oldPath, path, status, added }) => [oldPath, path, status, added])).toEqual([
      ['old/moved.ts', 'new/moved.ts', 'renamed', 1],
      ['old/staged.ts', 'new/staged.ts', 'renamed', 0],
    ]);
  });

  it.runIf(inCampaign)('shows a folder that replaced a file, and a link that replaced one', async () => {
    await commit({ thing: 'file\n', other: 'file\n' });
    await rm(join(folder.path, 'thing'));
    await rm(join(folder.path, 'other'));
    await folder.write({ 'thing/inside.ts': 'x\n' });
    await symlink('/etc/passwd', join(folder.path, 'other'));
    const diff = await read();
    expect(diff.files.map(({ path, status, mode }) => [path, status, mode])).toEqual([
      ['other', 'deleted', '100644'],
      ['other', 'added', '120000'],
      ['thing', 'deleted', '100644'],
      ['thing/inside.ts', 'added', '100644'],
    ]);
    expect(diff.text).toContain('+/etc/passwd\n\\ No newline at end of file\n');
  });

  it.runIf(inCampaign)('leaves what git ignores, and what .debatehallignore names, alone', async () => {
    await commit({ '.gitignore': '*.log\n', '.debatehallignore': '/kept/\n', 'kept/tracked.ts': 'one\n' });
    await folder.write({ 'a.log': 'x\n', 'kept/tracked.ts': 'two\n', 'kept/new.ts': 'new\n', 'sub/kept/b.ts': 'b\n' });
    const diff = await read();
    expect(paths(diff)).toEqual(['sub/kept/b.ts']);
    expect(diff.leftOut).toEqual([
      { source: 'kept/new.ts', reason: 'named in .debatehallignore', missed: true },
      { source: 'kept/tracked.ts', reason: 'named in .debatehallignore', missed: true },
    ]);
  });

  it.runIf(inCampaign)('passes over folders of packages that .gitignore forgot, and repositories inside', async () => {
    await folder.write({ 'a.ts': 'a\n', 'app/node_modules/x/i.js': 'x\n', 'inner/b.ts': 'b\n' });
    runIn(join(folder.path, 'inner'), 'init', '-q');
    const diff = await read();
    expect(paths(diff)).toEqual(['a.ts']);
    expect(diff.leftOut.map(({ source }) => source)).toEqual(['inner/', 'app/node_modules']);
  });

  it.runIf(inCampaign)('changes nothing in the repository', async () => {
    await commit({ 'a.ts': 'one\n' });
    run('config', 'core.splitIndex', 'true');
    run('update-index', '--split-index');
    await folder.write({ 'a.ts': 'two\n', 'new.ts': 'new\n' });
    const snapshot = async () => {
      const names = await readdir(folder.path, { recursive: true, withFileTypes: true });
      const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
      const sums = files.sort().map(
        async (file) =>
          `${file} ${createHash('sha1')
            .update(await readFile(file))
            .digest('hex')}`,
      );
      return Promise.all(sums);
    };
    const before = await snapshot();
    const leftovers = async () =>
      (await readdir(tmpdir())).filter((name) => name.startsWith('debate-hall-index-')).length;
    const folders = await leftovers();
    expect(paths(await read())).toEqual(['a.ts', 'new.ts']);
    expect(await snapshot()).toEqual(before);
    expect(await leftovers()).toBeLessThanOrEqual(folders);
  });

  it.runIf(inCampaign)('notices a change of equal size in the second in which the index was written', async () => {
    for (let round = 0; round < 5; round += 1) {
      await commit({ 'a.ts': `one ${round}\n` });
      await folder.write({ 'a.ts': `two ${round}\n`, 'new.ts': 'untracked\n' });
      expect(paths(await read())).toEqual(['a.ts', 'new.ts']);
      await rm(join(folder.path, 'new.ts'));
    }
  });

  it.runIf(inCampaign)('shows files in conflict as they are on disk', async () => {
    await commit({ 'a.ts': 'base\n' });
    run('checkout', '-qb', 'side');
    await commit({ 'a.ts': 'side\n' });
    run('checkout', '-q', 'main');
    await commit({ 'a.ts': 'main\n' });
    expect(() => run('merge', '-q', 'side')).toThrow();
    const diff = await read();
    expect(paths(diff)).toEqual(['a.ts']);
    expect(diff.text).toContain('+<<<<<<< HEAD\n');
  });
});

describe('ranges', () => {
  startFrom(async () => {
    await commit({ 'a.ts': 'one\n' });
    run('checkout', '-qb', 'feature');
    await commit({ 'feature.ts': 'feature\n' });
    run('checkout', '-q', 'main');
    await commit({ 'main.ts': 'main\n' });
    run('checkout', '-q', 'feature');
    await folder.write({ 'a.ts': 'uncommitted\n', 'untracked.ts': 'x\n' });
  });

  it.runIf(inCi).each(
    sample(
      [
        ['main...HEAD', ['feature.ts']],
        ['main...', ['feature.ts']],
        ['...main', ['main.ts']],
        ['main..feature', ['feature.ts', 'main.ts']],
        ['HEAD~1', ['a.ts', 'feature.ts', 'untracked.ts']],
        ['HEAD~1..HEAD', ['feature.ts']],
      ],
      6,
    ),
  )('%s shows %j', async (range, expected) => {
    expect(paths(await read({ range }))).toEqual(expected);
  });

  it.each(
    sample(
      ['--output=stolen', '-p', 'main..--output=stolen', 'main...-p', 'a..b..c', '', 'a b', 'HEAD\n', 'x....y'],
      5,
    ),
  )('refuses %j, which is no range', async (range) => {
    const error = await refusal({ range: range === 'HEAD\n' ? 'HEAD\n..main' : range });
    expect(error.code).toBe('bad-input');
    expect(error.hint).toContain('main...HEAD');
    await expect(access(join(folder.path, 'stolen'))).rejects.toThrow('ENOENT');
  });

  it.runIf(inCampaign).each(['nowhere...HEAD', 'HEAD..nowhere', 'nowhere', 'HEAD:a.ts', 'HEAD^{tree}'])(
    'says what to do about %s, which names no commit',
    async (range) => {
      const error = await refusal({ range });
      expect(error.code).toBe('bad-input');
      expect(error.message).toMatch(/^There is no commit ".*" here\.$/);
      expect(error.hint).toContain('git fetch');
    },
  );

  it.runIf(inCampaign)(
    'shows what is in the folder of the hall, except records, and names what came from them',
    async () => {
      await commit({ 'debates/kept.oct.md': LINES(20), 'b.js': LINES(20, 'b'), 'a.ts': 'one\n' });
      run('mv', 'debates/kept.oct.md', 'moved.js');
      run('mv', 'b.js', 'debates/b.jsonl');
      await folder.write({ 'a.ts': 'two\n', 'debates/new.js': 'new\n', 'debates/.hall/x.js': 'x\n' });
      await folder.write({ 'debates/c.jsonl': '{}\n', 'debates/c.sigs/1-a.ssh.sig': 'x\n', 'debates/c.oct.md': 'c\n' });
      const diff = await read({ hallFolder: join(folder.path, 'debates') });
      expect(paths(diff)).toEqual(['a.ts', 'debates/new.js']);
      expect(diff.leftOut).toMatchObject([
        { source: 'debates/.hall/x.js', reason: "in the hall's own folder", missed: true },
        { source: 'debates/b.jsonl', reason: 'moved: only one side is a record of the hall', missed: true },
        { source: 'moved.js', reason: 'moved: only one side is a record of the hall', missed: true },
      ]);
    },
  );

  const SINCE = 'excluded only by an ignore rule of this change';
  const MOVED = 'moved: only one side is named in .debatehallignore';
  /** What a change to `a.ts` comes with, and what it leaves out. */
  const EXCUSES: readonly (readonly [string, () => unknown, readonly (readonly [string, string])[]])[] = [
    [
      'a rule',
      () => folder.write({ '.debatehallignore': '*.ts\ngen/\n', 'gen/g.js': 'x\n' }),
      [
        ['a.ts', SINCE],
        ['gen/g.js', 'named in .debatehallignore'],
      ],
    ],
    [
      'a rule in a folder',
      () => folder.write({ 'src/.debatehallignore': 'c.ts\n', 'src/c.ts': 'c\n' }),
      [['src/c.ts', SINCE]],
    ],
    ['one rule less', () => folder.write({ '.debatehallignore': '', 'gen/g.js': 'x\n' }), []],
    ['a move out of what is named', () => run('mv', 'gen/g.js', 'src/g.js'), [['src/g.js', MOVED]]],
    ['a move into it', () => run('mv', 'src/b.ts', 'gen/b.ts'), [['gen/b.ts', MOVED]]],
    ['attributes', () => folder.write({ '.gitattributes': '[attr]no -diff\n*.ts binary\na.ts no\n' }), []],
  ];
  it.runIf(inCampaign).each(EXCUSES)('is not excused from review by itself: %s', async (_, excuse, leftOut) => {
    await commit({
      '.debatehallignore': 'gen/\n',
      'a.ts': 'one\n',
      'src/b.ts': LINES(20),
      'gen/g.js': LINES(20, 'g'),
    });
    const base = run('rev-parse', 'HEAD').trim();
    await folder.write({ 'a.ts': 'two\n', 'other.js': 'x\n' });
    await excuse();
    run('add', '-A');
    const expected = leftOut.map(([source, reason]) => ({ source, reason, missed: true }));
    const staged = await read({ staged: true });
    run('commit', '-qm', 'change');
    const committed = await read({ range: `${base}...HEAD` });
    for (const diff of [staged, committed]) {
      expect(diff.leftOut).toEqual(expected);
      expect(diff.text.includes('+two')).toBe(!leftOut.some(([source]) => source === 'a.ts'));
    }
  });

  it.runIf(inCampaign)('says so when two sides have nothing in common', async () => {
    run('checkout', '-q', '--orphan', 'island');
    run('commit', '-qam', 'island');
    const error = await refusal({ range: 'main...island' });
    expect(error.message).toContain('no common ancestor');
    expect(error.hint).toContain('--unshallow');
    expect(paths(await read({ range: 'main..island' }))).toContain('feature.ts');
  });

  it.runIf(inCi)('refuses a range together with what is staged', async () => {
    expect((await refusal({ range: 'main', staged: true })).hint).toBe('Omit --staged or --range.');
  });
});

describe('nothing to review', () => {
  startFrom(() => commit({ 'a.ts': 'one\n', 'src/b.ts': 'b\n' }));

  it.runIf(inCampaign).each([
    [{}, 'No uncommitted changes.', '--range main...HEAD'],
    [{ staged: true }, 'No staged changes.', 'git add'],
    [{ range: 'HEAD..HEAD' }, 'No changes in HEAD..HEAD.', 'other commits'],
    [{ path: 'src' }, 'No uncommitted changes in src.', 'Without --path'],
    [{ path: 'src/b.ts', range: 'HEAD' }, 'No changes since HEAD in src/b.ts.', 'Without --path'],
  ] as const)('says for %j what to do next', async (options, message, hint) => {
    const error = await refusal(options);
    expect(error).toMatchObject({ code: 'nothing-to-review', message });
    expect(error.hint).toContain(hint);
  });

  it.runIf(inCampaign)('is no answer for a path that is nowhere, and is one where any side has the path', async () => {
    run('checkout', '-q', '-b', 'old');
    run('checkout', '-q', '-');
    await commit({ 'new/c.ts': 'c\n' });
    const main = run('rev-parse', '--abbrev-ref', 'HEAD').trim();
    await folder.write({ 'made/d.ts': '' });
    run('add', 'made');
    const cases: readonly (readonly [Partial<ReadDiffOptions>, string])[] = [
      [{ path: 'srk' }, 'There is no file or folder srk in the repository.'],
      [{ path: 'src/x.ts', range: `${main}...old` }, 'There is no file or folder src/x.ts in the repository.'],
      [{ path: 'srk', staged: true }, 'There is no file or folder srk in the repository.'],
      [{ path: '*.ts' }, 'There is no file or folder *.ts in the repository.'],
      // It is on disk only.
      [{ path: 'made', range: `${main}...old` }, `No changes in ${main}...old in made.`],
    ];
    for (const [options, message] of cases) expect((await refusal(options)).message).toBe(message);
    expect((await refusal({ path: 'x.ts' }, join(folder.path, 'src'))).message).toContain('file or folder src/x.ts in');
    run('checkout', '-q', '-f', 'old');
    run('clean', '-qfd');
    expect((await refusal({ path: 'new', range: `${main}...old` })).code).toBe('nothing-to-review');
    expect((await refusal({ path: 'new' })).code).toBe('bad-input');
  });

  /** What is changed, how much fits, and what is said of it. */
  const LEFT_OUT: readonly (readonly [Record<string, string>, number, string, string, string])[] = [
    [
      { 'p.lock': 'x\n' },
      1000,
      'nothing-to-review',
      'needs a review: p.lock (named in .debatehallignore).',
      'Take out of',
    ],
    [{ 'p.lock': 'x\n', '.env': 'A=1\n' }, 1000, 'secret-found', 'can be reviewed: .env: usually', 'allowSecrets'],
    [{ 'p.lock': 'x\n', 'a.ts': LINES(90) }, 200, 'bad-input', 'can be reviewed: a.ts: too large', 'context.maxBytes'],
    [
      { 'p.lock': 'x\n', 'c/node_modules/x.js': 'x\n' },
      1000,
      'bad-input',
      'c/node_modules: untracked',
      '.debatehallignore',
    ],
  ];
  it.runIf(inCampaign).each(LEFT_OUT)(
    'says why where %j is all that changed',
    async (files, maxBytes, code, message, hint) => {
      await commit({ '.debatehallignore': '*.lock\n', 'p.lock': '' });
      await folder.write(files);
      const error = await refusal({ maxBytes });
      expect(error).toMatchObject({ code, message: expect.stringContaining(message) });
      expect(error.hint).toContain(hint);
    },
  );

  it.runIf(inCi)('says so outside of a repository, in a bare one, and without git', async () => {
    const outside = await refusal({}, dirname(folder.path));
    expect(outside).toMatchObject({
      code: 'context-unreadable',
      hint: 'Run this in the working tree of a repository.',
    });
    expect((await refusal({}, join(folder.path, '.git'))).code).toBe('context-unreadable');
    // Where there is no git, none has been found to start in a sandbox.
    const nowhere = { cwd: folder.path, env: { PATH: '/nowhere' }, sandbox: async () => undefined };
    const missing = createGit(processes, { ...nowhere, signal: new AbortController().signal });
    await expect(readDiff(missing, { maxBytes: 1000, allowSecrets: false })).rejects.toThrow(
      'git could not be started',
    );
  });
});

describe('paths', () => {
  startFrom(async () => {
    await commit({ 'a.ts': 'one\n', 'src/b.ts': 'one\n', 'src/deep/c.ts': 'one\n', '*.ts': 'one\n' });
    await folder.write({
      'a.ts': 'two\n',
      'src/b.ts': 'two\n',
      'src/deep/c.ts': 'two\n',
      'src/deep/n.ts': 'n\n',
      '*.ts': '2\n',
    });
  });

  it.runIf(inCampaign)('limit a review to a file or a folder, as named from where one stands', async () => {
    expect(paths(await read({ path: 'src/deep' }))).toEqual(['src/deep/c.ts', 'src/deep/n.ts']);
    expect(paths(await read({ path: './src/b.ts' }))).toEqual(['src/b.ts']);
    expect(paths(await read({ path: join(folder.path, 'src/deep/') }))).toEqual(['src/deep/c.ts', 'src/deep/n.ts']);
    const src = join(folder.path, 'src');
    expect(paths(await read({ path: 'deep' }, src))).toEqual(['src/deep/c.ts', 'src/deep/n.ts']);
    expect(paths(await read({ path: '../a.ts' }, src))).toEqual(['a.ts']);
    expect(paths(await read({ path: '..' }, src))).toHaveLength(5);
    expect((await read({ path: 'deep' }, src)).range).toBe('uncommitted changes in src/deep');
  });

  it.runIf(inCampaign)('are names and no patterns', async () => {
    expect(paths(await read({ path: '*.ts' }))).toEqual(['*.ts']);
    expect((await refusal({ path: ':/' })).message).toBe('There is no file or folder : in the repository.');
  });

  it.runIf(inCampaign)('from a subfolder still count from the root', async () => {
    run('config', 'diff.relative', 'true');
    expect(paths(await read({}, join(folder.path, 'src/deep')))).toHaveLength(5);
  });

  it.each(sample(['..', '../other', '/etc', ''], 4))('outside the repository are refused: %j', async (path) => {
    expect(await refusal({ path })).toMatchObject({ code: 'bad-input' });
  });
});

describe('a repository that nobody vouches for', () => {
  /** A program that leaves a mark when it runs. */
  async function trap(then = 'cat'): Promise<{ program: string; sprung: () => Promise<boolean> }> {
    const mark = join(dirname(folder.path), 'sprung');
    const program = join(dirname(folder.path), 'trap.sh');
    await writeFile(program, `#!/bin/sh\ntouch '${mark}'\n${then}\n`);
    await chmod(program, 0o755);
    return {
      program,
      sprung: () =>
        access(mark).then(
          () => true,
          () => false,
        ),
    };
  }

  it
    .runIf(inCampaign)
    .each(
      sample(
        [
          ['diff.external'],
          ['diff.trap.command'],
          ['diff.trap.textconv'],
          ['core.fsmonitor'],
          ['filter.trap.clean'],
          ['filter.trap.process'],
        ],
        3,
      ),
    )('does not run %s', async (key) => {
    const { program, sprung } = await trap();
    const isFilter = key.startsWith('filter');
    const words = isFilter ? 'filter=trap' : 'diff=trap';
    await commit({ '.gitattributes': `*.txt ${words}\n`, 'a.txt': 'one\n', 'b.ts': 'one\n' });
    run('config', key, program);
    if (isFilter) run('config', 'filter.trap.required', 'true');
    run('config', 'core.pager', program);
    await folder.write({ 'a.txt': 'two\n', 'new.txt': 'new\n', 'b.ts': 'two\n' });
    const diff = await read();
    expect(paths(diff)).toEqual(isFilter ? ['b.ts'] : ['a.txt', 'b.ts', 'new.txt']);
    expect(diff.text).toContain('-one\n+two\n');
    await readSurroundings(gitAt(folder.path), diff, { maxBytes: 1000, allowSecrets: false });
    expect(await sprung()).toBe(false);
    // The trap is live: git alone walks into it.
    try {
      run('status');
      run('diff', 'HEAD');
    } catch {
      // A program that is no filter fails; it ran.
    }
    expect(await sprung()).toBe(true);
  });

  it('runs no hook', async () => {
    const { program, sprung } = await trap();
    await commit({ 'a.txt': 'one\n' });
    await mkdir(join(folder.path, '.git/hooks'));
    await symlink(program, join(folder.path, '.git/hooks/post-index-change'));
    await folder.write({ 'a.txt': 'two\n', 'new.txt': 'new\n' });
    expect(paths(await read())).toEqual(['a.txt', 'new.txt']);
    expect(await sprung()).toBe(false);
    run('add', 'a.txt');
    expect(await sprung()).toBe(true);
  });

  it.runIf(inCi)(
    'shows commits as they are pushed, whatever the repository puts in the place of their objects',
    async () => {
      await commit({ 'a.txt': 'one\n' });
      await commit({ 'a.txt': 'two\n' });
      await folder.write({ 'harmless.txt': 'harmless\n' });
      run('replace', run('rev-parse', 'HEAD:a.txt').trim(), run('hash-object', '-w', 'harmless.txt').trim());
      expect(run('show', 'HEAD:a.txt')).toBe('harmless\n');
      expect((await read({ range: 'HEAD~1..HEAD' })).text).toContain('-one\n+two\n');
    },
  );

  it.runIf(inCi)('fetches nothing that is missing', async () => {
    const { program, sprung } = await trap('exit 1');
    await commit({ 'a.txt': 'one\n' });
    const blob = run('rev-parse', 'HEAD:a.txt').trim();
    await rm(join(folder.path, '.git/objects', blob.slice(0, 2), blob.slice(2)), { force: true });
    for (const [key, value] of [
      ['core.repositoryFormatVersion', '1'],
      ['extensions.partialClone', 'origin'],
      ['remote.origin.promisor', 'true'],
      ['remote.origin.url', 'ssh://example.invalid/x'],
      ['core.sshCommand', program],
    ] as const) {
      run('config', key, value);
    }
    await folder.write({ 'a.txt': 'two\n' });
    expect((await refusal()).code).toBe('context-unreadable');
    expect(await sprung()).toBe(false);
    expect(() => run('diff', 'HEAD')).toThrow();
    expect(await sprung()).toBe(true);
  });

  it.runIf(inCampaign)('does not look for changes inside a submodule, where other settings hold', async () => {
    const { program, sprung } = await trap();
    const library = join(dirname(folder.path), 'library');
    await mkdir(library);
    runIn(library, 'init', '-q', '-b', 'main');
    await writeFile(join(library, 'l.txt'), 'one\n');
    await writeFile(join(library, '.gitattributes'), '*.txt filter=inner\n');
    runIn(library, 'add', '.');
    runIn(library, 'commit', '-qm', 'library');
    await commit({ 'a.txt': 'one\n' });
    run('submodule', '--quiet', 'add', library, 'lib');
    run('commit', '-qm', 'with a library');
    const inside = join(folder.path, 'lib');
    runIn(inside, 'config', 'filter.inner.clean', program);
    await folder.write({ 'a.txt': 'two\n', 'lib/l.txt': 'two\n' });
    const diff = await read();
    expect(paths(diff)).toEqual(['a.txt']);
    expect(diff.leftOut.map(({ source }) => source)).toEqual(['lib']);
    expect(await sprung()).toBe(false);
    run('diff', 'HEAD');
    expect(await sprung()).toBe(true);
  });

  it.runIf(inCi)('is refused when it keeps its files elsewhere', async () => {
    await commit({ 'a.txt': 'one\n' });
    run('config', 'core.worktree', '/etc');
    expect((await refusal()).message).toBe(
      `The repository in ${folder.path} is not read: it keeps its files elsewhere, in /etc.`,
    );
  });

  it.runIf(inCampaign)('looks the same whatever is configured', async () => {
    await commit({ 'é.txt': LINES(40), 'z.txt': 'z\n' });
    await folder.write({ 'é.txt': `new\n${LINES(40)}end\n`, 'z.txt': '\n\nz z\n' });
    const plain = await read();
    for (const setting of [
      ...['color.ui=always', 'diff.noprefix=true', 'diff.mnemonicPrefix=true', 'diff.renames=false', 'diff.context=0'],
      ...['diff.interHunkContext=50', 'diff.submodule=log', 'diff.orderFile=z.txt', 'core.quotePath=true'],
    ]) {
      run('config', ...(setting.split('=') as [string, string]));
    }
    expect(await read()).toEqual(plain);
  });

  it.runIf(inCampaign)('is not led astray by variables of the environment', async () => {
    await commit({ 'a.txt': 'one\n' });
    await folder.write({ 'a.txt': 'two\n' });
    const { program, sprung } = await trap();
    const env = { ...process.env, GIT_DIR: '/nowhere', GIT_EXTERNAL_DIFF: program, GIT_DIFF_OPTS: '-u0' };
    const diff = await readDiff(gitAt(folder.path, env), { maxBytes: 1000, allowSecrets: false });
    expect(paths(diff)).toEqual(['a.txt']);
    expect(await sprung()).toBe(false);
  });
});

describe('unusual files', () => {
  const NAMES = [
    'naïve/日本 語.ts',
    'quo"te.ts',
    'back\\slash.ts',
    'new\nline.ts',
    'tab\there.ts',
    ' b/x b/x.ts',
    '-p.ts',
    'ü "q".ts',
  ];

  it.runIf(inCampaign)('keep their names, whatever is in them', async () => {
    await commit(Object.fromEntries(NAMES.map((name) => [name, 'one\n'])));
    await folder.write(Object.fromEntries(NAMES.map((name) => [name, 'two\n'])));
    await folder.write(Object.fromEntries(NAMES.map((name) => [`new/${name}`, 'new\n'])));
    const diff = await read();
    expect(paths(diff).sort()).toEqual([...NAMES, ...NAMES.map((name) => `new/${name}`)].sort());
    expect(parseDiff(diff.text).files.map(getPath)).toEqual(paths(diff));
    expect(diff.text).toContain('+++ b/naïve/日本 語.ts');
    const { items } = await readSurroundings(gitAt(folder.path), diff, { maxBytes: 10_000, allowSecrets: false });
    expect(items.map(({ text }) => text)).toEqual(NAMES.map(() => 'two\n'));
    run('add', '-A');
    const staged = await read({ staged: true });
    expect(paths(staged).sort()).toEqual(paths(diff).sort());
    expect(
      (await readSurroundings(gitAt(folder.path), staged, { maxBytes: 10_000, allowSecrets: false })).items,
    ).toEqual(items);
  });

  it.runIf(inCampaign)('are found in folders with line breaks in their names', async () => {
    const [root, below] = [join(folder.path, 'ro\not\n'), 'a\n/\nb'];
    await mkdir(join(root, below), { recursive: true });
    runIn(root, 'init', '-q', '--template=');
    await writeFile(join(root, below, 'c.ts'), 'c\n');
    await writeFile(join(root, 'other.ts'), 'other\n');
    const diff = await read({ path: 'c.ts' }, join(root, below));
    expect([paths(diff), diff.root]).toEqual([[`${below}/c.ts`], root]);
    expect(paths(await read({}, root))).toHaveLength(2);
  });

  it.runIf(inCampaign)(
    'that are binary are noted and not shown, and count as missed unless they are gone or only moved',
    async () => {
      const moved = new Uint8Array(200).map((_, index) => index);
      await commit({ 'a.png': new Uint8Array([1, 0, 2]), 'gone.png': new Uint8Array([0, 9, 9]), 'moved.png': moved });
      await folder.write({ 'a.png': new Uint8Array([1, 0, 3]), 'new b.png': new Uint8Array([0]) });
      await rm(join(folder.path, 'gone.png'));
      await rename(join(folder.path, 'moved.png'), join(folder.path, 'here.png'));
      const diff = await read();
      expect(diff.files).toMatchObject([
        { path: 'a.png', status: 'modified', binary: true, added: 0, removed: 0 },
        { path: 'gone.png', status: 'deleted', binary: true },
        { path: 'here.png', oldPath: 'moved.png', status: 'renamed', binary: false },
        { path: 'new b.png', status: 'added', binary: true },
      ]);
      expect(diff.leftOut).toEqual([
        { source: 'a.png', reason: 'binary', missed: true },
        { source: 'new b.png', reason: 'binary', missed: true },
      ]);
      expect(diff.text).toContain('Binary files a/a.png and b/a.png differ\n');
    },
  );

  it.runIf(inCampaign)('that only change their mode, or are empty, are there', async () => {
    await commit({ 'run it.sh': 'x\n' });
    await chmod(join(folder.path, 'run it.sh'), 0o755);
    await folder.write({ 'empty file': '' });
    const diff = await read();
    expect(diff.files.map(({ path, status, mode }) => [path, status, mode])).toEqual([
      ['empty file', 'added', '100644'],
      ['run it.sh', 'modified', '100755'],
    ]);
  });

  it.runIf(inCampaign)('of submodules are notes of their commits', async () => {
    const library = join(dirname(folder.path), 'library');
    await mkdir(library);
    runIn(library, 'init', '-q');
    runIn(library, 'commit', '-q', '--allow-empty', '-m', 'one');
    await commit({ 'a.ts': 'a\n' });
    run('submodule', '--quiet', 'add', library, 'lib');
    run('config', '-f', '.gitmodules', 'submodule.lib.ignore', 'all');
    const diff = await read();
    expect(diff.files.find(({ path }) => path === 'lib')).toMatchObject({ status: 'added', mode: '160000' });
    expect(diff.text).toMatch(/\n\+Subproject commit [0-9a-f]{40}\n/);
    expect(diff.leftOut).toEqual([{ source: 'lib', reason: 'a submodule: only its commit is named', missed: true }]);
  });

  it.runIf(inCampaign)('say of a submodule with files that what is not committed in it is not looked at', async () => {
    const library = join(dirname(folder.path), 'library');
    await mkdir(library);
    runIn(library, 'init', '-q');
    runIn(library, 'commit', '-q', '--allow-empty', '-m', 'one');
    await commit({ 'a.ts': 'a\n', 'src/b.ts': 'b\n' });
    run('submodule', '--quiet', 'add', library, 'lib');
    run('commit', '-qam', 'with a library');
    const reason = 'a submodule: what is not committed in it is not looked at';
    await folder.write({ 'lib/new.ts': 'new\n' });
    const error = await refusal();
    expect(error).toMatchObject({
      code: 'nothing-to-review',
      message: `No uncommitted changes, except maybe in lib (${reason}).`,
      hint: 'Pass --path lib to review those.',
    });
    expect(paths(await read({ path: '.' }, join(folder.path, 'lib')))).toEqual(['new.ts']);
    expect((await refusal({ path: 'src' })).message).toBe('No uncommitted changes in src.');
    expect((await refusal({ staged: true })).message).toBe('No staged changes.');
    await folder.write({ 'a.ts': 'b\n' });
    expect((await read({ range: 'HEAD' })).leftOut).toEqual([{ source: 'lib', reason }]);
    await commit({ '.debatehallignore': 'lib\n' });
    expect((await refusal()).message).toBe('No uncommitted changes.');
    await rm(join(folder.path, '.debatehallignore'));
    await rm(join(folder.path, 'lib'), { recursive: true });
    await mkdir(join(folder.path, 'lib'));
    expect((await read()).leftOut).toEqual([]);
  });

  it.runIf(inCampaign)('with control characters and carriage returns are shown safely, hunk by hunk', async () => {
    await commit({ 'dos.txt': 'one\r\ntwo\r\n', 'ends.txt': 'one\r\n', 'bell.txt': 'a\n' });
    await folder.write({ 'dos.txt': 'one\r\n2\r\n', 'ends.txt': 'one\n', 'bell.txt': 'a\rb\u0007\u202e\n' });
    const { text } = await read();
    expect(text).toContain(' one\n-two\n+2\n');
    expect(text).toContain('-one␍\n+one\n');
    expect(text).toContain('+a␍b␇\\u{202e}\n');
    expect(parseDiff(text).files.map(({ added, removed }) => [added, removed.size])).toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
    ]);
  });

  it.runIf(inCampaign)('are read in a linked working tree', async () => {
    await commit({ 'a.ts': 'one\n' });
    const linked = join(dirname(folder.path), 'linked');
    run('worktree', 'add', '-q', '-b', 'other', linked);
    await writeFile(join(linked, 'a.ts'), 'two\n');
    await writeFile(join(linked, 'new.ts'), 'new\n');
    const diff = await read({}, linked);
    expect(paths(diff)).toEqual(['a.ts', 'new.ts']);
    expect(diff.root).toBe(linked);
    expect((await refusal()).message).toBe('No uncommitted changes.');
  });
});

describe('secrets', () => {
  const KEY = `AKIA${'A1B2'.repeat(4)}`;

  it.runIf(inCi)('are left out with the reason, by name and by what is in a file', async () => {
    await commit({ 'config/.env': 'A=1\n', 'a.ts': 'one\n' });
    await folder.write({ 'config/.env': 'A=2\n', id_rsa: 'x\n', 'a.ts': 'two\n', 'key.ts': `const k = '${KEY}'\n` });
    const diff = await read();
    expect(paths(diff)).toEqual(['a.ts']);
    expect(diff.text).not.toContain(KEY);
    expect(diff.leftOut).toEqual([
      { source: 'id_rsa', reason: 'usually holds secrets', missed: true },
      { source: 'config/.env', reason: 'usually holds secrets', missed: true },
      { source: 'key.ts', reason: 'line 7 of its diff looks like an AWS access key', missed: true },
    ]);
    expect(paths(await read({ allowSecrets: true }))).toEqual(['a.ts', 'config/.env', 'id_rsa', 'key.ts']);
  });

  it.runIf(inCi)('that move to an innocent name are seen', async () => {
    await commit({ '.env': LINES(9) });
    run('mv', '.env', 'settings.txt');
    expect(await refusal()).toMatchObject({ code: 'secret-found' });
  });

  it.runIf(inCampaign)('alone are no review', async () => {
    await folder.write({ '.env': 'A=1\n' });
    const error = await refusal();
    expect(error.code).toBe('secret-found');
    expect(error.message).toContain('.env: usually holds secrets');
  });
});

describe('the budget', () => {
  it.runIf(inCampaign)(
    'keeps what people wrote before what programs wrote, small before large, and whole files',
    async () => {
      await folder.write({
        'big.ts': LINES(400),
        'mid.ts': LINES(100),
        'small.ts': LINES(5),
        'package-lock.json': LINES(5),
        'dist/x.min.js': LINES(5),
        'vendor/lib/y.go': LINES(5),
      });
      const all = await read();
      expect(all.files).toHaveLength(6);
      expect(all.leftOut).toEqual([]);
      const sizes = parseDiff(all.text).files.map((file) => [getPath(file), file.end - file.start] as const);
      const { 'mid.ts': mid = 0, 'small.ts': small = 0 } = Object.fromEntries(sizes);
      const diff = await read({ maxBytes: mid + small + 10 });
      expect(paths(diff)).toEqual(['mid.ts', 'small.ts']);
      expect(diff.leftOut.map(({ source }) => source)).toEqual([
        'big.ts',
        'dist/x.min.js',
        'package-lock.json',
        'vendor/lib/y.go',
      ]);
      expect(diff.leftOut[0]?.reason).toMatch(/^too large: \d+ bytes/);
      for (const { path } of diff.files) {
        const part = parseDiff(all.text).files.find((file) => getPath(file) === path);
        expect(diff.text).toContain(all.text.slice(part?.start, part?.end));
      }
    },
  );

  it.runIf(inCampaign)('that nothing fits into is an error that says how to go on', async () => {
    await commit({ 'a.ts': 'one\n' });
    await folder.write({ 'a.ts': LINES(100) });
    const error = await refusal({ maxBytes: 300 });
    expect(error).toMatchObject({ code: 'bad-input' });
    expect(error.message).toContain('a.ts: too large');
    expect(error.hint).toContain('--path');
  });

  it.runIf(inCampaign)('is not blown by a huge untracked file', async () => {
    await folder.write({ 'dump.txt': '', 'a.ts': 'a\n' });
    await truncate(join(folder.path, 'dump.txt'), 80 * 1024 * 1024);
    const diff = await read();
    expect(paths(diff)).toEqual(['a.ts']);
    expect(diff.leftOut[0]?.reason).toMatch(/^too large: 83886080 bytes/);
  });

  it.runIf(inCampaign)('takes thousands of files, and sums up those that it leaves out', async () => {
    const many = (word: string) =>
      Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`d${at % 50}/f${at}.ts`, `${word} ${at}\n`]));
    await commit(many('old'));
    await folder.write(many('new'));
    await folder.write(Object.fromEntries(Object.entries(many('more')).map(([name, text]) => [`x/${name}`, text])));
    const diff = await read({ maxBytes: 10_000_000 });
    const small = await read({ maxBytes: 20_000 });
    expect(diff.files).toHaveLength(2_000);
    expect(small.leftOut).toHaveLength(201);
    expect(small.leftOut.at(-1)).toEqual({
      source: '…',
      reason: `${2_000 - small.files.length - 200} more`,
      missed: true,
    });
  });
});

describe('the files around a diff', () => {
  const surroundings = (diff: ReviewDiff, maxBytes = 100_000, cwd = folder.path) =>
    readSurroundings(gitAt(cwd), diff, { maxBytes, allowSecrets: false });

  it.runIf(inCampaign)('are what is on disk, in the index, or at the end of the range', async () => {
    await commit({ 'a.ts': LINES(50), 'gone.ts': 'x\n' });
    run('checkout', '-qb', 'feature');
    await commit({ 'a.ts': `feature\n${LINES(50)}` });
    await folder.write({ 'a.ts': `staged\n${LINES(50)}` });
    run('add', '.');
    await folder.write({ 'a.ts': `disk\n${LINES(50)}`, 'new.ts': 'shown in full already\n' });
    await rm(join(folder.path, 'gone.ts'));
    const expected = (word: string) => {
      const text = `${word}\n${LINES(50)}`;
      return { items: [{ source: 'a.ts', bytes: Buffer.byteLength(text), text }], leftOut: [] };
    };
    expect(await surroundings(await read())).toEqual(expected('disk'));
    expect(await surroundings(await read({ staged: true }))).toEqual(expected('staged'));
    expect(await surroundings(await read({ range: 'main...feature' }))).toEqual(expected('feature'));
    await mkdir(join(folder.path, 'sub'));
    expect(await surroundings(await read({}, join(folder.path, 'sub')), 10_000, join(folder.path, 'sub'))).toEqual(
      expected('disk'),
    );
  });

  it.runIf(inCampaign)('fill the budget smallest first, without what programs wrote', async () => {
    const names = { 'big.ts': 300, 'mid.ts': 50, 'small.ts': 10, 'yarn.lock': 5 };
    await commit(Object.fromEntries(Object.entries(names).map(([name, count]) => [name, LINES(count)])));
    await folder.write(Object.fromEntries(Object.entries(names).map(([name, count]) => [name, `${LINES(count)}x\n`])));
    const diff = await read();
    run('add', '.');
    for (const one of [diff, await read({ staged: true })]) {
      const { items, leftOut } = await surroundings(one, 1000);
      expect(items.map(({ source }) => source)).toEqual(['small.ts', 'mid.ts']);
      expect(leftOut.map(({ source }) => source)).toEqual(['yarn.lock', 'big.ts']);
    }
  });

  it.runIf(inCi)('never come from outside the repository', async () => {
    const outside = join(dirname(folder.path), 'outside');
    await mkdir(outside);
    await writeFile(join(outside, 'f.ts'), 'stolen\n');
    await writeFile(join(outside, 'g.ts'), 'stolen\n');
    await commit({ 'dir/f.ts': 'one\n', 'g.ts': 'one\n' });
    await folder.write({ 'dir/f.ts': 'two\n', 'g.ts': 'two\n' });
    const diff = await read();
    await rm(join(folder.path, 'dir'), { recursive: true });
    await rm(join(folder.path, 'g.ts'));
    await symlink(outside, join(folder.path, 'dir'));
    await symlink(join(outside, 'g.ts'), join(folder.path, 'g.ts'));
    expect(await surroundings(diff)).toEqual({
      items: [],
      leftOut: [
        { source: 'dir/f.ts', reason: 'its folder leads out of the repository' },
        { source: 'g.ts', reason: 'a link, not a regular file' },
      ],
    });
  });

  it('hold no secret that the diff does not show, and no text that is none', async () => {
    const key = `AKIA${'A1B2'.repeat(4)}`;
    const latin = (word: string) => Buffer.from(`caf\u00e9\n${word}\n`, 'latin1');
    await commit({ 'a.ts': `${key}\n${LINES(20)}`, 'b.txt': latin('one'), 'c.ts': 'one\n' });
    const c = run('rev-parse', 'HEAD:c.ts').trim();
    const forged = `${c} blob 4\nforged\n`;
    await folder.write({ 'a.ts': `${key}\n${LINES(20)}x\n`, 'b.txt': latin('two'), 'c.ts': `two\n${forged}` });
    const onDisk = await read();
    run('add', '.');
    for (const diff of [onDisk, await read({ staged: true })]) {
      const { items, leftOut } = await surroundings(diff);
      expect(items.map(({ source }) => source)).toEqual(['c.ts']);
      expect(leftOut.map(({ source }) => source).sort()).toEqual(['a.ts', 'b.txt']);
    }
  });

  it.runIf(inCi)('cannot be forged by a file that looks like the start of the next', async () => {
    await commit({ 'a.ts': 'a\n', 'bb.ts': 'b\n' });
    await folder.write({ 'bb.ts': `b\n${LINES(30)}` });
    const id = run('hash-object', 'bb.ts').trim();
    const size = Buffer.byteLength(`b\n${LINES(30)}`);
    await folder.write({ 'a.ts': `a\n${id} blob ${size}\nforged\n` });
    run('add', '.');
    const { items, leftOut } = await surroundings(await read({ staged: true }));
    expect(items.map(({ text }) => text).join('')).not.toMatch(/^forged/m);
    expect(leftOut.map(({ reason }) => reason)).toContain('cannot be read as text');
  });

  it.runIf(inCampaign)('are read with an old file time as well', async () => {
    await commit({ 'a.ts': 'one\n' });
    await folder.write({ 'a.ts': 'two\n' });
    await utimes(join(folder.path, 'a.ts'), 1, 1);
    expect((await surroundings(await read())).items[0]?.text).toBe('two\n');
  });
});
