// A session in a program that stays: it hears the whole prompt once, then only what is new. What breaks is thrown away; the
// next question begins a fresh program with the whole prompt, so the ledger stays the only truth.
import { join } from 'node:path';
import type { Failure, FailureCode } from '../domain/failures.ts';
import type { ProcessResult, StayingProcess } from '../process/process.ts';
import type { AgentPorts, AgentSession, AskOptions, Probe, Prompt, Reply } from './agent.ts';
import { type CliCall, lay, SCRATCH_NAME } from './cli-call.ts';
import { type Conversation, createConversation } from './conversation.ts';
import { type Redact, redactor } from './redact.ts';
import type { ProgramSettings } from './settings.ts';
import { type Ended, replyOf, type Verdict } from './verdict.ts';

/** One question and its answer, as the program's protocol tells it. */
export interface Exchange {
  /** What has come of it, once the protocol says that it is over. Never rejects. */
  readonly over: Promise<Verdict>;
  /** What has come of it when the program ends before that. */
  cutOff(ended: Ended): Verdict;
}

/** The protocol that one running program speaks. */
export interface Dialogue {
  /** Takes a line that the program wrote. */
  line(line: string): void;
  /** Asks; never called again before the last exchange is over. Questions may come before the program is ready. */
  ask(message: string, onText: (delta: string) => void): Exchange;
  /** Tells the program to give up what it is at, just before it is ended. */
  cancel?(): void;
}

export interface DialogueRequest {
  /** Writes one line to the program. */
  readonly send: (line: string) => void;
  readonly system: string;
  /** Absolute path of the scratch folder. */
  readonly scratch: string;
}

export interface LiveDescription {
  /** How the program that stays is called; its standard input is the dialogue's. */
  call(system: string, scratch: string): CliCall;
  dialogue(request: DialogueRequest): Dialogue;
  /** Why this message makes no sense to send. */
  refuse?(message: string): Failure | undefined;
}

export interface LiveSessionRequest {
  readonly program: string;
  readonly limits: ProgramSettings['limits'];
  readonly window: number | undefined;
  readonly live: LiveDescription;
  /** Looks for the program, without asking for its version. */
  readonly find: (signal: AbortSignal) => Promise<Probe>;
  readonly probe: (signal: AbortSignal) => Promise<Probe>;
  readonly ports: AgentPorts;
}

/** A program that stays, with what it has heard. */
interface Stay {
  readonly system: string;
  readonly path: string;
  readonly call: CliCall;
  readonly redact: Redact;
  readonly program: StayingProcess;
  readonly dialogue: Dialogue;
  readonly conversation: Conversation;
  /** When its first line came. */
  firstLineAt: number | undefined;
  /** Set once it has ended, however it did. */
  ended: Omit<ProcessResult, 'stdout'> | undefined;
  turns: number;
  /** Ends the wait for the next question. */
  wake: () => void;
  /** Ends the program and removes what belongs to it. */
  close(): Promise<void>;
}

/** Failures of the program rather than of the service behind it. */
const BREAKS: ReadonlySet<FailureCode> = new Set(['crashed', 'unreadable', 'timed-out']);

const asleep = () => {};

/** How long a question that was asked at a time had to wait for the program's first sign of life. */
function waited(firstLineAt: number | undefined, askedAt: number): number | undefined {
  return firstLineAt === undefined ? undefined : Math.max(0, firstLineAt - askedAt);
}

