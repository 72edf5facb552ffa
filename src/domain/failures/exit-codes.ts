// The exit codes of the program. docs/cli.md lists them.
export const EXIT = {
  ok: 0,
  internal: 1,
  usage: 2,
  degraded: 3,
  agent: 4,
  limit: 5,
  disagreement: 6,
  findings: 7,
  changed: 8,
  cancelled: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
