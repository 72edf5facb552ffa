// Folders that cannot be read or written, a disk that is full, a clock that goes back: a clear error, nothing lost, and
// the debate goes on afterwards.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { format } from '../../src/formats/wind-wall-door/index.ts';
import { openHall } from '../../src/hall/compose/hall.ts';
import { openDebate } from '../../src/hall/operations/debate/opening/open-debate.ts';
import { Engine } from '../../src/ledger/engine/engine.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { plantLoading } from '../support/fix-project.ts';
import { openRequest, openTestStore, person } from '../support/hall.ts';
import { createProject, MAIN, type Project, quickRehearsal } from '../support/project.ts';
import { onPostgres } from '../support/shared-store.ts';
import { canMount } from '../support/small-disk.ts';

const IS_ROOT = process.getuid?.() === 0;
const NOBODY = 65_534;
/** What is wrong with a folder and its files; test/shared-hall/faults.test.ts has what is wrong with a database. */
const isNoFolder = onPostgres;
/** Permissions mean nothing to root, so the program is then started as someone else. */
const asUser = IS_ROOT ? { uid: NOBODY } : {};

const claudeEverywhere = ['wind', 'wall', 'door'].flatMap((seat) => [`--${seat}`, 'claude']);

let project: Project;
beforeEach(() => {
  project = createProject();
  if (!IS_ROOT) return;
  for (const each of [project.root, project.folder, project.scratch]) fs.chownSync(each, NOBODY, NOBODY);
});
afterEach(() => {
  if (fs.existsSync(project.debates)) fs.chmodSync(project.debates, 0o755);
  project.dispose();
});

const user = (...args: string[]) => project.call(args, asUser);
/** The same as a process. */
const userStarts = (...args: string[]) => project.run(args, asUser);

async function refused(...args: string[]) {
  const done = await user(...args);
  expect([args.join(' '), done.code]).toEqual([args.join(' '), 1]);
  expect(done.stderr).toMatch(/error: Cannot .+\(E[A-Z]+\)\.\nnext: /);
  return done;
}

async function begun() {
  await user('open', '--id', 'd', 'Should we?');
  expect((await user('say', 'd', '--seat', 'wind', 'Why not?')).code).toBe(0);
}

