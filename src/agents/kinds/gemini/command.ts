// How gemini is called: arguments, environment and the private home that keeps the user's own set-up out of the debate.
import { defined } from '../../../domain/defined.ts';
import type { Failure } from '../../../domain/failures/failures.ts';
import type { PictureType } from '../../../domain/pictures.ts';
import { type SeatTools, TOOL_SERVER, TOOL_TOKEN_VARIABLE } from '../../../material/reading/seat-tools.ts';
import { findCompiledFolder } from '../../../support/compile-cache.ts';
import type { Environment } from '../../../support/environment.ts';
import { type CliCall, checkPromptSize } from '../../cli/cli-call.ts';
import { programEnvironment, withLoopback } from '../../cli/environment.ts';
import { type PromptQuestion, toFiles, toMessage } from '../../pictures.ts';
import { type GeminiLogin, selectAuthType } from './login.ts';
import type { GeminiOptions } from './options.ts';

/**
 * What gemini takes for the mention of a file: an `@`, also inside a word, and a path, in which quotes and backslashes
 * protect characters that would end it. No system has paths as long as the limit, without which a text of megabytes in one piece
 * would take more stack than there is.
 */
const MENTION = /(?<!\\)@(?:"[^"]*"|\\.|[^ \t\r\n,;!?()[\]{}]){1,8192}/g;

/**
 * Gemini puts what it finds at a mentioned path into the request, and then changes the prompt as well. As the working
 * directory of a call is empty and the sub-agents are off, hardly anything can be found, and then gemini leaves the
 * prompt exactly as it is: mail addresses, decorators and package names arrive unchanged. What could still be found is
 * the working directory itself, by a roundabout path, and gemini's own notes of this very call beside it.
 */
const RESOLVABLE_MENTION = /@\.|\.\.|\.\/|\/\.|\/cwd/;

