// Any program as an agent, by a template of its arguments and of its output; docs/agents/command.md shows how to write one.
import { join } from 'node:path';
import { defined } from '../../../domain/defined.ts';
import type { AgentRef } from '../../../domain/event-parts.ts';
import type { Failure, FailureCode } from '../../../domain/failures/failures.ts';
import { PICTURE_TYPES, type PictureType } from '../../../domain/pictures.ts';
import { type SeatTools, TOOL_TOKEN_VARIABLE } from '../../../material/reading/seat-tools.ts';
import type { Agent, AgentKind, AgentPorts, Prompt } from '../../agent.ts';
import { createCliAgent } from '../../cli/cli-agent.ts';
import type { CliCall } from '../../cli/cli-call.ts';
import type { OneShot, OutputReader } from '../../cli/cli-description.ts';
import { withLoopback } from '../../cli/environment.ts';
import {
  createEnvironment,
  leadProgram,
  NOT_KNOWN_TO_WORK,
  testedVersions,
  toBuiltIn,
  toIsolationNeeds,
} from '../../cli/generic-program.ts';
import { findCause } from '../../failures/last-words.ts';
import { classifyError, parseRetryAfter } from '../../failures/service-failure.ts';
import type { CallResult, ReplyFacts } from '../../failures/verdict.ts';
import { toFiles, toMessage } from '../../pictures.ts';
import { fillArguments, findMissingValues, findPlaceholders, type PlaceholderValues } from './argv.ts';
import { type CommandOptions, type OutputOptions, optionsSchema } from './options.ts';
import { readAnswerInLine, readOutput } from './read-output.ts';
import { TEMPLATES } from './templates.ts';

/** The working directory; the files of the request lie in it, since many programs read nothing outside of theirs. */
const FOLDER = 'work';

function getProgram(options: CommandOptions): string {
  return options.path ?? options.argv[0];
}

const getSettingValues = ({ model, effort }: CommandOptions): PlaceholderValues => defined({ model, effort });

/** The failure of a template that needs a setting which is not there. */
function findMissingSetting(options: CommandOptions): Failure | undefined {
  const fromPrompt = { prompt: '', promptFile: '', systemFile: '' };
  const [name] = findMissingValues(options.argv, { ...getSettingValues(options), ...fromPrompt });
  if (name === undefined) return undefined;
  return { code: 'rejected', message: `"${getProgram(options)}" needs the setting "${name}".` };
}

/** It gets their paths. */
const listSeenTypes = ({ argv }: Pick<CommandOptions, 'argv'>): readonly PictureType[] =>
  argv.flat().flatMap(findPlaceholders).includes('picture') ? PICTURE_TYPES : [];

/** Programs read a request that begins like a command, an option or a file reference as one; an empty line prevents it. */
function escapeLeadingSign(text: string): string {
  return /^\s*[-/@!]/.test(text) ? `\n${text}` : text;
}

function createCall(
  options: CommandOptions,
  ports: AgentPorts,
  prompt: Prompt,
  scratch: string,
  tools?: SeatTools,
): CliCall | Failure {
  const missing = findMissingSetting(options);
  if (missing !== undefined) return missing;
  const [, ...template] = options.argv;
  const { system, user, pictures } = prompt;
  const { text, attached } = toMessage({ text: user, pictures }, listSeenTypes(options));
  const images = toFiles(attached, FOLDER);
  const paths = images.map(([path]) => join(scratch, path));
  const args = (values: PlaceholderValues) => [
    ...fillArguments(template, { ...getSettingValues(options), ...defined({ toolUrl: tools?.url }), ...values }, paths),
    ...options.extraArgs,
  ];
  const separate = template.flat().some((part) => part.includes('{systemFile}'));
  const request = escapeLeadingSign(separate ? text : `${system}\n\n${text}`);
  const files = { promptFile: `${FOLDER}/prompt.md`, systemFile: `${FOLDER}/system.md` };
  const promptFile = join(scratch, files.promptFile);
  const systemFile = join(scratch, files.systemFile);
  return {
    args: args({ prompt: request, promptFile, systemFile }),
    // A record can lose its texts later; the request must not live on in the arguments.
    shownArgs: args({ prompt: '{prompt}', promptFile, systemFile }),
    env: withLoopback(
      createEnvironment(options, ports, {
        TMPDIR: scratch,
        NO_COLOR: '1',
        ...defined({ [TOOL_TOKEN_VARIABLE]: tools?.token }),
      }),
      tools,
    ),
    ...(options.prompt === 'stdin' ? { stdin: request } : {}),
    folder: FOLDER,
    files: {
      ...(options.prompt === 'file' ? { [files.promptFile]: request } : {}),
      ...(separate ? { [files.systemFile]: system } : {}),
      ...Object.fromEntries(images),
    },
    notes: [],
  };
}