describe.skipIf(isNoFolder || process.platform === 'win32')('permissions', () => {
  it.runIf(inCampaign)('to read are missing: every command says so', async () => {
    await begun();
    fs.chmodSync(project.debates, 0o000);
    await refused('list');
    await refused('show', 'd');
    await refused('verify', 'd');
    await refused('open', '--id', 'e', 'Should we?');
    await refused('say', 'd', '--seat', 'wall', 'No.');
    await refused('run', '--rehearse', '--id', 'e', 'Should we?');
    expect((await userStarts('show', 'd')).stderr).toMatch(/error: Cannot .+\(E[A-Z]+\)\.\nnext: /);
    const doctor = await user('doctor', '--json');
    expect(doctor.stderr).not.toContain('internal error');
    fs.chmodSync(project.debates, 0o755);
    expect((await user('verify', 'd')).code).toBe(0);
  });

  it('to read one ledger are missing: the others are still listed', async () => {
    await begun();
    await user('open', '--id', 'e', 'Should we?');
    fs.chmodSync(project.ledger('d'), 0o000);
    await refused('show', 'd');
    const { code, stdout } = await user('list');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^e +\S+ +open/m);
    expect(stdout).toMatch(/^d +unreadable.*permission/m);
  });

  it.each<readonly [string, (ledger: string) => void]>([
    ['a link that leads to itself', (ledger) => fs.symlinkSync(path.basename(ledger), ledger)],
    ['a link that leads nowhere', (ledger) => fs.symlinkSync('/not/mounted', ledger)],
    ['a folder', (ledger) => fs.mkdirSync(ledger)],
    ['a pipe', (ledger) => execFileSync('mkfifo', [ledger])],
  ])('are of no use where %s is in place of a ledger: its row says so', async (_, put) => {
    await begun();
    put(project.ledger('x'));
    expect((await user('list')).stdout).toMatch(
      /^x +unreadable[\s\S]+^d +\S+ +open|^d +\S+ +open[\s\S]+^x +unreadable/m,
    );
    expect((await user('doctor')).stdout).toContain('2 debates, 1 unreadable: x');
    expect((await user('search', 'why')).code).toBe(0);
    for (const command of ['show', 'verify']) {
      const { code, stderr } = await user(command, 'x');
      expect([code, stderr]).toEqual([1, expect.stringMatching(/^error: .+\n(?:.*\n)*next: /m)]);
      expect(stderr).not.toContain('internal error');
    }
  });

  it.runIf(inCi)('to write are missing: reading works, writing says so, and nothing changes', async () => {
    await begun();
    await user('resume', 'd');
    const before = project.ledgers.text('d');
    execFileSync('chmod', ['-R', 'a-w', project.debates]);
    for (const args of [['show', 'd'], ['list'], ['verify', 'd'], ['export', 'd'], ['watch', 'd']]) {
      const { code, stderr } = await user(...args);
      expect([args, code, stderr.includes('error')]).toEqual([args, 0, false]);
    }
    await refused('say', 'd', '--seat', 'wall', 'No.');
    await refused('open', '--id', 'e', 'Should we?');
    await refused('resume', 'd');
    await refused('kill', 'd', 'why');
    expect(project.ledgers.text('d')).toBe(before);
    execFileSync('chmod', ['-R', 'u+w', project.debates]);
    expect((await user('say', 'd', '--seat', 'wall', 'No.')).code).toBe(0);
    expect((await user('verify', 'd')).code).toBe(0);
  });

  it('to write the rules for git are missing in a hall of several people: the debates go on', async () => {
    await begun();
    const rules = path.join(project.debates, '.gitignore');
    const mine = '*.jsonl\n.hall/';
    fs.writeFileSync(rules, mine);
    if (IS_ROOT) fs.chownSync(rules, 0, 0);
    fs.chmodSync(rules, 0o444);
    expect((await user('resume', '--rehearse', 'd')).stderr).not.toContain('Cannot');
    const { code, stderr } = await user('open', 'Should we share?');
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('error')]);
    expect(fs.readFileSync(rules, 'utf8')).toBe(mine);
    fs.chmodSync(rules, 0o644);
  });

  it('a file stands where the hall should be', async () => {
    project.write('debates', 'I am a file.');
    await refused('open', '--id', 'd', 'Should we?');
    await refused('list');
    fs.rmSync(project.debates);
  });
});

describe.skipIf(isNoFolder || process.platform === 'win32')(
  'a hall that cannot be reached is not called empty:',
  () => {
    const link = (target: string) => fs.symlinkSync(target, project.path('link'));
    const WAYS: readonly (readonly [why: string, hall: string, make: () => void])[] = [
      ['a link leads nowhere', 'link', () => link('/not/mounted')],
      ['a link on its path leads nowhere', 'link/debates', () => link('/not/mounted')],
      ['a link leads to itself', 'link', () => link('link')],
      ['its path leads through a file', 'a-file/debates', () => project.write('a-file', '')],
      ['its name is too long', 'n'.repeat(300), () => {}],
      [
        'the folder above cannot be read',
        'locked/debates',
        () => fs.mkdirSync(project.path('locked'), { mode: 0o000 }),
      ],
    ];
    const LOOKS = [
      ['list'],
      ['verify', '--all'],
      ['hall', 'export', '--to', 'copy'],
      ['stats'],
      ['search', 'zebra'],
      ['recall', 'zebra'],
      ['calibration'],
    ];
    const COMMANDS = [
      ...LOOKS,
      ...[
        ['show', 'd'],
        ['export', 'd'],
        ['keys', 'list'],
        ['webhooks', 'list'],
        ['outcome', 'd', 'right'],
      ],
    ];
    const CASES = WAYS.flatMap((way, at) =>
      (at === 0 || inCampaign ? COMMANDS : [['list']]).map((args) => [args.join(' '), ...way, args] as const),
    );

    it.runIf(inCi).each(CASES)('%s: %s', async (_name, _why, hall, make, args) => {
      make();
      await refused(...args, '--hall', hall);
      expect(fs.existsSync(project.path('copy'))).toBe(false);
    });

    it.each(LOOKS)('%s: nor is one that is named and not there', async (...args) => {
      const { code, stdout, stderr } = await user(...args, '--hall', 'mistyped');
      expect([code, stdout, stderr]).toEqual([
        2,
        '',
        expect.stringMatching(/^error: There is no .+mistyped\.\nnext: /),
      ]);
    });

    it('a name with a NUL is refused where it is set', async () => {
      project.configure({ hall: 'a\0b' });
      const { code, stderr } = await user('list');
      expect([code, stderr]).toEqual([2, expect.stringContaining('must not have a NUL character')]);
    });

    it.each(WAYS)('doctor: %s', async (_, hall, make) => {
      make();
      const { stdout } = await user('doctor', '--json', '--hall', hall);
      const found = (JSON.parse(stdout) as { checks: { name: string }[] }).checks.find(({ name }) => name === 'hall');
      expect(found).toMatchObject({ ok: false, message: expect.stringContaining('Cannot read') });
    });
  },
);

