// Makes an agent of a CLI: of one that answers one prompt per process, or that stays and is talked to. An adapter says how to
// call it and how to read it.

import { join } from 'node:path';
import { defined } from '../../domain/defined.ts';
import type { AgentRef } from '../../domain/events.ts';
import type { Failure } from '../../domain/failures.ts';
import type { Agent, AgentPorts, AgentSession, AskOptions, OpenOptions, Probe, Prompt, Reply } from '../agent.ts';
import { type Redact, redactArguments, redactor } from '../failures/redact.ts';
import { withoutRefusedSchema } from '../failures/refused-schema.ts';
import { type Ended, replyOf, type Verdict } from '../failures/verdict.ts';
import type { LiveDescription } from '../session/dialogue.ts';
import { liveSession } from '../session/live-session.ts';
import type { ProgramSettings } from '../settings.ts';
import { type CliCall, isFailure, lay, SCRATCH_NAME } from './cli-call.ts';
import { type Login, namingLogin, withLogin } from './login.ts';
import { locateProgram, probeProgram } from './probe-program.ts';

/** Reads the output of one call; no I/O, so that recorded output can be read as well. */
export interface OutputReader {
  /** Takes one line of standard output; gives back the part of the answer that is new in it. */
  line(line: string): string | undefined;
  /** Whether anything of the model has come; without it any output counts as that. */
  begun?(): boolean;
  /** True once the result is certain although the program may run on; the program is then ended. */
  settled(): boolean;
  verdict(result: Ended): Verdict;
}

/** A program, whichever way it is talked to. */
interface CliProgram {
  readonly ref: AgentRef;
  readonly program: string;
  readonly limits: ProgramSettings['limits'];
  /** See `Agent.window`. */
  readonly window?: number;
  /** Versions that this adapter was tested with; without them no version is remarked upon. */
  readonly testedVersions?: readonly string[];
  /** Arguments that print the version: `--version` unless told otherwise, none when there is no way to ask. */
  readonly versionArgs?: readonly string[];
  /** See `Agent.explores`. */
  readonly explores?: true | undefined;
  /** Lines on standard error that it prints in every run; never shown as the cause of a failure. */
  readonly noise?: RegExp;
  /** The environment for that. */
  readonly probeEnv: Readonly<Record<string, string>>;
  /** Of a program that people log in to. */
  readonly login?: Login;
}

/** One process for each question. */
interface OneShot {
  /** How to call it with this prompt in this scratch folder, or why that makes no sense. For `readIn` see `OpenOptions`. */
  call(prompt: Prompt, scratch: string, readIn?: string): CliCall | Failure;
  reader(readIn?: string): OutputReader;
  /** Its call can hold an answer to the schema of its question. */
  readonly takesSchema?: true;
}

/** A program that can stay needs no other way, then it always stays. */
export type CliDescription = CliProgram &
  (
    | (OneShot & {
        /** How it stays and is talked to, where it can. */
        readonly live?: LiveDescription;
        readonly transport?: 'session' | 'one-shot' | undefined;
      })
    | { readonly live: LiveDescription }
  );

/** The ways of asking that are left once the settings have spoken; at least one. */
type Ways =
  | { readonly once: OneShot; readonly live: LiveDescription | undefined; readonly staysAtAnyCost: boolean }
  | { readonly once: undefined; readonly live: LiveDescription };

function waysOf(description: CliDescription): Ways {
  if (!('call' in description)) return { once: undefined, live: description.live };
  const { live, transport } = description;
  return {
    once: description,
    live: transport === 'one-shot' ? undefined : live,
    staysAtAnyCost: transport === 'session',
  };
}

/** The call that comes first. */
function plannedCall(ways: Ways, prompt: Prompt, { readIn }: OpenOptions): CliCall | Failure {
  if (ways.once === undefined) return ways.live.call(prompt.system, SCRATCH_NAME, readIn);
  return ways.live?.call(prompt.system, SCRATCH_NAME, readIn) ?? ways.once.call(prompt, SCRATCH_NAME, readIn);
}

