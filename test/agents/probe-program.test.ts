// A program is asked for its version once for everyone, and nobody who goes away takes that from the others.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ProbeRequest, probeProgram } from '../../src/agents/cli/probe-program.ts';
import type { ProcessRunner } from '../../src/process/process.ts';
import { createProcessRunner } from '../../src/process/process-runner.ts';
import { systemClock } from '../../src/support/clock.ts';

let folder: string;
let processes: ProcessRunner;
let request: Omit<ProbeRequest, 'signal'>;
const never = new AbortController().signal;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'probe-'));
  processes = createProcessRunner({ clock: systemClock, graceMs: 200 });
  const env = { PATH: process.env['PATH'] ?? '' };
  const located = { path: join(folder, 'it'), sandbox: undefined };
  request = { program: './it', located, versionArgs: ['--version'], processes, versions: new Map(), env };
});
afterEach(async () => {
  await processes.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A program that notes each start, waits for a file if it is told to, and says its version. */
function install(version: string, waitFor?: string): void {
  const wait = waitFor === undefined ? '' : `while [ ! -e '${join(folder, waitFor)}' ]; do sleep 0.02; done\n`;
  writeFileSync(join(folder, 'it'), `#!/bin/sh\necho x >> '${join(folder, 'starts')}'\n${wait}echo ${version}\n`);
  chmodSync(join(folder, 'it'), 0o755);
}

function starts(): number {
  const log = join(folder, 'starts');
  return existsSync(log) ? readFileSync(log, 'utf8').length / 2 : 0;
}

test('it is asked once by all who want to know, until its file changes', async () => {
  install('1.2.3');
  const both = await Promise.all([1, 2].map(() => probeProgram({ ...request, signal: never })));
  expect(both).toMatchObject([{ version: '1.2.3' }, { version: '1.2.3' }]);
  expect(starts()).toBe(1);
  install('1.2.30');
  expect(await probeProgram({ ...request, signal: never })).toMatchObject({ version: '1.2.30' });
  expect(starts()).toBe(2);
});

test.each([
  ['its name', 'Update available! 0.169.0 -> 99.0.0', 'codex-cli 99.0.0', '99.0.0'],
  ['nothing', 'A new version 2.0.0 is there.', '1.2.3 (Codex Code)', '1.2.3'],
  ['another name', 'Warning: nothing serves', 'version is v0.5.7', '0.5.7'],
  ['news that only it has', 'New: 2.0.0', '1.0.0 -> 2.0.0', '2.0.0'],
])('its version is in the line that begins with %s, whatever comes before', async (_, first, second, version) => {
  install(`'${first}'; echo '${second}'`);
  expect(await probeProgram({ ...request, program: 'codex', signal: never })).toMatchObject({ version });
});

test('whoever goes away is told so at once, and the others get the answer', async () => {
  install('1.2.3', 'go');
  const leaving = new AbortController();
  const first = probeProgram({ ...request, signal: leaving.signal });
  const second = probeProgram({ ...request, signal: never });
  await expect.poll(starts).toBe(1);
  leaving.abort();
  expect(await first).toMatchObject({ usable: false, failure: { code: 'cancelled' } });
  writeFileSync(join(folder, 'go'), '');
  expect(await second).toMatchObject({ usable: true, version: '1.2.3' });
  expect(starts()).toBe(1);
});

test('what kept it from being asked is not remembered', async () => {
  install('1.2.3');
  const full = { ...processes, createScratch: () => Promise.reject(new Error('the disk is full')) };
  await expect(probeProgram({ ...request, processes: full, signal: never })).rejects.toThrow('the disk is full');
  expect(await probeProgram({ ...request, signal: never })).toMatchObject({ usable: true });
});

test('a version that comes late is a note, and not asked for again', async () => {
  install('1.2.3', 'never');
  // Counted here: on a busy machine the time may be over before the program notes its start.
  let asked = 0;
  const start: ProcessRunner['start'] = (call) => {
    asked += 1;
    return processes.start({ ...call, limits: { ...call.limits, totalMs: Math.min(call.limits.totalMs, 100) } });
  };
  const hurried = { ...request, processes: { ...processes, start }, signal: never };
  const late = { usable: true, notes: ['"./it" did not report its version within 30 s'] };
  expect(await probeProgram(hurried)).toMatchObject(late);
  expect(await probeProgram(hurried)).toMatchObject(late);
  expect(asked).toBe(1);
});

test('the manifest of its own package tells the version without a start, and no other manifest does', async () => {
  install('1.2.3');
  const inside = join(folder, 'lib', 'slow', 'bundle');
  mkdirSync(inside, { recursive: true });
  symlinkSync('../../../it', join(inside, 'other'));
  writeFileSync(join(inside, 'slow.js'), readFileSync(join(folder, 'it')));
  chmodSync(join(inside, 'slow.js'), 0o755);
  symlinkSync('lib/slow/bundle/slow.js', join(folder, 'slow'));
  const probe = (program: string) => {
    const located = { path: join(folder, program), sandbox: undefined };
    return probeProgram({ ...request, program, located, packageName: 'slow', signal: never });
  };
  const manifest = join(folder, 'lib', 'slow', 'package.json');

  writeFileSync(manifest, JSON.stringify({ name: 'slow', version: '4.5.6' }));
  expect(await probe('./slow')).toEqual({ usable: true, path: join(folder, 'slow'), version: '4.5.6', notes: [] });
  expect(starts()).toBe(0);
  expect(await probe('./lib/slow/bundle/other')).toMatchObject({ version: '1.2.3' });
  const others = [{ name: 'another', version: '7.8.9' }, { name: 'slow' }, { name: 'slow', version: 'newest' }];
  for (const other of [...others.map((each) => JSON.stringify(each)), 'no JSON']) {
    writeFileSync(manifest, other);
    expect(await probe('./slow')).toMatchObject({ version: '1.2.3' });
  }
  expect(starts()).toBe(2);
});
