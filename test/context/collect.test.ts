import { execFileSync } from 'node:child_process';
import { chmod, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inCi } from '../support/campaign.ts';
import { cpuSeconds, MUCH_TOO_LONG_S } from '../support/cpu-time.ts';
import { type Folder, makeFolder, sourcesOf } from './folder.ts';

let folder: Folder;
beforeEach(async () => {
  folder = await makeFolder();
});
afterEach(() => folder.remove());

describe('sources', () => {
  it.each(['', ' '])('refuses %j, which would be the whole folder', async (blank) => {
    await folder.write({ 'a.md': 'A' });
    expect(await folder.refusal(['a.md', blank])).toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining('blank'),
    });
  });

  it('takes files, folders, globs and standard input in the order given, each file once', async () => {
    await folder.write({
      'docs/b.md': 'B',
      'docs/a.md': 'A',
      'docs/adr/1.md': 'ONE',
      'src/x.ts': 'X',
      'src/deep/y.ts': 'Y',
      'src/deep/z.js': 'Z',
      'question.md': 'Q',
    });
    const collected = await folder.collect(['src/**/*.{ts,tsx}', './question.md', 'docs', 'docs/a.md', '-'], {
      stdin: async () => 'piped',
    });
    expect(sourcesOf(collected)).toEqual([
      'src/deep/y.ts',
      'src/x.ts',
      'question.md',
      'docs/a.md',
      'docs/adr/1.md',
      'docs/b.md',
      '-',
    ]);
    expect(collected.items.at(-1)).toEqual({ source: '-', bytes: 5, text: 'piped' });
    expect(collected.leftOut).toEqual([]);
  });

  it('takes a file whose name looks like a glob as that file', async () => {
    await folder.write({ 'pages/[id].tsx': 'page', 'pages/i.tsx': 'other' });
    expect(sourcesOf(await folder.collect(['pages/[id].tsx']))).toEqual(['pages/[id].tsx']);
  });

  it('names files outside of the current folder by their relative path', async () => {
    await folder.write({ 'a/one.md': '1', 'b/two.md': '2' });
    const collected = await folder.collect(['../a', '../b/*.md'], { cwd: join(folder.path, 'b') });
    expect(sourcesOf(collected)).toEqual(['../a/one.md', 'two.md']);
  });

  it('leaves out what the hall wrote, but for a file that somebody names', async () => {
    const record = (id: string) => `===DEBATE_TRANSCRIPT===\n\nMETA:\n  TYPE::X\n  THREAD_ID::"${id}"\n`;
    await folder.write({
      'a.md': 'A',
      'copies/old.oct.md': record('old'),
      'copies/report.md': 'R\n<!-- debate-hall report old -->\n',
      'debates/.hall/index': 'I',
      'debates/x.sigs/1-a.sig': 'S',
      'debates/notes.md': 'N',
      'debates/x.jsonl': '{}',
      'debates/x.md': 'R',
      'debates/x.oct.md': record('x'),
    });
    const all = await folder.collect(['.']);
    expect(sourcesOf(all)).toEqual(['a.md', 'debates/notes.md']);
    expect(all.leftOut.map(({ source }) => source).sort()).toEqual([
      ...['copies/old.oct.md', 'copies/report.md', 'debates/.hall/index'],
      ...['debates/x.jsonl', 'debates/x.md', 'debates/x.oct.md', 'debates/x.sigs/1-a.sig'],
    ]);
    expect(sourcesOf(await folder.collect(['**/*.md']))).toEqual(['a.md', 'debates/notes.md']);
    expect(sourcesOf(await folder.collect(['.', 'debates/x.oct.md']))).toContain('debates/x.oct.md');
    expect(sourcesOf(await folder.collect(['debates/x.md', '.']))).toContain('debates/x.md');
    expect((await folder.refusal(['debates/*.oct.md'])).hint).toContain('what the hall wrote');
  });

  it.each([
    ['missing.md', 'does not exist'],
    ['missing/**', 'matches no file'],
    ['*.nothing', 'matches no file'],
    ['!*.md', 'cannot be used: a glob names files, it leaves none out'],
    ['-', 'has nothing to read'],
    ['git:main', 'needs git'],
    ['loop', 'cannot be read (ELOOP)'],
    ['dangling', 'does not exist'],
  ])('refuses %s, which %s', async (source, why) => {
    await folder.write({ 'here.md': 'x' });
    await symlink('loop', join(folder.path, 'loop'));
    await symlink('nowhere', join(folder.path, 'dangling'));
    const error = await folder.refusal([source]);
    expect(error.code).toBe('context-unreadable');
    expect(error.message).toContain(why);
  });

  it('refuses a named pipe instead of waiting for it', async () => {
    execFileSync('mkfifo', [join(folder.path, 'pipe')]);
    await folder.write({ 'read.md': 'x' });
    expect((await folder.refusal(['pipe'])).message).toContain('is a pipe, not a regular file');
    expect((await folder.collect(['.'])).leftOut).toEqual([{ source: 'pipe', reason: 'a pipe, not a regular file' }]);
  });

  it.skipIf(process.getuid?.() === 0)(
    'refuses a named file that it may not read and lists one in a folder',
    async () => {
      await folder.write({ 'in/locked.md': 'x', 'in/open.md': 'y' });
      await chmod(join(folder.path, 'in/locked.md'), 0);
      expect((await folder.refusal(['in/locked.md'])).code).toBe('context-unreadable');
      expect((await folder.collect(['in'])).leftOut).toEqual([
        { source: 'in/locked.md', reason: 'cannot be read (EACCES)', missed: true },
      ]);
    },
  );

  it('stops when it is cancelled', async () => {
    await folder.write({ 'a.md': 'x' });
    await expect(folder.collect(['.'], { signal: AbortSignal.abort(new Error('stop')) })).rejects.toThrow('stop');
  });
});

