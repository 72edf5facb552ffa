// Where the hall keeps what is a person's own and belongs to no project.
import { isAbsolute, join } from 'node:path';
import type { Environment } from '../../../support/environment.ts';

/** `$XDG_STATE_HOME/debate-hall`, else `~/.local/state/debate-hall`. */
export function stateFolder(env: Environment, home: string): string {
  const state = env['XDG_STATE_HOME'];
  const base = state !== undefined && isAbsolute(state) ? state : join(home, '.local', 'state');
  return join(base, 'debate-hall');
}