it.runIf(!isNoFolder && inCampaign)(
  'a ledger that has no line end in 3 GiB hides no other one and can be deleted',
  async () => {
    await begun();
    fs.writeFileSync(project.ledger('big'), project.ledgers.text('d').slice(0, 200));
    fs.truncateSync(project.ledger('big'), 3 * 1024 ** 3);
    const why = 'A line of the ledger is longer than 256 MiB.';
    expect((await project.call(['list'])).stdout).toMatch(new RegExp(`^big +damaged +${why}$[^]+^d +\\S+ +open`, 'm'));
    const shown = await project.call(['show', 'big']);
    expect([shown.code, shown.stderr]).toEqual([1, expect.stringContaining(`${why}\nnext:  Restore the ledger`)]);
    expect((await project.call(['delete', 'big', '--yes'])).code).toBe(0);
    expect(fs.existsSync(project.ledger('big'))).toBe(false);
  },
);

it.runIf(!isNoFolder && inCi)('a key whose file is damaged is named', async () => {
  await project.call(['keys', 'add', 'ada', '--role', 'reader']);
  const keys = project.path('debates', '.hall', 'keys');
  const [file = ''] = fs.readdirSync(keys).filter((name) => name.endsWith('.json'));
  fs.writeFileSync(path.join(keys, file), '{');
  const { code, stderr } = await project.call(['keys', 'list']);
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining(`The key "${path.basename(file, '.json')}" cannot be read`),
  ]);
});

describe('what is wrong with the surroundings is no fault of the program', () => {
  it.each(['HOME', 'XDG_CONFIG_HOME', 'XDG_STATE_HOME', 'XDG_CACHE_HOME'])('%s is a file', async (name) => {
    project.write('a-file', '');
    const { code, stderr } = await project.call(['list'], { env: { [name]: project.path('a-file') } });
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('error')]);
  });

  it.each(['a-file', 'missing'])('TMPDIR is %s: the folder is named, not the program of a seat', async (name) => {
    project.write('a-file', '');
    project.configure({ agents: { rehearsal: quickRehearsal }, agentRetries: 0 });
    const args = ['run', '--rehearse', '--recipe', 'quick', '--id', 'd', 'Tabs or spaces?'];
    const { code, stderr } = await project.run(args, { env: { TMPDIR: project.path(name) } });
    expect([code, stderr]).toEqual([
      expect.any(Number),
      expect.stringContaining(`${project.path(name)} cannot be written`),
    ]);
    expect(stderr).toContain('set TMPDIR to another folder');
    expect(stderr).not.toMatch(/not found|internal error/);
  });

  it.runIf(inCi).each([
    ['what is trusted', ['trust', 'add'], /Cannot write what is trusted to \S+/],
    ['what an agent was seen doing', ['doctor', '--agent', 'ada', '--loopback'], /Cannot write to \S+checked-agents/],
  ])('XDG_STATE_HOME is a file: %s cannot be written, and the next step names it', async (_, args, what) => {
    const env = { XDG_STATE_HOME: project.write('a-file', '') };
    project.configure({ agents: { ada: project.seat('ada') } });
    const { code, stderr } = await project.call(args, { env });
    expect(code, stderr).toBe(1);
    expect(stderr).toMatch(what);
    expect(stderr).toMatch(
      /part of the path is not a folder \(ENOTDIR\)\.\nnext: {2}Set XDG_STATE_HOME to another folder\./,
    );
  });

  it.runIf(inCi && process.platform !== 'win32')('the current folder was removed', async () => {
    const shell = `mkdir gone && cd gone && rmdir ../gone && exec "$0" "$1" list`;
    const { status, stderr } = spawnSync('sh', ['-c', shell, process.execPath, MAIN], {
      cwd: project.folder,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([1, expect.stringContaining('error: The current folder cannot be used')]);
    expect(stderr).toContain('next:  Change to a folder that is there: cd ~');
  });
});

