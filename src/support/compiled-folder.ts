// Where code is kept that was compiled in an earlier start: in the person's own cache folder, since in one that others may write to,
// they could put code for us there.
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { Environment } from './environment.ts';

/** Each use has a folder of its own, as only functions that were called are kept, and others call other ones. */
export function findCompiledFolder(use: string, env: Environment): string {
  const named = env['XDG_CACHE_HOME'];
  // By its specification a relative one does not count: it would be another folder at every start.
  const cache = named !== undefined && isAbsolute(named) ? named : join(env['HOME'] || homedir(), '.cache');
  return join(cache, 'debate-hall', 'compiled', use);
}
