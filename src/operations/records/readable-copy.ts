// The copy of a repository that seats may read in, for as long as a run lasts.

import { createGit } from '../../context/git/git.ts';
import { copyTree } from '../../context/git/tree-copy.ts';
import { HallError } from '../../domain/errors.ts';
import type { RuleData, SeatAssignment } from '../../domain/events.ts';
import type { Snapshot } from '../../engine/snapshot.ts';
import type { AnyFormat } from '../../formats/format.ts';
import type { ReadableCopy } from '../../runner/run-context.ts';
import { findAgent } from '../debate/assign-seats.ts';
import type { Hall } from '../hall.ts';

const SHOWN_ID = 12;

export function getReadableBase(format: AnyFormat, options: RuleData): string | undefined {
  return format.readable?.(format.options.parse(options));
}

/** Throws `bad-input` when seats may read but no agent can be confined to the copy. */
export async function refuseUnconfined(hall: Hall, seats: readonly SeatAssignment[]): Promise<void> {
  const agents = await hall.agents();
  if (seats.some(({ agent }) => findAgent(agents, agent)?.explores === true)) return;
  const names = [...new Set(seats.map(({ agent }) => agent.agent))].join(', ');
  throw new HallError('bad-input', `None of the agents can be confined to the repository: ${names}.`, {
    hint: 'Give a seat to claude without "extraArgs", or turn "explore" off.',
  });
}

function describeBase(at: string): string {
  if (at === 'disk') return 'the files of the repository on disk';
  return at === 'index' ? 'what is staged in the repository' : `the files of commit ${at.slice(0, SHOWN_ID)}`;
}

/** Calls `use` with a copy that is made for it and removed afterwards, also when the hall is killed. */
export async function withReadableCopy<T>(
  hall: Hall,
  { format, debate }: Snapshot,
  signal: AbortSignal,
  use: (readableCopy: ReadableCopy | undefined) => Promise<T>,
): Promise<T> {
  const at = getReadableBase(format, debate.opened.options);
  if (at === undefined) return await use(undefined);
  const scratch = await (await hall.processes()).createScratch();
  try {
    const git = createGit(await hall.processes(), { cwd: hall.cwd, env: hall.loaded.env, signal });
    const { files, leftOut, sha256 } = await copyTree(git, {
      at,
      to: scratch.path,
      hallFolder: hall.loaded.config.hall,
    });
    const description = `a copy of ${describeBase(at)}: ${files} files, ${leftOut} left out, SHA-256 ${sha256}.`;
    return await use({ folder: scratch.path, description });
  } finally {
    await scratch.remove();
  }
}
