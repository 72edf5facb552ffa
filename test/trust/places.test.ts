// A project keeps its debates inside its repository, or asks first; links change nothing about that.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callProgramIn } from '../support/call-program.ts';
import { inCi } from '../support/campaign.ts';
import { createProject, type Project } from '../support/project.ts';

let project: Project;
let outside: string;
beforeEach(() => {
  project = createProject();
  fs.mkdirSync(project.path('.git'));
  outside = path.join(project.root, 'outside');
  fs.mkdirSync(outside);
});
afterEach(() => project.dispose());

const run = (args: readonly string[], env: Record<string, string> = {}) =>
  project.call(args, { env: { DEBATE_HALL_TRUST: '', ...env } });

const WAYS: readonly (readonly [string, () => void])[] = [
  ['a path upwards', () => project.configure({ hall: '../outside' })],
  ['an absolute path', () => project.configure({ hall: outside })],
  ['a path into git itself', () => project.configure({ hall: '.git/debates' })],
  ['the person’s home', () => project.configure({ hall: '~/debates' })],
  ['a variable in .env', () => project.write('.env', `DEBATE_HALL_DIR=${outside}\n`)],
  ['a link in place of the default folder', () => fs.symlinkSync(outside, project.debates)],
  [
    'a link on the way',
    () => {
      fs.symlinkSync(outside, project.path('link'));
      project.configure({ hall: 'link/in' });
    },
  ],
  [
    'a link in place of its hidden folder',
    () => {
      fs.mkdirSync(project.debates);
      fs.symlinkSync(outside, path.join(project.debates, '.hall'));
    },
  ],
  [
    'a link in place of a ledger',
    () => {
      fs.mkdirSync(project.debates);
      fs.symlinkSync(path.join(outside, 'x.jsonl'), path.join(project.debates, 'x.jsonl'));
    },
  ],
];

