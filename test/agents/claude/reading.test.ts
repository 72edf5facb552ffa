// The program through which claude reads in a copy of a repository, seen from a client of its protocol.
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';

const PROGRAM = fileURLToPath(new URL('../../../dist/agents/kinds/claude/reading/main.cjs', import.meta.url));
/** What claude hands on to its model; a longer answer it puts into a file. */
const CLAUDE_TAKES = 50_000;

let base: string;
let client: Client;

beforeAll(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'reading-')));
  const copy = join(base, 'copy');
  await mkdir(join(copy, 'src', '.hidden'), { recursive: true });
  const files: Record<string, string> = {
    'src/cart.ts': 'const a = 1;\nconst total = 2;\nexport { a, total };\n',
    'src/.hidden/note.md': 'A note about the total.\n',
    'README.md': 'Read me.\n',
    'large.txt': 'A line with "quotes", ü and 😀.\n'.repeat(20_000),
    'wide.txt': '\u0001'.repeat(100_000),
    'slow.txt': `${'a'.repeat(40)}!\n`,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(copy, name), text);
  await writeFile(join(base, 'outside.txt'), 'total: not for you');
  await symlink(join(base, 'outside.txt'), join(copy, 'link.txt'));
  await symlink(base, join(copy, 'linked'));
  client = new Client({ name: 'test', version: '1' });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [PROGRAM, copy], cwd: base }));
});

afterAll(async () => {
  await client.close();
  await rm(base, { recursive: true, force: true });
});

async function call(name: string, given: Record<string, unknown> = {}): Promise<{ text: string; isError: boolean }> {
  const { content, isError } = await client.callTool({ name, arguments: given });
  const text = JSON.stringify(content);
  expect(text.length).toBeLessThan(CLAUDE_TAKES);
  expect(text).not.toContain(base);
  const [part] = content as { text: string }[];
  return { text: part?.text ?? '', isError: isError === true };
}

test('lists every file of the copy, and no link', async () => {
  const all = ['README.md', 'large.txt', 'slow.txt', 'src/.hidden/note.md', 'src/cart.ts', 'wide.txt'];
  expect((await call('list_files')).text.split('\n')).toEqual(all);
  expect((await call('list_files', { skip: 4 })).text.split('\n')).toEqual(all.slice(4));
});

test.each([
  ['*.ts', 'src/cart.ts'],
  ['src/*', 'src/cart.ts'],
  ['./src/*.ts', 'src/cart.ts'],
  ['**/*.{md,ts}', 'README.md\nsrc/.hidden/note.md\nsrc/cart.ts'],
  ['nothing/**', 'Nothing was found.'],
])('lists what matches %s', async (glob, expected) => {
  expect((await call('list_files', { glob })).text).toBe(expected);
});

test('reads with line numbers, whole or in part', async () => {
  expect((await call('read_file', { path: 'src/cart.ts' })).text).toMatch(/^1\tconst a = 1;\n2\tconst total = 2;\n3\t/);
  expect((await call('read_file', { path: './src/cart.ts', line: 2, lines: 1 })).text).toBe('2\tconst total = 2;');
  expect(await call('read_file', { path: 'src/cart.ts', line: 9 })).toEqual({
    text: 'The file has 4 lines.',
    isError: true,
  });
});

test('searches line by line', async () => {
  const found = 'src/.hidden/note.md:1: A note about the total.\nsrc/cart.ts:2: const total = 2;';
  expect(
    (await call('search_files', { pattern: 'total', glob: 'src/**' })).text.split('\n').slice(0, 2).join('\n'),
  ).toBe(found);
  expect((await call('search_files', { pattern: 'READ', ignoreCase: true })).text).toBe('README.md:1: Read me.');
  expect((await call('search_files', { pattern: '(' })).isError).toBe(true);
});

test('a long answer ends with how to ask for the rest, and nothing of it is lost', async () => {
  const { text } = await call('read_file', { path: 'large.txt' });
  const next = Number(/ask again with "line": (\d+)/.exec(text)?.[1]);
  expect(text.split('\n').at(-2)).toMatch(new RegExp(`^${next - 1}\t`));
  expect((await call('read_file', { path: 'large.txt', line: next })).text).toMatch(new RegExp(`^${next}\t`));
  const found = await call('search_files', { pattern: 'line', glob: 'large.txt' });
  const skip = Number(/ask again with "skip": (\d+)/.exec(found.text)?.[1]);
  const rest = await call('search_files', { pattern: 'line', glob: 'large.txt', skip });
  expect(rest.text).toMatch(new RegExp(`^large.txt:${skip + 1}: `));
});

test('a line that is longer than an answer is cut, and the answer says so', async () => {
  expect((await call('read_file', { path: 'wide.txt' })).text).toContain('(this line is longer)');
});

test.each([
  'link.txt',
  'linked/outside.txt',
  '../outside.txt',
  'src/../../outside.txt',
  '/etc/passwd',
  '~/.ssh',
  'src',
])('%s is not in the copy', async (path) => {
  const { text, isError } = await call('read_file', { path });
  expect(text).toMatch(/no such file in the copy/);
  expect(isError).toBe(true);
});

test('a pattern that would take for ever is ended, and the next question is answered', async () => {
  const { text } = await call('search_files', { pattern: '^(a+)+$', glob: 'slow.txt' });
  expect(text).toContain('took too long');
  expect((await call('list_files', { glob: 'README.md' })).text).toBe('README.md');
});

test.each([
  ['read_file', { path: 'README.md', follow: true }],
  ['read_file', {}],
  ['run', {}],
])('%s with %j is refused', async (name, given) => {
  const refused = await client.callTool({ name, arguments: given }).then(
    ({ isError }) => isError,
    () => true,
  );
  expect(refused).toBe(true);
});
