// One turn of a program that is described by a template: give it the request, read its answer, judge what came.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Failure } from '../../domain/failures.ts';
import type { ProcessResult } from '../../process/process.ts';
import type { AgentPorts, AgentSession, AskOptions, CallPlan, Prompt, Reply, ReplyDetails } from '../agent.ts';
import { programEnvironment } from '../environment.ts';
import { findProgram } from '../find-program.ts';
import { processFailure } from '../process-failure.ts';
import { type Redact, redactor } from '../redact.ts';
import { fillArguments, missingValues, type PlaceholderValues } from './argv.ts';
import { classify } from './classify.ts';
import type { CommandOptions } from './options.ts';
import { answerInLine, type Reading, readOutput } from './read-output.ts';

export interface Command {
  readonly options: CommandOptions;
  readonly ports: AgentPorts;
  /** The version that a probe found, if there was one. */
  readonly version: () => string | undefined;
}

export function programOf(options: CommandOptions): string {
  return options.path ?? options.argv[0];
}

export function environmentOf({ options, ports }: Command, set: Record<string, string> = {}): Record<string, string> {
  return programEnvironment({ from: ports.env, inherit: options.inheritEnv, settings: options.env, set });
}

function argvOf(options: CommandOptions, values: PlaceholderValues): [string, ...string[]] {
  const [, ...template] = options.argv;
  const { model, effort } = options;
  const known = { ...(model === undefined ? {} : { model }), ...(effort === undefined ? {} : { effort }), ...values };
  return [programOf(options), ...fillArguments(template, known), ...options.extraArgs];
}

/** Settings without which the template makes no call. */
export function missingSettings({ argv, model, effort }: CommandOptions): string[] {
  const given = { ...(model === undefined ? {} : { model }), ...(effort === undefined ? {} : { effort }) };
  const fromPrompt = { prompt: '', promptFile: '', systemFile: '' };
  return missingValues(argv, { ...given, ...fromPrompt });
}

export function missingSetting(program: string, name: string): Failure {
  return { code: 'rejected', message: `"${program}" needs the setting "${name}".` };
}

/** As people and records see it: the request itself and the paths of its files stay placeholders. */
export function plannedCall(command: Command): CallPlan {
  const { options, ports } = command;
  const shown = { prompt: '{prompt}', promptFile: '{promptFile}', systemFile: '{systemFile}' };
  return {
    argv: argvOf(options, shown).map(redactor(ports.env, options.env)),
    env: Object.keys(environmentOf(command)).sort(),
    stdin: options.prompt === 'stdin' ? 'prompt' : 'none',
  };
}

/** Programs read a request that begins like a command, an option or a file reference as one; an empty line prevents it. */
function harmless(text: string): string {
  return /^\s*[-/@!]/.test(text) ? `\n${text}` : text;
}

async function writeRequest(options: CommandOptions, prompt: Prompt, folder: string) {
  const separate = options.argv.flat().some((part) => part.includes('{systemFile}'));
  const request = harmless(separate ? prompt.user : `${prompt.system}\n\n${prompt.user}`);
  const promptFile = join(folder, 'prompt.md');
  const systemFile = join(folder, 'system.md');
  if (separate) await writeFile(systemFile, prompt.system, { mode: 0o600 });
  if (options.prompt === 'file') await writeFile(promptFile, request, { mode: 0o600 });
  return {
    argv: argvOf(options, { prompt: request, promptFile, systemFile }),
    stdin: options.prompt === 'stdin' ? { stdin: request } : {},
  };
}

