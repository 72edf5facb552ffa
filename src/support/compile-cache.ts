// Keeps compiled code between starts, where Node can (22.1 and later): a start then takes about half as long.
import nodeModule from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Not in the types of Node 20. */
const { enableCompileCache: enable } = nodeModule as { enableCompileCache?: (folder: string) => unknown };

/** In the person's own cache folder: in one that others may write to, they could put code for us there. */
export function enableCompileCache(): void {
  const cache = process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
  enable?.(join(cache, 'debate-hall', 'compiled'));
}
