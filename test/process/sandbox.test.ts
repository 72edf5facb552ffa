// What a program in a sandbox sees, may write and leaves behind.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProcessRunner, Sandbox } from '../../src/process/process.ts';
import { createProcessRunner } from '../../src/process/process-runner.ts';
import { findBubblewrap } from '../../src/process/sandbox.ts';
import { systemClock } from '../../src/support/clock.ts';
import { hasBubblewrap } from '../support/bubblewrap.ts';
import { inCi } from '../support/campaign.ts';

const limits = { totalMs: 60_000, idleMs: 0, firstOutputMs: 0, maxOutputBytes: 0 };
const { signal } = new AbortController();
const env = { PATH: process.env['PATH'] ?? '', HOME: '/home/somebody' };

describe.skipIf(!hasBubblewrap)('a program in a sandbox', () => {
  let root: string;
  let processes: ProcessRunner;
  let none: Sandbox;
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'sandbox-'));
    processes = createProcessRunner({ clock: systemClock, graceMs: 1_000 });
    const found = await findBubblewrap(processes, env, signal);
    if ('problem' in found) throw new Error(found.problem);
    none = { bubblewrap: found.program, readable: [], writable: [], private: [], hidden: [] };
  });
  afterAll(async () => {
    await processes.close();
    rmSync(root, { recursive: true });
  });

  async function shell(script: string, sandbox: Partial<Sandbox> = {}) {
    const scratch = await processes.createScratch();
    const request = { argv: ['sh', '-c', script] as const, env, cwd: scratch.path, limits, signal };
    const { result } = processes.start({ ...request, argv: ['sh', '-c', script], sandbox: { ...none, ...sandbox } });
    const { stdout, stderrTail, end } = await result;
    await scratch.remove();
    return { said: stdout.trim(), stderrTail, end };
  }

  /** A file with its folders. */
  function plant(name: string, text = 'canary'): string {
    const path = join(root, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  }

  test('sees the system, its working directory and what it was given, and no other folder or process', async () => {
    const given = plant('given/file', 'given');
    const other = plant('other/file');
    const { said, stderrTail } = await shell(
      `cat '${given}' '${other}' /proc/[0-9]*/environ | tr '\\0' '\\n'; ls -A / /home /root /etc/shadow ${root}; ls /proc | grep -c '^[0-9]'; pwd > here; cat here`,
      { readable: [dirname(given)], private: ['/home/somebody'] },
    );
    expect(said).toContain('given');
    expect(said).not.toContain('canary');
    expect(said).toMatch(/^given$/m);
    expect(said).not.toMatch(/^other$/m);
    expect(stderrTail).toContain('/etc/shadow');
    expect(said).toMatch(/\/debate-hall-[0-9a-f]+$/);
    // Its own environment is the only one that it finds.
    expect(said.match(/HOME=/g)?.length).toBeGreaterThanOrEqual(1);
    expect(said).not.toContain('VITEST');
  });

  test('writes where it may and nowhere else; what it writes to its home and temporary folder is gone afterwards', async () => {
    const readable = plant('read/file', 'as it was');
    const login = plant('home/.agent/login', 'old');
    plant('home/.agent/memory');
    const home = join(root, 'home');
    const script = `echo x >> '${readable}'; echo x > /usr/x; echo x > /etc/x; echo new > '${login}'; echo x > '${home}/x'; echo x > /tmp/x; ls -A '${home}' '${home}/.agent'`;
    const { said } = await shell(script, { readable: [readable], writable: [login], private: [home] });
    expect(said).toContain('login');
    expect(said).not.toContain('memory');
    expect(readFileSync(readable, 'utf8')).toBe('as it was');
    expect(readFileSync(login, 'utf8')).toBe('new\n');
    expect(readdirSync(home)).toEqual(['.agent']);
    expect([existsSync('/usr/x'), existsSync('/etc/x'), existsSync('/tmp/x')]).toEqual([false, false, false]);
  });

  test.each([
    ['a file by a link', 'link', 'a/file', 'a/file'],
    ['a folder by a link to a link', 'second/file', 'a/file', 'second'],
    ['a file in a folder by a link', 'folder-link/file', 'a/file', 'folder-link/file'],
    ['nothing by a link that leads nowhere', 'nowhere', undefined, 'nowhere'],
    ['nothing by a link that leads to itself', 'circle', undefined, 'circle'],
  ])('is given %s, as it is outside', async (_, asked, leadsTo, readable) => {
    const place = mkdtempSync(join(root, 'links-'));
    mkdirSync(join(place, 'a'));
    writeFileSync(join(place, 'a/file'), 'seen');
    symlinkSync('a/file', join(place, 'link'));
    symlinkSync('a', join(place, 'folder-link'));
    symlinkSync(join(place, 'folder-link'), join(place, 'second'));
    symlinkSync('missing', join(place, 'nowhere'));
    symlinkSync('circle', join(place, 'circle'));
    const paths = asked === 'link' ? [join(place, 'link')] : [join(place, readable)];
    const { said, end } = await shell(`cat '${join(place, asked)}' 2>/dev/null; ls '${place}' 2>/dev/null`, {
      readable: paths,
    });
    expect(said.includes('seen')).toBe(leadsTo !== undefined);
    expect(end).toMatchObject({ reason: 'exited' });
  });

  test('does not see what is hidden in a folder that it sees, but what it was given in there', async () => {
    const kept = plant('system/project/node_modules/it', 'its own');
    plant('system/project/.env');
    const key = plant('system/keys/grace');
    const script = `cat '${root}'/system/*/* '${kept}' '${root}'/system/project/.env 2>/dev/null`;
    const hidden = [join(root, 'system/project'), key];
    const { said } = await shell(script, { readable: [join(root, 'system'), dirname(kept)], hidden });
    expect(said).toBe('its own');
  });

  test('has no network when it is offline', async () => {
    const { said } = await shell("tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d ' '", { offline: true });
    expect(said.split('\n')).toEqual(['lo']);
  });

  test.runIf(inCi)('is asked to end and has its time to do so; what left its group ends with it', async () => {
    const running = new AbortController();
    const scratch = await processes.createScratch();
    const script = `trap 'echo ended > ended; exit' TERM; setsid sh -c "trap '' TERM; sleep 300.123" & echo started; while :; do sleep 0.05; done`;
    const started = new Promise<void>((resolve) => {
      const program = processes.startInteractive({
        ...{ argv: ['sh', '-c', script], env, cwd: scratch.path, sandbox: none },
        ...{ maxOutputBytes: 0, signal: running.signal, onLine: () => resolve() },
      });
      ended = program.ended;
    });
    await started;
    running.abort();
    expect((await ended).end).toEqual({ reason: 'cancelled' });
    expect(readFileSync(join(scratch.path, 'ended'), 'utf8')).toBe('ended\n');
    expect(commandLines()).not.toContain('sleep 300.123');
    await scratch.remove();
  });
  let ended: ReturnType<ProcessRunner['startInteractive']>['ended'];

  test('keeps its exit code and its standard streams', async () => {
    const { result } = processes.start({
      ...{
        argv: ['sh', '-c', 'cat; echo problem >&2; exit 7'],
        stdin: 'asked',
        env,
        cwd: '/',
        sandbox: none,
        limits,
        signal,
      },
    });
    expect(await result).toMatchObject({
      end: { reason: 'exited', code: 7 },
      stdout: 'asked',
      stderrTail: 'problem\n',
    });
  });
});

