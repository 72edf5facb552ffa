import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { editText } from '../../src/process/person-programs.ts';

let folder: string;

/** An editor in a folder whose name has a space; it appends its arguments but the last, which is the file. */
async function editor(end = ''): Promise<string> {
  const program = join(folder, 'my tools', 'edit');
  await mkdir(join(folder, 'my tools'));
  const script = `#!/usr/bin/env node
const args = process.argv.slice(2);
require('node:fs').appendFileSync(args.at(-1), args.slice(0, -1).join('|'));
${end}`;
  await writeFile(program, script);
  await chmod(program, 0o755);
  return program.replaceAll(' ', '\\ ');
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'editor-test-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('an editor with spaces in its name and with arguments gets the text, and what it wrote comes back', async () => {
  expect(await editText(`${await editor()} --wait -n`, 'text ')).toBe('text --wait|-n');
});

test('an editor that fails is named, with the next step', async () => {
  await expect(editText(await editor('process.exit(3)'), 'text')).rejects.toMatchObject({
    code: 'bad-input',
    hint: expect.stringContaining('EDITOR'),
  });
});
