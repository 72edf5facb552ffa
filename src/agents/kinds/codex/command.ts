// How codex is called: arguments, environment and the private home that keeps the user's own set-up out of the debate.
import { defined } from '../../../domain/defined.ts';
import type { Failure } from '../../../domain/failures/failures.ts';
import { PICTURE_TYPES, type PictureType } from '../../../domain/pictures.ts';
import type { Environment } from '../../../support/environment.ts';
import type { Prompt } from '../../agent.ts';
import type { CliCall } from '../../cli/cli-call.ts';
import { programEnvironment } from '../../cli/environment.ts';
import { toFiles, toMessage } from '../../pictures.ts';
import type { CodexOptions } from './options.ts';

/** The working directory, relative to the scratch folder. */
export const WORK_FOLDER = 'work';

/** More and codex refuses the turn; in characters, as codex counts them (Unicode code points). */
const MAX_PROMPT_CHARACTERS = 1_048_576;

/** Variables of its own that codex understands. */
export const CODEX_VARIABLES = ['CODEX_API_KEY', 'CODEX_CA_CERTIFICATE', 'OPENAI_ORGANIZATION', 'OPENAI_PROJECT'];

/** A debater gets no tools, no instructions but ours, and calls nobody but the model. */
const COMMON_ARGS = [
  ...['-c', 'project_doc_max_bytes=0', '-c', 'web_search=disabled', '-c', 'agents.enabled=false'],
  ...['-c', 'skills.include_instructions=false', '-c', 'include_environment_context=false'],
  ...['-c', 'include_collaboration_mode_instructions=false', '-c', 'include_permissions_instructions=false'],
  ...['-c', 'include_apps_instructions=false', '-c', 'tools.experimental_request_user_input.enabled=false'],
  ...['-c', 'tools.update_plan.enabled=false', '-c', 'analytics.enabled=false'],
  ...['-c', 'check_for_update_on_startup=false'],
  ...['multi_agent', 'image_generation', 'view_image', 'skill_search', 'goals', 'apps']
    // The snapshot runs the start-up files of the user's shell, in a session of its own that nobody ends.
    .concat(['plugins', 'sleep_tool', 'shell_snapshot', 'unbounded_connection_retries'])
    .flatMap((feature) => ['--disable', feature]),
];

const NO_COMMANDS = ['--disable', 'shell_tool', '--disable', 'unified_exec'];

/** Settings that `codex app-server` takes when a thread starts and `codex exec` takes as arguments. */
const ONE_SHOT_ARGS = ['--json', '--skip-git-repo-check', '--ephemeral', '--ignore-user-config', '--ignore-rules'];
const READ_ONLY = ['-s', 'read-only'];
/** Its own sandbox cannot be inside another one: what it may touch is for that one to say. */
const IN_A_SANDBOX = ['-s', 'danger-full-access'];

export interface CodexSetting {
  readonly options: CodexOptions;
  /** Absolute path of the `auth.json` that `codex login` wrote, when there is one. */
  readonly authFile: string | undefined;
  readonly env: Environment;
}

/** A TOML string; JSON escapes what has to be escaped in the same way. */
function quoteToml(text: string): string {
  return JSON.stringify(text);
}

function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

function findKey({ options, env, authFile }: CodexSetting): { key?: string; note?: string } {
  const own = options.env['CODEX_API_KEY'] ?? env['CODEX_API_KEY'];
  if (own !== undefined && own !== '') return { key: own };
  const other = options.env['OPENAI_API_KEY'] ?? env['OPENAI_API_KEY'];
  if (other === undefined || other === '' || authFile !== undefined) return {};
  return { key: other, note: 'codex does not read OPENAI_API_KEY; its value was passed to codex as CODEX_API_KEY' };
}

/**
 * A provider of our own speaks plain HTTP and does not retry: that is up to the hall. It can only be chosen together
 * with an address of its own, as the built-in one cannot be changed.
 */
