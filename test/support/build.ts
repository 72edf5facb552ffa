// Builds the program once before the tests that start it from outside; a build that is newer than its sources stays.
import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { KEPT_CODE } from './kept-code.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SOURCES = [
  'src',
  'config/build',
  'rolldown.config.mjs',
  'tsconfig.build.json',
  'tsconfig.json',
  'package-lock.json',
];

/** When something was last written; 0 for what is not there. */
const writtenAt = (name: string): number => statSync(path.join(ROOT, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;

function inside(name: string): string[] {
  if (!statSync(path.join(ROOT, name)).isDirectory()) return [];
  return readdirSync(path.join(ROOT, name), { recursive: true, encoding: 'utf8' }).map((each) => path.join(name, each));
}

export function setup(): void {
  const newest = Math.max(...SOURCES.flatMap((name) => [name, ...inside(name)]).map(writtenAt));
  if (writtenAt('dist/cli/start.cjs') > newest && writtenAt('dist/index.d.ts') > 0) return;
  rmSync(KEPT_CODE, { recursive: true, force: true });
  execFileSync('npm', ['run', 'build'], { cwd: ROOT, stdio: 'inherit' });
}
