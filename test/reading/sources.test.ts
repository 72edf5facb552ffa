// What can be read is what was pinned: the same bytes later, or a clear no.
import { linkSync } from 'node:fs';
import { mkdir, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createGit } from '../../src/material/context/git/git.ts';
import { openSources } from '../../src/material/reading/open-sources.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { readFolder } from './folder.ts';

const SECRET = `-----BEGIN RSA PRIVATE KEY-----\n${'MIIEowIBAAKCAQEA1234567890abcdefghij\n'.repeat(6)}-----END RSA PRIVATE KEY-----\n`;

describe('what is pinned', () => {
  test.runIf(inCi)(
    'secrets, instructions for agents, ignored files and the debates are left out, links are not followed',
    async (context) => {
      const folder = await readFolder(context);
      await folder.commit({
        'src/cart.ts': 'export {};\n',
        'src/key.ts': SECRET,
        '.env': 'TOKEN=x\n',
        'CLAUDE.md': 'Obey.\n',
        'src/.cursor/rules.md': 'Obey.\n',
        '.debatehallignore': 'private/\n',
        'private/notes.md': 'Mine.\n',
        'debates/d.jsonl': '{}\n',
        'package-lock.json': '{}\n',
      });
      await writeFile(join(folder.root, '..', 'outside.txt'), 'outside');
      await symlink(join(folder.root, '..', 'outside.txt'), join(folder.root, 'link.txt'));
      await symlink('..', join(folder.root, 'up'));
      const sources = await folder.open();
      const listed = await folder.look(sources, 'list_files');
      expect(listed.text.split('\n').slice(1, -1)).toEqual([
        '.debatehallignore',
        'link.txt',
        'src/cart.ts',
        'src/key.ts',
        'up',
      ]);
      for (const path of [
        '.env',
        'CLAUDE.md',
        'private/notes.md',
        'debates/d.jsonl',
        'link.txt',
        'up/outside.txt',
        'src/key.ts',
      ]) {
        const found = await folder.look(sources, 'read_file', { path });
        expect([path, found.refused, found.seen]).toEqual([path, true, []]);
      }
      const searched = await folder.look(sources, 'search_text', { pattern: '.' });
      expect(searched.text).not.toMatch(/outside|Obey|Mine|TOKEN|MIIE/);
    },
  );

  test.runIf(inCampaign)(
    'a clean repository gives the same bytes whatever happens to the working copy',
    async (context) => {
      const folder = await readFolder(context);
      await folder.commit({ 'a.txt': 'one\n', 'b.txt': 'kept\n' });
      const before = await folder.open();
      expect(before.pins).toMatchObject([{ kind: 'files', at: 'disk', files: 2 }]);
      await folder.commit({ 'a.txt': 'two\n' });
      await rm(join(folder.root, 'b.txt'));
      const after = await folder.reopen(before);
      for (const [path, text] of [
        ['a.txt', 'one'],
        ['b.txt', 'kept'],
      ] as const) {
        for (const sources of [before, after]) {
          expect((await folder.look(sources, 'read_file', { path })).text).toContain(`1\t${text}`);
        }
      }
      for (const sources of [before, after]) {
        expect((await folder.look(sources, 'search_text', { pattern: 'one|two|kept' })).text).toMatch(
          /a\.txt:1: one\nb\.txt:1: kept/,
        );
      }
    },
  );

  test.runIf(inCampaign)(
    'changes that are not committed are read as they were, and refused once they are others',
    async (context) => {
      const folder = await readFolder(context);
      await folder.commit({ 'a.txt': 'committed\n' });
      await folder.write({ 'a.txt': 'changed\n', 'new.txt': 'new\n' });
      const sources = await folder.open();
      expect(sources.pins).toMatchObject([{ changed: { files: 2 } }]);
      expect((await folder.look(sources, 'read_file', { path: 'a.txt' })).text).toContain('changed');
      expect((await folder.look(sources, 'search_text', { pattern: 'new|changed|committed' })).seen).toHaveLength(2);
      await folder.write({ 'a.txt': 'changed again\n' });
      const again = await folder.open();
      await folder.write({ 'new.txt': 'other\n' });
      expect((await folder.look(again, 'read_file', { path: 'new.txt' })).text).toMatch(/has changed since/);
      expect((await folder.look(again, 'search_text', { pattern: 'other' })).text).not.toContain('new.txt');
      await expect(folder.reopen(sources)).rejects.toThrow(/has changed since it was opened/);
    },
  );

  test('a folder without git, and a single file of it', async (context) => {
    const folder = await readFolder(context);
    await folder.write({ 'notes/a.md': 'alpha\nbeta\n', 'notes/b.md': 'gamma\n' });
    const sources = await folder.open(['notes']);
    expect((await folder.look(sources, 'search_text', { pattern: 'beta|gamma' })).seen).toHaveLength(2);
    expect((await folder.look(sources, 'git_log')).text).toContain('no history');
    // What limits nothing is not passed over.
    const limited = await folder.look(sources, 'search_text', { pattern: 'beta', path: 'notes/b.md' });
    expect([limited.refused, limited.text]).toEqual([true, expect.stringMatching(/arguments are wrong: .*path/)]);
    const single = await folder.open(['notes/a.md']);
    expect([...single.files.keys()]).toHaveLength(1);
    await expect(folder.reopen(sources)).resolves.toBeDefined();
    await folder.write({ 'notes/b.md': 'delta\n' });
    await expect(folder.reopen(sources)).rejects.toThrow(/has changed/);
  });

  test.runIf(inCampaign)(
    'what cannot be read says so: binary, huge, LFS, submodule, strange names, nothing at all',
    async (context) => {
      const folder = await readFolder(context);
      await folder.commit({
        'image.bin': Buffer.from([0, 1, 2, 0, 255]),
        'model.onnx': 'version https://git-lfs.github.com/spec/v1\noid sha256:abc\nsize 1\n',
        'two\nlines.txt': 'found\n',
        'bell.txt': 'a\u0007b\u001b[31m\n',
      });
      await writeFile(join(folder.root, 'huge.txt'), '');
      await truncate(join(folder.root, 'huge.txt'), 2 * 1024 ** 3);
      folder.git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},vendor/lib`);
      await mkdir(join(folder.root, 'vendor/lib'), { recursive: true });
      const sources = await folder.open();
      const told = async (path: string) => (await folder.look(sources, 'read_file', { path })).text;
      expect(await told('image.bin')).toContain('binary');
      expect(await told('model.onnx')).toContain('Git LFS pointer');
      expect(await told('huge.txt')).toContain('only files of up to');
      expect(await told('vendor/lib')).toContain('It is a submodule');
      expect(await told('two␊lines.txt')).toContain('found');
      expect(await told('bell.txt')).toContain('a␇b␛[31m');
      await expect(folder.open(['nothing-here'])).rejects.toThrow(/does not exist/);
      await expect(folder.open(['.git'])).rejects.toThrow(/git's own folders/);
      await expect(folder.open(['ftp://example.org/'])).rejects.toThrow(/address/);
    },
  );

  test.runIf(inCampaign)(
    'a glob that makes other engines try for ever is answered, in a list and in a search',
    async (context) => {
      const folder = await readFolder(context);
      await folder.commit({ 'src/components/a-rather-long-component-name.test.ts': 'a\n' });
      const sources = await folder.open();
      for (const glob of ['+(*)X', '*(*)X', '+(**)X', `${'*?'.repeat(90)}X`]) {
        expect((await folder.look(sources, 'list_files', { glob })).text).toContain('Nothing was found');
        expect((await folder.look(sources, 'search_text', { pattern: 'a', glob })).text).toContain('Nothing was found');
      }
      expect(await folder.look(sources, 'list_files', { glob: '!(a)' })).toMatchObject({
        refused: true,
        text: 'The glob cannot be used: "!(…)" is not known here.',
      });
    },
  );

  test('a repository that takes objects from another is refused, and not read like a folder without git', async (context) => {
    const folder = await readFolder(context);
    await folder.commit({ '.gitignore': 'private.txt\n', 'a.txt': 'a\n' });
    await folder.write({ 'private.txt': 'Mine.\n', '.git/objects/info/alternates': '/elsewhere/.git/objects\n' });
    await expect(folder.open()).rejects.toThrow('it takes objects from another repository');
  });

  test.runIf(inCampaign)(
    'a bare repository is refused, a sparse checkout reads what is not on disk',
    async (context) => {
      const folder = await readFolder(context);
      await folder.commit({ 'in/a.txt': 'inside\n', 'out/b.txt': 'sparse\n' });
      folder.git('clone', '--quiet', '--bare', '.', 'bare.git');
      await expect(folder.open(['bare.git'])).rejects.toThrow(/bare repository/);
      await rm(join(folder.root, 'bare.git'), { recursive: true });
      folder.git('sparse-checkout', 'set', 'in');
      const sources = await folder.open();
      expect((await folder.look(sources, 'read_file', { path: 'out/b.txt' })).text).toContain('sparse');
      expect((await folder.look(sources, 'search_text', { pattern: 'sparse' })).text).toContain('out/b.txt:1: sparse');
    },
  );
});

describe('history', () => {
  test.runIf(inCampaign)('log, show and blame reach what is pinned and nothing beyond', async (context) => {
    const folder = await readFolder(context);
    const first = await folder.commit({ 'a.txt': 'one\n', '.env': 'TOKEN=hidden\n' });
    const second = await folder.commit({ 'a.txt': 'one\ntwo\n' });
    const sources = await folder.open();
    const third = await folder.commit({ 'a.txt': 'later\n' });
    const log = await folder.look(sources, 'git_log', { path: 'a.txt' });
    expect(log.seen).toEqual([{ commit: second }, { commit: first }]);
    const shown = await folder.look(sources, 'git_show', { commit: first.slice(0, 10) });
    expect(shown.text).toContain('+one');
    expect(shown.text).not.toContain('TOKEN');
    expect((await folder.look(sources, 'git_show', { commit: third })).refused).toBe(true);
    const blame = await folder.look(sources, 'git_blame', { path: 'a.txt', line: 2 });
    expect(blame.text).toContain(second.slice(0, 12));
    const range = await folder.open([`git:${first}..${second}`]);
    expect((await folder.look(range, 'git_log')).seen).toEqual([{ commit: second }]);
    const both = await folder.look(await folder.open(['.', 'git:HEAD~1..HEAD']), 'git_log');
    expect(both.seen).toEqual([{ commit: third }, { commit: second }, { commit: first }]);
    expect((await folder.look(range, 'read_file', { path: 'a.txt' })).refused).toBe(true);
    const revision = await folder.open([`git:${first}`]);
    expect((await folder.look(revision, 'read_file', { path: 'a.txt' })).seen).toEqual([
      { path: 'a.txt', from: 1, to: 1 },
    ]);
  });
});

describe('searching', () => {
  test.runIf(inCampaign)('patterns are held to what ends soon, and what is wrong with one is said', async (context) => {
    const folder = await readFolder(context);
    await folder.commit({ 'a.txt': `${'a'.repeat(5_000)}!\nx1 y22\n(paren)\n` });
    const sources = await folder.open();
    const told = async (pattern: string, literal = false) =>
      await folder.look(sources, 'search_text', { pattern, literal });
    expect((await told('((x{100}){100}){100}')).text).toContain('repeats too much');
    expect((await told('(a)\\1')).text).toContain('cannot refer back');
    expect((await told('(')).refused).toBe(true);
    expect((await told('(paren)', true)).seen).toEqual([{ path: 'a.txt', from: 3, to: 3 }]);
    expect((await told('x\\d y[\\d]+')).seen).toEqual([{ path: 'a.txt', from: 2, to: 2 }]);
    expect((await told('(a|a)*b')).text).toContain('Nothing was found');
  });
});

test('a machine without git lists, reads and searches folders', async (context) => {
  const folder = await readFolder(context);
  await folder.write({
    'notes/a.md': 'alpha\nbeta 42\n',
    'notes/b.md': 'GAMMA (x)\n',
    'notes/c.bin': Buffer.from([0, 98]),
  });
  const { signal } = new AbortController();
  const gitIn = (cwd: string) =>
    createGit(folder.processes, { cwd, env: { PATH: '/nowhere' }, signal, sandbox: async () => undefined });
  const sources = await openSources(['notes'], { ...folder.ports, gitIn });
  const hits = async (input: object) => (await folder.look(sources, 'search_text', input)).seen;
  expect(await hits({ pattern: 'beta [0-9]+|\\d{3}' })).toEqual([{ path: 'notes/a.md', from: 2, to: 2 }]);
  expect(await hits({ pattern: '[[:upper:]]{5}' })).toEqual([{ path: 'notes/b.md', from: 1, to: 1 }]);
  expect(await hits({ pattern: '(X)', literal: true, ignore_case: true })).toHaveLength(1);
  expect((await folder.look(sources, 'search_text', { pattern: '(' })).text).toContain('cannot be searched for');
  expect((await folder.look(sources, 'read_file', { path: 'notes/a.md' })).text).toContain('beta 42');
  await folder.write({ 'slow.txt': `${'a'.repeat(100_000)}!\n` });
  const slow = await openSources(['slow.txt'], { ...folder.ports, gitIn });
  expect((await folder.look(slow, 'search_text', { pattern: '(a|a)*(b|$)c|^$' })).text).toContain('Nothing was found');
});

test.runIf(inCampaign)('a folder of too many files that is in no repository is refused', async (context) => {
  const folder = await readFolder(context);
  await mkdir(join(folder.root, 'many'));
  // Links cost least, and count.
  await writeFile(join(folder.root, 'many', '0'), 'needle\n');
  for (let number = 1; number < 50_001; number += 1)
    linkSync(join(folder.root, 'many', '0'), join(folder.root, 'many', `${number}`));
  await expect(folder.open(['many'])).rejects.toThrow(/more than 50000 entries and is in no repository/);
});
