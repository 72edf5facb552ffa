// Keeps compiled code between starts: a start then takes about half as long.
import nodeModule from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { keepCompiledCode } from './code-cache.ts';
import { packageFile } from './package-root.ts';

/** Node 22.1 and later; not in the types of Node 20. */
const { enableCompileCache: enable } = nodeModule as { enableCompileCache?: (folder: string) => unknown };

/**
 * In the person's own cache folder: in one that others may write to, they could put code for us there. Each use has a folder of
 * its own, since only functions that were called are kept compiled, and others call other ones.
 */
export function enableCompileCache(use: string): void {
  const cache = process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
  const folder = join(cache, 'debate-hall', 'compiled', use);
  if (enable !== undefined) enable(folder);
  // Node finds the source maps only of what it loads by itself.
  else if (!process.sourceMapsEnabled) keepCompiledCode({ chunks: packageFile('dist/chunks'), folder });
}
