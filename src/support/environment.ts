// The variables that a process was started with, as they are handed on: nothing else reads the environment.

export type Environment = Readonly<Record<string, string | undefined>>;
