// One program that stays, from its start to its end, with all that belongs to it: place, scratch folder, what it has heard.
import { join } from 'node:path';
import type { Failure } from '../../domain/failures.ts';
import type { ProcessRunner, StayingProcess } from '../../process/process.ts';
import type { AgentPorts, Probe } from '../agent.ts';
import { type CliCall, lay, SCRATCH_NAME } from '../cli/cli-call.ts';
import { type Redact, redactor } from '../failures/redact.ts';
import type { Ended } from '../failures/verdict.ts';
import type { ProgramSettings } from '../settings.ts';
import { type Conversation, createConversation } from './conversation.ts';
import type { Dialogue, LiveDescription } from './dialogue.ts';
import type { Place } from './session-pool.ts';

export interface StayRequest {
  readonly program: string;
  readonly limits: ProgramSettings['limits'];
  readonly window: number | undefined;
  readonly live: LiveDescription;
  /** Its absolute path, or why it cannot be run. */
  readonly locate: () => Promise<string | Failure>;
  /** Its version; never rejects. */
  readonly version: (signal: AbortSignal) => Promise<Probe>;
  readonly ports: AgentPorts;
  /** See `OpenOptions`. */
  readonly readIn: string | undefined;
  /** See `CliProgram`. */
  readonly noise?: RegExp | undefined;
}

type Scratch = Awaited<ReturnType<ProcessRunner['scratch']>>;

/** A program that stays, with what it has heard. */
export interface Stay {
  readonly system: string;
  readonly path: string;
  readonly call: CliCall;
  readonly redact: Redact;
  readonly program: StayingProcess;
  readonly dialogue: Dialogue;
  readonly conversation: Conversation;
  /** Of the program as it runs, whatever is installed in its place later. */
  readonly version: Promise<Probe>;
  /** Without it the program ends after its answer. */
  readonly place: Place | undefined;
  /** When its first line came. */
  firstLineAt: number | undefined;
  /** Set once it has ended, however it did. */
  ended: Ended | undefined;
  turns: number;
  /** Ends the program and removes what belongs to it. */
  close(): Promise<void>;
}

export function isStay(begun: Stay | Failure): begun is Stay {
  return 'close' in begun;
}

/** Starts the program, or says why it cannot be; `signal` ends it. */
export async function beginStay(request: StayRequest, system: string, signal: AbortSignal): Promise<Stay | Failure> {
  const { live, ports } = request;
  const path = await request.locate();
  if (typeof path !== 'string') return path;
  const scratch = await ports.processes.scratch();
  try {
    const call = live.call(system, scratch.path, request.readIn);
    await lay(call, scratch.path);
    return start(request, { system, path, call, scratch, signal });
  } catch (error) {
    await scratch.remove();
    throw error;
  }
}

interface Start {
  readonly system: string;
  /** Absolute path of the program. */
  readonly path: string;
  readonly call: CliCall;
  readonly scratch: Scratch;
  readonly signal: AbortSignal;
}

function start(request: StayRequest, { system, path, call, scratch, signal }: Start): Stay {
  const { limits, window, live, ports } = request;
  const { processes, sessions, clock } = ports;
  const withoutSecrets = redactor(call.env, ports.env);
  const started = processes.stay({
    argv: [path, ...call.args],
    env: call.env,
    cwd: join(scratch.path, call.folder),
    signal,
    maxOutputBytes: limits.maxOutputBytes,
    onLine: (line) => {
      stay.firstLineAt ??= clock.elapsed();
      dialogue.line(line);
    },
  });
  const dialogue = live.dialogue({ send: started.send, system, scratch: scratch.path, readIn: request.readIn });
  const place = sessions.take();
  const gone = started.ended.finally(async () => {
    place?.leave();
    await scratch.remove();
  });
  const stay: Stay = {
    system,
    path,
    call,
    redact: (text) => withoutSecrets(text.replaceAll(scratch.path, SCRATCH_NAME)),
    program: started,
    dialogue,
    conversation: createConversation(window),
    version: request.version(signal),
    place,
    firstLineAt: undefined,
    ended: undefined,
    turns: 0,
    async close() {
      started.stop();
      await gone;
    },
  };
  gone.then(
    (result) => {
      stay.ended = result;
    },
    // A bug of the hall: the question that waits for the program meets it, too.
    () => {},
  );
  return stay;
}