function providerArgs(baseUrl: string, hasKey: boolean, authFile: string | undefined): string[] {
  const fields = [
    'name="debate-hall"',
    `base_url=${quoteToml(baseUrl)}`,
    ...(hasKey ? ['env_key="CODEX_API_KEY"'] : authFile === undefined ? [] : ['requires_openai_auth=true']),
    'request_max_retries=0',
    'stream_max_retries=0',
  ];
  return ['-c', `model_providers.debate-hall={${fields.join(',')}}`, '-c', 'model_provider=debate-hall'];
}

/** Why a message makes no sense to send. */
export function checkCodexPrompt(message: string): Failure | undefined {
  // Never more code points than code units: most messages need no count.
  const count = message.length > MAX_PROMPT_CHARACTERS ? countCharacters(message) : 0;
  if (count <= MAX_PROMPT_CHARACTERS) return undefined;
  return {
    code: 'too-large',
    message: `The prompt has ${count} characters; codex accepts at most ${MAX_PROMPT_CHARACTERS} in one turn.`,
  };
}

/** What models of OpenAI's take. */
export const listSeenTypes = ({ pictures }: Pick<CodexOptions, 'pictures'>): readonly PictureType[] =>
  pictures === false ? [] : PICTURE_TYPES;

/** One question, one process; or why it makes no sense to start it. An author runs commands to read and to change files. */
export function createCodexCall(
  setting: CodexSetting,
  { system, user, pictures, step: { schema } }: Pick<Prompt, 'system' | 'user' | 'step' | 'pictures'>,
  scratch: string,
  isAuthor: boolean,
): CliCall | Failure {
  const call = createBaseCall(setting, scratch);
  const rights = isAuthor ? IN_A_SANDBOX : [...READ_ONLY, ...NO_COMMANDS];
  const instructions = ['-c', `model_instructions_file=${quoteToml(`${scratch}/system.md`)}`];
  const held = schema === undefined ? [] : ['--output-schema', `${scratch}/schema.json`];
  const { text, attached } = toMessage({ text: user, pictures }, listSeenTypes(setting.options));
  const images = toFiles(attached);
  // As one argument each: behind the option alone, codex takes what follows for further pictures.
  const shown = images.map(([path]) => `--image=${scratch}/${path}`);
  return (
    checkCodexPrompt(text) ?? {
      ...call,
      args: ['exec', ...ONE_SHOT_ARGS, ...rights, ...instructions, ...held, ...shown, ...call.args, '-'],
      files: {
        'system.md': system,
        ...(schema === undefined ? {} : { 'schema.json': JSON.stringify(schema) }),
        ...Object.fromEntries(images),
      },
      stdin: text,
    }
  );
}

/** Starts `codex app-server`; the system prompt is sent when its thread starts. */
export function createCodexLiveCall(setting: CodexSetting, scratch: string): CliCall {
  const call = createBaseCall(setting, scratch);
  return { ...call, args: ['app-server', ...NO_COMMANDS, ...call.args] };
}

function createBaseCall(setting: CodexSetting, scratch: string): CliCall {
  const { options, authFile, env } = setting;
  const { key: apiKey, note } = findKey(setting);
  const { model, effort, baseUrl } = options;
  return {
    args: [
      ...COMMON_ARGS,
      ...(model === undefined ? [] : ['-c', `model=${quoteToml(model)}`]),
      ...(effort === undefined ? [] : ['-c', `model_reasoning_effort=${quoteToml(effort)}`]),
      ...(baseUrl === undefined ? [] : providerArgs(baseUrl, apiKey !== undefined, authFile)),
      ...options.extraArgs,
    ],
    env: programEnvironment({
      from: env,
      inherit: CODEX_VARIABLES,
      settings: options.env,
      set: {
        // A home of its own is what keeps the user's MCP servers, hooks, AGENTS.md and settings out.
        CODEX_HOME: `${scratch}/home`,
        TMPDIR: `${scratch}/tmp`,
        NO_COLOR: '1',
        ...defined({ CODEX_API_KEY: apiKey }),
      },
    }),
    folder: WORK_FOLDER,
    folders: ['home', 'tmp'],
    files: {},
    // Codex writes refreshed tokens into the file that it read, so through the link they reach the user's own file.
    links: defined({ 'home/auth.json': authFile }),
    notes: note === undefined ? [] : [note],
  };
}
