// Asks a CLI as an author: it may change files in a workspace, in a sandbox that has no network but the way to its model.
import { isFailure } from '../../domain/failures/failures.ts';
import { openPassage } from '../../net/passage.ts';
import { goThrough } from '../../process/passage-program.ts';
import type { AskOptions, OpenOptions, Prompt, Reply, Workspace } from '../agent.ts';
import { failedCall } from '../failures/verdict.ts';
import type { LiveDescription } from '../session/dialogue.ts';
import type { Around, ProgramParts } from '../session/live-program.ts';
import { createLiveSession } from '../session/live-session.ts';
import type { AuthorCalls, OneShot } from './cli-description.ts';
import { findProgramFiles } from './isolation.ts';
import type { LocatedProgram } from './probe-program.ts';

/** Where a program is started for one question. */
interface AuthorStart {
  readonly located: LocatedProgram;
  /** Absolute path of the scratch folder. */
  readonly scratch: string;
  readonly around?: Around;
}

export type AskOnce = (
  oneShot: OneShot,
  start: AuthorStart,
  prompt: Prompt,
  options: AskOptions & OpenOptions,
) => Promise<Reply>;

/** Nothing of it runs outside of a sandbox, whatever its settings say. */
export async function askAuthor(
  parts: ProgramParts & { readonly askOnce: AskOnce },
  author: AuthorCalls,
  { folder, hosts }: Workspace,
  prompt: Prompt,
  options: AskOptions,
): Promise<Reply> {
  const { description, ports, locate, askOnce } = parts;
  const { program } = description;
  const located = await locate('required');
  if (isFailure(located)) return failedCall(located);
  const { sandbox } = located;
  if (sandbox === undefined) return failedCall({ code: 'no-sandbox', message: `"${program}" runs in no sandbox.` });
  const scratch = await ports.processes.createScratch();
  const refused = new Set<string>();
  try {
    // Its tools want whole paths, and where the folder is no format knows.
    const placed = { ...prompt, system: `${prompt.system}\n\nThe path of the folder is ${folder}` };
    const passage = await openPassage({
      folder: scratch.path,
      hosts: [...author.hosts, ...hosts],
      baseUrl: author.baseUrl,
      refused: (host) => refused.add(host),
    });
    const confined = {
      ...sandbox,
      readable: [...sandbox.readable, ...findProgramFiles(process.execPath, description.probeEnv, ports.cwd)],
      writable: [...sandbox.writable, folder, scratch.path],
      offline: true as const,
    };
    const around = { cwd: folder, before: goThrough(passage.ways), env: passage.env };
    const start = { located: { ...located, sandbox: confined }, scratch: scratch.path, around };
    try {
      const reply = await ('live' in author
        ? askLive({ ...parts, locate: async () => start.located }, author.live(folder), around, placed, options)
        : askOnce(author, start, placed, options));
      const notes = [...refused].map((host) => `it asked for ${host}, which it may not reach`);
      return { ...reply, details: { ...reply.details, notes: [...reply.details.notes, ...notes] } };
    } finally {
      await passage.close();
    }
  } finally {
    await scratch.remove();
  }
}

async function askLive(
  parts: ProgramParts,
  live: LiveDescription,
  around: Around,
  prompt: Prompt,
  options: AskOptions,
): Promise<Reply> {
  const session = createLiveSession({ ...parts, live, tools: undefined, around });
  try {
    return await session.ask(prompt, options);
  } finally {
    await session.close();
  }
}
