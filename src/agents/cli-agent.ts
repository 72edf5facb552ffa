// Makes an agent of a CLI that answers one prompt per process; an adapter says how to call it and how to read it.
import { copyFile, link, mkdir, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type AgentRef, MAX_NAME, type Usage } from '../domain/events.ts';
import { FAILURES, type Failure, type FailureCode } from '../domain/failures.ts';
import type { ProcessResult } from '../process/process.ts';
import type { Agent, AgentPorts, AgentSession, AskOptions, Probe, Prompt, Reply } from './agent.ts';
import { probeProgram } from './probe-program.ts';
import { processFailure } from './process-failure.ts';
import { type Redact, redactArguments, redactor } from './redact.ts';
import type { ProgramSettings } from './settings.ts';

/** Stands for the scratch folder wherever an argument vector is shown or recorded. */
const SCRATCH_NAME = '<scratch>';
const MAX_SAID = 400;

/** One call, ready to be made. Paths of files and folders are relative to the scratch folder. */
export interface CliCall {
  /** Without the program itself. */
  readonly args: readonly string[];
  /** What is shown and recorded in place of `args`, for a call whose arguments hold the prompt itself. */
  readonly shownArgs?: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Without it standard input is empty. */
  readonly stdin?: string;
  /** The working directory: made empty; of the call only those `files` are in it whose path says so. */
  readonly folder: string;
  readonly files: Readonly<Record<string, string>>;
  /** Links to files that exist, by their absolute paths. */
  readonly links?: Readonly<Record<string, string>>;
  /** Empty folders that the program expects. */
  readonly folders?: readonly string[];
  /** For the reader of the record. */
  readonly notes: readonly string[];
}

export interface ReplyFacts {
  readonly sessionId?: string;
  readonly reportedModel?: string;
  readonly usage?: Usage;
  readonly notes?: readonly string[];
}

/** What the output alone tells. */
export type Verdict =
  | { readonly status: 'answered'; readonly text: string; readonly facts: ReplyFacts }
  | {
      readonly status: 'failed';
      readonly code: FailureCode;
      /** The program's own words. */
      readonly said?: string;
      /** What the adapter has to say about it, as a full sentence. */
      readonly why?: string;
      readonly retryAfterMs?: number;
      readonly partial?: string;
      readonly facts: ReplyFacts;
    }
  /** Neither an answer nor a reason: the end of the process decides. */
  | { readonly status: 'undecided'; readonly partial?: string; readonly facts: ReplyFacts };

/** Reads the output of one call; no I/O, so that recorded output can be read as well. */
export interface OutputReader {
  /** Takes one line of standard output; gives back the part of the answer that is new in it. */
  line(line: string): string | undefined;
  /** True once the result is certain although the program may run on; the program is then ended. */
  settled(): boolean;
  verdict(result: Pick<ProcessResult, 'end' | 'stderrTail'>): Verdict;
}

export interface CliDescription {
  readonly ref: AgentRef;
  readonly program: string;
  readonly limits: ProgramSettings['limits'];
  /** Versions that this adapter was tested with; without them no version is remarked upon. */
  readonly testedVersions?: readonly string[];
  /** Arguments that print the version: `--version` unless told otherwise, none when there is no way to ask. */
  readonly versionArgs?: readonly string[];
  /** The environment for that. */
  readonly probeEnv: Readonly<Record<string, string>>;
  /** How to call it with this prompt in this scratch folder, or why that makes no sense. */
  call(prompt: Prompt, scratch: string): CliCall | Failure;
  reader(): OutputReader;
}

function isFailure(call: CliCall | Failure): call is Failure {
  return 'code' in call;
}

/**
 * What the program writes into a link reaches the file behind it, such as a login that was refreshed. Windows lets only
 * administrators make symbolic links: there a hard link does the same, and across drives only a copy is left.
 */
async function linkTo(source: string, path: string): Promise<void> {
  if (process.platform !== 'win32') return symlink(source, path);
  await link(source, path).catch(() => copyFile(source, path));
}

/** Writes what the call needs into its scratch folder. */
async function lay(call: CliCall, scratch: string): Promise<void> {
  for (const folder of [call.folder, ...(call.folders ?? [])]) await mkdir(join(scratch, folder), { recursive: true });
  for (const [path, text] of Object.entries(call.files)) {
    await mkdir(dirname(join(scratch, path)), { recursive: true });
    await writeFile(join(scratch, path), text, { mode: 0o600 });
  }
  for (const [path, source] of Object.entries(call.links ?? {})) {
    await mkdir(dirname(join(scratch, path)), { recursive: true });
    await linkTo(source, join(scratch, path));
  }
}

/** The program's own words on one short line, secrets taken out. */
function quote(program: string, said: string | undefined, redact: Redact): string[] {
  const words = redact((said ?? '').replace(/\s+/g, ' ').trim()).slice(0, MAX_SAID);
  return words === '' ? [] : [`${basename(program)} said: ${words}`];
}

/** What a program reports about itself is whatever it likes; a record takes short names only. */
function nameOf(reported: string | undefined, redact: Redact): string | undefined {
  return redact(reported ?? '').slice(0, MAX_NAME) || undefined;
}

function saidFailure(program: string, verdict: Extract<Verdict, { status: 'failed' }>, redact: Redact): Failure {
  const { meaning } = FAILURES[verdict.code];
  const sentence = `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}.`;
  const why = verdict.why === undefined ? [] : [verdict.why];
  return { code: verdict.code, message: [sentence, ...why, ...quote(program, verdict.said, redact)].join(' ') };
}

