// Asks a CLI as an author: it may change files in a workspace, in a sandbox that has no network but the way to its model.
import type { Failure } from '../../domain/failures/failures.ts';
import { openPassage } from '../../net/passage.ts';
import { goThrough } from '../../process/passage-program.ts';
import type { AgentPorts, AskOptions, Prompt, Reply, Workspace } from '../agent.ts';
import type { Around, LiveProgramRequest } from '../session/live-program.ts';
import { createLiveSession } from '../session/live-session.ts';
import { type CliCall, isFailure, writeCallFiles } from './cli-call.ts';
import type { AuthorCalls, CliDescription, OutputReader } from './cli-description.ts';
import { findProgramFiles } from './isolation.ts';
import { isLocated, type LocatedProgram } from './probe-program.ts';
import { failedCall } from './transports.ts';

/** What every way to ask the CLI has. */
interface CliParts {
  readonly description: CliDescription;
  readonly ports: AgentPorts;
  locate(mode: 'required'): Promise<LocatedProgram | Failure>;
  readonly nameSandbox: LiveProgramRequest['nameSandbox'];
  readonly version: LiveProgramRequest['version'];
  run(
    reader: OutputReader,
    call: CliCall,
    located: LocatedProgram,
    scratch: string,
    options: AskOptions,
    around: Around,
  ): Promise<Reply>;
}

/** Nothing of it runs outside of a sandbox, whatever its settings say. */
export async function askAuthor(
  parts: CliParts,
  author: AuthorCalls,
  { folder, hosts }: Workspace,
  prompt: Prompt,
  options: AskOptions,
): Promise<Reply> {
  const { description, ports, locate } = parts;
  const { program } = description;
  const located = await locate('required');
  if (!isLocated(located)) return failedCall(located);
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
    try {
      const reply = await askConfined(
        parts,
        author,
        { ...located, sandbox: confined },
        around,
        placed,
        scratch.path,
        options,
      );
      const notes = [...refused].map((host) => `it asked for ${host}, which it may not reach`);
      return { ...reply, details: { ...reply.details, notes: [...reply.details.notes, ...notes] } };
    } finally {
      await passage.close();
    }
  } finally {
    await scratch.remove();
  }
}

async function askConfined(
  parts: CliParts,
  author: AuthorCalls,
  located: LocatedProgram,
  around: Around,
  prompt: Prompt,
  scratch: string,
  options: AskOptions,
): Promise<Reply> {
  const { description, ports, nameSandbox, version, run } = parts;
  const { program, limits, window } = description;
  if ('live' in author) {
    const session = createLiveSession({
      ...{ program, limits, window, locate: async () => located, nameSandbox, version, ports, around },
      ...{ live: author.live(around.cwd), tools: undefined, stderrNoise: description.stderrNoise },
    });
    try {
      return await session.ask(prompt, options);
    } finally {
      await session.close();
    }
  }
  const call = author.call(prompt, scratch);
  if (isFailure(call)) return failedCall(call);
  await writeCallFiles(call, scratch);
  const within = { ...call, env: { ...call.env, ...around.env } };
  return await run(author.reader(prompt), within, located, scratch, options, around);
}
