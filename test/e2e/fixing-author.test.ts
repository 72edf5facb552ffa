// Authors of `review --fix` that are programs: what they can reach, what becomes of what they write, and what others make of it.
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasBubblewrap } from '../support/bubblewrap.ts';
import { inCampaign } from '../support/campaign.ts';
import { FIX_BRANCH as BRANCH, cart, FINDING, plantFault, START_FIX, seatFixers } from '../support/fix-project.ts';
import { createProject, type Project } from '../support/project.ts';

const SPEAKS_ACP = fileURLToPath(new URL('../fakes/speaks-acp.mjs', import.meta.url));

let project: Project;
let git: ReturnType<typeof plantFault>;

const seat = (author: object, reviewers: object = {}) => seatFixers(project, author, reviewers);
const fix = (...flags: string[]) => project.call([...START_FIX, '--json', ...flags]);
const readBranch = () => git('ls-tree', '-r', '--name-only', BRANCH).trim().split('\n');

beforeEach(() => {
  project = createProject();
  git = plantFault(project);
});
afterEach(() => project.dispose());

describe.runIf(hasBubblewrap)('an author that is a program', () => {
  it.runIf(inCampaign)('reaches nothing but its working tree', async () => {
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
    expect(code, stderr).toBe(3);
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

  it.runIf(inCampaign)(
    'gets no program of the repository started, and commits nothing that leads out of it or is a secret',
    async () => {
      project.write('.gitattributes', '*.locked filter=trap\n');
      project.write('b.locked', 'b\n');
      git('add', '.gitattributes', 'b.locked');
      git('commit', '-q', '-m', 'Lock');
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
            '.gitattributes': '* diff=trap\n*.trap filter=trap\n',
            'a.trap': 'a\n',
            'b.locked': 'plain\n',
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
      const { code, stdout, stderr } = await fix('-q');
      expect(code, stderr).toBe(0);
      const { end, leftOut } = JSON.parse(stdout);
      expect(end).toBe('clean');
      expect(fs.readdirSync(project.root).filter((name) => name.startsWith('sprung'))).toEqual([]);
      const files = readBranch();
      const LEFT = ['passwd', 'above', '.env', 'src/key.js', 'a.trap', 'b.locked'];
      expect(files).toEqual(expect.arrayContaining(['.gitattributes', 'inside', 'src/cart.js']));
      for (const name of LEFT.slice(0, -1)) expect(files).not.toContain(name);
      expect(git('show', `${BRANCH}:b.locked`)).toBe('b\n');
      expect(files.filter((name) => name.includes('.git/'))).toEqual([]);
      for (const name of LEFT) {
        expect(stderr).toContain(`Not committed: ${name}: `);
        expect(leftOut).toContainEqual({ source: name, reason: expect.any(String) });
      }
      expect(git('rev-parse', 'main')).toBe(git('rev-parse', 'HEAD'));
      expect(git('config', '--get', '--default', 'none', 'core.worktree')).toBe('none\n');
    },
  );

  it.runIf(inCampaign)('works on files whose names are not UTF-8, and sees no secrets under such names', async () => {
    const at = (name: string) => Buffer.from(project.path(name), 'latin1');
    for (const name of ['kept\xe9', '.env.\xe9']) fs.writeFileSync(at(name), 'one\n');
    git('add', '.', ':!src');
    git('commit', '-q', '-m', 'Names');
    for (const name of ['kept\xe9', 'new\xe9', '\xe8.pem']) fs.writeFileSync(at(name), 'two\n');
    const work = String.raw`ls -a; echo three > "$(printf 'kept\351')"; echo added > "$(printf 'added\351')"; echo key > "$(printf '\351.pem')"; d=$(printf 'd\351'); mkdir -p "$d/.git"; echo deep > "$d/x"; echo x > "$d/.git/HEAD"`;
    seat({ edits: [{ 'src/cart.js': cart(''), 'src/new.js': 'export {};\n' }], canary: { run: [work] } });
    const { code, stdout, stderr } = await fix('-q');
    // The reviewers did not get all of the change.
    expect(code, stderr).toBe(3);
    expect(stderr).toContain('Not committed: d\\351/.git: a nested git repository.\n');
    expect(stderr).toContain('Not committed: \\351.pem: usually holds secrets.\n');
    const [{ answers }] = JSON.parse(stdout).findings;
    expect(answers[0].reason).toMatch(/":"(?!.*\.env.*"\}).*kept/);
    expect(readBranch()).toEqual(expect.arrayContaining(['"added\\351"', '"d\\351/x"', '"kept\\351"', '".env.\\351"']));
    expect(readBranch()).not.toEqual(expect.arrayContaining([expect.stringMatching(/new\\351|pem/)]));
    expect(git('show', '--format=', '--name-status', BRANCH)).toMatch(/^M\t"kept\\351"$/m);
  });

  it.runIf(inCampaign)(
    'commits nothing that reviewers do not see: into the folder of the hall, or as a document of it',
    async () => {
      project.write('debates/kept.js', 'export const kept = 1;\n'.repeat(20));
      git('add', '--force', 'debates/kept.js');
      git('commit', '-q', '-m', 'Keep');
      expect((await project.call(['review', '--rehearse', '--id', 'before', '-q'])).code).toBe(0);
      const mark = '\n<!-- debate-hall report before -->\n';
      // A report is no part of what people changed, until an author changes it.
      project.write('docs/own.md', `Own words.\n${mark}`);
      project.write('docs/untouched.md', `Untouched words.\n${mark}`);
      seat({
        removes: ['debates'],
        edits: [
          {
            'src/cart.js': `${cart('')}export {};\n`,
            'debates/evil.js': 'evil();\n',
            'docs/report.md': `Words of the author.\n${mark}`,
            'docs/own.md': `Other words.\n${mark}`,
            'docs/record.json': '{\n  "threadId": "before",\n  "says": "In a record."\n}\n',
          },
        ],
      });
      const { code, stdout, stderr } = await fix();
      expect(code, stderr).toBe(0);
      expect(JSON.parse(stdout).end).toBe('clean');
      expect(stderr).toContain('Not committed: debates/evil.js: the hall keeps its debates there.');
      const files = readBranch();
      expect(files).not.toContain('debates/evil.js');
      expect(files).toContain('debates/kept.js');
      expect(files).toContain('docs/report.md');
      const calls = fs.readFileSync(path.join(project.root, 'calls'), 'utf8');
      const texts = ['Words of the author.', 'Other words.', 'In a record.', 'Untouched words.'];
      expect(texts.filter((words) => calls.includes(words))).toEqual(texts.slice(0, 3));
    },
  );

  it.runIf(inCampaign).each(['beside the hall', 'in the home'] as const)(
    'is followed by tests of the person’s choosing, which reach no more than it does where Node is installed %s',
    async (place) => {
      const { HOME } = project.env;
      const installed = place === 'in the home' ? HOME : path.join(project.root, 'installed');
      const hall = path.join(installed, 'hall');
      for (const folder of ['bin', 'lib', 'hall']) fs.mkdirSync(path.join(installed, folder), { recursive: true });
      const node = path.join(installed, 'bin', 'node');
      fs.copyFileSync(process.execPath, node);
      const planted = { home: path.join(HOME, 'planted.txt'), hall: path.join(hall, 'planted.txt') };
      for (const [name, file] of Object.entries(planted)) fs.writeFileSync(file, `planted-${name}`);
      let knocks = 0;
      const server = net.createServer((socket) => {
        knocks += 1;
        socket.destroy();
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as net.AddressInfo;
      const knock = `require('net').connect(${port}, '127.0.0.1').on('error', () => console.log('no way out'))`;
      const token = 'aB3dE5fG7h'.repeat(4).slice(0, 36);
      const lines = [
        "grep -q 'length;' src/cart.js && echo good || { echo bad; exit 1; }",
        'echo mine > "$HOME/mine" && cat "$HOME/mine"',
        `cat ${planted.home} ${planted.hall}`,
        `${node} -e "${knock}"`,
        'env',
        `printf 'ghp_%s\\n' ${token}`,
      ];
      project.write('tests.sh', lines.join('\n'));
      seat({ edits: [{ 'src/cart.js': cart('') }] });
      const env = { XDG_STATE_HOME: path.join(project.root, 'state'), PLANTED_TOKEN: 'planted-variable' };
      const flags = ['--json', '--hall', hall, '--test', 'sh tests.sh'];
      const { execPath } = process;
      process.execPath = node;
      const { code, stdout, stderr } = await project.call([...START_FIX, ...flags], { env }).finally(() => {
        process.execPath = execPath;
        server.close();
      });
      expect(code, stderr).toBe(0);
      expect(JSON.parse(stdout).tests).toEqual({ command: 'sh tests.sh', passed: true });
      const calls = fs.readFileSync(path.join(project.root, 'calls'), 'utf8');
      expect(calls).toContain('sh tests.sh passed\\n\\ngood\\nmine\\n');
      expect(fs.existsSync(path.join(HOME, 'mine'))).toBe(false);
      expect(calls).toContain('no way out\\n');
      expect(knocks).toBe(0);
      const secrets = ['planted-home', 'planted-hall', 'planted-variable', `ghp_${token}`];
      expect(secrets.filter((secret) => calls.includes(secret))).toEqual([]);
    },
  );

  it.runIf(inCampaign)('may take the whole change back, which leaves nothing to review', async () => {
    seat({ edits: [{ 'src/cart.js': cart('') }] });
    const { code, stdout, stderr } = await fix();
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ end: 'undone', findings: [{ fate: 'answered' }] });
    const again = await project.call(['review', '--resume', 'r', '--fix', '--trust', '--json']);
    expect(JSON.parse(again.stdout)).toMatchObject({ end: 'undone' });
  });

  it.runIf(inCampaign).each([
    [
      'an author that changes nothing and disputes',
      { answers: { 'R1-F1': 'disputed' } },
      { again: [{ ...FINDING, again: 'R1-F1' }] },
      'standstill',
      7,
    ],
    ['a fix that is none', {}, { again: [{ ...FINDING, again: 'R1-F1' }] }, 'limit', 7],
    ['a fix that is none, and that nobody reports again', {}, {}, 'clean', 7],
    ['a fix that is not committed, as it looks like a secret', { edits: [{ '.env': 'TOKEN=1\n' }] }, {}, 'clean', 7],
    ['a dispute that convinces', { answers: { 'R1-F1': 'disputed' } }, {}, 'clean', 0],
  ])('ends with %s', async (_, author, reviewers, end, exit) => {
    seat(author, reviewers);
    const { code, stdout, stderr } = await fix('--fix-rounds', '2');
    expect(JSON.parse(stdout).end, stderr).toBe(end);
    expect(code).toBe(exit);
  });
});

describe.runIf(hasBubblewrap)('an author that speaks the Agent Client Protocol', () => {
  const options = ['allow_once', 'allow_always', 'reject_once'].map((kind) => ({ optionId: kind, kind }));
  const place = (file: string) => [{ path: file }];
  /** What it asks for, by its own account of it, and whether it may. */
  const REQUESTS: readonly (readonly [object, boolean])[] = [
    [{ kind: 'read', locations: place('src/cart.js') }, true],
    [{ kind: 'edit', locations: place('src/cart.js') }, true],
    [{ kind: 'edit', content: [{ type: 'diff', path: 'src/new.js' }] }, true],
    [{ kind: 'delete', locations: place('src/old.js') }, true],
    [{ kind: 'move', locations: [...place('a'), ...place('b')] }, true],
    [{ kind: 'search' }, true],
    [{ kind: 'edit', locations: place('..file') }, true],
    [{ kind: 'edit', locations: place('/etc/passwd') }, false],
    [{ kind: 'edit', locations: place('../beside.txt') }, false],
    [{ kind: 'edit', locations: [...place('src/cart.js'), ...place('src/../../beside.txt')] }, false],
    [{ kind: 'edit', content: [{ type: 'diff', path: '/root/.bashrc' }] }, false],
    [{ kind: 'edit', locations: place('.git/config') }, false],
    [{ kind: 'execute', title: 'ls' }, false],
    [{ kind: 'fetch', title: 'https://example.org' }, false],
    [{ kind: 'switch_mode', title: 'Do as you like' }, false],
    [{ title: 'mcp__debate-hall__read' }, false],
    [{ kind: 'other', locations: place('src/cart.js') }, false],
  ];

  it.runIf(inCampaign)(
    'may change files of its working tree and nothing else, and what it writes elsewhere is nowhere',
    async () => {
      const asked = REQUESTS.map(([toolCall], index) => ({
        ask: {
          method: 'session/request_permission',
          params: { toolCall: { toolCallId: `${index}`, title: 'Work', ...toolCall }, options },
          into: 'permissions.txt',
        },
      }));
      const others = ['fs/write_text_file', 'fs/read_text_file', 'terminal/create'].map((method) => ({
        ask: { method, params: { path: '/etc/passwd', content: 'x', command: 'ls' }, into: 'others.txt' },
      }));
      const outside = [project.path('src/cart.js'), path.join(project.root, 'beside.txt'), '../beside.txt'];
      const answers = [{ id: 'R1-F1', lines: [], reason: 'Counted to the end.', answer: 'fixed' }];
      const told = {
        log: '/tmp/heard',
        turns: [
          [
            ...[...asked, ...others],
            {
              write: {
                'src/cart.js': `${cart('')}export {};\n`,
                ...Object.fromEntries(outside.map((file) => [file, 'x'])),
              },
            },
            { say: JSON.stringify({ answers }) },
          ],
        ],
      };
      const argv = [process.execPath, SPEAKS_ACP, JSON.stringify(told)];
      seatFixers(project, {}, {}, { zed: { kind: 'acp', works: true, argv } });
      const { code, stdout, stderr } = await fix('--author', 'zed');
      expect(code, stderr).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ end: 'clean', findings: [{ fate: 'fixed' }] });
      const heard = (name: string) =>
        git('show', `${BRANCH}:${name}`)
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line));
      const allowed = heard('permissions.txt').map(({ outcome }) => outcome.optionId === 'allow_once');
      expect(REQUESTS.map(([toolCall], index) => [toolCall, allowed[index]])).toEqual(REQUESTS);
      expect(heard('others.txt')).toEqual(others.map(() => expect.stringContaining('Declined')));
      expect(git('show', `${BRANCH}:src/cart.js`)).toBe(`${cart('')}export {};\n`);
      expect(fs.readFileSync(project.path('src/cart.js'), 'utf8')).toBe(cart(' - 1'));
      expect(fs.existsSync(path.join(project.root, 'beside.txt'))).toBe(false);
    },
  );
});

it.each([
  ['an agent of the Agent Client Protocol that was not said to work', { kind: 'acp', argv: ['node'] }, '"works": true'],
  ['gemini', { kind: 'gemini' }, 'it loads instructions from the repository, such as its GEMINI.md'],
  [
    'a service without a program',
    { kind: 'openai-http', baseUrl: 'http://127.0.0.1:9/v1', model: 'm' },
    'it changes no files',
  ],
])('%s is no author, and the error says why and names those that are', async (_, settings, why) => {
  seatFixers(project, {}, {}, { other: settings });
  const { code, stderr } = await fix('--author', 'other');
  expect(code).toBe(2);
  expect(stderr).toContain('"other" cannot be an author: it ');
  expect(stderr).toContain(why);
  expect(stderr).toMatch(/These can: .*writer.*human\./);
});
