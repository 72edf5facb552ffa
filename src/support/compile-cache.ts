// Keeps compiled code between starts: a start then takes about half as long. It is in the person's own cache folder, since in one that
// others may write to, they could put code for us there.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import nodeModule from 'node:module';
import { isAbsolute, join } from 'node:path';
import { keepCompiledCode } from './code-cache.ts';
import type { Environment } from './environment.ts';
import { homeFolder } from './home-folder.ts';
import { packageFile } from './package-root.ts';

/** Node 22.1 and later; not in the types of Node 20. */
const { enableCompileCache: enable } = nodeModule as { enableCompileCache?: (folder: string) => unknown };

const BUILD_DIGITS = 12;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Each use has a folder of its own, as only functions that were called are kept, and others call other ones. `undefined` where
 * nobody knows the home.
 */
export function findCompiledFolder(use: string, env: Environment): string | undefined {
  const named = env['XDG_CACHE_HOME'];
  // By its specification a relative one does not count: it would be another folder at every start.
  const home = homeFolder(env);
  const cache = named !== undefined && isAbsolute(named) ? named : home && join(home, '.cache');
  return cache && join(cache, 'debate-hall', 'compiled', use);
}

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
