// A session in a program that stays: it hears the whole prompt once, then only what is new. What breaks is thrown away; the
// next question begins a fresh program with the whole prompt, so the ledger stays the only truth.
import { join } from 'node:path';
import pLimit from 'p-limit';
import type { Failure, FailureCode } from '../domain/failures.ts';
import type { ProcessRunner, StayingProcess } from '../process/process.ts';
import type { AgentPorts, AgentSession, AskOptions, Probe, Prompt, Reply } from './agent.ts';
import { type CliCall, lay, SCRATCH_NAME } from './cli-call.ts';
import { type Conversation, createConversation } from './conversation.ts';
import { type Redact, redactor } from './redact.ts';
import type { Place } from './session-pool.ts';
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
  /** Its absolute path, or why it cannot be run. */
  readonly locate: () => Promise<string | Failure>;
  /** Its version; never rejects. */
  readonly version: (signal: AbortSignal) => Promise<Probe>;
  readonly ports: AgentPorts;
}

type Scratch = Awaited<ReturnType<ProcessRunner['scratch']>>;

/** A program that stays, with what it has heard. */
interface Stay {
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

/** Failures of the program rather than of the service behind it. */
const BREAKS: ReadonlySet<FailureCode> = new Set(['crashed', 'unreadable', 'timed-out']);

/** How long a question that was asked at a time had to wait for the program's first sign of life. */
function waited(firstLineAt: number | undefined, askedAt: number): number | undefined {
  return firstLineAt === undefined ? undefined : Math.max(0, firstLineAt - askedAt);
}

function isStay(begun: Stay | Failure): begun is Stay {
  return 'close' in begun;
}

export function liveSession(request: LiveSessionRequest): AgentSession {
  const { program, limits, window, live, ports } = request;
  const { processes, sessions, clock } = ports;
  const closing = new AbortController();
  const oneAtATime = pLimit(1);
  /** Programs that are being ended, so that closing the session can wait for them. */
  const ending = new Set<Promise<void>>();
  let current: Promise<Stay | Failure> | undefined;
  let resting: Stay | undefined;

  async function opened(system: string): Promise<Stay | Failure> {
    const begun = current ?? begin(system);
    current = begun;
    const forget = () => {
      if (current === begun) current = undefined;
    };
    try {
      const stay = await begun;
      // What was missing may be there for the next question.
      if (!isStay(stay)) forget();
      return stay;
    } catch (error) {
      forget();
      throw error;
    }
  }

  async function begin(system: string): Promise<Stay | Failure> {
    const path = await request.locate();
    if (typeof path !== 'string') return path;
    const scratch = await processes.scratch();
    try {
      const call = live.call(system, scratch.path);
      await lay(call, scratch.path);
      return start(system, path, call, scratch);
    } catch (error) {
      await scratch.remove();
      throw error;
    }
  }

  function start(system: string, path: string, call: CliCall, scratch: Scratch): Stay {
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
      version: request.version(closing.signal),
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

  /** Ends the program that is there; the next question begins a fresh one. */
  function drop(): Promise<void> {
    const dropped = current;
    current = undefined;
    wake();
    const end = Promise.resolve(dropped).then(async (stay) => {
      if (stay !== undefined && isStay(stay)) await stay.close();
    });
    ending.add(end);
    const forget = () => ending.delete(end);
    end.then(forget, forget);
    return end;
  }

  /** It waits for its next question, but not for ever. */
  async function rest(stay: Stay): Promise<void> {
    if (stay.place === undefined) return await drop();
    resting = stay;
    stay.place.wait(() => void drop().catch(() => {}));
  }

  function wake(): void {
    resting?.place?.wake();
    resting = undefined;
  }

  /** The program to ask and what to tell it; a fresh one when the one that is there no longer fits. */
  async function readied(prompt: Prompt): Promise<{ stay: Stay; message: string } | Failure> {
    const { system } = prompt;
    const stay = await opened(system);
    if (!isStay(stay)) return stay;
    wake();
    const message = stay.conversation.message(prompt);
    const diedUnused = stay.turns === 0 && stay.ended !== undefined;
    if (message === undefined || stay.system !== system || diedUnused) {
      await drop();
      return await readied(prompt);
    }
    const refused = live.refuse?.(message);
    if (refused !== undefined) await rest(stay);
    return refused ?? { stay, message };
  }

  /** What has come of a question, and how the program ended if it did, or does. */
  async function outcomeOf(stay: Stay, exchange: Exchange): Promise<{ verdict: Verdict; ended: Ended | undefined }> {
    const first = await Promise.race([exchange.over, stay.program.ended.then(() => undefined)]);
    // A limit may have struck just before: then how it ended says more than what it said in its last moment.
    const ended = first === undefined || stay.program.ending() ? await stay.program.ended : undefined;
    return { verdict: first ?? exchange.cutOff(await stay.program.ended), ended };
  }

  async function converse(stay: Stay, message: string, prompt: Prompt, options: AskOptions): Promise<Reply> {
    const { signal, onText } = options;
    const sessionTurn = stay.turns + 1;
    const startedAt = clock.elapsed();
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
    const { verdict, ended } = await outcomeOf(stay, exchange);
    unwatch();
    signal.removeEventListener('abort', cancel);
    const called = {
      program,
      path: stay.path,
      call: stay.call,
      version: await stay.version,
      redact: stay.redact,
      durationMs: clock.elapsed() - startedAt,
      startUpMs: sessionTurn === 1 ? waited(stay.firstLineAt, startedAt) : undefined,
      firstTextMs,
      sessionTurn,
    };
    const stopped = ended !== undefined && signal.aborted;
    const reply = replyOf(verdict, called, stopped ? { ...ended, end: { reason: 'cancelled' } } : ended);
    if (reply.status === 'failed') {
      await drop();
      const broke = BREAKS.has(reply.failure.code) && sessionTurn > 1;
      return broke ? { ...reply, sessionLost: true } : reply;
    }
    stay.turns = sessionTurn;
    stay.conversation.answered(prompt, message, reply.text);
    // What it made of the conversation itself is not what the seat may see: the ledger is told anew.
    await (ended !== undefined || verdict.facts.forgot === true ? drop() : rest(stay));
    return reply;
  }

  async function ask(prompt: Prompt, options: AskOptions): Promise<Reply> {
    const ready = await readied(prompt);
    if ('code' in ready) return { status: 'failed', failure: ready, details: { durationMs: 0, notes: [] } };
    return await converse(ready.stay, ready.message, prompt, options);
  }

  return {
    warm(system) {
      if (current !== undefined || closing.signal.aborted || sessions.full()) return;
      opened(system)
        .then(async (stay) => {
          if (isStay(stay) && oneAtATime.activeCount + oneAtATime.pendingCount === 0) await rest(stay);
        })
        // What goes wrong here is met again, and told, by the question.
        .catch(() => {});
    },
    ask(prompt, { signal, onText }) {
      wake();
      return oneAtATime(ask, prompt, { signal: AbortSignal.any([signal, closing.signal]), onText });
    },
    async close() {
      closing.abort();
      // Whoever is being asked is done by then.
      await oneAtATime(async () => await drop().catch(() => {}));
      await Promise.allSettled(ending);
    },
  };
}