describe('what does not count', () => {
  it('follows nested ignore files from the root of the repository and counts what they exclude', async () => {
    await mkdir(join(folder.path, '.git'));
    await folder.write({
      '.gitignore': 'dist/\n*.log\n!keep.log\n/only-root.md\n',
      '.debatehallignore': '*.sql\n',
      'app/.gitignore': 'generated.ts\n!special.log\n',
      'app/code.ts': 'code',
      'app/generated.ts': 'x',
      'app/dist/out.js': 'x',
      'app/a.log': 'x',
      'app/keep.log': 'kept',
      'app/special.log': 'special',
      'app/only-root.md': 'not at the root',
      'app/dump.sql': 'x',
      'app/Code.LOG': 'upper case',
    });
    const collected = await folder.collect(['app']);
    expect(sourcesOf(collected)).toEqual([
      'app/.gitignore',
      'app/Code.LOG',
      'app/code.ts',
      'app/keep.log',
      'app/only-root.md',
      'app/special.log',
    ]);
    expect(collected.leftOut).toEqual([
      { source: 'app', reason: '4 entries ignored by .gitignore or .debatehallignore' },
    ]);
  });

  it('says which ignore file is a pipe, a device behind a link, or too large, as nobody knows what it ignores', async () => {
    await folder.write({ 'a.md': 'A', 'in/b.md': 'B' });
    expect(sourcesOf(await folder.collect(['a.md', 'in']))).toEqual(['a.md', 'in/b.md']);
    execFileSync('mkfifo', [join(folder.path, 'in/.debatehallignore')]);
    const refusal = await folder.refusal(['in']);
    expect(refusal).toMatchObject({
      code: 'context-unreadable',
      message: expect.stringContaining('.debatehallignore cannot be read (a pipe, not a regular file)'),
    });
    await symlink('/dev/zero', join(folder.path, 'in/.gitignore'));
    expect((await folder.refusal(['in'])).message).toContain(
      '.gitignore cannot be read (a device, not a regular file)',
    );
    await rm(join(folder.path, 'in/.gitignore'));
    await rm(join(folder.path, 'in/.debatehallignore'));
    await folder.write({ 'in/.debatehallignore': '*.sql\n'.repeat(20_000) });
    expect((await folder.refusal(['in'])).message).toContain('.debatehallignore has more than 65536 bytes');
  });

  it('agrees with git about what is ignored', async () => {
    await folder.write({
      '.gitignore': 'a/*\n!a/b\n**/tmp\nfoo[0-9].txt\n\\#x\nsp ace\ntrail/\n*.o\n!/keep.o\n',
      'a/b/kept.md': '1',
      'a/c/gone.md': '1',
      'x/tmp/gone.md': '1',
      'foo1.txt': '1',
      'foox.txt': '1',
      '#x': '1',
      'sp ace': '1',
      trail: 'a file',
      'y/trail/gone.md': '1',
      'keep.o': '1',
      'y/keep.o': '1',
      'y/.gitignore': '!keep.o\n/z\n',
      'y/z/gone.md': '1',
      'y/w/z/kept.md': '1',
    });
    const git = (...args: string[]) => execFileSync('git', args, { cwd: folder.path, encoding: 'utf8' });
    git('init', '-q');
    const listed = git('ls-files', '--others', '--exclude-standard', '-z').split('\0').filter(Boolean).sort();
    const collected = await folder.collect(['.']);
    expect([...sourcesOf(collected)].sort()).toEqual(listed);
  });

  it('takes an ignored file that is named outright', async () => {
    await mkdir(join(folder.path, '.git'));
    await folder.write({ '.gitignore': 'notes.md\n', 'notes.md': 'n' });
    expect(sourcesOf(await folder.collect(['notes.md']))).toEqual(['notes.md']);
  });

  it('skips node_modules, version control and lock files, unless one is named', async () => {
    await folder.write({ 'node_modules/x/i.js': 'x', '.git/config': 'x', 'package-lock.json': '{}', 'a.ts': 'a' });
    const collected = await folder.collect(['.']);
    expect(sourcesOf(collected)).toEqual(['a.ts']);
    expect(collected.leftOut).toEqual([{ source: '.', reason: '3 entries skipped: lock files, node_modules, .git' }]);
    expect(sourcesOf(await folder.collect(['package-lock.json']))).toEqual(['package-lock.json']);
  });

  it('follows no link out of the folder and takes nothing twice through one', async () => {
    await folder.write({ 'in/a.md': 'a', 'outside.md': 'o', 'far/b.md': 'b' });
    await symlink('../outside.md', join(folder.path, 'in/link.md'));
    await symlink('../far', join(folder.path, 'in/folder'));
    await symlink('a.md', join(folder.path, 'in/again.md'));
    await symlink('.', join(folder.path, 'in/round'));
    await symlink('nowhere', join(folder.path, 'in/broken'));
    const collected = await folder.collect(['in']);
    expect(sourcesOf(collected)).toEqual(['in/a.md']);
    expect(collected.leftOut).toEqual([
      { source: 'in/broken', reason: 'a broken link' },
      { source: 'in/folder', reason: 'a link out of the folder' },
      { source: 'in/link.md', reason: 'a link out of the folder' },
    ]);
  });

  it('lists binary and empty files', async () => {
    await folder.write({
      'nul.dat': Uint8Array.from([65, 0, 66]),
      'latin1.txt': Uint8Array.from([0x63, 0x61, 0x66, 0xe9]),
      'empty.txt': '',
    });
    await folder.write({ 'read.md': 'x' });
    const { items, leftOut } = await folder.collect(['.', '-'], { stdin: async () => '' });
    expect(items.map(({ source }) => source)).toEqual(['read.md']);
    expect(leftOut).toEqual([
      { source: 'empty.txt', reason: 'empty' },
      { source: 'latin1.txt', reason: 'binary' },
      { source: 'nul.dat', reason: 'binary' },
      { source: '-', reason: 'empty' },
    ]);
  });

  it('fills the budget in order, keeps what still fits and says what did not', async () => {
    await folder.write({ '1.md': 'a'.repeat(60), '2.md': 'b'.repeat(50), '3.md': 'ü'.repeat(20) });
    const { items, leftOut } = await folder.collect(['1.md', '2.md', '3.md'], { maxBytes: 100 });
    expect(items.map(({ source, bytes }) => [source, bytes])).toEqual([
      ['1.md', 60],
      ['3.md', 40],
    ]);
    expect(leftOut).toEqual([{ source: '2.md', reason: 'too large: 50 bytes, 40 of 100 were left', missed: true }]);
  });

  it('takes a folder that does not fit from all of its parts, small before large, in the order of names', async () => {
    await folder.write({
      'agents/a.ts': 'a'.repeat(50),
      'agents/b.ts': 'b'.repeat(60),
      'agents/package-lock.json': '{}',
      'engine/c.ts': 'c'.repeat(30),
      'runner/d.ts': 'd'.repeat(20),
    });
    const { items, leftOut } = await folder.collect(['.'], { maxBytes: 100 });
    expect(items.map(({ source }) => source)).toEqual(['agents/a.ts', 'engine/c.ts', 'runner/d.ts']);
    expect(leftOut).toContainEqual({
      source: 'agents/b.ts',
      reason: 'too large: 60 bytes, 0 of 100 were left',
      missed: true,
    });
    const whole = await folder.collect(['.']);
    expect(whole.items.map(({ source }) => source)).toEqual([
      'agents/a.ts',
      'agents/b.ts',
      'engine/c.ts',
      'runner/d.ts',
    ]);
    const some = await folder.collect(['**/*.ts'], { maxBytes: 60 });
    expect(some.items.map(({ source }) => source)).toEqual(['engine/c.ts', 'runner/d.ts']);
  });

  it.runIf(inCi)('sums up a list that nobody would read', async () => {
    const names = Array.from({ length: 250 }, (_, index) => `${String(index).padStart(3, '0')}.md`);
    await folder.write({ 'read.txt': 'x', ...Object.fromEntries(names.map((name) => [name, ''])) });
    const { leftOut } = await folder.collect(['.']);
    expect(leftOut).toHaveLength(201);
    expect(leftOut.at(-1)).toEqual({ source: '…', reason: '50 more' });
  });
});