describe('a hall outside the repository', () => {
  it.each(WAYS)('is not used when it comes by %s', async (_, set) => {
    set();
    const before = fs.readdirSync(project.folder).sort();
    const { code, stdout, stderr } = await run(['open', '--json', '--id', 'd', 'Should we?']);
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'not-trusted' } });
    expect(stderr).toContain('debate-hall trust add');
    expect(fs.readdirSync(outside)).toEqual([]);
    expect(fs.readdirSync(project.folder).sort()).toEqual(before);
  });

  it.each([
    ['webhooks', 'list'],
    ['webhooks', 'retry'],
    ['keys', 'list'],
    ['keys', 'add', 'ana'],
    ['eval', 'questions.jsonl', '--arms', 'one,vote:3', '--rehearse'],
  ])('holds nothing else that is read or written either: %s %s', async (...args) => {
    project.write('questions.jsonl', '{"input":"Is it red?","target":"yes"}\n');
    const hall = path.join(project.debates, '.hall');
    fs.mkdirSync(project.debates);
    fs.symlinkSync(outside, hall);
    fs.mkdirSync(path.join(outside, 'keys'));
    fs.writeFileSync(path.join(outside, 'keys', '0123456789ab.json'), 'canary');
    const { code, stderr } = await run(args);
    expect([code, stderr]).toEqual([2, expect.stringContaining('the project is not trusted')]);
    expect(fs.readdirSync(project.debates)).toEqual(['.hall']);
    expect(fs.readdirSync(outside, { recursive: true }).sort()).toEqual(['keys', 'keys/0123456789ab.json']);
  });

  it.each<readonly [string, RegExp, () => void]>([
    ['leads to what is not there yet', /ENOENT/, () => fs.symlinkSync(path.join(outside, 'later'), project.debates)],
    ['leads to itself', /ELOOP/, () => fs.symlinkSync('debates', project.debates)],
    ['nobody may read', /EACCES/, () => fs.mkdirSync(project.debates, { mode: 0o300 })],
  ])('that cannot be looked at is an error before any question of trust: one that %s', async (_, code, set) => {
    set();
    // Permissions mean nothing to root.
    const options = { env: { DEBATE_HALL_TRUST: '' }, ...(process.getuid?.() === 0 ? { uid: 65_534 } : {}) };
    if ('uid' in options)
      for (const each of [project.root, project.folder, project.debates]) fs.lchownSync(each, 65_534, 65_534);
    for (const args of [['list'], ['open', '--id', 'd', 'Should we?'], ['keys', 'add', 'ana']]) {
      const { code: exit, stderr } = await project.call(args, options);
      expect([args, exit, stderr]).toEqual([args, 1, expect.stringMatching(code)]);
      expect(stderr).toMatch(/^error: Cannot read \S+debates: .+\nnext: /m);
      expect(stderr).not.toContain('trust');
    }
    fs.lchownSync(project.debates, process.getuid?.() ?? 0, process.getgid?.() ?? 0);
    expect(fs.readdirSync(outside)).toEqual([]);
    if (!fs.lstatSync(project.debates).isSymbolicLink()) expect(fs.readdirSync(project.debates)).toEqual([]);
  });

  it('stops only what needs debates, and another one may be named', async () => {
    project.configure({ hall: '../outside' });
    expect((await run(['list'])).code).toBe(2);
    expect((await run(['config', 'explain'])).code).toBe(0);
    const { checks } = JSON.parse((await run(['doctor', '--json'])).stdout) as { checks: { name: string }[] };
    expect(checks.map(({ name }) => name)).toEqual(['node', 'configuration', 'trust', 'sandbox', 'agents']);
    expect((await run(['open', '--hall', 'mine', '--id', 'd', 'Should we?'])).code).toBe(0);
    expect(fs.readdirSync(outside)).toEqual([]);
  });

  it('is used once it is trusted, until the link leads elsewhere', async () => {
    fs.symlinkSync(outside, project.debates);
    const added = await run(['trust', 'add']);
    expect(added.stderr).toContain(`hall: keeps debates in ${outside}, outside the repository`);
    expect((await run(['open', '--id', 'd', 'Should we?'])).code).toBe(0);
    expect(fs.existsSync(path.join(outside, 'd.jsonl'))).toBe(true);
    fs.unlinkSync(project.debates);
    fs.symlinkSync(project.scratch, project.debates);
    expect((await run(['open', '--id', 'e', 'Should we?'])).code).toBe(2);
  });

  it('is trusted with the links in it, each as it leads now', async () => {
    const link = path.join(project.debates, '.hall');
    fs.mkdirSync(project.debates);
    fs.symlinkSync(outside, link);
    expect((await run(['trust', 'add'])).stderr).toContain(`through the link ${link} to ${outside}`);
    expect((await run(['list'])).code).toBe(0);
    fs.unlinkSync(link);
    fs.symlinkSync(project.scratch, link);
    expect((await run(['list'])).code).toBe(2);
    fs.unlinkSync(link);
    fs.symlinkSync(outside, link);
    expect((await run(['list'])).code).toBe(0);
    fs.symlinkSync(project.scratch, path.join(project.debates, 'x.jsonl'));
    const { code, stderr } = await run(['list']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('these settings are ignored: hall.')]);
  });

  it('needs nothing where it is inside, or the person chose it', async () => {
    project.configure({ hall: './records' });
    fs.mkdirSync(project.path('packages'));
    expect((await run(['open', '--id', 'd', 'Should we?'])).stderr).not.toContain('trust');
    project.configure({});
    expect((await run(['open', '--id', 'd', 'Should we?'], { DEBATE_HALL_DIR: outside })).code).toBe(0);
    fs.mkdirSync(path.join(project.env.HOME, '.config/debate-hall'), { recursive: true });
    fs.writeFileSync(path.join(project.env.HOME, '.config/debate-hall/config.json'), JSON.stringify({ hall: outside }));
    expect((await run(['open', '--id', 'e', 'Should we?'])).stderr).not.toContain('trust');
  });
});

