// Runs every shell example that the documentation marks with "sh run", with the built program and the rehearsal.
// Each line of a "text" block right after an example must be in what it prints; numbers and hashes may differ.
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
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

/** A repository with two commits, and the program on the path. */
async function makeProject() {
  const folder = await mkdtemp(path.join(tmpdir(), 'debate-hall-docs-'));
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
  const env = { PATH: `${path.join(folder, 'bin')}:${process.env['PATH']}`, HOME: folder, XDG_CACHE_HOME: KEPT_CODE };
  const options = { cwd: project, env };
  return {
    call: (...args: string[]) => run('debate-hall', args, options),
    bash: (script: string) => run('bash', ['-euo', 'pipefail', '-c', script], options),
    dispose: () => rm(folder, { recursive: true, force: true }),
  };
}

// At the same time, since an example is a row of programs of which each waits for the one before.
describe.concurrent('the shell examples of the documentation', () => {
  for (const { file, line, script, printed } of examples) {
    it(`${file}, line ${line}`, async ({ skip, onTestFinished }) => {
      skip(script.includes('ssh-keygen') && !HAS_SSH_KEYGEN, 'ssh-keygen is not installed');
      const project = await makeProject();
      onTestFinished(project.dispose);
      const { stdout, stderr } = await project.bash(script);
      const said = alike(`${stdout}${stderr}`);
      expect(printed.filter((line) => !said.includes(alike(line).trimEnd()))).toEqual([]);
    });
  }

  it('of the README can be followed in their order: none reviews what an earlier one wrote', async ({
    onTestFinished,
  }) => {
    const project = await makeProject();
    onTestFinished(project.dispose);
    await project.bash(examples.flatMap(({ file, script }) => (file === 'README.md' ? [script] : [])).join('\n'));
    const { stdout: list } = await project.call('list', '--format', 'review', '--json');
    const [review] = JSON.parse(list) as { threadId: string }[];
    const { stdout: record } = await project.call('show', review?.threadId ?? '', '--json');
    expect(JSON.parse(record).result.data.files).toEqual(['src/main.ts']);
  });

  it('are there', () => {
    expect(examples.length).toBeGreaterThan(15);
    expect(examples.filter(({ printed }) => printed.length > 0).length).toBeGreaterThan(5);
  });
});
