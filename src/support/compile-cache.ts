// Keeps compiled code between starts: a start then takes about half as long.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import nodeModule from 'node:module';
import { join } from 'node:path';
import { keepCompiledCode } from './code-cache.ts';
import { findCompiledFolder } from './compiled-folder.ts';
import { packageFile } from './package-root.ts';

/** Node 22.1 and later; not in the types of Node 20. */
const { enableCompileCache: enable } = nodeModule as { enableCompileCache?: (folder: string) => unknown };

const BUILD_DIGITS = 12;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The folder of this build. When it is made, those of others go, but for what may be of a version that is used beside this one. */
function takeFolder(ofUse: string): string {
  const build = readFileSync(packageFile('dist/build-id.txt'), 'latin1').slice(0, BUILD_DIGITS);
  const folder = join(ofUse, build);
  try {
    if (existsSync(folder)) return folder;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const oldest = statSync(folder).mtimeMs - DAY_MS;
    for (const name of readdirSync(ofUse)) {
      const other = join(ofUse, name);
      if (statSync(other).mtimeMs < oldest) rmSync(other, { recursive: true, force: true });
    }
  } catch {
    // A start does without what cannot be kept, and the next version removes what cannot be removed.
  }
  return folder;
}

export function enableCompileCache(use: string): void {
  const ofUse = findCompiledFolder(use, process.env);
  if (ofUse === undefined) return;
  const folder = takeFolder(ofUse);
  if (enable !== undefined) enable(folder);
  // Node finds the source maps only of what it loads by itself.
  else if (!process.sourceMapsEnabled) keepCompiledCode({ chunks: packageFile('dist/chunks'), folder });
}
