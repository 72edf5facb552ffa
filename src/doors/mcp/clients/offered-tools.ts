// The tools that a client of this server has, so that next steps name no others.

export interface OfferedTools {
  has(name: string): boolean;
  /** Whether every tool that the text names is there. */
  allows(text: string): boolean;
  /** The first of these that can be done here; the last one has to name no tool. */
  step(...steps: readonly [string, ...string[]]): string;
  /** The client is on this machine, where its user can open the files that a text names. */
  readonly isLocal: boolean;
}

export function offeredTools(offered: Iterable<string>, known: Iterable<string>, isLocal = true): OfferedTools {
  const here = new Set(offered);
  const elsewhere = new Set([...known].filter((name) => !here.has(name)));
  const allows = (text: string) => !(text.match(/[a-z0-9_]+/g) ?? []).some((word) => elsewhere.has(word));
  return {
    has: (name) => here.has(name),
    allows,
    isLocal,
    step: (...steps) => steps.find(allows) ?? (steps.at(-1) as string),
  };
}
