// Where the person's home is. HOME may be empty or relative: then it would lie in whatever folder the person works in, and a cloned
// repository would speak as that person.
import { homedir, userInfo } from 'node:os';
import { isAbsolute } from 'node:path';
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