function isResolvable(mention: string): boolean {
  return RESOLVABLE_MENTION.test(mention) || RESOLVABLE_MENTION.test(mention.replace(/["\\]/g, ''));
}

/**
 * The prompt as it is written to gemini's standard input. Mentions that could lead somewhere get a backslash before the
 * `@`, which makes them plain text for gemini; an `@` that already has a backslash gets another one, so that taking one
 * away from each `@` that has any gives back the text. `escaped` counts the backslashes that were added.
 */
export function escapeMentions(text: string): { readonly text: string; readonly escaped: number } {
  let escaped = 0;
  const protect = (part: string) =>
    part.replaceAll('@', () => {
      escaped += 1;
      return '\\@';
    });
  const plain = text
    .replace(/\\@/g, protect)
    .replace(MENTION, (mention) => (isResolvable(mention) ? mention.replace(/(?<!\\)@/g, protect) : mention));
  // A slash at the very start would make it a command such as /memory.
  return { text: plain.startsWith('/') ? `\n${plain}` : plain, escaped };
}

/**
 * Gemini cuts off longer input. It also sends nothing at all, with exit code 0 and "success", when it holds a prompt to
 * be too long for the model (for 1,048,576 tokens: somewhat above 4,000,000 characters); that only its output shows.
 */
const MAX_PROMPT_BYTES = 8 * 1024 * 1024;

/** Variables that lead to the user's login and the service; none that changes what gemini does. */
export const GEMINI_VARIABLES = [
  ...['GEMINI_API_KEY', 'GEMINI_API_KEY_AUTH_MECHANISM', 'GEMINI_CLI_CUSTOM_HEADERS', 'CODE_ASSIST_ENDPOINT'],
  ...['GOOGLE_API_KEY', 'GOOGLE_APPLICATION_CREDENTIALS', 'GOOGLE_CLOUD_*', 'GOOGLE_GENAI_*'],
  ...['GOOGLE_GEMINI_BASE_URL', 'GOOGLE_VERTEX_BASE_URL'],
];

/** The working directory of a call, in its scratch folder. */
export const WORK_FOLDER = 'work';

/** What models of Google's take. */
export const listSeenTypes = ({ pictures }: Pick<GeminiOptions, 'pictures'>): readonly PictureType[] =>
  pictures === false ? [] : ['image/png', 'image/jpeg', 'image/webp'];

const DENY_ALL_TOOLS = '[[rule]]\ntoolName = "*"\ndecision = "deny"\npriority = 900\n';

const ALLOW_HALL = `\n[[rule]]\nmcpName = "${TOOL_SERVER}"\ntoolName = "*"\ndecision = "allow"\npriority = 999\n`;

/** No hooks, skills, sub-agents or statistics, no text of gemini's own about this machine, and no retries. */
const SETTINGS = {
  hooksConfig: { enabled: false },
  skills: { enabled: false },
  experimental: { enableAgents: false },
  context: { includeDirectoryTree: false, fileFiltering: { enableRecursiveFileSearch: false } },
  // The detector drops long answers that repeat themselves, such as tables; our own limits end an endless one.
  model: { disableLoopDetection: true },
  privacy: { usageStatisticsEnabled: false },
  general: { enableAutoUpdate: false, maxAttempts: 1, retryFetchErrors: false },
};

export interface GeminiRequest {
  readonly options: GeminiOptions;
  readonly login: GeminiLogin;
  readonly env: Environment;
  readonly system: string;
  /** Absolute path of the scratch folder. */
  readonly scratch: string;
  /** See `OpenOptions`. */
  readonly tools: SeatTools | undefined;
}

/** The hall's tools and none of gemini's own. The token stands in the environment only, as the settings are a file. */
function createServers({ url }: SeatTools): object {
  const headers = { Authorization: `Bearer $\{${TOOL_TOKEN_VARIABLE}}` };
  // A tool of gemini's own that is only denied would take the hall's tool of the same name with it.
  return { mcpServers: { [TOOL_SERVER]: { httpUrl: url, headers, trust: true } }, tools: { core: [] } };
}

function createSettingsFile(request: GeminiRequest, baseUrl: Readonly<Record<string, string>>): string {
  const type = selectAuthType({ ...request.options.env, ...baseUrl }, request.env, request.login);
  return JSON.stringify({
    ...(type === undefined ? {} : { security: { auth: { selectedType: type } } }),
    ...SETTINGS,
    ...(request.tools === undefined ? {} : createServers(request.tools)),
  });
}

/** Why a message makes no sense to send. */
export const checkMessage = (message: string): Failure | undefined =>
  checkPromptSize('gemini', message, MAX_PROMPT_BYTES);

export function createGeminiCall(request: GeminiRequest, question: PromptQuestion): CliCall | Failure {
  const { text, attached } = toMessage(question, listSeenTypes(request.options));
  const prompt = escapeMentions(text);
  const images = toFiles(attached, WORK_FOLDER);
  const mentions = images.map(([path]) => `@${path.slice(WORK_FOLDER.length + 1)}`).join(' ');
  const call = createBaseCall(request, ['-o', 'stream-json']);
  return (
    checkMessage(prompt.text) ?? {
      ...call,
      files: { ...call.files, ...Object.fromEntries(images) },
      stdin: mentions === '' ? prompt.text : `${prompt.text}\n\n${mentions}`,
      notes:
        prompt.escaped === 0
          ? []
          : [`${prompt.escaped} "@" in the prompt were escaped, because gemini could read them as files`],
    }
  );
}

/** A gemini that stays and speaks the Agent Client Protocol. */
export function createGeminiLiveCall(request: GeminiRequest): CliCall {
  return createBaseCall(request, ['--acp']);
}

function createBaseCall(request: GeminiRequest, mode: readonly string[]): CliCall {
  const { options, login, scratch, tools } = request;
  const baseUrl = defined({ GOOGLE_GEMINI_BASE_URL: options.baseUrl });
  const links = Object.entries(login.files).map(([name, path]) => [`.gemini/${name}`, path] as const);
  return {
    args: [
      ...(options.model === undefined ? [] : ['-m', options.model]),
      ...['--policy', `${scratch}/deny.toml`, '--allowed-mcp-server-names'],
      ...[tools === undefined ? 'none' : TOOL_SERVER, '-e', 'none'],
      ...mode,
      ...options.extraArgs,
    ],
    env: withLoopback(
      programEnvironment({
        from: request.env,
        inherit: GEMINI_VARIABLES,
        // Compiling its 16 MB is a quarter of what a start of gemini costs. Node 22.1 and later keep the result.
        settings: { ...defined({ NODE_COMPILE_CACHE: findCompiledFolder('gemini', request.env) }), ...options.env },
        set: {
          ...baseUrl,
          // A home of its own is what keeps the user's MCP servers, hooks, GEMINI.md and settings out.
          GEMINI_CLI_HOME: scratch,
          GEMINI_CLI_NO_RELAUNCH: '1',
          GEMINI_CLI_TRUST_WORKSPACE: 'true',
          GEMINI_SYSTEM_MD: `${scratch}/system.md`,
          // A login that has run out must fail, not open a browser.
          NO_BROWSER: 'true',
          NO_COLOR: '1',
          TMPDIR: `${scratch}/tmp`,
          ...defined({ [TOOL_TOKEN_VARIABLE]: tools?.token }),
        },
      }),
      tools,
    ),
    folder: WORK_FOLDER,
    folders: ['tmp'],
    files: {
      'system.md': request.system,
      'deny.toml': tools === undefined ? DENY_ALL_TOOLS : `${DENY_ALL_TOOLS}${ALLOW_HALL}`,
      '.gemini/settings.json': createSettingsFile(request, baseUrl),
      // Gemini looks for a `.env` in every folder above the working directory; this one ends the search.
      ...(login.files['.env'] === undefined ? { '.gemini/.env': '' } : {}),
    },
    // Gemini writes refreshed tokens into the file that it read, so through the link they reach the user's own file.
    links: Object.fromEntries(links),
    notes: [],
  };
}