export function liveSession(request: LiveSessionRequest): AgentSession {
  const { program, limits, window, live, ports } = request;
  const { processes, sessions, clock } = ports;
  const closing = new AbortController();
  const asked = new Set<Promise<Reply>>();
  let current: Promise<Stay | Failure> | undefined;

  function opened(system: string): Promise<Stay | Failure> {
    current ??= begin(system).catch((error: unknown) => {
      current = undefined;
      throw error;
    });
    return current;
  }

  async function begin(system: string): Promise<Stay | Failure> {
    const found = await request.find(closing.signal);
    if (found.path === undefined || found.failure !== undefined) {
      return found.failure ?? { code: 'not-installed', message: `"${program}" was not found.` };
    }
    const scratch = await processes.scratch();
    try {
      const call = live.call(system, scratch.path);
      await lay(call, scratch.path);
      return start(system, found.path, call, scratch);
    } catch (error) {
      await scratch.remove();
      throw error;
    }
  }

  function start(
    system: string,
    path: string,
    call: CliCall,
    scratch: { readonly path: string; remove(): Promise<void> },
  ): Stay {
    const withoutSecrets = redactor(call.env, ports.env);
    const started = processes.stay({
      argv: [path, ...call.args],
      env: call.env,
      cwd: join(scratch.path, call.folder),
      signal: closing.signal,
      maxOutputBytes: limits.maxOutputBytes,
      onLine: (line) => {
        stay.firstLineAt ??= clock.elapsed();
        dialogue.line(line);
      },
    });
    const dialogue = live.dialogue({ send: started.send, system, scratch: scratch.path });
    const gone = started.ended.finally(async () => await scratch.remove());
    const stay: Stay = {
      system,
      path,
      call,
      redact: (text) => withoutSecrets(text.replaceAll(scratch.path, SCRATCH_NAME)),
      program: started,
      dialogue,
      conversation: createConversation(window),
      firstLineAt: undefined,
      ended: undefined,
      turns: 0,
      wake: asleep,
      async close() {
        stay.wake();
        started.stop();
        await gone;
      },
    };
    gone.then(
      (result) => {
        stay.ended = result;
      },
      () => {},
    );
    return stay;
  }

  async function drop(): Promise<void> {
    const dropped = current;
    current = undefined;
    const stay = await dropped;
    if (stay !== undefined && 'close' in stay) await stay.close();
  }

  /** The program to ask and what to tell it; a fresh one when the one that is there no longer fits. */
  async function readied(prompt: Prompt): Promise<{ stay: Stay; message: string } | Failure> {
    const { system } = prompt;
    const stay = await opened(system);
    if ('code' in stay) {
      current = undefined;
      return stay;
    }
    stay.wake();
    const message = stay.conversation.message(prompt);
    const diedUnused = stay.turns === 0 && stay.ended !== undefined;
    if (message === undefined || stay.system !== system || diedUnused) {
      await drop();
      return await readied(prompt);
    }
    return live.refuse?.(message) ?? { stay, message };
  }

  async function converse(stay: Stay, message: string, prompt: Prompt, options: AskOptions): Promise<Reply> {
    const { signal, onText } = options;
    const sessionTurn = stay.turns + 1;
    const startedAt = clock.elapsed();
    const version = request.probe(signal);
    let firstTextMs: number | undefined;
    const cancel = () => {
      stay.dialogue.cancel?.();
      stay.program.stop();
    };
    signal.addEventListener('abort', cancel, { once: true });
    const unwatch = stay.program.watch(limits);
    if (signal.aborted) cancel();
    const exchange = stay.dialogue.ask(message, (delta) => {
      if (delta === '') return;
      firstTextMs ??= clock.elapsed() - startedAt;
      onText(delta);
    });
    const outcome = await Promise.race([
      exchange.over.then((verdict) => ({ verdict, ended: undefined })),
      stay.program.ended.then((ended) => ({ verdict: exchange.cutOff(ended), ended })),
    ]);
    unwatch();
    signal.removeEventListener('abort', cancel);
    const { verdict } = outcome;
    const ended =
      outcome.ended !== undefined && signal.aborted
        ? { ...outcome.ended, end: { reason: 'cancelled' as const } }
        : outcome.ended;
    const reply = replyOf(
      verdict,
      {
        program,
        path: stay.path,
        call: stay.call,
        version: await version,
        redact: stay.redact,
        durationMs: clock.elapsed() - startedAt,
        startUpMs: sessionTurn === 1 ? waited(stay.firstLineAt, startedAt) : undefined,
        firstTextMs,
        sessionTurn,
      },
      ended,
    );
    if (reply.status === 'failed') {
      await drop();
      const broke = BREAKS.has(reply.failure.code) && sessionTurn > 1;
      return broke ? { ...reply, sessionLost: true } : reply;
    }
    stay.turns = sessionTurn;
    stay.conversation.answered(prompt, message, reply.text);
    if (ended === undefined) rest(stay);
    return reply;
  }

  /** It waits for its next question, but not for ever. */
  function rest(stay: Stay): void {
    stay.wake = sessions.wait(() => void drop().catch(() => {}));
  }

  async function ask(prompt: Prompt, options: AskOptions): Promise<Reply> {
    const ready = await readied(prompt);
    if ('code' in ready) return { status: 'failed', failure: ready, details: { durationMs: 0, notes: [] } };
    return await converse(ready.stay, ready.message, prompt, options);
  }

  return {
    warm(system) {
      if (current !== undefined) return;
      opened(system)
        .then((stay) => {
          if (!('code' in stay)) rest(stay);
        })
        // What goes wrong here is met again, and told, by the question.
        .catch(() => {});
    },
    ask(prompt, { signal, onText }) {
      const reply = ask(prompt, { signal: AbortSignal.any([signal, closing.signal]), onText });
      asked.add(reply);
      return reply.finally(() => asked.delete(reply));
    },
    async close() {
      closing.abort();
      await Promise.allSettled(asked);
      await drop().catch(() => {});
    },
  };
}