describe.skipIf(isNoFolder || !fs.existsSync('/dev/full'))('a place that takes nothing', () => {
  it('for the hall is said to be one', async () => {
    await refused('open', '--hall', '/proc/hall', '--id', 'd', 'Should we?');
    fs.symlinkSync('/not/mounted', project.path('disk'));
    await refused('open', '--hall', 'disk/hall', '--id', 'd', 'Should we?');
  });

  it.runIf(inCi)('for the result is an error with the next step, and the debate is kept', async () => {
    await begun();
    const shell = `exec "$0" "$1" show d > /dev/full`;
    const { status, stderr } = spawnSync('sh', ['-c', shell, process.execPath, MAIN], {
      cwd: project.folder,
      encoding: 'utf8',
    });
    const next = 'next:  Send it to another place. Everything recorded so far is safe.';
    expect([status, stderr]).toEqual([1, `error: Standard output cannot be written (ENOSPC).\n${next}\n`]);
    expect((await user('verify', 'd')).code).toBe(0);
  });

  const LOST = ['2> /dev/full', '2>&-', '2>&1 > out | :'];
  const WAYS = LOST.flatMap((where) => [
    [where, ''],
    [where, '--log'],
  ]);
  it.runIf(inCampaign).each(WAYS)('for messages stops no work (%s %s)', (where = '', log = '') => {
    project.configure({ agents: { rehearsal: quickRehearsal } });
    const shell = `"$0" "$1" run --rehearse --recipe quick --id d ${log} 'Tabs or spaces?' ${where}`;
    const { status } = spawnSync('sh', ['-c', shell, process.execPath, MAIN], {
      ...{ cwd: project.folder, env: project.env, stdio: ['ignore', 'ignore', 'inherit'] },
    });
    expect([status, project.events('d').at(-1)?.type]).toEqual([0, 'debate-closed']);
  });
});

it.runIf(!isNoFolder)('a record that cannot be written at the end costs nobody the decision', async () => {
  const place = project.path('debates', 'd.oct.md');
  project.configure({ agents: { rehearsal: quickRehearsal } });
  const hall = await openHall({ cwd: project.folder, env: project.env, home: project.root });
  const opening = { threadId: 'd', topic: 'Tabs or spaces?', everySeat: 'rehearsal', recipe: 'quick' };
  await openDebate(hall, opening);
  await hall.close();
  fs.mkdirSync(place);
  const { code, stdout, stderr } = await project.call(['resume', 'd']);
  expect([code, stdout]).toEqual([1, expect.stringContaining('1. **Decision.**')]);
  expect(stderr).toContain('Outcome   Decided.');
  expect(stderr).toContain('Nothing of the debate is lost; write its record with: debate-hall resume d\n');
  fs.rmdirSync(place);
  expect((await project.call(['resume', 'd'])).code).toBe(0);
  expect(fs.readFileSync(place, 'utf8')).toContain('SYNTHESIS::');
});

/** On another disk than the folders of the tests, where there is such a one. */
const otherDisk = ['/dev/shm', '/tmp'].find(
  (each) => fs.existsSync(each) && fs.statSync(each).dev !== fs.statSync(os.tmpdir()).dev,
);

