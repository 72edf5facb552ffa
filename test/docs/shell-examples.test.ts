// Runs every shell example that the documentation marks with "sh run", with the built program and the rehearsal.
// Each line of a "text" block right after an example must be in what it prints; numbers and hashes may differ.
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KEPT_CODE } from '../support/kept-code.ts';
import { HAS_SSH_KEYGEN } from '../support/ssh.ts';
import { documents, read, root } from './documents.ts';

const run = promisify(execFile);

interface Example {
  readonly file: string;
  readonly line: number;
  readonly script: string;
  readonly printed: readonly string[];
}

async function examplesIn(file: string): Promise<Example[]> {
  const text = await read(file);
  return [...text.matchAll(/^```sh run\n([\s\S]*?)^```\n(?:\n```text\n([\s\S]*?)^```$)?/gm)].map(
    ({ index, 1: script = '', 2: printed = '' }) => ({
      file,
      line: text.slice(0, index).split('\n').length,
      script,
      printed: printed.split('\n').filter((line) => line.trim() !== ''),
    }),
  );
}

const examples = (await Promise.all(documents.map(examplesIn))).flat();

/** What differs from run to run is made equal. */
function alike(text: string): string {
  return text
    .replace(/[0-9a-f]{64}/g, 'HASH')
    .replace(/\d+(\.\d+)?/g, 'N')
    .replace(/\S*\/debates\//g, 'HALL/');
}

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'debate-hall-docs-'));
  const project = path.join(folder, 'project');
  await mkdir(path.join(folder, 'bin'));
  await mkdir(path.join(project, 'src'), { recursive: true });
  const program = path.join(folder, 'bin/debate-hall');
  await writeFile(program, `#!/bin/sh\nexec "${process.execPath}" "${path.join(root, 'dist/cli/start.cjs')}" "$@"\n`);
  await chmod(program, 0o755);
  const quick = { agents: { rehearsal: { wordsPerSecond: 0 } } };
  await writeFile(path.join(project, 'debate-hall.config.json'), JSON.stringify(quick));
  const git = async (...args: string[]) => await run('git', ['-C', project, ...args]);
  await git('init', '-q');
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
  await git('add', 'debate-hall.config.json');
  await git(...identity, 'commit', '-q', '-m', 'Begin');
  await writeFile(path.join(project, 'src/main.ts'), 'export const answer = 42;\n');
  await git('add', 'src');
  await git(...identity, 'commit', '-q', '-m', 'Add the answer');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the shell examples of the documentation', () => {
  for (const { file, line, script, printed } of examples) {
    it(`${file}, line ${line}`, async ({ skip }) => {
      skip(script.includes('ssh-keygen') && !HAS_SSH_KEYGEN, 'ssh-keygen is not installed');
      const env = {
        PATH: `${path.join(folder, 'bin')}:${process.env['PATH']}`,
        HOME: folder,
        XDG_CACHE_HOME: KEPT_CODE,
      };
      const { stdout, stderr } = await run('bash', ['-euo', 'pipefail', '-c', script], {
        cwd: path.join(folder, 'project'),
        env,
      });
      const said = alike(`${stdout}${stderr}`);
      expect(printed.filter((line) => !said.includes(alike(line).trimEnd()))).toEqual([]);
    });
  }

  it('of the README can be followed in their order: none reviews what an earlier one wrote', async () => {
    const scripts = examples.filter(({ file }) => file === 'README.md').map(({ script }) => script);
    const env = { PATH: `${path.join(folder, 'bin')}:${process.env['PATH']}`, HOME: folder, XDG_CACHE_HOME: KEPT_CODE };
    const options = { cwd: path.join(folder, 'project'), env };
    await run('bash', ['-euo', 'pipefail', '-c', scripts.join('\n')], options);
    const { stdout: list } = await run('debate-hall', ['list', '--format', 'review', '--json'], options);
    const [review] = JSON.parse(list) as { threadId: string }[];
    const { stdout: record } = await run('debate-hall', ['show', review?.threadId ?? '', '--json'], options);
    expect(JSON.parse(record).result.data.files).toEqual(['src/main.ts']);
  });

  it('are there', () => {
    expect(examples.length).toBeGreaterThan(15);
    expect(examples.filter(({ printed }) => printed.length > 0).length).toBeGreaterThan(5);
  });
});
