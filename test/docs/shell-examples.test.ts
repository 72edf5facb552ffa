// Runs every shell example that the documentation marks with "sh run", with the rehearsal.
// Each line of a "text" block right after an example must be in what it prints; numbers, hashes and widths of columns may differ.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inCampaign, sample } from '../support/campaign.ts';
import { copyTree } from '../support/copy-tree.ts';
import { temporaryFolder } from '../support/hall.ts';
import { KEPT_CODE } from '../support/kept-code.ts';
import { openProgramForScripts, type ProgramForScripts, writeStart } from '../support/program-for-scripts.ts';
import { HAS_SSH_KEYGEN } from '../support/ssh.ts';
import { documents, read } from './documents.ts';

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

/** What is read first, and of which CI follows all; the examples of other pages are run in a campaign. */
const READ_FIRST: readonly string[] = sample(['README.md', 'docs/tour.md', 'docs/cli.md', 'docs/running.md'], 4);

/** What differs from run to run is made equal. */
function alike(text: string): string {
  return text
    .replace(/[0-9a-f]{64}/g, 'HASH')
    .replace(/\d+(\.\d+)?/g, 'N')
    .replace(/(?<=\S) {2,}/g, '  ')
    .replace(/\S*\/debates\//g, 'HALL/');
}

let scratch: string;
let calls: ProgramForScripts;
/** A repository with two commits, which every example gets a copy of. */
let repository: string;
beforeAll(async () => {
  scratch = temporaryFolder();
  calls = await openProgramForScripts();
  repository = await makeRepository();
});
afterAll(async () => {
  calls.close();
  // As with copies, the program takes a tenth of the time that Node takes.
  await run('rm', ['-rf', scratch]);
});

const makeFolder = async (): Promise<string> => await mkdtemp(path.join(scratch, 'example-'));

async function makeRepository(): Promise<string> {
  const folder = await makeFolder();
  const project = path.join(folder, 'project');
  await mkdir(path.join(folder, 'bin'));
  await mkdir(path.join(project, 'src'), { recursive: true });
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
  return folder;
}

interface Project {
  readonly folder: string;
  /** Runs a script of bash in it. */
  bash(script: string): Promise<{ readonly stdout: string; readonly stderr: string }>;
}

async function makeProject(writeProgram: (file: string) => Promise<void>): Promise<Project> {
  const folder = await makeFolder();
  copyTree(repository, ['.'], folder);
  await writeProgram(path.join(folder, 'bin/debate-hall'));
  const env = { PATH: `${path.join(folder, 'bin')}:${process.env['PATH']}`, HOME: folder, XDG_CACHE_HOME: KEPT_CODE };
  return {
    folder,
    async bash(script) {
      const options = { cwd: path.join(folder, 'project'), env };
      return await run('bash', ['--norc', '-euo', 'pipefail', '-c', `exec < /dev/null\n${script}`], options);
    },
  };
}

interface Followed {
  readonly folder: string;
  readonly printed: string;
}

const tour = examples.filter(({ file }) => file === 'docs/tour.md');
const review = tour.findIndex(({ script }) => script.includes('debate-hall review'));
/** What everybody tries: these start the built program, and all others call it. */
const first = tour.slice(0, review);

async function runExample(example: Example): Promise<Followed> {
  const { folder, bash } = await makeProject(first.includes(example) ? writeStart : calls.write);
  const { stdout, stderr } = await bash(example.script);
  return { folder, printed: `${stdout}${stderr}` };
}

/** The first examples are followed once, and two tests look at what comes of it. */
const followed = new Map<Example, Promise<Followed>>();

function follow(example: Example): Promise<Followed> {
  const known = followed.get(example);
  if (known !== undefined) return known;
  const finished = runExample(example);
  if (first.includes(example)) followed.set(example, finished);
  return finished;
}

// At the same time, since an example is a row of programs of which each waits for the one before.
describe.concurrent('the shell examples of the documentation', () => {
  for (const example of examples) {
    const { file, line, script, printed } = example;
    it.runIf(inCampaign || READ_FIRST.includes(file))(`${file}, line ${line}`, async ({ skip }) => {
      skip(script.includes('ssh-keygen') && !HAS_SSH_KEYGEN, 'ssh-keygen is not installed');
      const said = alike((await follow(example)).printed);
      expect(printed.filter((each) => !said.includes(alike(each).trimEnd()))).toEqual([]);
    });
  }

  it.runIf(inCampaign)(
    'of the tour can be followed in their order: none reviews what an earlier one wrote',
    async () => {
      const { folder, bash } = await makeProject(calls.write);
      for (const example of first) {
        const finished = await follow(example);
        copyTree(finished.folder, ['project'], folder);
      }
      await bash(tour[review]?.script ?? '');
      const [{ threadId }] = JSON.parse((await bash('debate-hall list --format review --json')).stdout);
      const { stdout: record } = await bash(`debate-hall show ${threadId} --json`);
      expect(JSON.parse(record).result.data.files).toEqual(['src/main.ts']);
    },
  );

  it('can be followed on every page in one folder: none takes an ID that another one took', () => {
    const ids = examples.flatMap(({ script }) =>
      [...script.matchAll(/(?:--id |"id": ")([\w-]+)/g)].map(([, id = '']) => id),
    );
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('are there', () => {
    expect(examples.length).toBeGreaterThan(15);
    expect(examples.filter(({ printed }) => printed.length > 0).length).toBeGreaterThan(5);
  });
});