describe.skipIf(isNoFolder)('a file beside a ledger', () => {
  it('that cannot be written does not hide that the ledger has it', async () => {
    await project.call(['open', '--id', 'd', 'Should we?']);
    fs.mkdirSync(path.join(project.debates, 'd.oct.md'), { recursive: true });
    for (const [args, recorded] of [
      [['close', 'd', 'We do.'], '1'],
      [['outcome', 'd', 'right'], '2'],
      [['redact', 'd', '--event', '1', '--reason', 'A name.'], '3'],
    ] as const) {
      const { code, stderr } = await project.call(args);
      expect([code, stderr]).toEqual([
        1,
        expect.stringContaining(`It is recorded as event ${recorded}, but a file beside the ledger is not up to date`),
      ]);
      expect(stderr).toContain('Do not repeat the command; write the file with: debate-hall resume d');
    }
    fs.rmdirSync(path.join(project.debates, 'd.oct.md'));
    await project.call(['resume', 'd']);
    expect(fs.readFileSync(path.join(project.debates, 'd.oct.md'), 'utf8')).not.toContain('We do.');
  });
});

describe.skipIf(isNoFolder || otherDisk === undefined)('a record that is a link to another disk', () => {
  it.runIf(inCampaign)('is refused with both places', async () => {
    await begun();
    const elsewhere = fs.mkdtempSync(path.join(otherDisk as string, 'debate-hall-'));
    fs.chmodSync(elsewhere, 0o777);
    fs.writeFileSync(path.join(elsewhere, 'd.oct.md'), '');
    fs.chmodSync(path.join(elsewhere, 'd.oct.md'), 0o666);
    fs.symlinkSync(path.join(elsewhere, 'd.oct.md'), path.join(project.debates, 'd.oct.md'));
    try {
      // In a process that never was root: root would first make the new file its owner's.
      const { code, stderr } = await userStarts('close', 'd', 'So be it.');
      expect(code).toBe(1);
      expect(stderr).toContain('d.oct.md: the file and the hidden folder .hall are on different disks (EXDEV)');
      expect(stderr).toContain('next:  Keep both on one disk; replace a link with the file it points to.');
    } finally {
      fs.rmSync(elsewhere, { recursive: true });
    }
  });
});

