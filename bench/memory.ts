// The most memory that a debate of 10,000 turns takes: while it grows, and when the CLI loads it afresh.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { CLI, programPath } from './built.ts';
import type { Row } from './report.ts';

const TURNS = 10_000;
const CHARACTERS = 4_000;
const MOST_BYTES = 250 * 1024 * 1024;
const FORMATS = ['octave', 'markdown', 'json', 'octave-v1', 'python-json'];
/** Of `resume`, which ends when a person is awaited. */
const PAUSED = 4;

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`;

/** Bytes. */
function peakOf(cwd: string, args: readonly string[], ends = 0): number {
  const file = path.join(cwd, 'peak');
  const preload = pathToFileURL(programPath('peak-memory.mjs')).href;
  const { status, stderr } = spawnSync(process.execPath, ['--import', preload, ...args], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: cwd, PEAK_MEMORY_FILE: file },
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  if (status !== ends) throw new Error(`${args.slice(1).join(' ')} ended with ${status}: ${stderr}`);
  return Number(readFileSync(file, 'utf8'));
}

function row(what: string, letters: string, bytes: number, bare: number): Row {
  return {
    what: `${what}, 10,000 turns of 4,000 ${letters} characters`,
    ours: megabytes(bytes),
    against: `${megabytes(bare)} (node -e 0)`,
    value: megabytes(bytes),
    atBest: '–',
    target: `< ${megabytes(MOST_BYTES)}`,
    met: bytes < MOST_BYTES,
  };
}

export function measureMemory(): Row[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'debate-hall-bench-'));
  try {
    const bare = peakOf(folder, ['-e', '0']);
    return ['plain', 'typographic'].flatMap((letters) => {
      const grow = [programPath('append-and-verify.mjs'), folder, letters, String(TURNS), String(CHARACTERS), letters];
      return [
        row('open, append, verify', letters, peakOf(folder, grow), bare),
        row('`show`', letters, peakOf(folder, [CLI, 'show', letters]), bare),
        ...FORMATS.map((format) => {
          const peak = peakOf(folder, [CLI, 'export', letters, '--format', format]);
          return row(`\`export --format ${format}\``, letters, peak, bare);
        }),
        row('`verify`', letters, peakOf(folder, [CLI, 'verify', letters]), bare),
        row('`resume`, seats taken manually', letters, peakOf(folder, [CLI, 'resume', letters], PAUSED), bare),
      ];
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
