// Keeps compiled code between starts: a start then takes about half as long.
import nodeModule from 'node:module';
import { keepCompiledCode } from './code-cache.ts';
import { findCompiledFolder } from './compiled-folder.ts';
import { packageFile } from './package-root.ts';

/** Node 22.1 and later; not in the types of Node 20. */
const { enableCompileCache: enable } = nodeModule as { enableCompileCache?: (folder: string) => unknown };

export function enableCompileCache(use: string): void {
  const folder = findCompiledFolder(use, process.env);
  if (enable !== undefined) enable(folder);
  // Node finds the source maps only of what it loads by itself.
  else if (!process.sourceMapsEnabled) keepCompiledCode({ chunks: packageFile('dist/chunks'), folder });
}
