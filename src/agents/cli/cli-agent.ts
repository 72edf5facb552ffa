// Creates an agent from a CLI that takes one prompt per process or keeps a session open. An adapter describes how to call it
// and how to read its output.
import { join } from 'node:path';
import { defined } from '../../domain/defined.ts';
import { type Failure, isFailure } from '../../domain/failures/failures.ts';
import type { SeatTools } from '../../material/reading/seat-tools.ts';
import { findProgram } from '../../process/find-program.ts';
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
  Workspace,
} from '../agent.ts';
import { createRedactor, type Redact, redactArguments } from '../failures/redact.ts';
import { withSchemaFallback } from '../failures/schema-fallback.ts';
import { buildReply, failedCall } from '../failures/verdict.ts';
import { namePictures, selectSeen } from '../pictures.ts';
import type { LiveDescription } from '../session/dialogue.ts';
import { createLiveSession } from '../session/live-session.ts';
import { createOneShotSession } from '../session/one-shot-session.ts';
import { type AskOnce, askAuthor } from './ask-author.ts';
import { SCRATCH_NAME, writeCallFiles } from './cli-call.ts';
import type { CliDescription, OneShot } from './cli-description.ts';
import { findSandbox, type IsolationNeeds, nameSandbox } from './isolation.ts';
import { withLogin, withLoginRemedy } from './login.ts';
import { type LocatedProgram, probeProgram, waitForVersion } from './probe-program.ts';

