// Authors of `review --fix` that are programs: what they can reach, what becomes of what they write, and what others make of it.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasBubblewrap } from '../support/bubblewrap.ts';
import { createProject, type Project } from '../support/project.ts';

const AUTHOR = fileURLToPath(new URL('../fakes/fixes-change.mjs', import.meta.url));
const REVIEWER = fileURLToPath(new URL('../fakes/reviews-change.mjs', import.meta.url));
const BRANCH = 'debate-hall/r';

const FINDING = {
  severity: 'P1',
  title: 'The last item is never counted',
  file: 'src/cart.js',
  line: 2,
  detail: 'The loop ends before it.',
  fix: 'Use `<=`.',
  evidence: 'items.length - 1',
};
const cart = (end: string) => `export function count(items) {\n  return items.length${end};\n}\n`;

let project: Project;
const git = (...args: string[]): string =>
  execFileSync('git', ['-C', project.folder, '-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
    encoding: 'utf8',
  });

function seat(author: object, reviewers: object = {}): void {
  const shared = { kind: 'command', prompt: 'stdin', output: { format: 'json', path: 'text' } };
  const reviewer = (as: string) => ({
    ...shared,
    sandbox: 'off',
    argv: [
      process.execPath,
      REVIEWER,
      JSON.stringify({ log: path.join(project.root, 'calls'), as, findings: [FINDING], ...reviewers }),
    ],
  });
  project.configure({
    agents: {
      ada: reviewer('ada'),
      bob: reviewer('bob'),
      writer: {
        ...shared,
        works: true,
        output: { format: 'text' },
        argv: [process.execPath, AUTHOR, JSON.stringify(author)],
      },
    },
    agentRetries: 0,
  });
}

const fix = (...flags: string[]) =>
  project.call([
    'review',
    '--id',
    'r',
    '--agents',
    'ada,bob',
    '--rounds',
    '0',
    '--fix',
    '--author',
    'writer',
    '--trust',
    '--json',
    ...flags,
  ]);
const readBranch = () => git('ls-tree', '-r', '--name-only', BRANCH).trim().split('\n');

beforeEach(() => {
  project = createProject();
  project.write('.gitignore', 'debate-hall.config.json\n');
  project.write('src/cart.js', cart(''));
  git('init', '-q', '-b', 'main', '--template=');
  git('add', '.');
  git('commit', '-q', '-m', 'Begin');
  project.write('src/cart.js', cart(' - 1'));
});
afterEach(() => project.dispose());

