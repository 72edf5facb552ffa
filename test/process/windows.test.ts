// What the program does differently on Windows, with the platform as an argument: nobody has run it there yet; see docs/platforms.md.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { defined } from '../../src/domain/defined.ts';
import { createLaunch } from '../../src/doors/mcp/clients/clients.ts';
import { endGroup } from '../../src/process/cleanup/process-group.ts';
import { adaptVariables, programPlaces } from '../../src/process/find-program.ts';
import { systemClock } from '../../src/support/clock.ts';

describe('a program is looked for', () => {
  const NPM = 'C:\\Users\\Ada Lovelace\\AppData\\Roaming\\npm';
  const places = (program: string, env: Record<string, string>) => [
    ...programPlaces(program, env, 'C:\\work', 'win32'),
  ];

  it.each([
    [
      'by the endings that Windows starts, and never without one',
      'claude',
      { Path: NPM, PATHEXT: '.EXE;.CMD' },
      [`${NPM}\\claude.EXE`, `${NPM}\\claude.CMD`],
    ],
    ['by its own ending, in whatever case', 'claude.exe', { PATH: NPM, PATHEXT: '.EXE;.CMD' }, [`${NPM}\\claude.exe`]],
    [
      'by the usual endings where none are listed',
      'codex',
      { PATH: NPM },
      ['COM', 'EXE', 'BAT', 'CMD'].map((end) => `${NPM}\\codex.${end}`),
    ],
    [
      'in each folder of the list, drive letters and shares included',
      'git',
      { PATH: 'D:\\git;\\\\server\\tools', PATHEXT: '.EXE' },
      ['D:\\git\\git.EXE', '\\\\server\\tools\\git.EXE'],
    ],
    ['in no folder that depends on where the hall was started', 'git', { PATH: 'bin;.;', PATHEXT: '.EXE' }, []],
    ['as a path with either slash', 'tools/agent.cmd', { PATH: NPM }, ['C:\\work\\tools\\agent.cmd']],
    ['as a path with either slash', 'tools\\agent.cmd', { PATH: NPM }, ['C:\\work\\tools\\agent.cmd']],
    ['as a path of another drive', 'D:\\agents\\my agent.exe', { PATH: NPM }, ['D:\\agents\\my agent.exe']],
  ] as const)('%s: %s', (_, program, env, expected) => expect(places(program, env)).toEqual(expected));

  it('on other systems by its name alone', () => {
    const found = [...programPlaces('claude', { PATH: '/usr/bin:relative:/opt/bin' }, '/work', 'linux')];
    expect(found).toEqual(['/usr/bin/claude', '/opt/bin/claude']);
    expect([...programPlaces('git', {}, '/work', 'linux')]).toContain('/usr/bin/git');
    expect([...programPlaces('git', {}, 'C:\\work', 'win32')]).toEqual([]);
  });
});

describe('the variables of a program', () => {
  const safe = { NoDefaultCurrentDirectoryInExePath: '1' };

  it.each([
    ['win32', { Path: 'C:\\git;.;;bin;D:\\tools', A: '.' }, { Path: 'C:\\git;D:\\tools', A: '.', ...safe }],
    ['win32', { PATH: '.' }, safe],
    ['linux', { PATH: '/usr/bin::.:bin:/opt/bin:' }, { PATH: '/usr/bin:/opt/bin' }],
    ['linux', { PATH: '', TMPDIR: '/scratch' }, { TMPDIR: '/scratch' }],
    ['win32', { TEMP: 'C:\\all', TMPDIR: 'C:\\own' }, { TMPDIR: 'C:\\own', TEMP: 'C:\\own', TMP: 'C:\\own', ...safe }],
  ] as const)(
    'lead to no program of the folder where it runs, and to its own temporary folder: %s, %j',
    (platform, env, expected) => expect(adaptVariables(defined(env), platform)).toEqual(expected),
  );
});

describe('the tree below a program', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'debate-hall-taskkill-'));
  const { SYSTEMROOT } = process.env;
  afterEach(() => {
    if (SYSTEMROOT === undefined) delete process.env['SYSTEMROOT'];
    else process.env['SYSTEMROOT'] = SYSTEMROOT;
    rmSync(folder, { recursive: true, force: true });
  });

  it.runIf(process.platform !== 'win32')(
    'is ended by the taskkill of the system, at once and whole, while the program lives',
    async () => {
      const log = path.join(folder, 'log');
      mkdirSync(path.join(folder, 'System32'));
      writeFileSync(path.join(folder, 'System32/taskkill.exe'), `#!/bin/sh\necho "$@" >> '${log}'\n`, { mode: 0o755 });
      process.env['SYSTEMROOT'] = folder;
      const group = { id: 4711, olderBirths: 0 };
      await endGroup({ ...group, hasExited: () => true }, systemClock, 60_000, 'win32');
      expect(existsSync(log)).toBe(false);
      await endGroup({ ...group, hasExited: () => false }, systemClock, 60_000, 'win32');
      expect(readFileSync(log, 'utf8')).toBe('/T /F /PID 4711\n');
    },
  );
});

describe('other programs start this one', () => {
  const script = 'C:\\npm\\node_modules\\debate-hall\\dist\\cli\\start.cjs';
  const cached = 'C:\\cache\\_npx\\0a1b\\node_modules\\debate-hall\\dist\\cli\\start.cjs';
  const machine = { env: { PATH: path.dirname(process.execPath) }, cwd: tmpdir(), version: '1.2.3' };
  const npx = ['-y', 'debate-hall@1.2.3', 'mcp'];

  it.each([
    ['by Node on Windows, where clients start no .cmd', 'win32', script, process.execPath, [script, 'mcp']],
    ['by npx through cmd where npx runs it on Windows', 'win32', cached, 'cmd', ['/c', 'npx', ...npx]],
    [
      'by npx where npx runs it',
      'linux',
      '/home/ada/.npm/_npx/0a1b/node_modules/debate-hall/dist/cli/start.cjs',
      'npx',
      npx,
    ],
    [
      'by Node where no shell finds it',
      'linux',
      '/opt/hall/start.cjs',
      process.execPath,
      ['/opt/hall/start.cjs', 'mcp'],
    ],
  ] as const)('%s', (_, platform, place, command, args) => {
    expect(createLaunch(['mcp'], { ...machine, platform, script: place })).toEqual({ command, args });
  });
});
