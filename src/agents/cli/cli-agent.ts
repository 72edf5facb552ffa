// Creates an agent from a CLI that takes one prompt per process or keeps a session open. An adapter describes how to call it
// and how to read its output.
import { join } from 'node:path';
import { defined } from '../../domain/defined.ts';
import type { AgentRef } from '../../domain/events.ts';
import type { Failure } from '../../domain/failures/failures.ts';
import type { SeatTools } from '../../material/reading/seat-tools.ts';
import { openPassage } from '../../net/passage.ts';
import { goThrough } from '../../process/passage-program.ts';
import { neverAborted } from '../../support/wait.ts';
import type {
  Agent,
  AgentPorts,
  AgentSession,
  AskOptions,
  OpenOptions,
  Probe,
  Prompt,
  Reply,
  ReplyDetails,
  Workspace,
} from '../agent.ts';
import { createRedactor, type Redact, redactArguments } from '../failures/redact.ts';
import { withSchemaFallback } from '../failures/schema-fallback.ts';
import { buildReply, type CallResult, type ProgramEnd } from '../failures/verdict.ts';
import { namePictures, type Sight, selectSeen } from '../pictures.ts';
import type { LiveDescription } from '../session/dialogue.ts';
import type { Around } from '../session/live-program.ts';
import { createLiveSession } from '../session/live-session.ts';
import { createOneShotSession } from '../session/one-shot-session.ts';
import type { ProgramSettings } from '../settings.ts';
import { type CliCall, isFailure, SCRATCH_NAME, writeCallFiles } from './cli-call.ts';
import { findProgram } from './find-program.ts';
import { findProgramFiles, findSandbox, type IsolationNeeds } from './isolation.ts';
import { type Login, withLogin, withLoginRemedy } from './login.ts';
import { isLocated, type LocatedProgram, probeProgram } from './probe-program.ts';

/** Reads the output of one call; no I/O, so that recorded output can be read as well. */
export interface OutputReader {
  /** Takes one line of standard output; gives back the part of the answer that is new in it. */
  readLine(readLine: string): string | undefined;
  /** Whether anything of the model has come; without it any output counts as that. */
  hasStarted?(): boolean;
  /** True once the result is certain although the program may run on; the program is then ended. */
  isSettled(): boolean;
  verdict(result: ProgramEnd): CallResult;
}

/** What does not depend on the transport. */
interface CliProgram {
  readonly ref: AgentRef;
  readonly program: string;
  readonly limits: ProgramSettings['limits'];
  /** See `Agent.window`. */
  readonly window?: number;
  /** See `Agent.tested`. */
  readonly tested?: readonly string[] | undefined;
  /** Arguments that print the version; default `--version`, empty when the program has none. */
  readonly versionArgs?: readonly string[];
  /** The npm package that it comes in, for a program that is slow to start: its manifest tells the version. */
  readonly packageName?: string;
  /** See `Agent.usesTools`. */
  readonly usesTools?: true | undefined;
  /** See `Agent.sees`; of calls for one question it has to be known. */
  readonly sees?: Sight;
  /** The only transport in which it can be held to the hall's tools; without it both will do. */
  readonly toolTransport?: 'session' | 'one-shot';
  /** Lines on standard error that it prints in every run; never shown as the cause of a failure. */
  readonly stderrNoise?: RegExp;
  /** The environment of version and login probes. */
  readonly probeEnv: Readonly<Record<string, string>>;
  /** What it is to see in a sandbox; absent for a program of the hall itself, which needs none. */
  readonly isolation?: () => IsolationNeeds;
  /** Of a program that people log in to. */
  readonly login?: Login;
  /** Absent for one that cannot be kept to a folder. */
  readonly author?: AuthorCalls | undefined;
}

/** One process for each question. */
interface OneShot {
  /** How to call it with this prompt in this scratch folder, or why that makes no sense. For `tools` see `OpenOptions`. */
  call(prompt: Prompt, scratch: string, tools?: SeatTools): CliCall | Failure;
  reader(tools: SeatTools | undefined, prompt: Prompt): OutputReader;
  /** Its call can hold an answer to the schema of its question. */
  readonly supportsSchema?: true;
}