describe.runIf(hasBubblewrap)('an author that is a program', () => {
  it('reaches nothing but its working tree', async () => {
    const secret = path.join(project.env.HOME, 'secret.txt');
    fs.writeFileSync(secret, 'a-secret');
    project.write('.env', 'TOKEN=a-secret\n');
    project.write('src/other.js', 'export {};\n');
    let knocks = 0;
    const server = net.createServer(() => {
      knocks += 1;
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as net.AddressInfo;
    const outside = [
      ...[project.path('src/cart.js'), project.path('.git/hooks/post-commit'), project.path('.git/config')],
      ...[path.join(project.env.HOME, '.bashrc'), path.join(project.root, 'beside.txt'), '../beside.txt'],
    ];
    seat({
      edits: [{ 'src/cart.js': cart('') }],
      canary: {
        write: outside,
        read: [secret, project.path('.env'), project.path('debate-hall.config.json'), '.env'],
        ports: [port],
        hosts: ['example.org', '127.0.0.1'],
        run: ['git log', 'cat .git'],
      },
    });
    const kept = outside
      .map((file) => path.resolve(project.root, file))
      .map((file) => fs.existsSync(file) && fs.readFileSync(file, 'utf8'));
    const { code, stdout, stderr } = await fix();
    server.close();
    expect(code, stderr).toBe(0);
    const { findings } = JSON.parse(stdout);
    expect(findings, stdout.slice(0, 300) + stderr.slice(0, 900)).toHaveLength(1);
    const attempts = JSON.parse(findings[0].answers[0].reason.replace(/^Done\. /, ''));
    for (const [name, result] of Object.entries(attempts)) {
      if (name.startsWith('host ')) expect([name, result]).toEqual([name, 'HTTP/1.1 403 Forbidden']);
      else if (name === 'run cat .git') expect(result).toContain('gitdir: ');
      // Some folders are there, empty and its own, such as its home.
      else if (!name.startsWith('write ')) expect([name, result]).toEqual([name, expect.stringContaining('refused')]);
    }
    expect(kept).toEqual(
      outside
        .map((file) => path.resolve(project.root, file))
        .map((file) => fs.existsSync(file) && fs.readFileSync(file, 'utf8')),
    );
    expect(knocks).toBe(0);
    expect(stdout).not.toContain('a-secret');
    const shown = await project.call(['show', JSON.parse(stdout).debates[1], '--json']);
    expect(shown.stdout).toContain('example.org, which it may not reach');
    expect(git('show', `${BRANCH}:src/cart.js`)).toBe(cart(''));
  });

  it('gets no program of the repository started, and commits nothing that leads out of it or is a secret', async () => {
    const mark = path.join(project.root, 'sprung');
    const trap = `#!/bin/sh\ntouch ${mark}-$(basename $0)\ncat\n`;
    for (const hook of ['post-checkout', 'pre-commit', 'post-commit', 'reference-transaction', 'post-index-change']) {
      fs.mkdirSync(project.path('.git/hooks'), { recursive: true });
      fs.writeFileSync(project.path('.git/hooks', hook), trap, { mode: 0o755 });
    }
    project.write('trap.sh', trap);
    for (const key of [
      'filter.trap.clean',
      'filter.trap.smudge',
      'filter.trap.process',
      'core.fsmonitor',
      'diff.trap.command',
    ]) {
      git('config', key, `touch ${mark}-${key}; cat`);
    }
    seat({
      removes: ['.git'],
      edits: [
        {
          '.git/config': `[core]\n\tfsmonitor = "touch ${mark}-own"\n\tworktree = ${project.folder}\n`,
          '.git/HEAD': 'ref: refs/heads/main\n',
          '.gitattributes': '* filter=trap diff=trap\n',
          'src/cart.js': cart(''),
          'nested/.git/HEAD': 'ref: refs/heads/main\n',
          'nested/.git/config': `[core]\n\tfsmonitor = "touch ${mark}-nested"\n`,
          'nested/file.js': 'export {};\n',
          passwd: { link: '/etc/passwd' },
          above: { link: '../../home' },
          inside: { link: 'src/cart.js' },
          '.env': 'TOKEN=1\n',
          'src/key.js': ['export const key = "gh', 'p_', 'x7Kq2mZ9'.repeat(5), '";\n'],
        },
      ],
    });
    const { code, stdout, stderr } = await fix();
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout).end).toBe('clean');
    expect(fs.readdirSync(project.root).filter((name) => name.startsWith('sprung'))).toEqual([]);
    const files = readBranch();
    expect(files).toEqual(expect.arrayContaining(['.gitattributes', 'inside', 'src/cart.js']));
    for (const name of ['passwd', 'above', '.env', 'src/key.js']) expect(files).not.toContain(name);
    expect(files.filter((name) => name.includes('.git/'))).toEqual([]);
    for (const name of ['passwd', 'above', '.env', 'src/key.js']) expect(stderr).toContain(`Not committed: ${name}: `);
    expect(git('rev-parse', 'main')).toBe(git('rev-parse', 'HEAD'));
    expect(git('config', '--get', '--default', 'none', 'core.worktree')).toBe('none\n');
  });

  it('is followed by tests of the person’s choosing, which reach no more than it does', async () => {
    project.write(
      'tests.sh',
      `#!/bin/sh\ngrep -q 'length;' src/cart.js && echo good || { echo bad; exit 1; }\ncat ${project.env.HOME}/secret.txt\ntrue\n`,
    );
    fs.writeFileSync(path.join(project.env.HOME, 'secret.txt'), 'a-secret');
    seat({ edits: [{ 'src/cart.js': cart('') }] });
    const { code, stdout, stderr } = await fix('--test', 'sh tests.sh');
    expect(code, stderr).toBe(0);
    const summary = JSON.parse(stdout);
    expect(summary.tests).toEqual({ command: 'sh tests.sh', passed: true });
    const calls = fs.readFileSync(path.join(project.root, 'calls'), 'utf8');
    expect(calls).toContain('sh tests.sh passed\\n\\ngood\\n');
    expect(calls).not.toContain('a-secret');
  });

  it('may take the whole change back, which leaves nothing to review', async () => {
    seat({ edits: [{ 'src/cart.js': cart('') }] });
    const { code, stdout, stderr } = await fix();
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ end: 'undone', findings: [{ fate: 'answered' }] });
    const again = await project.call(['review', '--resume', 'r', '--fix', '--trust', '--json']);
    expect(JSON.parse(again.stdout)).toMatchObject({ end: 'undone' });
  });

  it.each([
    [
      'an author that changes nothing and disputes',
      { answers: { 'R1-F1': 'disputed' } },
      { again: [{ ...FINDING, again: 'R1-F1' }] },
      'standstill',
      7,
    ],
    ['a fix that is none', {}, { again: [{ ...FINDING, again: 'R1-F1' }] }, 'limit', 7],
    ['a dispute that convinces', { answers: { 'R1-F1': 'disputed' } }, {}, 'clean', 0],
  ])('ends with %s', async (_, author, reviewers, end, exit) => {
    seat(author, reviewers);
    const { code, stdout, stderr } = await fix('--fix-rounds', '2');
    expect(JSON.parse(stdout).end, stderr).toBe(end);
    expect(code).toBe(exit);
  });
});
