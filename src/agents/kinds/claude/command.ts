// How claude is called: one prompt per process, without a tool of its own and without anything that the user configured for it.
import { join } from 'node:path';
import type { JsonSchema } from '../../../domain/answers/schema.ts';
import { defined } from '../../../domain/defined.ts';
import type { Failure } from '../../../domain/failures/failures.ts';
import { PICTURE_TYPES, type PictureType } from '../../../domain/pictures.ts';
import { type SeatTools, TOOL_SERVER, TOOL_TOKEN_VARIABLE } from '../../../material/reading/seat-tools.ts';
import type { AgentPorts, Prompt } from '../../agent.ts';
import { type CliCall, checkPromptSize } from '../../cli/cli-call.ts';
import { programEnvironment, withLoopback } from '../../cli/environment.ts';
import { type PromptMessage, toMessage } from '../../pictures.ts';
import type { ClaudeOptions } from './options.ts';
import { TOOL_PREFIX } from './parse.ts';

const SYSTEM_FILE = 'system.md';
const SETTINGS_FILE = 'settings.json';
const SERVERS_FILE = 'servers.json';
const WORK_FOLDER = 'work';
const TEMP_FOLDER = 'tmp';

/** claude refuses more than 10 MB on standard input. */
const MAX_PROMPT_BYTES = 10_000_000;

/** All arguments together may have 32,767 characters on Windows. */
const MAX_SCHEMA_BYTES = 20_000;

/** Milliseconds that claude waits for the server of the tools, which is there already. */
const START_UP_MS = '30000';

/** How claude finds the user's login and the service: keys, tokens, gateways, clouds. */
const LOGIN_VARIABLES = [
  ...['ANTHROPIC_*', 'CLAUDE_CONFIG_DIR', 'CLAUDE_CODE_OAUTH_TOKEN', 'CLAUDE_CODE_API_KEY_HELPER_TTL_MS'],
  ...['CLAUDE_CODE_USE_*', 'CLAUDE_CODE_CLIENT_*'],
  ...['CLAUDE_CODE_SKIP_BEDROCK_AUTH', 'CLAUDE_CODE_SKIP_VERTEX_AUTH', 'CLAUDE_CODE_SKIP_FOUNDRY_AUTH'],
  ...['AWS_*', 'CLOUD_ML_REGION', 'VERTEX_REGION_*', 'GOOGLE_APPLICATION_CREDENTIALS', 'GOOGLE_CLOUD_PROJECT'],
];

/** What keeps a seat safe and in our hands. */
function guardVariables(options: ClaudeOptions): Record<string, string> {
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
    ...defined({
      ANTHROPIC_BASE_URL: options.baseUrl,
      // In the person's settings it would win over `--effort`.
      CLAUDE_CODE_EFFORT_LEVEL: options.effort,
    }),
  };
}

/** The settings that win over the person's own, where a login may stand; only an administrator's win over these. */
function createSettings({ model }: ClaudeOptions, env: Readonly<Record<string, string>>): object {
  return {
    env,
    // A bypass of permissions, which nothing here needs, keeps claude from starting as root.
    permissions: { defaultMode: 'default' },
    // A debate is held in the language of its topic.
    language: '',
    // A list without the seat's model makes claude take another one.
    ...(model === undefined ? {} : { availableModels: [model] }),
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
    set: { ...guardVariables(options), ...(scratch === undefined ? {} : { TMPDIR: join(scratch, TEMP_FOLDER) }) },
  });
}

/** Why a message makes no sense to send. */
export const checkMessage = (message: string): Failure | undefined =>
  checkPromptSize('claude', message, MAX_PROMPT_BYTES);

/** A "/" at the start would be a command of claude's own. */
export function escapeSlashCommand(message: string): string {
  return `\n${message}`;
}

/** What models of Anthropic's take. */
export const listSeenTypes = ({ pictures }: Pick<ClaudeOptions, 'pictures'>): readonly PictureType[] =>
  pictures === false ? [] : PICTURE_TYPES;

/** A question as a line of JSON. */
export function writeUserLine({ text, attached }: PromptMessage): string {
  const words = escapeSlashCommand(text);
  const images = attached.map(({ mediaType, read }) => ({
    type: 'image',
    source: { type: 'base64', media_type: mediaType, data: read() },
  }));
  const content = images.length === 0 ? words : [...images, { type: 'text', text: words }];
  return JSON.stringify({ type: 'user', message: { role: 'user', content } });
}

function withJsonInput(call: CliCall): CliCall {
  const add = (args: readonly string[]) => ['--input-format', 'stream-json', ...args];
  return { ...call, args: add(call.args), ...(call.shownArgs === undefined ? {} : { shownArgs: add(call.shownArgs) }) };
}