describe.skipIf(isNoFolder || !canMount())('a full disk', () => {
  beforeEach(() => {
    fs.mkdirSync(project.debates);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k,mode=777', 'tmpfs', project.debates]);
  });
  afterEach(() => {
    execFileSync('umount', [project.debates]);
  });

  const filler = () => project.path('debates', 'filler');
  /** Leaves a few bytes at most: pages are given out whole, so the last one of the ledger may still take some. */
  function fill() {
    const fd = fs.openSync(filler(), 'w');
    try {
      for (;;) fs.writeSync(fd, Buffer.alloc(4096, 'x'));
    } catch (error) {
      expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
    } finally {
      fs.closeSync(fd);
    }
  }
  const long = 'A long answer. '.repeat(1_000);

  it('refuses what does not fit, keeps what was acknowledged, and goes on when there is room', async () => {
    await project.call(['open', '--id', 'd', 'Should we?']);
    await project.call(['say', 'd', '--seat', 'wind', 'Why not?']);
    const before = project.ledgers.text('d');
    fill();
    expect((await project.call(['export', 'd', '--output', 'debates/half.md'])).code).toBe(1);
    expect(fs.existsSync(project.path('debates', 'half.md'))).toBe(false);
    for (const args of [
      ['say', 'd', '--seat', 'wall', long],
      ['open', '--id', 'e', long],
    ]) {
      const { code, stderr } = await project.call(args);
      expect(code).toBe(1);
      expect(stderr).toContain('the disk is full (ENOSPC)');
    }
    expect(project.ledgers.text('d')).toBe(before);
    expect((await project.call(['list'])).stdout).not.toContain('damaged');
    fs.rmSync(filler());
    expect((await project.call(['say', 'd', '--seat', 'wall', long])).code).toBe(0);
    expect((await project.call(['verify', 'd'])).code).toBe(0);
    expect(project.events('d')).toHaveLength(3);
  });

  it.runIf(inCampaign)('leaves the configuration and the keys as they were', async () => {
    const sub = project.path('debates', 'sub');
    const config = project.write('debates/debate-hall.config.json', '{}');
    fs.mkdirSync(sub);
    await project.call(['keys', 'add', 'ada', '--role', 'reader']);
    const keys = project.path('debates', '.hall', 'keys');
    const before = fs.readdirSync(keys);
    fill();
    const call = (cwd: string, ...args: string[]) =>
      spawnSync(process.execPath, [MAIN, ...args], { cwd, env: project.env, encoding: 'utf8' });
    for (const done of [
      call(project.debates, 'init', '--force'),
      call(sub, 'init'),
      call(project.folder, 'keys', 'add', 'bob', '--role', 'reader'),
    ]) {
      expect(done).toMatchObject({ status: 1, stderr: expect.stringContaining('the disk is full (ENOSPC)') });
      expect(done.stderr).toContain('next:  Free some space');
    }
    expect(fs.readFileSync(config, 'utf8')).toBe('{}');
    expect(fs.readdirSync(sub)).toEqual([]);
    expect(fs.readdirSync(keys)).toEqual(before);
    expect(fs.readFileSync(path.join(keys, '.gitignore'), 'utf8')).toBe('*\n');
  });

  it('stops a run with a clear error, and resume asks only for what was not recorded', async () => {
    const go = project.path('go');
    project.configure({
      agents: {
        ...{ a: project.seat('wind'), b: project.seat('wall', { until: go, say: { speak: long } }) },
        c: project.seat('door'),
      },
      seats: { wind: 'a', wall: 'b', door: 'c' },
      recipe: 'quick',
    });
    const run = project.start(['run', '--id', 'd', 'Should we?']);
    await expect.poll(() => project.calls().length).toBe(2);
    fill();
    fs.writeFileSync(go, '');
    const { code, stderr } = await run.finished;
    expect(code).toBe(1);
    expect(stderr).toContain('the disk is full (ENOSPC)');
    expect(stderr).not.toContain('internal error');
    expect((await project.call(['verify', 'd'])).code).toBe(0);
    fs.rmSync(filler());
    expect(await project.record(['resume', '--json', 'd'])).toMatchObject({ code: 0, outcome: 'decided' });
    expect(project.calls().map(({ as }) => as)).toEqual(['wind', 'wall', 'wall', 'door']);
    expect((await project.call(['verify', 'd'])).code).toBe(0);
  });
});

