// One running program of a live session, with its pool slot, scratch folder and conversation.
import { join } from 'node:path';
import { type Failure, isFailure } from '../../domain/failures/failures.ts';
import type { SeatTools } from '../../material/reading/seat-tools.ts';
import type { InteractiveProcess, ProcessRunner } from '../../process/process.ts';
import type { AgentPorts, Probe } from '../agent.ts';
import { type CliCall, SCRATCH_NAME, writeCallFiles } from '../cli/cli-call.ts';
import type { CliProgram } from '../cli/cli-description.ts';
import type { LocatedProgram } from '../cli/probe-program.ts';
import { createRedactor, type Redact } from '../failures/redact.ts';
import type { ProgramEnd } from '../failures/verdict.ts';
import { type Conversation, createConversation } from './conversation.ts';
import type { Dialogue, LiveDescription } from './dialogue.ts';
import type { SessionSlot } from './session-pool.ts';

/** What every way to ask a program has. */
export interface ProgramParts {
  readonly description: CliProgram;
  readonly ports: AgentPorts;
  /** Where it is, or why it cannot be run. */
  readonly locate: (mode?: 'required') => Promise<LocatedProgram | Failure>;
  /** Its version; never rejects. */
  readonly version: (located: LocatedProgram, signal: AbortSignal) => Promise<Probe>;
}

export interface LiveProgramRequest extends ProgramParts {
  readonly live: LiveDescription;
  /** See `OpenOptions`. */
  readonly tools: SeatTools | undefined;
  readonly around?: Around;
}

/** Of an author: its working directory, what starts it there, and more variables for it. */
export interface Around {
  readonly cwd: string;
  readonly before: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface LiveProgram {
  readonly system: string;
  readonly located: LocatedProgram;
  readonly call: CliCall;
  readonly redact: Redact;
  readonly process: InteractiveProcess;
  readonly dialogue: Dialogue;
  readonly conversation: Conversation;
  /** The version that is running, even if another one is installed meanwhile. */
  readonly version: Promise<Probe>;
  /** Without a slot the program ends after its answer. */
  readonly slot: SessionSlot | undefined;
  /** Time of its first output line. */
  firstLineAt: number | undefined;
  /** Set when the program has exited. */
  ended: ProgramEnd | undefined;
  turns: number;
  /** Ends the program and removes what belongs to it. */
  close(): Promise<void>;
}

/** Starts the program, or returns why it cannot be started; `signal` ends it. */
export async function startLiveProgram(
  request: LiveProgramRequest,
  system: string,
  signal: AbortSignal,
): Promise<LiveProgram | Failure> {
  const { live, ports } = request;
  const located = await request.locate();
  if (isFailure(located)) return located;
  const scratch = await ports.processes.createScratch();
  try {
    const call = live.call(system, scratch.path, request.tools);
    await writeCallFiles(call, scratch.path);
    return launch(request, system, located, call, scratch, signal);
  } catch (error) {
    await scratch.remove();
    throw error;
  }
}

function launch(
  request: LiveProgramRequest,
  system: string,
  located: LocatedProgram,
  call: CliCall,
  scratch: Awaited<ReturnType<ProcessRunner['createScratch']>>,
  signal: AbortSignal,
): LiveProgram {
  const { description, live, ports, around } = request;
  const { processes, sessions, clock } = ports;
  const withoutSecrets = createRedactor(call.env, ports.env);
  const { sandbox } = located;
  const process = processes.startInteractive({
    argv: [...(around?.before ?? []), located.path, ...call.args] as [string, ...string[]],
    sandbox: sandbox && { ...sandbox, writable: [...sandbox.writable, scratch.path] },
    env: { ...call.env, ...around?.env },
    cwd: around?.cwd ?? join(scratch.path, call.folder),
    signal,
    maxOutputBytes: description.limits.maxOutputBytes,
    onLine: (line) => {
      liveProgram.firstLineAt ??= clock.elapsed();
      dialogue.readLine(line);
    },
  });
  const dialogue = live.dialogue({ send: process.send, system, scratch: scratch.path, tools: request.tools });
  const slot = sessions.reserve();
  const cleanedUp = process.ended.finally(async () => {
    slot?.release();
    await scratch.remove();
  });
  const liveProgram: LiveProgram = {
    system,
    located,
    call,
    redact: (text) => withoutSecrets(text.replaceAll(scratch.path, SCRATCH_NAME)),
    process,
    dialogue,
    conversation: createConversation(description.window),
    version: request.version(located, signal),
    slot,
    firstLineAt: undefined,
    ended: undefined,
    turns: 0,
    async close() {
      process.stop();
      await cleanedUp;
    },
  };
  cleanedUp.then(
    (result) => {
      liveProgram.ended = result;
    },
    // Only a fault of the hall rejects; the pending question reports it.
    () => {},
  );
  return liveProgram;
}
