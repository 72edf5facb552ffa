// The kind of agent that is Codex, the CLI of OpenAI.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defined } from '../../../domain/defined.ts';
import type { Environment } from '../../../support/environment.ts';
import type { AgentKind, LoginState } from '../../agent.ts';
import { createCliAgent } from '../../cli/cli-agent.ts';
import type { OneShot } from '../../cli/cli-description.ts';
import { programEnvironment } from '../../cli/environment.ts';
import { CODEX_VARIABLES, checkCodexPrompt, createCodexCall, createCodexLiveCall, listSeenTypes } from './command.ts';
import { createCodexDialogue } from './dialogue.ts';
import { type CodexOptions, codexOptionsSchema } from './options.ts';
import { createCodexReader } from './parse.ts';

/** Its service, for keys and for subscriptions, and where it renews a login. */
const HOSTS = ['api.openai.com', 'chatgpt.com', 'auth.openai.com'];
const TESTED_VERSIONS = ['0.169.0', '0.171.0'];
/** Three quarters of 258,400 tokens, at 4 characters a token, less what tools and thinking take up. */
const WINDOW = 700_000;

/** What it says of the sandbox that nothing here uses, and of the home that the hall gives it. */
const NOISE = /could not find bubblewrap|could not update PATH|Refusing to create helper binaries/;

function findAuthFile(env: Environment): string | undefined {
  const home = env['HOME'] ?? env['USERPROFILE'];
  const folder = env['CODEX_HOME'] ?? (home === undefined ? undefined : join(home, '.codex'));
  const authFile = folder === undefined ? undefined : join(folder, 'auth.json');
  return authFile !== undefined && existsSync(authFile) ? authFile : undefined;
}

export const agentKind: AgentKind<CodexOptions> = {
  kind: 'codex',
  title: 'Codex',
  options: codexOptionsSchema,
  builtIn: { codex: { settings: {}, seatable: true } },
  create(name, options, ports) {
    const { model, effort } = options;
    // Looked for at each start: people log in while the hall runs.
    const setting = () => ({ options, authFile: findAuthFile({ ...ports.env, ...options.env }), env: ports.env });
    const loginState = (): LoginState => {
      const { CODEX_API_KEY, OPENAI_API_KEY } = { ...ports.env, ...options.env };
      if (setting().authFile !== undefined || CODEX_API_KEY || OPENAI_API_KEY) return 'found';
      // Another service than OpenAI's may want no login.
      return options.baseUrl === undefined && options.extraArgs.length === 0 ? 'missing' : 'unknown';
    };
    const oneShot = (isAuthor: boolean): OneShot => ({
      call: (prompt, scratch) => createCodexCall(setting(), prompt, scratch, isAuthor),
      reader: () => createCodexReader(),
      supportsSchema: true,
    });
    return createCliAgent(
      {
        ref: { agent: name, kind: 'codex', vendor: 'openai', ...defined({ model, effort }) },
        program: options.path ?? 'codex',
        limits: options.limits,
        window: options.windowCharacters ?? WINDOW,
        // What else a person has it called with may open more to it.
        tested: options.extraArgs.length === 0 ? TESTED_VERSIONS : [],
        packageName: '@openai/codex',
        isolation: () => {
          const { authFile } = setting();
          return {
            mode: options.sandbox ?? 'off',
            login: authFile === undefined ? [] : [authFile],
            visible: options.visible,
          };
        },
        stderrNoise: NOISE,
        probeEnv: programEnvironment({
          from: ports.env,
          inherit: CODEX_VARIABLES,
          settings: options.env,
          // Asked for its version, codex already writes into its home: here that is the scratch folder.
          set: { CODEX_HOME: '.' },
        }),
        login: { remedy: 'Run "codex login", or set CODEX_API_KEY.', findState: async () => loginState() },
        // What else a person has it called with may open more to it.
        usesTools: options.extraArgs.length === 0 && options.transport !== 'one-shot' ? true : undefined,
        // Called once for each question it offers the model more than the hall's tools.
        toolTransport: 'session',
        author: {
          hosts: HOSTS,
          baseUrl: options.baseUrl,
          ...oneShot(true),
        },
        ...oneShot(false),
        sees: listSeenTypes(options),
        live: {
          call: (_system, scratch) => createCodexLiveCall(setting(), scratch),
          dialogue: (request) => createCodexDialogue(request, listSeenTypes(options)),
          supportsSchema: true,
          checkMessage: checkCodexPrompt,
        },
        transport: options.transport,
      },
      ports,
    );
  },
  lead: (options, url) => ({
    options: { ...options, baseUrl: `${url}/v1` },
    env: { CODEX_API_KEY: 'worth-nothing-here' },
  }),
};
