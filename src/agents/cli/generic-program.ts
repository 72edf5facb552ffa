// Settings of programs without an adapter of their own, shared by the kinds command and acp.
import * as z from 'zod';
import type { Failure } from '../../domain/failures/failures.ts';
import type { Agent, Probe } from '../agent.ts';
import { visiblePath } from '../settings.ts';
import type { IsolationNeeds, SandboxMode } from './isolation.ts';

/** Noted on probes and answers. */
export const UNVERIFIED_NOTE = 'these settings have not been tested with the real program';

/** Spread into a strict object. */
export const genericProgramSettings = {
  /** Who makes the model behind it. */
  vendor: z.string().min(1).max(200).optional(),
  /** Arguments that print the version; without them nobody asks. */
  versionArgs: z.array(z.string()).default([]),
  /** Names of variables that the program gets when the hall has them; `NAME_*` stands for all that begin so. */
  inheritEnv: z.array(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*\*?(?![\s\S])/)).default([]),
  /** Files of its login, in which it may also write: absolute paths, or `~/` for the home. */
  login: z.array(visiblePath).default([]),
  /** False when nobody has tried these settings with the real program yet. */
  verified: z.boolean().default(true),
};

/** The agent with a probe that also tells whether its settings were tried, and whether one is missing. */
export function withVerificationNotes(agent: Agent, verified: boolean, missing: Failure | undefined): Agent {
  async function probe(signal: AbortSignal): Promise<Probe> {
    const found = await agent.probe(signal);
    const notes = verified ? found.notes : [...found.notes, UNVERIFIED_NOTE];
    const failure = found.failure ?? missing;
    return failure === undefined ? { ...found, notes } : { ...found, usable: false, failure, notes };
  }
  return { ...agent, probe, obstacle: async () => (await agent.obstacle?.()) ?? missing };
}

/** What it sees in a sandbox, which it runs in wherever there is one. */
export function isolationOf(options: {
  readonly sandbox?: SandboxMode | undefined;
  readonly visible: readonly string[];
  readonly login: readonly string[];
  readonly argv: readonly (string | readonly string[])[];
  readonly extraArgs: readonly string[];
}): IsolationNeeds {
  const { sandbox: mode = 'auto', visible, login, argv, extraArgs } = options;
  return { mode, visible, login, args: [...argv.flat(), ...extraArgs] };
}