/** How it changes files in a workspace: one process for each question, in a sandbox that has no network but the way to its model. */
export type AuthorCalls = {
  /** Hosts of its service; see `PassageRequest`. */
  readonly hosts: readonly string[];
  readonly baseUrl?: string | undefined;
} & (
  | {
      /** The call, whose working directory is the workspace. */
      call(prompt: Prompt, scratch: string): CliCall | Failure;
      reader(prompt: Prompt): OutputReader;
      /** See `OneShot`. */
      readonly supportsSchema?: true;
    }
  | {
      /** It speaks a protocol, in which it is asked once; `folder` is the workspace. */
      live(folder: string): LiveDescription;
    }
);

/** A CLI supports one-shot calls, sessions, or both. */
export type CliDescription = CliProgram &
  (
    | (OneShot & {
        /** Absent when the CLI has no session mode. */
        readonly live?: LiveDescription;
        readonly transport?: 'session' | 'one-shot' | undefined;
      })
    | { readonly live: LiveDescription }
  );

/** The transports that the settings allow; at least one. */
type Transports =
  | { readonly oneShot: OneShot; readonly live: LiveDescription | undefined; readonly sessionRequired: boolean }
  | { readonly oneShot: undefined; readonly live: LiveDescription };

function selectTransports(description: CliDescription): Transports {
  if (!('call' in description)) return { oneShot: undefined, live: description.live };
  const { live, transport } = description;
  return {
    oneShot: description,
    live: transport === 'one-shot' ? undefined : live,
    sessionRequired: transport === 'session',
  };
}

const failedCall = (failure: Failure): Reply => ({
  status: 'failed',
  failure,
  details: { durationMs: 0, notes: [] },
});

/** The call that comes first. */
function planFirstCall(
  transports: Transports,
  prompt: Prompt,
  { tools }: OpenOptions,
  only: CliProgram['toolTransport'],
): CliCall | Failure {
  if (transports.oneShot === undefined) return transports.live.call(prompt.system, SCRATCH_NAME, tools);
  if (tools !== undefined && only === 'one-shot') return transports.oneShot.call(prompt, SCRATCH_NAME, tools);
  return (
    transports.live?.call(prompt.system, SCRATCH_NAME, tools) ?? transports.oneShot.call(prompt, SCRATCH_NAME, tools)
  );
}