/** The part of an answer in a line, for output formats that mark answers. */
function readDelta(output: OutputOptions, line: string): string | undefined {
  if (output.format === 'text') return `${line}\n`;
  return output.format === 'jsonl' && output.collect === 'join' ? readAnswerInLine(output, line) : undefined;
}

function createReader(output: OutputOptions): OutputReader {
  const lines: string[] = [];

  function verdict({ end, stderrTail }: Parameters<OutputReader['verdict']>[0]): CallResult {
    const { answer, complete, error, usage, sessionId, reportedModel } = readOutput(output, lines.join('\n'));
    const facts: ReplyFacts = defined({ usage, sessionId, reportedModel });
    const partial = defined({ partial: answer });
    const failed = (code: FailureCode, message: string) => ({
      ...{ status: 'failed' as const, code, message, ...parseRetryAfter(code, message), facts },
    });
    if (error !== undefined) return failed(classifyError(error) ?? 'crashed', error);
    const clean = end.reason === 'exited' && end.code === 0;
    if (answer !== undefined && answer !== '' && (clean || complete))
      return { status: 'answered', text: answer, facts };
    if (!clean) {
      const cause = end.reason === 'exited' ? findCause(stderrTail, classifyError, lines.join('\n')) : undefined;
      if (cause === undefined) return { status: 'undecided', ...partial, facts };
      return { status: 'failed', ...cause, ...partial, facts };
    }
    if (answer === '' || lines.every((line) => line.trim() === '')) return { status: 'failed', code: 'empty', facts };
    const explanation = 'It does not match the form that "output" in its settings describes.';
    return { status: 'failed', code: 'unreadable', explanation, facts };
  }

  return {
    readLine(line) {
      lines.push(line);
      return readDelta(output, line);
    },
    isSettled: () => false,
    verdict,
  };
}

function createAgent(name: string, options: CommandOptions, ports: AgentPorts): Agent {
  const { vendor, model, effort, limits, output, versionArgs } = options;
  const ref: AgentRef = { agent: name, kind: 'command', ...defined({ vendor, model, effort }) };
  const oneShot: OneShot = {
    call: (prompt, scratch, tools) => createCall(options, ports, prompt, scratch, tools),
    reader: () => createReader(output),
  };
  const agent = createCliAgent(
    {
      ref,
      program: getProgram(options),
      limits,
      versionArgs,
      isolation: () => toIsolationNeeds(options),
      tested: testedVersions(name, TEMPLATES, options),
      probeEnv: createEnvironment(options, ports),
      usesTools: options.argv.flat().some((part) => findPlaceholders(part).includes('toolUrl')) ? true : undefined,
      whyIdle: NOT_KNOWN_TO_WORK,
      author: options.works === true ? { hosts: options.hosts ?? [], ...oneShot } : undefined,
      ...oneShot,
      sees: listSeenTypes(options),
    },
    ports,
  );
  const missing = findMissingSetting(options);
  if (missing === undefined) return agent;
  const obstacle = async () => (await agent.obstacle?.()) ?? missing;
  const probe = async (signal: AbortSignal) => {
    const { failure = missing, ...found } = await agent.probe(signal);
    return { ...found, usable: false, failure };
  };
  return { ...agent, probe, obstacle };
}

export const agentKind: AgentKind<CommandOptions> = {
  kind: 'command',
  title: 'Any program',
  options: optionsSchema,
  builtIn: toBuiltIn(TEMPLATES),
  create: createAgent,
  lead: leadProgram,
};
