// The format of docs/adding-a-format.md as its reader meets it: it compiles, keeps to the house style, and is played at the command line.
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inCampaign, inCi } from '../support/campaign.ts';
import { copyTree } from '../support/copy-tree.ts';
import { writeExampleFormat } from '../support/example-format.ts';
import { read, root } from './documents.ts';

const run = promisify(execFile);
/** What a build needs beside the example. */
const SOURCES = ['src', 'config', 'package.json', 'rolldown.config.mjs'];

let example: Awaited<ReturnType<typeof writeExampleFormat>>;
beforeAll(async () => {
  example = await writeExampleFormat();
});
afterAll(() => example.dispose());

/** Runs a program of a package in the example's folder. */
const runPackage = async (program: string, ...args: string[]) =>
  await run(process.execPath, [path.join(root, 'node_modules', program), ...args], { cwd: example.folder });

it.runIf(inCi)('keeps to the house style', async () => {
  const { stdout } = await runPackage('@biomejs/biome/bin/biome', 'check', '--vcs-enabled=false', example.entry);
  expect(stdout).toContain('Checked 1 file');
});

describe.runIf(inCampaign)('among the sources', () => {
  let project: string;
  beforeAll(async () => {
    const { folder } = example;
    copyTree(root, SOURCES, folder);
    // What is used once need not be small, nor lead back to its sources.
    await runPackage('rolldown/bin/cli.mjs', '-c', '--no-minify', '--no-sourcemap');
    project = path.join(folder, 'project');
    await mkdir(project);
    await writeFile(path.join(project, 'debate-hall.config.json'), '{"agents":{"rehearsal":{"wordsPerSecond":0}}}');
  });

  /** Runs a script of bash in the project. */
  async function bash(script: string) {
    const env = { PATH: process.env['PATH'] ?? '', HOME: example.folder };
    return await run('bash', ['-euo', 'pipefail', '-c', script], { cwd: project, env });
  }

  const program = () => `"${process.execPath}" "${path.join(example.folder, 'dist/cli/start.cjs')}"`;

  it('compiles', async () => {
    const check = { extends: './tsconfig.json', references: [], include: [], files: [example.entry] };
    await writeFile(path.join(example.folder, 'tsconfig.example.json'), JSON.stringify(check));
    await runPackage('typescript-7/bin/tsc', '-p', 'tsconfig.example.json', '--noEmit', '--singleThreaded');
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
    expect(stderr).toContain('The answer cannot be used: there are neither lines with labels nor JSON');
  });
});
