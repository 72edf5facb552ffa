// Keeps the temporary files of a run of tests in memory where there is room for them, unless somebody has set TMPDIR. Thousands of small
// folders that come and go cost a disk many times as much as the tests that use them.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const IN_MEMORY = '/dev/shm';
/** Several times what a whole run has at the same time. */
const ROOM_BYTES = 4 * 1024 ** 3;

/** How much fits into memory without driving out anything else. */
function freeMemory(): number {
  const [, kilobytes = '0'] = /^MemAvailable: +(\d+)/m.exec(fs.readFileSync('/proc/meminfo', 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

function hasRoom(): boolean {
  if (process.platform !== 'linux' || !fs.existsSync(IN_MEMORY)) return false;
  const { bavail, bsize } = fs.statfsSync(IN_MEMORY);
  return Math.min(bavail * bsize, freeMemory() / 2) > ROOM_BYTES;
}

/** Containers often forbid to start programs from there, and tests write programs. */
function startsPrograms(folder: string): boolean {
  const program = path.join(folder, 'program.sh');
  fs.writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  return spawnSync(program).status === 0;
}

export function setup(): (() => void) | undefined {
  if (process.env['TMPDIR'] !== undefined || !hasRoom()) return undefined;
  // A short name: Chromium makes sockets below it, and the path of a socket has little room.
  const folder = fs.mkdtempSync(path.join(IN_MEMORY, 'dh-'));
  const remove = () => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  if (!startsPrograms(folder)) return remove;
  // Some tests become another user.
  fs.chmodSync(folder, 0o1777);
  process.env['TMPDIR'] = folder;
  return remove;
}