export function cliAgent(description: CliDescription, ports: AgentPorts): Agent {
  const { program, limits, window, testedVersions, versionArgs = ['--version'] } = description;
  const ways = waysOf(description);
  const { processes, versions, clock } = ports;

  async function probeVersion(signal: AbortSignal): Promise<Probe> {
    const found = await probeProgram({
      ...{ program, processes, versions, env: description.probeEnv, cwd: ports.cwd, signal },
      ...(versionArgs.length === 0 ? {} : { versionArgs }),
    });
    const untested = found.version !== undefined && testedVersions?.includes(found.version) === false;
    const note = `version ${found.version} of ${program} has not been tested (tested: ${testedVersions?.join(', ')})`;
    return untested ? { ...found, notes: [...found.notes, note] } : found;
  }

  async function probe(signal: AbortSignal): Promise<Probe> {
    const { login } = description;
    const path = await locate();
    if (login === undefined || typeof path !== 'string') return await probeVersion(signal);
    const [found, state] = await Promise.all([probeVersion(signal), login.find(path, signal)]);
    return withLogin(found, state, program, login);
  }

  /** An answer must not be lost over the version of who gave it. */
  function version(signal: AbortSignal): Promise<Probe> {
    return probeVersion(signal).catch(() => ({
      usable: true,
      notes: [`"${program}" could not be asked for its version`],
    }));
  }

  async function run(
    reader: OutputReader,
    call: CliCall,
    path: string,
    scratch: string,
    options: AskOptions,
  ): Promise<Reply> {
    const withoutSecrets = redactor(call.env, ports.env);
    const redact: Redact = (text) => withoutSecrets(text.replaceAll(scratch, SCRATCH_NAME));
    const started = clock.elapsed();
    let startUpMs: number | undefined;
    let firstTextMs: number | undefined;
    const versionKnown = version(options.signal);
    const running = processes.start({
      argv: [path, ...call.args],
      env: call.env,
      cwd: join(scratch, call.folder),
      ...defined({ stdin: call.stdin }),
      limits,
      signal: options.signal,
      begun: () => reader.begun?.() ?? true,
      onLine: (line) => {
        startUpMs ??= clock.elapsed() - started;
        const delta = reader.line(line);
        if (delta !== undefined && delta !== '') {
          firstTextMs ??= clock.elapsed() - started;
          options.onText(delta);
        }
        if (reader.settled()) running.stop();
      },
    });
    const [result, known] = await Promise.all([running.result, versionKnown]);
    const { durationMs } = result;
    const { noise } = description;
    const called = { program, path, call, version: known, redact, durationMs, startUpMs, firstTextMs, noise };
    return replyOf(reader.verdict(result), called, result);
  }

  function locate(): Promise<string | Failure> {
    return locateProgram({ program, env: description.probeEnv, cwd: ports.cwd });
  }

  async function ask(way: OneShot, prompt: Prompt, options: AskOptions & OpenOptions): Promise<Reply> {
    const path = await locate();
    if (typeof path !== 'string') return { status: 'failed', failure: path, details: { durationMs: 0, notes: [] } };
    const scratch = await processes.scratch();
    try {
      const call = way.call(prompt, scratch.path, options.readIn);
      if (isFailure(call)) return { status: 'failed', failure: call, details: { durationMs: 0, notes: [] } };
      await lay(call, scratch.path);
      return await run(way.reader(options.readIn), call, path, scratch.path, options);
    } finally {
      await scratch.remove();
    }
  }

  return {
    ref: description.ref,
    ...defined({ window, explores: description.explores }),
    probe,
    plan(prompt, options = {}) {
      const call = plannedCall(ways, prompt, options);
      if (isFailure(call)) return { argv: [program], env: [], stdin: 'prompt' };
      const redact = redactor(call.env, ports.env);
      const env = Object.keys(call.env).filter((name) => call.env[name] !== ports.env[name]);
      const args = redactArguments(call.shownArgs ?? call.args, redact);
      return {
        argv: [program, ...args],
        env: env.sort(),
        stdin: ways.live === undefined && call.stdin === undefined ? 'none' : 'prompt',
      };
    },
    async open(_seat, { readIn } = {}) {
      const session = openWay(readIn);
      return description.login === undefined ? session : namingLogin(session, description.login);
    },
  };

  function openWay(readIn: string | undefined): AgentSession {
    const stay = (live: LiveDescription) => {
      const session = liveSession({
        ...{ program, limits, window, live, locate, version, ports, readIn },
        noise: description.noise,
      });
      return live.takesSchema ? withoutRefusedSchema(session) : session;
    };
    if (ways.once === undefined) return stay(ways.live);
    const { once, live, staysAtAnyCost } = ways;
    const each = openSession((prompt, options) => ask(once, prompt, { ...options, readIn }));
    const single = once.takesSchema ? withoutRefusedSchema(each) : each;
    if (live === undefined) return single;
    return staysAtAnyCost ? stay(live) : withFallback(stay(live), single);
  }
}

/** One session: closing it ends whatever it still asks. */
function openSession(ask: AgentSession['ask']): AgentSession {
  const closing = new AbortController();
  const asked = new Set<Promise<Reply>>();
  return {
    ask(prompt, { signal, onText }) {
      const reply = ask(prompt, { signal: AbortSignal.any([signal, closing.signal]), onText });
      asked.add(reply);
      return reply.finally(() => asked.delete(reply));
    },
    async close() {
      closing.abort();
      await Promise.allSettled(asked);
    },
  };
}

/** A program that does not take its own arguments, before it said a word, is of a version that cannot stay. */
function cannotStay(reply: Reply): boolean {
  return reply.status === 'failed' && reply.failure.code === 'rejected' && reply.details.startUpMs === undefined;
}

/** Stays if that works at all; else every question starts a program of its own, and the record says so. */
function withFallback(staying: AgentSession, single: AgentSession): AgentSession {
  let works: boolean | undefined;
  return {
    ...(staying.warm === undefined ? {} : { warm: (system) => works !== false && staying.warm?.(system) }),
    async ask(prompt, options) {
      if (works === false) return await single.ask(prompt, options);
      const reply = await staying.ask(prompt, options);
      works ??= reply.status === 'answered' ? true : cannotStay(reply) ? false : undefined;
      if (works !== false || reply.status === 'answered') return reply;
      const again = await single.ask(prompt, options);
      const note = `it does not keep running for a whole debate (${reply.failure.message}), so each question starts it again`;
      return { ...again, details: { ...again.details, notes: [...again.details.notes, note] } };
    },
    async close() {
      await Promise.all([staying.close(), single.close()]);
    },
  };
}
