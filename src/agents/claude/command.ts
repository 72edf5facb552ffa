// How claude is called: one prompt per process, without tools or with those for reading in one folder, and without anything that the user configured for it.
import { join } from 'node:path';
import type { JsonSchema } from '../../domain/answers/schema.ts';
import type { Failure } from '../../domain/failures.ts';
import type { AgentPorts, Prompt } from '../agent.ts';
import type { CliCall } from '../cli-call.ts';
import { programEnvironment } from '../environment.ts';
import type { ClaudeOptions } from './options.ts';

const SYSTEM_FILE = 'system.md';
const SETTINGS_FILE = 'settings.json';
const WORK_FOLDER = 'work';
const TEMP_FOLDER = 'tmp';

/** Tools that change nothing and run nothing; where the working directory ends, claude refuses them. */
export const READING_TOOLS = ['Read', 'Grep', 'Glob'];

/** claude refuses more than 10 MB on standard input. */
const MAX_PROMPT_BYTES = 10_000_000;

/** All arguments together may have 32,767 characters on Windows. */
const MAX_SCHEMA_BYTES = 20_000;

/** How claude finds the user's login and the service: keys, tokens, gateways, clouds. */
const LOGIN_VARIABLES = [
  ...['ANTHROPIC_*', 'CLAUDE_CONFIG_DIR', 'CLAUDE_CODE_OAUTH_TOKEN', 'CLAUDE_CODE_API_KEY_HELPER_TTL_MS'],
  ...['CLAUDE_CODE_USE_*', 'CLAUDE_CODE_CLIENT_*'],
  ...['CLAUDE_CODE_SKIP_BEDROCK_AUTH', 'CLAUDE_CODE_SKIP_VERTEX_AUTH', 'CLAUDE_CODE_SKIP_FOUNDRY_AUTH'],
  ...['AWS_*', 'CLOUD_ML_REGION', 'VERTEX_REGION_*', 'GOOGLE_APPLICATION_CREDENTIALS', 'GOOGLE_CLOUD_PROJECT'],
];

/** What keeps a seat safe and in our hands. */
function guards(options: ClaudeOptions): Record<string, string> {
  return {
    // Otherwise it asks a second time, for a title, with the whole prompt; and looks for updates.
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    // Otherwise `@/path` anywhere in a prompt reads that file into the request.
    CLAUDE_CODE_DISABLE_ATTACHMENTS: '1',
    // Otherwise it replaces a long conversation by a summary of its own; what is left out of one is for the hall to say.
    DISABLE_AUTO_COMPACT: '1',
    // Retrying is the hall's: by itself claude tries for three minutes.
    CLAUDE_CODE_MAX_RETRIES: '1',
    // Calls of its tool for structured answers: one more when the first does not keep to the schema, instead of four.
    MAX_STRUCTURED_OUTPUT_RETRIES: '2',
    // Tokens: whether a prompt fits is for the service to say; claude guesses, at 4 characters a token.
    CLAUDE_CODE_BLOCKING_LIMIT_OVERRIDE: '1000000000',
    ...(options.baseUrl === undefined ? {} : { ANTHROPIC_BASE_URL: options.baseUrl }),
  };
}

export function claudeEnvironment(
  options: ClaudeOptions,
  from: AgentPorts['env'],
  scratch?: string,
): Record<string, string> {
  return programEnvironment({
    from,
    inherit: LOGIN_VARIABLES,
    settings: options.env,
    set: { ...guards(options), ...(scratch === undefined ? {} : { TMPDIR: join(scratch, TEMP_FOLDER) }) },
  });
}

/** Why a message makes no sense to send. */
export function refusal(message: string): Failure | undefined {
  const bytes = Buffer.byteLength(message);
  if (bytes <= MAX_PROMPT_BYTES) return undefined;
  return { code: 'too-large', message: `The prompt has ${bytes} bytes; claude takes at most ${MAX_PROMPT_BYTES}.` };
}

/** A "/" at the start would be a command of claude's own. */
export function plainMessage(message: string): string {
  return `\n${message}`;
}

/** One question, one process. */
export function claudeCall(
  options: ClaudeOptions,
  from: AgentPorts['env'],
  prompt: Prompt,
  scratch: string,
  readIn?: string,
): CliCall | Failure {
  const stdin = plainMessage(prompt.user);
  const call = claudeStart(options, from, { system: prompt.system, scratch, readIn });
  return refusal(stdin) ?? { ...held(call, prompt.step.schema), stdin };
}

/** claude takes a schema as an argument only. */
function held(call: CliCall, schema: JsonSchema | undefined): CliCall {
  if (schema === undefined) return call;
  const text = JSON.stringify(schema);
  if (Buffer.byteLength(text) > MAX_SCHEMA_BYTES) {
    return { ...call, notes: [...call.notes, 'the schema of the answer is too long for a command line of claude'] };
  }
  const args = (shown: string) => [...call.args, '--json-schema', shown];
  return { ...call, args: args(text), shownArgs: args('<schema>') };
}

/** A claude that stays: questions come as lines of JSON. */
export function claudeLiveCall(
  options: ClaudeOptions,
  from: AgentPorts['env'],
  system: string,
  scratch: string,
  readIn?: string,
): CliCall {
  const call = claudeStart(options, from, { system, scratch, readIn });
  return { ...call, args: ['--input-format', 'stream-json', ...call.args] };
}

interface Start {
  readonly system: string;
  readonly scratch: string;
  readonly readIn: string | undefined;
}

/** Permissions in the person's settings would count beyond the folder; without settings, none are given. */
function toolArguments(readIn: string | undefined): readonly string[] {
  return readIn === undefined ? ['--tools='] : [`--tools=${READING_TOOLS.join(',')}`, '--setting-sources='];
}

function claudeStart(options: ClaudeOptions, from: AgentPorts['env'], { system, scratch, readIn }: Start): CliCall {
  return {
    args: [
      '-p',
      ...['--safe-mode', '--strict-mcp-config', ...toolArguments(readIn), '--no-session-persistence'],
      ...['--system-prompt-file', join(scratch, SYSTEM_FILE), '--settings', join(scratch, SETTINGS_FILE)],
      ...['--output-format', 'stream-json', '--verbose', '--include-partial-messages'],
      ...(options.model === undefined ? [] : ['--model', options.model]),
      ...(options.effort === undefined ? [] : ['--effort', options.effort]),
      ...options.extraArgs,
    ],
    env: claudeEnvironment(options, from, scratch),
    folder: WORK_FOLDER,
    cwd: readIn,
    // The "env" of the user's own claude settings wins over the environment; only `--settings` wins over that.
    files: { [SYSTEM_FILE]: system, [SETTINGS_FILE]: JSON.stringify({ env: guards(options) }) },
    folders: [TEMP_FOLDER],
    notes: [],
  };
}