describe.skipIf(!canMount())('a full disk that git writes to', () => {
  it.runIf(inCampaign).each([
    [
      'of temporary files',
      () => project.scratch,
      /^error: Cannot write to \S+\/tmp: the disk is full \(ENOSPC\)\.\nnext: .*set TMPDIR to/,
    ],
    [
      'of the repository',
      () => project.path('.git/objects'),
      /^error: Cannot write to the repository in \S+\/project: the disk is full \(ENOSPC\)\.\nnext: .*a copy of the repository/,
    ],
  ])('is named, where it is that %s', async (_, place, message) => {
    // Git refuses a repository of somebody else.
    fs.chownSync(project.folder, 0, 0);
    fs.mkdirSync(project.path('.git/objects'), { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k,mode=777', 'tmpfs', place()]);
    try {
      plantLoading(project);
      fs.writeFileSync(path.join(place(), 'filler'), Buffer.alloc(1), { flag: 'a' });
      spawnSync('sh', ['-c', 'cat /dev/zero >> filler'], { cwd: place() });
      const { code, stderr } = await project.call(['review', '--rehearse', '--fix', '--id', 'r']);
      expect([code, stderr.replace(/ {2,}/g, ' ')]).toEqual([1, expect.stringMatching(message)]);
      expect(fs.existsSync(project.debates)).toBe(false);
    } finally {
      execFileSync('umount', [place()]);
    }
  });
});

describe.skipIf(!canMount())('a full disk of temporary files', () => {
  beforeEach(() => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k,mode=777', 'tmpfs', project.scratch]);
  });
  afterEach(() => {
    execFileSync('umount', [project.scratch]);
  });

  const fill = (bytes: number) => fs.writeFileSync(path.join(project.scratch, 'filler'), Buffer.alloc(bytes));

  it.runIf(inCampaign)(
    'is named with what to do, whatever kind of agent needs it, and the debate is resumed when there is room',
    async () => {
      // The disk is full as soon as the program has said its version. It stays full: a file that is begun anew, or an answer that
      // is removed while the next call fails, would make room for a moment.
      const filled = `cat /dev/zero >> '${path.join(project.scratch, 'filler')}' 2> /dev/null`;
      const version = '[ "$1" != --version ] || echo "2.1.197 (Claude Code)"';
      const claude = project.write('claude', `#!/bin/sh\n${version}\n${filled}\n`);
      fs.chmodSync(claude, 0o755);
      project.configure({ agents: { claude: { path: claude } }, recipe: 'quick' });
      const laid = await project.run(['run', '--id', 'laid', 'Should we?', '--retries', '0', ...claudeEverywhere]);
      const what = 'the disk is full (ENOSPC); free some space, or set TMPDIR to another folder';
      expect(laid.stderr).toContain(`${project.scratch} cannot be written: ${what}`);
      fill(65_536);
      const rehearsed = await project.run(['run', '--rehearse', '--id', 'd', '--retries', '0', 'Should we?']);
      expect(rehearsed.code).toBe(4);
      expect(rehearsed.stderr).toContain(`${project.scratch} cannot be written`);
      fs.rmSync(path.join(project.scratch, 'filler'));
      expect((await project.run(['resume', 'd', '--json'])).code).not.toBe(1);
    },
  );
});

it.runIf(inCampaign && process.platform !== 'win32')(
  'too few files that may be open are named, and no stack trace is printed',
  async () => {
    const named: number[] = [];
    // From a limit that lets the program run down to one that Node itself ends at.
    for (let limit = 64; limit >= 16; limit -= limit > 32 ? 8 : 1) {
      const shell = `ulimit -n ${limit}; exec "$0" "$1" list`;
      const { status, stderr } = spawnSync('sh', ['-c', shell, process.execPath, MAIN], {
        cwd: project.folder,
        env: project.env,
        encoding: 'utf8',
      });
      if (/^error: .*EMFILE.*\nnext: .*ulimit -n/.test(stderr)) named.push(limit);
      else if (status !== 0) expect([limit, stderr]).toEqual([limit, expect.not.stringContaining('error:')]);
      expect([limit, stderr]).toEqual([limit, expect.not.stringMatching(/^ +at .*dist/m)]);
    }
    expect(named).not.toEqual([]);
  },
);

it.runIf(inCampaign && process.platform !== 'win32')(
  'a program for which too many files are open ends no other debate',
  () => {
    const names = Array.from({ length: 12 }, (_, index) => `b${index}`);
    project.write('q.jsonl', names.map((id) => JSON.stringify({ id, topic: `Should we take ${id}?` })).join('\n'));
    const shell = 'ulimit -n 96; exec "$0" "$1" run --rehearse -q --recipe quick --batch q.jsonl -j 12 --json';
    const { stderr } = spawnSync('sh', ['-c', shell, process.execPath, MAIN], {
      cwd: project.folder,
      env: project.env,
      encoding: 'utf8',
    });
    expect(stderr).not.toMatch(/Unhandled|^ +at /m);
    for (const id of names)
      expect([id, project.events(id).at(-1)?.type]).toEqual([id, expect.stringMatching(/closed|paused/)]);
  },
);

describe('a clock that goes back', () => {
  it('never makes an event older than the one before', async () => {
    const times = ['10:00', '10:05', '09:00', '08:59', '10:06'].map((time) => Date.parse(`2026-11-20T${time}:00.000Z`));
    const engine = new Engine({
      store: openTestStore(project.debates),
      format: async () => format,
      clock: { now: () => times.shift() ?? Number.NaN, elapsed: () => 0 },
      random: (digits) => '7'.repeat(digits),
    });
    await engine.open(openRequest('d'));
    for (const seat of ['wind', 'wall', 'door', 'wind']) {
      await engine.dispatch('d', { type: 'record', seat, content: 'x', by: { agent: person, author: 'Ada' } });
    }
    expect(project.events('d').map(({ at }) => at.slice(11, 16))).toEqual([
      '10:00',
      '10:05',
      '10:05',
      '10:05',
      '10:06',
    ]);
    expect((await project.call(['verify', 'd'])).code).toBe(0);
  });
});