/** The failure that a call without an answer ends in: our own limits first, then what the program said. */
function failureOf(
  program: string,
  verdict: Exclude<Verdict, { status: 'answered' }>,
  result: ProcessResult,
  redact: Redact,
): Failure {
  const { reason } = result.end;
  const ours = reason === 'not-started' || reason === 'timed-out' || reason === 'too-large' || reason === 'cancelled';
  if (!ours && verdict.status === 'failed') return saidFailure(program, verdict, redact);
  const failure = processFailure(program, result, redact);
  if (reason !== 'timed-out' || verdict.status !== 'failed') return failure;
  return { ...failure, message: [failure.message, ...quote(program, verdict.said, redact)].join(' ') };
}

function endNotes(result: ProcessResult): string[] {
  const { end } = result;
  if (end.reason === 'exited') {
    return end.code === 0 ? [] : [`the answer was complete, the exit code was ${end.code}`];
  }
  return end.reason === 'stopped' ? [] : [`the answer was complete, then the program was ended (${end.reason})`];
}

/** An agent of a CLI that answers one prompt per process. */
export function cliAgent(description: CliDescription, ports: AgentPorts): Agent {
  const { program, limits, testedVersions, versionArgs = ['--version'] } = description;
  const { processes, clock } = ports;
  let known: Probe | undefined;

  async function probe(signal: AbortSignal): Promise<Probe> {
    if (known !== undefined) return known;
    const request = {
      program,
      ...(versionArgs.length === 0 ? {} : { versionArgs }),
      processes,
      env: description.probeEnv,
      cwd: ports.cwd,
      signal,
    };
    const found = await probeProgram(request);
    const untested = found.version !== undefined && testedVersions?.includes(found.version) === false;
    const note = `version ${found.version} of ${program} is not among the tested ones (${testedVersions?.join(', ')})`;
    const result = untested ? { ...found, notes: [...found.notes, note] } : found;
    if (found.usable) known = result;
    return result;
  }

  async function run(call: CliCall, path: string, scratch: string, options: AskOptions): Promise<Reply> {
    const withoutSecrets = redactor(call.env, ports.env);
    const redact: Redact = (text) => withoutSecrets(text.replaceAll(scratch, SCRATCH_NAME));
    const reader = description.reader();
    const started = clock.elapsed();
    let firstTextMs: number | undefined;
    const versionKnown = probe(options.signal);
    const running = processes.start({
      argv: [path, ...call.args],
      env: call.env,
      cwd: join(scratch, call.folder),
      ...(call.stdin === undefined ? {} : { stdin: call.stdin }),
      limits,
      signal: options.signal,
      onLine: (line) => {
        const delta = reader.line(line);
        if (delta !== undefined && delta !== '') {
          firstTextMs ??= Math.round(clock.elapsed() - started);
          options.onText(delta);
        }
        if (reader.settled()) running.stop();
      },
    });
    const [result, version] = await Promise.all([running.result, versionKnown]);
    const verdict = reader.verdict(result);
    const { notes = [], usage } = verdict.facts;
    const cliVersion = nameOf(version.version, redact);
    const sessionId = nameOf(verdict.facts.sessionId, redact);
    const reportedModel = nameOf(verdict.facts.reportedModel, redact);
    const details = {
      argv: redactArguments([path, ...(call.shownArgs ?? call.args)], redact),
      ...(cliVersion === undefined ? {} : { cliVersion }),
      ...(sessionId === undefined ? {} : { sessionId }),
      ...(reportedModel === undefined ? {} : { reportedModel }),
      ...(usage === undefined ? {} : { usage }),
      durationMs: Math.round(result.durationMs),
      ...(firstTextMs === undefined ? {} : { firstTextMs }),
      notes: [...call.notes, ...version.notes, ...notes].map(redact),
    };
    if (verdict.status === 'answered') {
      const all = { ...details, notes: [...details.notes, ...endNotes(result)] };
      return { status: 'answered', text: verdict.text, details: all };
    }
    return {
      status: 'failed',
      failure: failureOf(program, verdict, result, redact),
      ...(verdict.status === 'failed' && verdict.retryAfterMs !== undefined
        ? { retryAfterMs: verdict.retryAfterMs }
        : {}),
      ...(verdict.partial === undefined || verdict.partial === '' ? {} : { partial: verdict.partial }),
      details,
    };
  }

  async function ask(prompt: Prompt, options: AskOptions): Promise<Reply> {
    const { path, failure } = await probeProgram({
      program,
      processes,
      env: description.probeEnv,
      cwd: ports.cwd,
      signal: options.signal,
    });
    if (path === undefined || failure !== undefined) {
      const missing: Failure = failure ?? { code: 'not-installed', message: `"${program}" was not found.` };
      return { status: 'failed', failure: missing, details: { durationMs: 0, notes: [] } };
    }
    const scratch = await processes.scratch();
    try {
      const call = description.call(prompt, scratch.path);
      if (isFailure(call)) return { status: 'failed', failure: call, details: { durationMs: 0, notes: [] } };
      await lay(call, scratch.path);
      return await run(call, path, scratch.path, options);
    } finally {
      await scratch.remove();
    }
  }

  return {
    ref: description.ref,
    probe,
    plan(prompt) {
      const call = description.call(prompt, SCRATCH_NAME);
      if (isFailure(call)) return { argv: [program], env: [], stdin: 'prompt' };
      const redact = redactor(call.env, ports.env);
      const env = Object.keys(call.env).filter((name) => call.env[name] !== ports.env[name]);
      const args = redactArguments(call.shownArgs ?? call.args, redact);
      return { argv: [program, ...args], env: env.sort(), stdin: call.stdin === undefined ? 'none' : 'prompt' };
    },
    open: async () => openSession(ask),
  };
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