describe('what is trusted in one folder of a project', () => {
  const TEXTS: typeof WAYS = [
    ['texts of its own', () => project.configure({ prompts: 'texts' })],
    ['texts that a variable in .env names', () => project.write('.env', 'DEBATE_HALL_PROMPTS=texts\n')],
  ];

  it.each([...WAYS, ...TEXTS])('is trusted in each of them: %s', async (_, set) => {
    project.write('texts/wind-wall-door/wind.md', 'You are a text of the project.');
    fs.mkdirSync(project.path('packages'));
    set();
    const place = { folder: project.path('packages'), env: { ...project.env, DEBATE_HALL_TRUST: '' } };
    const isIgnored = async () => {
      const { stdout } = await callProgramIn(place, ['config', 'explain', '--json']);
      return (JSON.parse(stdout) as { ignored?: true }[]).some((row) => row.ignored === true);
    };
    expect(await isIgnored()).toBe(true);
    expect((await run(['trust', 'add'])).code).toBe(0);
    expect(await isIgnored()).toBe(false);
  });
});

describe('a .env', () => {
  it('is nothing but what is trusted', async () => {
    project.write('.env', 'DEBATE_HALL_RECIPE=deep\nDATABASE_URL=x\n');
    const recipe = async () => {
      const rows = JSON.parse((await run(['config', 'explain', '--all', '--json'])).stdout) as {
        path: string;
        value: string;
      }[];
      return rows.find((row) => row.path === 'recipe')?.value;
    };
    expect(await recipe()).toBe('standard');
    await run(['trust', 'add']);
    expect(await recipe()).toBe('deep');
    // What is not read from it needs no new decision; what is read does.
    project.write('.env', 'DEBATE_HALL_RECIPE=deep\nDATABASE_URL=y\n');
    expect(await recipe()).toBe('deep');
    project.write('.env', 'DEBATE_HALL_RECIPE=quick\n');
    expect(await recipe()).toBe('standard');
  });

  it('that is a pipe makes nobody wait', async () => {
    const { execFileSync } = await import('node:child_process');
    execFileSync('mkfifo', [project.path('.env')]);
    const { code, stderr } = await run(['list']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('not a regular file')]);
  });
});

describe('a home that would lie in the project', () => {
  it.each(['', '.', 'packages'])('is not the person’s where HOME is "%s"', async (home) => {
    const clone = path.join(project.folder, home);
    const write = (name: string, text: string) => {
      fs.mkdirSync(path.dirname(path.join(clone, name)), { recursive: true });
      fs.writeFileSync(path.join(clone, name), text);
    };
    write('.config/debate-hall/config.json', JSON.stringify({ hall: outside, agents: { claude: { path: './evil' } } }));
    write('.codex/auth.json', '{}');
    const before = fs.readdirSync(project.folder, { recursive: true }).sort();
    const env = { HOME: home, DEBATE_HALL_TRUST: '' };
    const explained = await project.call(['config', 'explain'], { env });
    expect(explained).toMatchObject({ code: 0, stderr: expect.not.stringContaining('evil') });
    expect(explained.stdout).not.toContain('evil');
    const printed = await project.call(['mcp', 'install', '--client', 'codex', '--print'], { env });
    expect(printed.stderr).toMatch(/^codex: \//);
    expect(printed.stderr).not.toContain(project.folder);
    expect((await project.call(['uninstall', '--dry-run'], { env })).stdout).not.toContain(clone + path.sep);
    expect(fs.readdirSync(project.folder, { recursive: true }).sort()).toEqual(before);
  });

  it.runIf(inCi && process.getuid?.() === 0)('is needed by what would be kept in it', async () => {
    const nobody = { uid: 54_321, env: { HOME: '.', DEBATE_HALL_TRUST: '' } };
    project.configure({ agents: { claude: { path: './evil' } } });
    for (const file of [project.root, project.folder]) fs.chmodSync(file, 0o777);
    expect((await project.call(['list'], nobody)).code).toBe(0);
    const { code, stderr } = await project.call(['trust', 'add', '--yes'], nobody);
    expect([code, stderr]).toEqual([1, expect.stringContaining('Set HOME to the absolute path of your home folder.')]);
    expect(fs.existsSync(project.path('.local'))).toBe(false);
  });
});
