// Where the person's home is, and where in it the hall keeps what belongs to no project. HOME may be empty or relative: then it would lie
// in whatever folder the person works in, and a cloned repository would speak as that person.
import { homedir, userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { Environment } from './environment.ts';

/** The home of the environment, else of this process, else what the system has for the user; `undefined` where none is absolute. */
export function homeFolder(env: Environment = process.env): string | undefined {
  for (const find of [() => env['HOME'], homedir, () => userInfo().homedir]) {
    try {
      const folder = find();
      if (folder !== undefined && isAbsolute(folder)) return folder;
    } catch {
      // The system does not know the user.
    }
  }
  return undefined;
}

/** The environment for programs, which would take a HOME that is not absolute for one in their own folder. */
export function withHome(env: Environment, home: string | undefined): Environment {
  const { HOME, ...others } = env;
  if (HOME === undefined || isAbsolute(HOME)) return env;
  return home === undefined ? others : { ...others, HOME: home };
}

/** `$XDG_STATE_HOME/debate-hall`, else `~/.local/state/debate-hall`; `undefined` where nobody knows the home. */
export function stateFolder(env: Environment, home: string | undefined): string | undefined {
  const state = env['XDG_STATE_HOME'];
  if (state !== undefined && isAbsolute(state)) return join(state, 'debate-hall');
  return home === undefined ? undefined : join(home, '.local', 'state', 'debate-hall');
}