/** The call with its question on standard input: pictures come only in lines of JSON. */
function withQuestion(call: CliCall, options: ClaudeOptions, { user, pictures }: Prompt): CliCall | Failure {
  const message = toMessage({ text: user, pictures }, listSeenTypes(options));
  const isPlain = message.attached.length === 0;
  const stdin = isPlain ? escapeSlashCommand(message.text) : `${writeUserLine(message)}\n`;
  const asked = isPlain ? call : withJsonInput(call);
  return checkMessage(stdin) ?? { ...asked, stdin };
}

export function createClaudeCall(
  options: ClaudeOptions,
  from: AgentPorts['env'],
  prompt: Prompt,
  start: Omit<Start, 'system'>,
): CliCall | Failure {
  const call = createBaseCall(options, from, { ...start, system: prompt.system });
  return withQuestion(withSchema(call, prompt.step.schema), options, prompt);
}

/** claude takes a schema as an argument only. */
function withSchema(call: CliCall, schema: JsonSchema | undefined): CliCall {
  if (schema === undefined) return call;
  const text = JSON.stringify(schema);
  if (Buffer.byteLength(text) > MAX_SCHEMA_BYTES) {
    return { ...call, notes: [...call.notes, "the answer schema is too long for claude's command line"] };
  }
  const args = (shown: string) => [...call.args, '--json-schema', shown];
  return { ...call, args: args(text), shownArgs: args('<schema>') };
}

/** Reads, finds and changes files of the folder that it is started in; runs no command and fetches no page. */
const AUTHOR_TOOLS = 'Read,Edit,Write,Glob,Grep';

/** A claude that stays: questions come as lines of JSON. */
export function createClaudeLiveCall(options: ClaudeOptions, from: AgentPorts['env'], start: Start): CliCall {
  return withJsonInput(createBaseCall(options, from, start));
}

interface Start {
  readonly system: string;
  readonly scratch: string;
  readonly tools?: SeatTools | undefined;
  /** An author. */
  readonly changesFiles?: true;
}

/** What is added to a call so that claude has the hall's tools, and what is not. */
interface Extras {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
}

const PLAIN: Extras = { args: ['--safe-mode'], env: {}, files: {} };

/**
 * `--safe-mode` would keep the hall's tools out; what it keeps out besides stands in the person's settings, which are not
 * read at all.
 */
function allowTools({ url }: SeatTools, scratch: string): Extras {
  const headers = { Authorization: `Bearer $\{${TOOL_TOKEN_VARIABLE}}` };
  const servers = { mcpServers: { [TOOL_SERVER]: { type: 'http', url, headers } } };
  return {
    args: [
      ...['--setting-sources=', '--disable-slash-commands'],
      ...['--mcp-config', join(scratch, SERVERS_FILE), '--allowed-tools', `${TOOL_PREFIX}*`],
    ],
    env: {
      CLAUDE_CODE_DISABLE_CLAUDE_MDS: '1',
      CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1',
      // Otherwise the first question is asked before the tools are there, or without any that claude thinks can wait.
      MCP_CONNECTION_NONBLOCKING: '0',
      MCP_CONNECT_TIMEOUT_MS: START_UP_MS,
      CLAUDE_CODE_MCP_STARTUP_WAIT_MS: START_UP_MS,
      ENABLE_TOOL_SEARCH: 'false',
    },
    files: { [SERVERS_FILE]: JSON.stringify(servers) },
  };
}

function createBaseCall(
  options: ClaudeOptions,
  from: AgentPorts['env'],
  { system, scratch, tools, changesFiles }: Start,
): CliCall {
  const extras = tools === undefined ? PLAIN : allowTools(tools, scratch);
  const env = { ...guardVariables(options), ...extras.env };
  return {
    args: [
      ...['-p', ...extras.args, '--strict-mcp-config'],
      ...(changesFiles ? [`--tools=${AUTHOR_TOOLS}`, '--permission-mode', 'acceptEdits'] : ['--tools=']),
      '--no-session-persistence',
      ...['--system-prompt-file', join(scratch, SYSTEM_FILE), '--settings', join(scratch, SETTINGS_FILE)],
      ...['--output-format', 'stream-json', '--verbose', '--include-partial-messages'],
      ...(options.model === undefined ? [] : ['--model', options.model]),
      ...(options.effort === undefined ? [] : ['--effort', options.effort]),
      ...options.extraArgs,
    ],
    env: withLoopback(
      {
        ...claudeEnvironment(options, from, scratch),
        ...extras.env,
        ...defined({ [TOOL_TOKEN_VARIABLE]: tools?.token }),
      },
      tools,
    ),
    folder: WORK_FOLDER,
    // The "env" of the user's own claude settings wins over the environment; only `--settings` wins over that.
    files: { ...extras.files, [SYSTEM_FILE]: system, [SETTINGS_FILE]: JSON.stringify(createSettings(options, env)) },
    folders: [TEMP_FOLDER],
    notes: [],
  };
}
