// The format of docs/adding-a-format.md as its reader meets it: it compiles, keeps to the house style, and is played at the command line.
import { execFile } from 'node:child_process';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeExampleFormat } from '../support/example-format.ts';
import { read, root } from './documents.ts';

const run = promisify(execFile);
/** What a build needs beside the example. */
const SOURCES = ['src', 'config', 'package.json', 'rolldown.config.mjs'];

let example: Awaited<ReturnType<typeof writeExampleFormat>>;
let project: string;

/** Runs a script of bash in the project. */
async function bash(script: string) {
  const env = { PATH: process.env['PATH'] ?? '', HOME: example.folder };
  return await run('bash', ['-euo', 'pipefail', '-c', script], { cwd: project, env });
}

const program = () => `"${process.execPath}" "${path.join(example.folder, 'dist/cli/start.cjs')}"`;

beforeAll(async () => {
  example = await writeExampleFormat();
  const { folder, entry } = example;
  for (const name of SOURCES) await cp(path.join(root, name), path.join(folder, name), { recursive: true });
  project = path.join(folder, 'project');
  await mkdir(project);
  await writeFile(path.join(project, 'debate-hall.config.json'), '{"agents":{"rehearsal":{"wordsPerSecond":0}}}');
  const check = {
    extends: './tsconfig.json',
    references: [],
    include: [],
    files: [entry],
  };
  await writeFile(path.join(folder, 'tsconfig.example.json'), JSON.stringify(check));
  const tsc = path.join(root, 'node_modules/typescript-7/bin/tsc');
  await run(process.execPath, [tsc, '-p', 'tsconfig.example.json', '--noEmit'], { cwd: folder });
  const rolldown = path.join(root, 'node_modules/rolldown/bin/cli.mjs');
  await run(process.execPath, [rolldown, '-c'], { cwd: folder });
});
afterAll(() => example.dispose());

it('keeps to the house style', async () => {
  const biome = path.join(root, 'node_modules/@biomejs/biome/bin/biome');
  const { stdout } = await run(process.execPath, [biome, 'check', '--vcs-enabled=false', example.entry], {
    cwd: example.folder,
  });
  expect(stdout).toContain('Checked 1 file');
});

it('is played as the page says', async () => {
  const script = /```sh\n(npx vitest[\s\S]*?)```/.exec(await read('docs/adding-a-format.md'))?.[1] ?? '';
  const lines = script.split('\n').filter((line) => line.startsWith('npm start -- '));
  expect(lines).toHaveLength(9);
  const { stdout, stderr } = await bash(lines.join('\n').replaceAll('npm start --', program));
  expect(stdout).toContain('2. 50, from 40 to 60');
  expect(stdout.match(/^ok \d+ events/gm)).toHaveLength(2);
  expect(stderr).toContain('Next: Expert 2 estimates, Expert 3 estimates.');
  expect(stdout).toContain('(Withheld until the phase ends)');
  expect(stdout).not.toContain('Like last time.');
});

it('tells a person at the command line what an answer lacks', async () => {
  await bash(`${program()} open --format delphi --id refused "How many days will the move take?"`);
  const { stderr } = await bash(`${program()} say refused --seat expert-1 "About 40" || test $? = 2`);
  expect(stderr).toContain('The answer cannot be used.');
  expect(stderr).toContain('- there is no JSON in the answer');
});
