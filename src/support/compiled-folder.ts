// Where code is kept that was compiled in an earlier start: in the person's own cache folder, since in one that others may write to,
// they could put code for us there.
import { isAbsolute, join } from 'node:path';
import type { Environment } from './environment.ts';
import { homeFolder } from './home-folder.ts';

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
