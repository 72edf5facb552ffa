// The variables that a process was started with, as they are handed on: nothing else reads the environment.

export type Environment = Readonly<Record<string, string | undefined>>;

/** Those that have a value, as programs are given them. */
export const setVariables = (env: Environment): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined));
