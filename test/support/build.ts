// Builds the program once before the tests that start it from outside; a build that is newer than its sources stays.
import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { KEPT_CODE } from './kept-code.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

function newest(folder: string): number {
  return Math.max(
    ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
      (name) => statSync(path.join(folder, name)).mtimeMs,
    ),
  );
}

function builtAt(): number {
  return statSync(path.join(ROOT, 'dist/cli/start.cjs'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

export function setup(): void {
  const sources = Math.max(newest(path.join(ROOT, 'src')), statSync(path.join(ROOT, 'rolldown.config.mjs')).mtimeMs);
  if (builtAt() > sources) return;
  rmSync(KEPT_CODE, { recursive: true, force: true });
  execFileSync('npm', ['run', 'build'], { cwd: ROOT, stdio: 'inherit' });
}