export function createCliAgent(description: CliDescription, ports: AgentPorts): Agent {
  const { program, limits, window, tested, versionArgs = ['--version'] } = description;
  const transports = selectTransports(description);
  const { processes, versions, clock } = ports;

  async function probeVersion(located: LocatedProgram, signal: AbortSignal): Promise<Probe> {
    return await probeProgram({
      ...{ program, located, processes, versions, env: description.probeEnv, signal },
      ...(versionArgs.length === 0 ? {} : { versionArgs }),
      packageName: description.packageName,
    });
  }

  async function probe(signal: AbortSignal): Promise<Probe> {
    const { login } = description;
    const located = await locate();
    if (!isLocated(located)) return { usable: false, failure: located, notes: [] };
    const [version, state] = await Promise.all([
      probeVersion(located, signal),
      login?.findState(located, signal) ?? ('unknown' as const),
    ]);
    const found = { ...version, ...defined({ sandbox: sandboxOf(located) }) };
    return login === undefined ? found : withLogin(found, state, program, login);
  }

  async function obstacle(): Promise<Failure | undefined> {
    const { login } = description;
    const located = await locate();
    if (!isLocated(located)) return located;
    if (login === undefined || login.startsProgram === true) return undefined;
    return withLogin({ usable: true, notes: [] }, await login.findState(located, neverAborted), program, login).failure;
  }

  /** An answer must not be lost over the version of who gave it. */
  function version(located: LocatedProgram, signal: AbortSignal): Promise<Probe> {
    return probeVersion(located, signal).catch(() => ({
      usable: true,
      notes: [`"${program}" could not be asked for its version`],
    }));
  }

  async function run(
    reader: OutputReader,
    call: CliCall,
    located: LocatedProgram,
    scratch: string,
    options: AskOptions,
    {
      cwd = join(scratch, call.folder),
      before = [],
    }: { readonly cwd?: string; readonly before?: readonly string[] } = {},
  ): Promise<Reply> {
    const withoutSecrets = createRedactor(call.env, ports.env);
    const redact: Redact = (text) => withoutSecrets(text.replaceAll(scratch, SCRATCH_NAME));
    const started = clock.elapsed();
    let startUpMs: number | undefined;
    let firstTextMs: number | undefined;
    const versionKnown = version(located, options.signal);
    const running = processes.start({
      argv: [...before, located.path, ...call.args] as [string, ...string[]],
      sandbox: located.sandbox,
      env: call.env,
      cwd,
      ...defined({ stdin: call.stdin }),
      limits,
      signal: options.signal,
      hasStarted: () => reader.hasStarted?.() ?? true,
      onLine: (line) => {
        startUpMs ??= clock.elapsed() - started;
        const delta = reader.readLine(line);
        if (delta !== undefined && delta !== '') {
          firstTextMs ??= clock.elapsed() - started;
          options.onText(delta);
        }
        if (reader.isSettled()) running.stop();
      },
    });
    const [result, known] = await Promise.all([running.result, versionKnown]);
    const { durationMs } = result;
    const { stderrNoise } = description;
    const who = { program, path: located.path, sandbox: sandboxOf(located) };
    const called = { ...who, call, version: known, redact, durationMs, startUpMs, firstTextMs, stderrNoise };
    return buildReply(reader.verdict(result), called, result);
  }

  async function locate(mode?: IsolationNeeds['mode']): Promise<LocatedProgram | Failure> {
    const { probeEnv: env, isolation: needs } = description;
    const { cwd, isolation } = ports;
    const path = findProgram(program, env, cwd);
    if (path === undefined) return { code: 'not-installed', message: `"${program}" was not found.` };
    if (needs === undefined) return { path, sandbox: undefined };
    const wanted = needs();
    const sandbox = await findSandbox({
      ...{ path, env, cwd, isolation },
      needs: { ...wanted, mode: mode ?? wanted.mode },
    });
    return sandbox !== undefined && 'code' in sandbox ? sandbox : { path, sandbox };
  }

  function sandboxOf({ sandbox }: LocatedProgram): ReplyDetails['sandbox'] {
    if (description.isolation === undefined) return undefined;
    return sandbox === undefined ? 'none' : 'bubblewrap';
  }

  async function ask(oneShot: OneShot, prompt: Prompt, options: AskOptions & OpenOptions): Promise<Reply> {
    const located = await locate();
    if (!isLocated(located)) return failedCall(located);
    const scratch = await processes.createScratch();
    try {
      const call = oneShot.call(prompt, scratch.path, options.tools);
      if (isFailure(call)) return failedCall(call);
      await writeCallFiles(call, scratch.path);
      const reply = await run(oneShot.reader(options.tools, prompt), call, located, scratch.path, options);
      const { sees = [] } = description;
      const seen = namePictures(selectSeen(prompt.pictures, sees === 'announced' ? [] : sees));
      return { ...reply, details: { ...reply.details, ...seen } };
    } finally {
      await scratch.remove();
    }
  }

  /** Nothing of it runs outside of a sandbox, whatever its settings say. */
  async function askAuthor(
    author: AuthorCalls,
    { folder, hosts }: Workspace,
    prompt: Prompt,
    options: AskOptions,
  ): Promise<Reply> {
    const located = await locate('required');
    if (!isLocated(located)) return failedCall(located);
    const { sandbox } = located;
    if (sandbox === undefined) return failedCall({ code: 'no-sandbox', message: `"${program}" runs in no sandbox.` });
    const scratch = await processes.createScratch();
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
        readable: [...sandbox.readable, ...findProgramFiles(process.execPath, description.probeEnv, [])],
        writable: [...sandbox.writable, folder, scratch.path],
        offline: true as const,
      };
      const around = { cwd: folder, before: goThrough(passage.ways), env: passage.env };
      try {
        const reply = await askConfined(
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
    author: AuthorCalls,
    located: LocatedProgram,
    around: Around,
    prompt: Prompt,
    scratch: string,
    options: AskOptions,
  ): Promise<Reply> {
    if ('live' in author) {
      const session = createLiveSession({
        ...{ program, limits, window, locate: async () => located, sandboxOf, version, ports, around },
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

  return {
    ref: description.ref,
    ...defined({ window, tested, usesTools: description.usesTools, sees: description.sees }),
    ...(description.author === undefined ? {} : { works: true as const }),
    probe,
    obstacle,
    plan(prompt, options = {}) {
      const call = planFirstCall(transports, prompt, options, description.toolTransport);
      if (isFailure(call)) return { argv: [program], env: [], stdin: 'prompt' };
      const redact = createRedactor(call.env, ports.env);
      const env = Object.keys(call.env).filter((name) => call.env[name] !== ports.env[name]);
      const args = redactArguments(call.shownArgs ?? call.args, redact);
      return {
        argv: [program, ...args],
        env: env.sort(),
        stdin: transports.live === undefined && call.stdin === undefined ? 'none' : 'prompt',
      };
    },
    async open(_seat, { tools, workspace } = {}) {
      const session = workspace === undefined ? openTransport(tools) : openAuthor(workspace);
      return description.login === undefined ? session : withLoginRemedy(session, description.login);
    },
  };

  function openAuthor(workspace: Workspace): AgentSession {
    const { author } = description;
    if (author === undefined) throw new TypeError(`"${program}" cannot be kept to a folder.`);
    const session = createOneShotSession((prompt, options) => askAuthor(author, workspace, prompt, options));
    return 'call' in author && author.supportsSchema ? withSchemaFallback(session) : session;
  }

  function openTransport(tools: SeatTools | undefined): AgentSession {
    const openLive = (live: LiveDescription) => {
      const session = createLiveSession({
        ...{ program, limits, window, live, locate, sandboxOf, version, ports, tools },
        stderrNoise: description.stderrNoise,
      });
      return live.supportsSchema ? withSchemaFallback(session) : session;
    };
    if (transports.oneShot === undefined) return openLive(transports.live);
    const { oneShot: once, live, sessionRequired: staysAtAnyCost } = transports;
    const unchecked = createOneShotSession((prompt, options) => ask(once, prompt, { ...options, tools }));
    const single = once.supportsSchema ? withSchemaFallback(unchecked) : unchecked;
    const only = tools === undefined ? undefined : description.toolTransport;
    if (live === undefined || only === 'one-shot') return single;
    return staysAtAnyCost || only === 'session' ? openLive(live) : withOneShotFallback(openLive(live), single);
  }
}

/** A program that rejects its arguments before any output is of a version without session support. */
function rejectsLiveStart(reply: Reply): boolean {
  return reply.status === 'failed' && reply.failure.code === 'rejected' && reply.details.startUpMs === undefined;
}

/** Uses the session if the program supports it; otherwise each question starts a process, and a note says so. */
function withOneShotFallback(live: AgentSession, oneShot: AgentSession): AgentSession {
  let works: boolean | undefined;
  return {
    ...(live.warm === undefined ? {} : { warm: (system) => works !== false && live.warm?.(system) }),
    async ask(prompt, options) {
      if (works === false) return await oneShot.ask(prompt, options);
      const reply = await live.ask(prompt, options);
      works ??= reply.status === 'answered' ? true : rejectsLiveStart(reply) ? false : undefined;
      if (works !== false || reply.status === 'answered') return reply;
      const again = await oneShot.ask(prompt, options);
      const note = `it does not keep running for a whole debate (${reply.failure.message}), so each question starts it again`;
      return { ...again, details: { ...again.details, notes: [...again.details.notes, note] } };
    },
    async close() {
      await Promise.all([live.close(), oneShot.close()]);
    },
  };
}
