// Runs every shell example that the documentation marks with "sh run", with the built program and the rehearsal.
// Each line of a "text" block right after an example must be in what it prints; numbers and hashes may differ.
import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
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

interface Project {
  readonly folder: string;
  /** What was printed in it so far. */
  readonly said: string;
}

const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'debate-hall-docs-'));
  folders.push(folder);
  return folder;
}

/** A repository with two commits, and the program on the path. */
async function makeRepository(): Promise<Project> {
  const folder = await makeFolder();
  const project = path.join(folder, 'project');
  await mkdir(path.join(folder, 'bin'));
  await mkdir(path.join(project, 'src'), { recursive: true });
  const program = path.join(folder, 'bin/debate-hall');
  await writeFile(program, `#!/bin/sh\nexec "${process.execPath}" "${path.join(root, 'dist/cli/start.cjs')}" "$@"\n`);
  await chmod(program, 0o755);
  const quick = { agents: { rehearsal: { wordsPerSecond: 0 } } };
  await writeFile(path.join(project, 'debate-hall.config.json'), JSON.stringify(quick));
  const git = async (...args: string[]) => await run('git', ['-C', project, ...args]);
  await git('init', '-q', '--template=');
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
  await git('add', 'debate-hall.config.json');
  await git(...identity, 'commit', '-q', '-m', 'Begin');
  await writeFile(path.join(project, 'src/main.ts'), 'export const answer = 42;\n');
  await git('add', 'src');
  await git(...identity, 'commit', '-q', '-m', 'Add the answer');
  return { folder, said: '' };
}

async function bash({ folder, said }: Project, script: string): Promise<Project & { readonly stdout: string }> {
  const env = { PATH: `${path.join(folder, 'bin')}:${process.env['PATH']}`, HOME: folder, XDG_CACHE_HOME: KEPT_CODE };
  const options = { cwd: path.join(folder, 'project'), env };
  const { stdout, stderr } = await run('bash', ['--norc', '-euo', 'pipefail', '-c', script], options);
  return { folder, said: `${said}${stdout}${stderr}`, stdout };
}

async function copyOf({ folder, said }: Project): Promise<Project> {
  const copy = await makeFolder();
  await cp(folder, copy, { recursive: true });
  return { folder: copy, said };
}

/** What many examples begin with is done once, and each goes on in a copy of its project. */
const begun = new Map<string, Promise<Project>>();

function projectAfter(line: string): Promise<Project> {
  const known = begun.get(line);
  if (known !== undefined) return known;
  const made =
    line === ''
      ? makeRepository()
      : projectAfter('').then(async (repository) => await bash(await copyOf(repository), line));
  begun.set(line, made);
  return made;
}

/** The first line of a script when it is a call of its own that only prepares the others, and what follows it. */
function splitBeginning(script: string): readonly [string, string] {
  const [, line = '', rest = script] =
    /^(debate-hall (?:run|check) [^\n\\|]* -q [^\n\\|]*\n)([\s\S]+)$/.exec(script) ?? [];
  return [line, rest];
}

async function runExample({ script }: Example): Promise<Project> {
  const [line, rest] = splitBeginning(script);
  return await bash(await copyOf(await projectAfter(line)), rest);
}

const readme = examples.filter(({ file }) => file === 'README.md');
const review = readme.findIndex(({ script }) => script.includes('debate-hall review'));
/** The examples of the README before its review: they are followed once, and two tests look at what comes of it. */
const beforeReview = new Map<Example, Promise<Project>>();

function follow(example: Example): Promise<Project> {
  const known = beforeReview.get(example);
  if (known !== undefined) return known;
  const finished = runExample(example);
  if (readme.indexOf(example) < review) beforeReview.set(example, finished);
  return finished;
}

// At the same time, since an example is a row of programs of which each waits for the one before.
describe.concurrent('the shell examples of the documentation', () => {
  for (const example of examples) {
    const { file, line, script, printed } = example;
    it(`${file}, line ${line}`, async ({ skip }) => {
      skip(script.includes('ssh-keygen') && !HAS_SSH_KEYGEN, 'ssh-keygen is not installed');
      const { said } = await follow(example);
      expect(printed.filter((each) => !alike(said).includes(alike(each).trimEnd()))).toEqual([]);
    });
  }

  it('of the README can be followed in their order: none reviews what an earlier one wrote', async () => {
    const project = await copyOf(await projectAfter(''));
    for (const example of readme.slice(0, review)) {
      const { folder } = await follow(example);
      await cp(folder, project.folder, { recursive: true });
    }
    await bash(project, readme[review]?.script ?? '');
    const { stdout: list } = await bash(project, 'debate-hall list --format review --json');
    const [{ threadId }] = JSON.parse(list) as [{ threadId: string }];
    const { stdout: record } = await bash(project, `debate-hall show ${threadId} --json`);
    expect(JSON.parse(record).result.data.files).toEqual(['src/main.ts']);
  });

  it('are there', () => {
    expect(examples.length).toBeGreaterThan(15);
    expect(examples.filter(({ printed }) => printed.length > 0).length).toBeGreaterThan(5);
  });
});