function commandLines(): string {
  const read = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    } catch {
      return '';
    }
  };
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(read)
    .join('\n');
}

describe('where there is no sandbox', () => {
  /** What bubblewrap does when it is tried, from the first time on, and what is known then. */
  const TRIALS: readonly (readonly [string, string, object])[] = [
    ['fails once', '[ $tried = 1 ] && exit 1; exit 0', { program: expect.stringContaining('bwrap') }],
    ['is killed once', '[ $tried = 1 ] && kill -9 $$; exit 0', { program: expect.stringContaining('bwrap') }],
    ['refuses always', 'echo no >&2; exit 1', { problem: 'bubblewrap does not work here (no)' }],
    [
      'is killed always',
      'kill -9 $$',
      { code: 'agent-failed', message: expect.stringContaining('could not be tried (signalled)') },
    ],
    ['cannot be started', '', { code: 'agent-failed', message: expect.stringContaining('could not be tried') }],
  ];
  test.runIf(process.platform === 'linux').each(TRIALS)(
    'nothing runs without one since bubblewrap %s',
    async (_, does, known) => {
      const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
      const processes = createProcessRunner({ clock: systemClock });
      const file = join(folder, 'bwrap');
      writeFileSync(file, `#!/bin/sh\necho >> ${folder}/tried; tried=$(wc -l < ${folder}/tried)\n${does}\n`);
      if (does !== '') chmodSync(file, 0o755);
      const env = { PATH: `${folder}:${process.env['PATH']}` };
      expect(await findBubblewrap(processes, env, signal).catch((error: unknown) => error)).toMatchObject(known);
      await processes.close();
      rmSync(folder, { recursive: true });
    },
  );

  test('it is said why', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
    const processes = createProcessRunner({ clock: systemClock });
    expect(await findBubblewrap(processes, { PATH: folder }, signal)).toEqual({
      problem: expect.stringContaining(process.platform === 'linux' ? 'is not installed' : 'there is none for'),
    });
    writeFileSync(
      join(folder, 'bwrap'),
      '#!/bin/sh\necho "bwrap: No permissions to create new namespace" >&2; exit 1\n',
    );
    chmodSync(join(folder, 'bwrap'), 0o755);
    if (process.platform === 'linux') {
      expect(await findBubblewrap(processes, { PATH: folder }, signal)).toEqual({
        problem: 'bubblewrap does not work here (bwrap: No permissions to create new namespace)',
      });
    }
    await processes.close();
    rmSync(folder, { recursive: true });
  });
});