describe('text', () => {
  it('is well-formed, without byte order mark, and shows control characters', async () => {
    await folder.write({
      'a.txt': '\uFEFFone\r\ntwo\rthree\tfour \u001b[31mred\u0007 \u007f \u0085 \u202eabc',
      'odd\nname\u001b.md': 'x',
    });
    const { items } = await folder.collect(['.', '-'], { stdin: async () => 'half \ud83d end' });
    expect(items.map(({ text }) => text)).toEqual([
      'one\ntwo\nthree\tfour ␛[31mred␇ ␡ \\u{85} \\u{202e}abc',
      'x',
      'half \ufffd end',
    ]);
    expect(items[1]?.source).toBe('odd␊name␛.md');
    expect(items.every(({ bytes, text }) => bytes === Buffer.byteLength(text))).toBe(true);
  });
});

describe('likely secrets', () => {
  // Put together here, so that no scanner takes this file for a leak.
  const filler = 'a1B2'.repeat(10);
  const secrets = {
    'an AWS access key': `AKIA${'A1B2'.repeat(4)}`,
    'a GitHub token': `ghp_${filler.slice(0, 36)}`,
    'a GitLab token': `glpat-${filler.slice(0, 20)}`,
    'an Anthropic or OpenAI key': `sk-ant-${filler}`,
    'a Slack token': `xoxb-${filler.slice(0, 12)}`,
    'a Google API key': `AIza${filler.slice(0, 35)}`,
    'an npm token': `npm_${filler.slice(0, 36)}`,
    'a private key': `-----BEGIN ${'RSA PRIVATE'} KEY-----`,
    'a JSON web token': `eyJ${filler}.eyJ${filler}.${filler}`,
  };

  it('refuses the login of a registry in an .npmrc and lets its other settings pass', async () => {
    await folder.write({ '.npmrc': `engine-strict=false\n//example.org/:_authToken=\${TOKEN}\n` });
    expect((await folder.collect(['.'])).items).toHaveLength(1);
    await folder.write({ '.npmrc': `engine-strict=false\n//example.org/:_authToken=${filler}\n` });
    expect((await folder.refusal(['.'])).message).toContain('.npmrc, line 2, looks like an npm token');
  });

  it.each(Object.entries(secrets))('refuses %s with file and line, never the value', async (kind, value) => {
    await folder.write({ 'src/config.ts': `one\ntwo\nconst x = "${value}";\n`, 'src/other.ts': `// ${value}\n` });
    const error = await folder.refusal(['src']);
    expect(error.code).toBe('secret-found');
    expect(error.message).toBe(
      `src/config.ts, line 3, looks like ${kind} (and 1 more place). Context is sent to the agents' services.`,
    );
    expect(error.details['issues']).toHaveLength(2);
    expect(JSON.stringify({ ...error.toJSON(), stack: error.stack })).not.toContain(value);
    const allowed = await folder.collect(['src'], { allowSecrets: true });
    expect(allowed.items).toHaveLength(2);
  });

  it('takes a file that is named like one when told that it is none', async () => {
    await folder.write({ '.env': 'harmless' });
    expect(sourcesOf(await folder.collect(['.'], { allowSecrets: true }))).toEqual(['.env']);
  });

  it('refuses a link that is named outright and leads to one', async () => {
    await folder.write({ '.env': 'A=1' });
    await symlink('.env', join(folder.path, 'notes.txt'));
    expect((await folder.refusal(['notes.txt'])).code).toBe('secret-found');
  });

  it('finds one in standard input', async () => {
    const error = await folder.refusal(['-'], { stdin: async () => `x\n${secrets['a GitHub token']}` });
    expect(error.message).toContain('-, line 2, looks like a GitHub token');
  });

  it('lets examples, names and words pass that only resemble one', async () => {
    await writeFile(
      join(folder.path, 'a.md'),
      'sk-learn-and-other-words-with-hyphens, ghp_short, AKIA, eyJhbGciOi, task-0123456789012345678901, xox-ray',
    );
    await folder.write({ '.env.example': 'KEY=', 'environment.ts': 'x', 'monkey.md': 'x' });
    expect((await folder.collect(['.'])).items).toHaveLength(4);
  });

  it.runIf(inCi)('looks through hostile text in reasonable time', async () => {
    const hostile = ['eyJ-', 'sk-', '-----BEGIN A ', 'AIza', 'eyJaaaaaaaaaaa.'].map((text) => text.repeat(60_000));
    const cost = await cpuSeconds(async () => {
      const { items } = await folder.collect(['-'], {
        stdin: async () => hostile.join('\n'),
        maxBytes: 10_000_000,
        allowSecrets: true,
      });
      expect(items).toHaveLength(1);
    });
    expect(cost).toBeLessThan(MUCH_TOO_LONG_S);
  });
});
