// The action of this repository, step by step as a runner takes them, in a clean checkout of a pull request.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inCampaign, inCi } from '../support/campaign.ts';
import { openProgramForScripts, type ProgramForScripts, writeStart } from '../support/program-for-scripts.ts';
import { onPostgres } from '../support/shared-store.ts';
import { createSite, type Site } from './harness.ts';
import { type JobResult, readAction, runJob } from './runner.ts';

const action = readAction(fileURLToPath(new URL('../../action.yml', import.meta.url)));
const KEY = 'sk-ant-canary-0123456789';

let calls: ProgramForScripts;
let site: Site;
let bin: string;
let jobs: number;

function program(name: string, script: string): void {
  fs.writeFileSync(path.join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

const git = (...args: string[]) => execFileSync('git', args, { cwd: site.project.folder, env: site.project.env });
function commit(text: string): void {
  site.project.write('src/cart.js', `export const total = (items) => ${text};\n`);
  git('add', '.');
  // Without the upkeep that git starts after a commit.
  const settings = ['user.name=Ada', 'user.email=ada@example.org', 'maintenance.auto=false'];
  git(...settings.flatMap((each) => ['-c', each]), 'commit', '-q', '-m', text.slice(0, 20));
}

beforeAll(async () => {
  calls = await openProgramForScripts();
});
afterAll(() => calls.close());
beforeEach(async () => {
  const seats = { 'reviewer-1': 'fast', 'reviewer-2': 'fast', wind: 'fast', wall: 'fast', door: 'fast' };
  site = await createSite({ agents: { fast: { kind: 'rehearsal', wordsPerSecond: 0 } }, seats, recipe: 'quick' });
  bin = path.join(site.project.root, 'bin');
  jobs = 0;
  fs.mkdirSync(bin);
  // One test starts it, the others call it.
  await calls.write(path.join(bin, 'debate-hall'));
  program('npm', `echo "$PWD: $*" >> "${site.project.root}/npm.log"; env >> "${site.project.root}/npm.env"`);
  git('init', '-q', '-b', 'main');
  commit('items.length');
  git('update-ref', 'refs/remotes/origin/main', 'main');
  git('checkout', '-q', '-b', 'change');
  commit('items.size');
});
afterEach(() => site.dispose());

const headCommit = () => String(git('rev-parse', 'HEAD')).trim();

interface Situation {
  readonly event?: string;
  readonly base?: string;
  readonly head?: string;
  readonly sha?: string;
  readonly env?: Readonly<Record<string, string>>;
}

async function job(
  inputs: Readonly<Record<string, string>> = {},
  { event = 'pull_request', head = 'acme/shop', base = 'main', sha = headCommit(), env = {} }: Situation = {},
): Promise<JobResult> {
  const temp = path.join(site.project.root, `runner-${++jobs}`);
  fs.mkdirSync(temp);
  const { NODE_OPTIONS, GITHUB_API_URL, GITHUB_TOKEN } = site.env;
  return await runJob({
    action,
    inputs,
    workspace: site.project.folder,
    temp,
    github: {
      event_name: event,
      repository: 'acme/shop',
      base_ref: base,
      token: GITHUB_TOKEN,
      event: { pull_request: { number: '12', head: { sha, repo: { full_name: head } } } },
    },
    env: {
      ...site.project.env,
      ...{ NODE_OPTIONS, GITHUB_API_URL },
      PATH: `${bin}:${site.project.env.PATH}`,
      GITHUB_REPOSITORY: 'acme/shop',
      GITHUB_SERVER_URL: 'https://github.test',
      GITHUB_RUN_ID: '7',
      GITHUB_ACTION_PATH: '/nowhere',
      ...env,
    },
  });
}

const comments = () => site.thread('issue', 12).comments.map(({ body }) => body);
const codeOf = ({ steps }: JobResult, name: string) => steps.find((step) => step.name === name)?.code;

describe('the action', () => {
  it('has no expression inside a script, where an input could become a command', () => {
    for (const { name, run, env = {} } of action.runs.steps) {
      expect([name, run ?? '']).toEqual([name, expect.not.stringContaining('${{')]);
      const secret = Object.entries(env).filter(([, value]) => /api-key/.test(value));
      if (secret.length > 0) expect(name).toBe('Debate');
    }
  });

  it.runIf(inCi)(
    'takes actions of others by their commit, and agents by an exact version that the hall was tested with',
    () => {
      for (const { uses } of action.runs.steps) {
        if (uses !== undefined) expect(uses).toMatch(/^[\w-]+(\/[\w-]+)+@[0-9a-f]{40}$/);
      }
      const kinds = { '@anthropic-ai/claude-code': 'claude', '@openai/codex': 'codex' };
      const packages = (action.inputs['agents']?.default ?? '').split(' ').map((each) => each.split(/(?<=.)@/));
      expect(packages.map(([name]) => name)).toEqual(Object.keys(kinds));
      for (const [name = '', version = ''] of packages) {
        const file = `../../src/agents/kinds/${kinds[name as keyof typeof kinds]}/index.ts`;
        const tested = /TESTED_VERSIONS = \[(.*)\]/.exec(fs.readFileSync(new URL(file, import.meta.url), 'utf8'))?.[1];
        expect(tested).toContain(`'${version}'`);
      }
    },
  );

  it.runIf(inCi).each(['push', 'issue_comment', 'schedule', 'workflow_run'])(
    'says that it needs a pull request where there is none: %s',
    async (event) => {
      const none = await job({}, { event, base: '', head: '' });
      expect(none.steps.map(({ name, code }) => [name, code])).toEqual([
        ['Check', 2],
        ['Result', 1],
      ]);
      expect(none.steps[0]?.stdout).toMatch(
        new RegExp(`^::error title=Debate Hall::This action needs a pull request, and the event ${event} has none\\.`),
      );
      expect(none.steps[1]?.stdout).toBe('');
    },
  );

  it.each([
    ['all others', () => headCommit()],
    ['one commit', () => 'b'.repeat(40)],
  ])(
    'refuses a checkout with %s and not those of the pull request, which would pass for an empty change',
    async (_, find) => {
      const sha = find();
      git('checkout', '-q', 'main');
      const { steps } = await job({}, { event: 'pull_request_target', sha });
      expect(steps.map(({ name, code }) => [name, code])).toEqual([
        ['Check', 2],
        ['Result', 1],
      ]);
      expect(steps[0]?.stdout).toContain(
        `commits of this pull request. Check them out with the ref ${sha} and fetch-depth: 0.`,
      );
    },
  );

  it.runIf(inCampaign).each([
    [0, ''],
    [1, 'ended with the code 1. It broke at 50%25. Report it.'],
    [2, 'Not started: the inputs or the configuration cannot be used. It broke at 50%25. Report it.'],
    [3, 'The panel is incomplete'],
    [4, 'Not reviewed'],
    [5, 'Stopped by a limit'],
    [6, 'Nothing was settled'],
    [7, 'found what fail-on names'],
    [130, 'Cancelled'],
  ])('has an annotation for every way to end that is no success: %s', async (code, words) => {
    program('debate-hall', `printf 'error: It broke at 50%%.\nnext:  Report it.\n' >&2; exit ${code}`);
    const { stdout = '', code: end } = (await job({ comment: 'false' })).steps.at(-1) ?? {};
    expect(end).toBe(code);
    if (code === 0) expect(stdout).toBe('');
    else expect(stdout).toMatch(/^::error title=Debate Hall::[^\n]+\n$/);
    expect(stdout).toContain(words);
  });

  it.runIf(inCi)('says why nothing was started, also where a workflow forces colour', async () => {
    const { steps } = await job({ 'fail-on': 'P9', comment: 'false' }, { env: { FORCE_COLOR: '1' } });
    expect(steps.at(-1)?.stdout).toContain('cannot be used. "P9" is not valid for --fail-on. Choose from P0, P1, P2.');
  });

  it.runIf(inCampaign)('says so where the hall or its agents cannot be installed', async () => {
    program('npm', 'exit 1');
    const { steps } = await job();
    expect(steps.map(({ name }) => name)).toEqual(['Check', 'Install', 'Comment', 'Result']);
    expect(steps.at(-1)?.stdout).toMatch(/^::error title=Debate Hall::Nothing was debated/);
  });

  it.runIf(inCampaign)('leaves the comment as it is, and says why, where there is no hall', async () => {
    fs.rmSync(path.join(bin, 'debate-hall'));
    const { steps } = await job();
    expect(steps.map(({ name, code }) => [name, code])).toEqual([
      ['Check', 0],
      ['Install', 1],
      ['Comment', 0],
      ['Result', 1],
    ]);
    expect(steps[2]).toMatchObject({ stdout: '', stderr: '' });
    expect(steps.at(-1)?.stdout).toMatch(/^::error title=Debate Hall::Nothing was debated/);
  });

  it.runIf(inCampaign)('installs the agents of all lines', async () => {
    program('debate-hall', 'exit 0');
    await job({ agents: 'one@1 two@2\n\nthree@3\n', comment: 'false' });
    expect(fs.readFileSync(path.join(site.project.root, 'npm.log'), 'utf8')).toMatch(/ -- one@1 two@2 three@3\n$/);
  });

  it.runIf(inCi)('says in an annotation that the comment could not be written', async () => {
    program('debate-hall', '[ "$1" != github ]');
    const done = await job();
    expect([done.failed, codeOf(done, 'Comment')]).toEqual([true, 1]);
    expect(done.steps.at(-2)?.stdout).toMatch(/^::error title=Debate Hall::The comment could not be written\..*\n$/);
  });

  it.runIf(inCampaign && !onPostgres)(
    'reviews the change, keeps the findings, and one comment that follows the pull request',
    async () => {
      await writeStart(path.join(bin, 'debate-hall'));
      const first = await job({ 'anthropic-api-key': KEY });
      expect(first.steps.map(({ name, code }) => [name, code])).toEqual([
        ['Check', 0],
        ['Install', 0],
        ['Debate', 0],
        ['Comment', 0],
        ['Result', 7],
      ]);
      expect(first.outputs['exit-code']).toBe('7');
      expect(first.summary).toContain('### Reviewers');
      expect(first.steps.find(({ name }) => name === 'Debate')?.stdout).toMatch(
        /^::notice title=Debate Hall::.*\n::error file=src\/cart\.js,line=1,title=P0 /,
      );
      const folder = first.outputs['folder'] ?? '';
      expect(first.used.map(({ uses }) => uses.split('@')[0])).toEqual([
        'github/codeql-action/upload-sarif',
        'actions/upload-artifact',
      ]);
      expect(
        JSON.parse(fs.readFileSync(first.used[0]?.with['sarif_file'] ?? '', 'utf8')).runs[0].results.length,
      ).toBeGreaterThan(0);
      expect(fs.readdirSync(folder)).toEqual(
        expect.arrayContaining(['debates', 'report.html', 'report.md', 'review.sarif']),
      );
      expect(comments()).toEqual([
        expect.stringMatching(/^<!-- debate-hall report review -->\n[\s\S]*Authority[\s\S]*actions\/runs\/7>/),
      ]);
      // The next push is another debate with the same comment.
      commit('items.length + 0');
      await job();
      expect(comments()).toHaveLength(1);
      expect(comments()[0]).toContain(`**Commit:** ${headCommit().slice(0, 12)}`);
      expect(String(git('status', '--porcelain'))).toBe('');
      // No key where programs of others are installed, and no .npmrc of the pull request.
      const log = fs.readFileSync(path.join(site.project.root, 'npm.log'), 'utf8');
      expect(log).toMatch(/runner-1: install --global .* -- @anthropic-ai\/claude-code@\S+ @openai\/codex@\S+/);
      expect(fs.readFileSync(path.join(site.project.root, 'npm.env'), 'utf8')).not.toContain(KEY);
    },
  );

  it.runIf(inCampaign && !onPostgres)(
    'says in the comment that nothing was debated, in place of what it said of another commit',
    async () => {
      await job();
      git('reset', '-q', '--hard', 'main');
      const nothing = await job();
      expect([nothing.outputs['exit-code'], nothing.failed]).toEqual(['0', false]);
      expect(comments()).toEqual([expect.stringContaining('## No outcome')]);
    },
  );

  it.runIf(inCi)('takes no word of an input or of a pull request for a command', async () => {
    site.project.write('debates/review.jsonl', '{"forged":true}\n');
    git('add', '-f', '.');
    commit('items.size');
    const evil = '$(touch pwned) `touch pwned`; "touch pwned" --hall=/';
    const done = await job({
      question: evil,
      args: '--rounds=1\n\n--threshold=90',
      agents: '',
      id: 'review',
    });
    expect(codeOf(done, 'Debate')).toBe(0);
    expect(done.summary).toContain('touch pwned');
    expect(fs.existsSync(site.project.path('pwned'))).toBe(false);
    expect(comments()[0]).toContain('**Outcome:** Not ready to merge: 1 P0. Agreed');
  });

  it.runIf(inCampaign && !onPostgres)('debates a question about the change', async () => {
    const done = await job({ command: 'run', question: 'Is this change safe to ship?', id: 'ship' });
    expect(done.summary).toContain('Is this change safe to ship?');
    expect(done.used.map(({ uses }) => uses.split('@')[0])).toEqual(['actions/upload-artifact']);
    expect(comments()).toEqual([expect.stringMatching(/^<!-- debate-hall report ship -->/)]);
    expect(done.outputs['exit-code']).toBe(done.steps.at(-1)?.code?.toString());
  });

  it.runIf(inCi)('keeps the exit code of a debate whose report cannot be written', async () => {
    const folder = path.join(site.project.root, 'without-export');
    fs.mkdirSync(folder);
    const program = '[ "$1" != export ] || exit 1; mkdir -p "$FOLDER/debates"; : > "$FOLDER/debates/$ID.jsonl"';
    fs.writeFileSync(path.join(folder, 'debate-hall'), `#!/bin/sh\n${program}\n`, { mode: 0o755 });
    const env = { PATH: `${folder}:${bin}:${site.project.env.PATH}` };
    const done = await job({ command: 'run', question: 'Is it safe?' }, { env });
    expect([done.failed, done.outputs['exit-code']]).toEqual([true, '0']);
    expect(done.steps.find(({ name }) => name === 'Debate')?.stdout).toContain('::error title=Debate Hall::The report');
    expect(done.steps.at(-1)?.stdout).not.toContain('Nothing was debated');
  });

  it.runIf(inCi)('takes no word of a seat for a command of the workflow', async () => {
    const folder = path.join(site.project.root, 'forging');
    fs.mkdirSync(folder);
    const program = '[ "$1" = run ] || exit 0; echo ::error::Forged; echo ::add-mask::e >&2';
    fs.writeFileSync(path.join(folder, 'debate-hall'), `#!/bin/sh\n${program}\n`, { mode: 0o755 });
    const env = { PATH: `${folder}:${bin}:${site.project.env.PATH}` };
    const done = await job({ command: 'run', question: 'Is it safe?' }, { env });
    const said = done.steps.find(({ name }) => name === 'Debate')?.stdout;
    expect(said).toMatch(
      /^::stop-commands::([0-9a-f]{32})\n(?:::error::Forged\n|::add-mask::e\n){2}\n::\1::\n(?![\s\S])/,
    );
  });

  it('takes commands again after a program that died in the middle of a line', async () => {
    program('debate-hall', '[ "$1" != run ] || { printf "Half a"; exit 1; }');
    const done = await job({ command: 'run', question: 'Is it safe?', comment: 'false' });
    const said = done.steps.find(({ name }) => name === 'Debate')?.stdout;
    expect(said).toMatch(/^::stop-commands::([0-9a-f]{32})\nHalf a\n::\1::\n/);
  });

  it('says of a job that was cancelled that it was', async () => {
    program('debate-hall', '[ "$1" != review ] || kill -9 "$PPID"');
    const { stdout, code } = (await job({ comment: 'false' })).steps.at(-1) ?? {};
    expect([code, stdout]).toEqual([130, '::error title=Debate Hall::Cancelled before it was done.\n']);
  });

  it.runIf(inCi)('takes no name of a file in the change for a command of the workflow', async () => {
    git('checkout', '-q', '-b', 'hostile');
    site.project.write('##[error]Forged.bin', 'a\0b');
    commit('items.size + 1');
    await writeStart(path.join(bin, 'debate-hall'));
    const done = await job({ comment: 'false' }, { env: { GITHUB_ACTIONS: 'true' } });
    const { stdout = '', stderr = '' } = done.steps.find(({ name }) => name === 'Debate') ?? {};
    expect(stderr).toContain('Left out of the context: ## [error]Forged.bin');
    // The runner takes a command from anywhere in a line, unless the line begins with one.
    const lines = `${stdout}\n${stderr}`.split('\n').filter((line) => !line.startsWith('::'));
    expect(lines.filter((line) => /##\[|^\s*::/.test(line))).toEqual([]);
  });

  it.runIf(inCampaign)(
    'shows the beginning of a report that is longer than a summary may be, and where all of it is',
    async () => {
      const folder = path.join(site.project.root, 'long-report');
      fs.mkdirSync(folder);
      const fill =
        'awk \'BEGIN { for (i = 0; i < 30000; i += 1) print "Zeile über die Grenze, 40 Zeichen lang: " i }\'';
      const program = `[ "$1" = run ] || exit 0; mkdir -p "$FOLDER"; ${fill} > "$FOLDER/report.md"`;
      fs.writeFileSync(path.join(folder, 'debate-hall'), `#!/bin/sh\n${program}\n`, { mode: 0o755 });
      const env = { PATH: `${folder}:${bin}:${site.project.env.PATH}` };
      const { summary } = await job({ command: 'run', question: 'Is it safe?', id: 'ship' }, { env });
      expect(Buffer.byteLength(summary)).toBeLessThan(1024 * 1024);
      expect(summary).toMatch(/^> This is .* report\.md in the artifact debate-hall-ship\.\n\nZeile[\s\S]* \d+\n$/);
      expect(summary).not.toContain('\uFFFD');
    },
  );

  it.runIf(inCi)('gives no key to a pull request from a fork, and writes no comment in its name', async () => {
    const target = await job({ 'anthropic-api-key': KEY }, { event: 'pull_request_target', head: 'mallory/shop' });
    expect(target.steps.map(({ name }) => name)).toEqual(['Check', 'Result']);
    expect([target.failed, target.steps[0]?.stdout]).toEqual([true, expect.stringContaining('from a fork')]);
    site.project.configure({});
    const fork = await job({}, { head: 'mallory/shop' });
    expect(fork.outputs['exit-code']).toBe('4');
    expect(fork.steps.at(-1)?.stdout).toContain('Pull requests from forks get no keys.');
    expect(comments()).toEqual([]);
  });
});
