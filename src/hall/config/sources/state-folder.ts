// Where the hall keeps what is a person's own and belongs to no project.
import { isAbsolute, join } from 'node:path';
import type { Environment } from '../../../support/environment.ts';

/** `$XDG_STATE_HOME/debate-hall`, else `~/.local/state/debate-hall`; `undefined` where nobody knows the home. */
export function stateFolder(env: Environment, home: string | undefined): string | undefined {
  const state = env['XDG_STATE_HOME'];
  if (state !== undefined && isAbsolute(state)) return join(state, 'debate-hall');
  return home === undefined ? undefined : join(home, '.local', 'state', 'debate-hall');
}