function failureOf(program: string, result: ProcessResult, reading: Reading, redact: Redact): Failure | undefined {
  const { end } = result;
  if (end.reason === 'cancelled' || end.reason === 'too-large' || end.reason === 'not-started') {
    return processFailure(program, result, redact);
  }
  if (reading.error !== undefined) {
    const message = redact(`"${program}" reported an error: ${reading.error}`);
    return { code: classify(reading.error) ?? 'crashed', message };
  }
  const clean = end.reason === 'exited' && end.code === 0;
  if (!clean && !(reading.complete && reading.answer !== '')) {
    const failure = processFailure(program, result, redact);
    const said = `${result.stderrTail}\n${reading.answer ?? ''}`;
    return end.reason === 'exited' ? { ...failure, code: classify(said) ?? failure.code } : failure;
  }
  if (reading.answer === '' || result.stdout.trim() === '') {
    return { code: 'empty', message: `"${program}" gave an empty answer.` };
  }
  if (reading.answer === undefined) {
    return {
      code: 'unreadable',
      message: `The output of "${program}" does not have the form that "output" describes.`,
    };
  }
  return undefined;
}

/** What a reader of the record should know of an answer that came with something odd. */
function notesOf({ end }: ProcessResult): string[] {
  if (end.reason === 'exited') return end.code === 0 ? [] : [`complete answer, but exit code ${end.code}`];
  if (end.reason === 'timed-out') return ['complete answer, but the program did not end by itself'];
  return ['complete answer, but the program did not end in an orderly way'];
}

function detailsOf(command: Command, result: ProcessResult, reading: Reading): ReplyDetails {
  const { usage, sessionId, reportedModel } = reading;
  const cliVersion = command.version();
  return {
    argv: plannedCall(command).argv,
    durationMs: Math.round(result.durationMs),
    ...(cliVersion === undefined ? {} : { cliVersion }),
    ...(result.firstOutputMs === undefined ? {} : { firstTextMs: Math.round(result.firstOutputMs) }),
    ...(usage === undefined ? {} : { usage }),
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(reportedModel === undefined ? {} : { reportedModel }),
    notes: [],
  };
}

export function openSession(command: Command): AgentSession {
  const { options, ports } = command;
  const program = programOf(options);
  const closing = new AbortController();

  /** Hands out the answer while it comes, where the form of the output lets it be told from everything else. */
  function listeners(onText: AskOptions['onText']) {
    const { output } = options;
    if (output.format === 'text') return { onText };
    if (output.format === 'json' || output.collect === 'last') return {};
    return {
      onLine(line: string) {
        const piece = answerInLine(output, line);
        if (piece !== undefined) onText(piece);
      },
    };
  }

  async function ask(prompt: Prompt, { signal, onText }: AskOptions): Promise<Reply> {
    const [missing] = missingSettings(options);
    if (missing !== undefined) {
      const failure = missingSetting(program, missing);
      return { status: 'failed', failure, details: { durationMs: 0, notes: [] } };
    }
    const scratch = await ports.processes.scratch();
    try {
      const { argv, stdin } = await writeRequest(options, prompt, scratch.path);
      const env = environmentOf(command, { TMPDIR: scratch.path, NO_COLOR: '1' });
      const redact = redactor(ports.env, options.env);
      // Looked up here, because the program runs in another folder than the one that a relative path counts from.
      const [, ...args] = argv;
      const path = (await findProgram(program, env, ports.cwd)) ?? program;
      const running = ports.processes.start({
        argv: [path, ...args],
        env,
        cwd: scratch.path,
        limits: options.limits,
        signal: AbortSignal.any([signal, closing.signal]),
        ...stdin,
        ...listeners(onText),
      });
      const result = await running.result;
      const reading = readOutput(options.output, result.stdout);
      const details = detailsOf(command, result, reading);
      const failure = failureOf(program, result, reading, redact);
      if (failure === undefined) {
        return { status: 'answered', text: reading.answer ?? '', details: { ...details, notes: notesOf(result) } };
      }
      const said = reading.error === undefined && reading.answer ? { partial: reading.answer } : {};
      return { status: 'failed', failure, ...said, details };
    } finally {
      await scratch.remove();
    }
  }

  return {
    ask,
    async close() {
      closing.abort();
    },
  };
}
