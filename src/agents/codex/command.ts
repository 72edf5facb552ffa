// How codex is called: arguments, environment and the private home that keeps the user's own set-up out of the debate.
import type { Failure } from '../../domain/failures.ts';
import type { CliCall } from '../cli-call.ts';
import { programEnvironment } from '../environment.ts';
import type { CodexOptions } from './options.ts';

/** More and `codex exec` refuses the turn; in characters, as codex counts them (Unicode code points). */
export const MAX_PROMPT_CHARACTERS = 1_048_576;

/** Variables of its own that codex understands. */
export const CODEX_VARIABLES = ['CODEX_API_KEY', 'CODEX_CA_CERTIFICATE', 'OPENAI_ORGANIZATION', 'OPENAI_PROJECT'];

/** A debater gets no tools, no instructions but ours, and calls nobody but the model. */
const SWITCHES = [
  ...['--json', '--skip-git-repo-check', '--ephemeral', '--ignore-user-config', '--ignore-rules', '-s', 'read-only'],
  ...['-c', 'project_doc_max_bytes=0', '-c', 'web_search=disabled', '-c', 'agents.enabled=false'],
  ...['-c', 'skills.include_instructions=false', '-c', 'include_environment_context=false'],
  ...['-c', 'include_collaboration_mode_instructions=false', '-c', 'include_permissions_instructions=false'],
  ...['-c', 'include_apps_instructions=false', '-c', 'tools.experimental_request_user_input.enabled=false'],
  ...['-c', 'tools.update_plan.enabled=false', '-c', 'analytics.enabled=false'],
  ...['-c', 'check_for_update_on_startup=false'],
  ...['shell_tool', 'unified_exec', 'multi_agent', 'image_generation', 'view_image', 'skill_search', 'goals', 'apps']
    // The snapshot runs the start-up files of the user's shell, in a session of its own that nobody ends.
    .concat(['plugins', 'sleep_tool', 'shell_snapshot', 'unbounded_connection_retries'])
    .flatMap((feature) => ['--disable', feature]),
];

/** How this machine is logged in to codex. */
export interface CodexLogin {
  /** Absolute path of the `auth.json` that `codex login` wrote, when there is one. */
  readonly authFile?: string;
}

export interface CodexRequest {
  readonly options: CodexOptions;
  readonly login: CodexLogin;
  /** The environment of the hall. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly system: string;
  readonly user: string;
  /** Absolute path of the scratch folder. */
  readonly scratch: string;
}

/** A TOML string; JSON escapes what has to be escaped in the same way. */
function toml(text: string): string {
  return JSON.stringify(text);
}

function characters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

function key(request: CodexRequest): { key?: string; note?: string } {
  const { options, env, login } = request;
  const own = options.env['CODEX_API_KEY'] ?? env['CODEX_API_KEY'];
  if (own !== undefined && own !== '') return { key: own };
  const other = options.env['OPENAI_API_KEY'] ?? env['OPENAI_API_KEY'];
  if (other === undefined || other === '' || login.authFile !== undefined) return {};
  return { key: other, note: 'codex does not read OPENAI_API_KEY; its value was given to codex as CODEX_API_KEY' };
}

/**
 * A provider of our own speaks plain HTTP and does not retry: that is up to the hall. It can only be chosen together
 * with an address of its own, as the built-in one cannot be changed.
 */
function provider(baseUrl: string, hasKey: boolean, login: CodexLogin): string[] {
  const fields = [
    'name="debate-hall"',
    `base_url=${toml(baseUrl)}`,
    ...(hasKey ? ['env_key="CODEX_API_KEY"'] : login.authFile === undefined ? [] : ['requires_openai_auth=true']),
    'request_max_retries=0',
    'stream_max_retries=0',
  ];
  return ['-c', `model_providers.debate-hall={${fields.join(',')}}`, '-c', 'model_provider=debate-hall'];
}

/** One turn of codex, or why it makes no sense to start it. */
export function codexCall(request: CodexRequest): CliCall | Failure {
  const { options, login, scratch } = request;
  if (request.user.length > MAX_PROMPT_CHARACTERS) {
    const count = characters(request.user);
    if (count > MAX_PROMPT_CHARACTERS) {
      const message = `The prompt has ${count} characters; codex takes at most ${MAX_PROMPT_CHARACTERS} in one turn.`;
      return { code: 'too-large', message };
    }
  }
  const { key: apiKey, note } = key(request);
  const model = options.model === undefined ? [] : ['-m', options.model];
  const effort = options.effort === undefined ? [] : ['-c', `model_reasoning_effort=${toml(options.effort)}`];
  const address = options.baseUrl === undefined ? [] : provider(options.baseUrl, apiKey !== undefined, login);
  return {
    args: [
      'exec',
      ...SWITCHES,
      ...model,
      ...effort,
      ...['-c', `model_instructions_file=${toml(`${scratch}/system.md`)}`],
      ...address,
      ...options.extraArgs,
      '-',
    ],
    env: programEnvironment({
      from: request.env,
      inherit: CODEX_VARIABLES,
      settings: options.env,
      set: {
        // A home of its own is what keeps the user's MCP servers, hooks, AGENTS.md and settings out.
        CODEX_HOME: `${scratch}/home`,
        TMPDIR: `${scratch}/tmp`,
        NO_COLOR: '1',
        ...(apiKey === undefined ? {} : { CODEX_API_KEY: apiKey }),
      },
    }),
    stdin: request.user,
    folder: 'work',
    folders: ['home', 'tmp'],
    files: { 'system.md': request.system },
    // Codex writes refreshed tokens into the file that it read, so through the link they reach the user's own file.
    links: login.authFile === undefined ? {} : { 'home/auth.json': login.authFile },
    notes: note === undefined ? [] : [note],
  };
}
