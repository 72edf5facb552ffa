// What of a repository agents may read in.
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGit } from '../../src/context/git/git.ts';
import { copyTree, type TreeCopy } from '../../src/context/git/tree-copy.ts';
import { createProcessRunner } from '../../src/process/process-runner.ts';
import { systemClock } from '../../src/support/clock.ts';

const processes = createProcessRunner({ clock: systemClock });
const TOKEN = `ghp_${'a1'.repeat(18)}`;

let base: string;
let root: string;

const run = (...args: string[]) =>
  execFileSync('git', ['-C', root, '-c', 'user.name=T', '-c', 'user.email=t@example.org', ...args], {
    encoding: 'utf8',
  }).trim();

async function write(files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), content);
  }
}

async function copied(at = 'disk'): Promise<TreeCopy & { names: string[]; read: (name: string) => Promise<string> }> {
  const to = await mkdtemp(join(base, 'copy-'));
  const git = createGit(processes, { cwd: root, env: process.env, signal: new AbortController().signal });
  const copy = await copyTree(git, { at, to, hallFolder: join(root, 'debates') });
  const entries = await readdir(to, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory());
  expect(files.every((entry) => entry.isFile())).toBe(true);
  const names = files.map((entry) => relative(to, join(entry.parentPath, entry.name))).sort();
  return { ...copy, names, read: async (name) => await readFile(join(to, name), 'utf8') };
}

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'tree-copy-')));
  root = join(base, 'project');
  await mkdir(root);
  run('init', '-q');
});
afterEach(async () => await rm(base, { recursive: true, force: true }));

describe('a copy of what is on disk', () => {
  it('holds tracked files as they are now, and untracked ones that are not ignored', async () => {
    await write({ '.gitignore': 'out/\n', 'a.ts': 'old', 'out/x.ts': 'x' });
    run('add', '.');
    run('commit', '-qm', 'Begin');
    await write({ 'a.ts': 'new', 'deep/er/b.ts': 'b' });
    const { names, read, files, leftOut } = await copied();
    expect(names).toEqual(['.gitignore', 'a.ts', 'deep/er/b.ts']);
    expect(await read('a.ts')).toBe('new');
    expect([files, leftOut]).toEqual([3, 0]);
  });

  it('holds no secrets, by name or by content, and nothing that a .debatehallignore names', async () => {
    await write({
      ...{ '.env': 'A=1', 'keys/id_rsa': 'x', 'server.pem': 'x', 'notes.md': `Token: ${TOKEN}\n` },
      ...{ '.debatehallignore': 'private/\n', 'private/plan.md': 'x', 'a.ts': 'a' },
    });
    run('add', '-f', '.');
    const { names, leftOut } = await copied();
    expect(names).toEqual(['.debatehallignore', 'a.ts']);
    expect(leftOut).toBe(5);
  });

  it('holds no instructions, settings or hooks of agents, however deep and however written', async () => {
    await write({
      ...{ 'CLAUDE.md': 'x', 'src/claude.local.md': 'x', 'AGENTS.md': 'x', 'a/b/Gemini.md': 'x', '.mcp.json': '{}' },
      ...{
        '.claude/settings.json': '{}',
        'a/.claude/hooks/run.sh': 'x',
        '.codex/config.toml': 'x',
        '.cursorrules': 'x',
      },
      ...{ '.gemini/settings.json': '{}', '.github/copilot-instructions.md': 'x', 'a.ts': 'a', 'docs/agents.ts': 'b' },
    });
    run('add', '.');
    expect((await copied()).names).toEqual(['a.ts', 'docs/agents.ts']);
  });

  it('holds no links, nothing behind links, no repositories inside, and nothing that is no text', async () => {
    await writeFile(join(base, 'outside.txt'), 'outside');
    await write({ 'a.ts': 'a', 'folder/in.ts': 'in', 'image.png': new Uint8Array([137, 80, 0, 1]), 'sub/x.ts': 'x' });
    execFileSync('git', ['init', '-q', join(root, 'sub')]);
    await symlink(join(base, 'outside.txt'), join(root, 'link.txt'));
    await symlink(base, join(root, 'linked'));
    await symlink('a.ts', join(root, 'inner.ts'));
    run('add', 'a.ts', 'folder', 'link.txt', 'linked', 'inner.ts', 'image.png');
    // A folder became a link to the outside after it was added.
    await rm(join(root, 'folder'), { recursive: true });
    await mkdir(join(base, 'elsewhere'));
    await writeFile(join(base, 'elsewhere', 'in.ts'), 'outside');
    await symlink(join(base, 'elsewhere'), join(root, 'folder'));
    expect((await copied()).names).toEqual(['a.ts']);
  });

  it('holds nothing of the debates, which tell what others say', async () => {
    await write({ 'a.ts': 'a', 'debates/r.jsonl': 'secretly', 'debates/r.oct.md': 'secretly' });
    run('add', '.');
    expect(await copied()).toMatchObject({ names: ['a.ts'], leftOut: 0 });
  });
});

describe('a copy of what git has', () => {
  it.each(['index', 'commit'])('holds the files of the %s, whatever is on disk', async (kind) => {
    await write({ 'a.ts': 'one\r\nüber 😀', 'b c.ts': '', 'CLAUDE.md': 'x', '.env': 'A=1', 'notes.md': TOKEN });
    await symlink('/etc/passwd', join(root, 'link'));
    run('add', '-f', '.');
    if (kind === 'commit') run('commit', '-qm', 'Begin');
    const at = kind === 'index' ? 'index' : run('rev-parse', 'HEAD');
    await write({ 'a.ts': 'two', 'new.ts': 'new' });
    const { names, read, leftOut } = await copied(at);
    expect(names).toEqual(['a.ts', 'b c.ts']);
    expect(await read('a.ts')).toBe('one\r\nüber 😀');
    expect(leftOut).toBe(4);
  });

  it('of a commit that is not there is refused', async () => {
    await expect(copied('0'.repeat(40))).rejects.toMatchObject({ code: 'context-unreadable' });
  });
});

it('the digest tells whether two copies are the same', async () => {
  await write({ 'a.ts': 'a' });
  const first = await copied();
  expect((await copied()).sha256).toBe(first.sha256);
  await write({ 'a.ts': 'b' });
  expect((await copied()).sha256).not.toBe(first.sha256);
});