export function createCliAgent(description: CliDescription, ports: AgentPorts): Agent {
  const { program, limits, window, tested, versionArgs = ['--version'] } = description;
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
    if (isFailure(located)) return { usable: false, failure: located, notes: [] };
    const [version, state] = await Promise.all([
      probeVersion(located, signal),
      login?.findState(located, signal) ?? ('unknown' as const),
    ]);
    const found = { ...version, ...defined({ sandbox: nameSandbox(description, located) }) };
    return login === undefined ? found : withLogin(found, state, program, login);
  }

  async function obstacle(): Promise<Failure | undefined> {
    const { login } = description;
    const located = await locate();
    if (isFailure(located)) return located;
    if (login === undefined || login.startsProgram === true) return undefined;
    return withLogin({ usable: true, notes: [] }, await login.findState(located, neverAborted), program, login).failure;
  }

  async function isExposed(): Promise<boolean> {
    if (description.isolation?.().mode === 'off') return false;
    const located = await locate();
    return !isFailure(located) && located.sandbox === undefined;
  }

  /** An answer must not be lost over the version of who gave it. */
  function version(located: LocatedProgram, signal: AbortSignal): Promise<Probe> {
    return probeVersion(located, signal).catch(() => ({
      usable: true,
      notes: [`"${program}" could not be asked for its version`],
    }));
  }

  const askOnce: AskOnce = async (oneShot, { located, scratch, around }, prompt, options) => {
    const call = oneShot.call(prompt, scratch, options.tools);
    if (isFailure(call)) return failedCall(call);
    await writeCallFiles(call, scratch);
    const reader = oneShot.reader(options.tools, prompt);
    const withoutSecrets = createRedactor(call.env, ports.env);
    const redact: Redact = (text) => withoutSecrets(text.replaceAll(scratch, SCRATCH_NAME));
    const started = clock.elapsed();
    let startUpMs: number | undefined;
    let firstTextMs: number | undefined;
    const versionKnown = version(located, options.signal);
    const running = processes.start({
      argv: [...(around?.before ?? []), located.path, ...call.args] as [string, ...string[]],
      sandbox: located.sandbox,
      env: { ...call.env, ...around?.env },
      cwd: around?.cwd ?? join(scratch, call.folder),
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
    const result = await running.result;
    const known = await waitForVersion(versionKnown, program);
    const { durationMs } = result;
    const { stderrNoise } = description;
    const who = { program, path: located.path, sandbox: nameSandbox(description, located) };
    const called = { ...who, call, version: known, redact, durationMs, startUpMs, firstTextMs, stderrNoise };
    return buildReply(reader.verdict(result), called, result);
  };

  async function locate(mode?: IsolationNeeds['mode']): Promise<LocatedProgram | Failure> {
    const { probeEnv: env, isolation: needs } = description;
    const path = findProgram(program, env, ports.cwd);
    if (path === undefined) return { code: 'not-installed', message: `"${program}" was not found.` };
    if (needs === undefined) return { path, sandbox: undefined };
    const sandbox = await findSandbox(path, env, { ...needs(), ...defined({ mode }) }, ports);
    return sandbox !== undefined && isFailure(sandbox) ? sandbox : { path, sandbox };
  }

  const parts = { description, ports, locate, version };

  async function ask(oneShot: OneShot, prompt: Prompt, options: AskOptions & OpenOptions): Promise<Reply> {
    const located = await locate();
    if (isFailure(located)) return failedCall(located);
    const scratch = await processes.createScratch();
    try {
      const reply = await askOnce(oneShot, { located, scratch: scratch.path }, prompt, options);
      const { sees = [] } = description;
      const seen = namePictures(selectSeen(prompt.pictures, sees === 'announced' ? [] : sees));
      return { ...reply, details: { ...reply.details, ...seen } };
    } finally {
      await scratch.remove();
    }
  }

  return {
    ref: description.ref,
    ...defined({ window, tested, usesTools: description.usesTools, sees: description.sees }),
    ...(description.author === undefined ? defined({ whyIdle: description.whyIdle }) : { works: true as const }),
    probe,
    obstacle,
    ...(description.isolation === undefined ? {} : { isExposed }),
    plan(prompt, { tools } = {}) {
      const live = chooseLive(tools);
      const oneShot = 'call' in description ? description : undefined;
      const call = live?.call(prompt.system, SCRATCH_NAME, tools) ?? oneShot?.call(prompt, SCRATCH_NAME, tools);
      if (call === undefined || isFailure(call)) return { argv: [program], env: [], stdin: 'prompt' };
      const redact = createRedactor(call.env, ports.env);
      const env = Object.keys(call.env).filter((name) => call.env[name] !== ports.env[name]);
      const args = redactArguments(call.shownArgs ?? call.args, redact);
      return {
        argv: [program, ...args],
        env: env.sort(),
        stdin: live === undefined && call.stdin === undefined ? 'none' : 'prompt',
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
    const session = createOneShotSession((prompt, options) =>
      askAuthor({ ...parts, askOnce }, author, workspace, prompt, options),
    );
    return 'call' in author && author.supportsSchema ? withSchemaFallback(session) : session;
  }

  function openTransport(tools: SeatTools | undefined): AgentSession {
    const openLive = (live: LiveDescription) => {
      const session = createLiveSession({ ...parts, live, tools });
      return live.supportsSchema ? withSchemaFallback(session) : session;
    };
    if (!('call' in description)) return openLive(description.live);
    const live = chooseLive(tools);
    const unchecked = createOneShotSession((prompt, options) => ask(description, prompt, { ...options, tools }));
    const single = description.supportsSchema ? withSchemaFallback(unchecked) : unchecked;
    if (live === undefined) return single;
    const isOnly =
      description.transport === 'session' || (tools !== undefined && description.toolTransport === 'session');
    return isOnly ? openLive(live) : withOneShotFallback(openLive(live), single);
  }

  /** What is tried first; without it each question starts a process. */
  function chooseLive(tools: SeatTools | undefined): LiveDescription | undefined {
    if (!('call' in description)) return description.live;
    const { live, transport, toolTransport } = description;
    return transport === 'one-shot' || (tools !== undefined && toolTransport === 'one-shot') ? undefined : live;
  }
}

/** A program that rejects its arguments before any output is of a version without session support. */
function rejectsLiveStart(reply: Reply): boolean {
  if (reply.status === 'answered' || reply.details.startUpMs !== undefined) return false;
  return reply.failure.code === 'rejected' || reply.failure.code === 'unknown-option';
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
