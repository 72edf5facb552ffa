// Gemini, the CLI of Google, as a debater: one `gemini` that stays, or one per turn.
import { join } from 'node:path';
import { defined } from '../../../domain/defined.ts';
import type { SeatTools } from '../../../material/reading/seat-tools.ts';
import { createAcpDialogue } from '../../acp-protocol/dialogue.ts';
import type { AgentKind } from '../../agent.ts';
import { createCliAgent } from '../../cli/cli-agent.ts';
import { programEnvironment } from '../../cli/environment.ts';
import {
  checkMessage,
  createGeminiCall,
  createGeminiLiveCall,
  GEMINI_VARIABLES,
  listSeenTypes,
  WORK_FOLDER,
} from './command.ts';
import { findLogin, getLoginState } from './login.ts';
import { type GeminiOptions, geminiOptionsSchema } from './options.ts';
import {
  classifyAcpError,
  classifyOtherLine,
  createGeminiReader,
  explainExit,
  explainGeminiError,
  NOISE,
} from './parse.ts';

const TESTED_VERSIONS = ['0.61.0'];
/** Three quarters of 1,000,000 tokens, at 4 characters a token. */
const WINDOW = 3_000_000;

export const agentKind: AgentKind<GeminiOptions> = {
  kind: 'gemini',
  title: 'Gemini',
  options: geminiOptionsSchema,
  builtIn: { gemini: { settings: {}, seatable: true } },
  create(name, options, ports) {
    const { model } = options;
    const request = (system: string, scratch: string, tools?: SeatTools) => ({
      options,
      login: findLogin({ ...ports.env, ...options.env }),
      env: ports.env,
      system,
      scratch,
      tools,
    });
    return createCliAgent(
      {
        ref: { agent: name, kind: 'gemini', vendor: 'google', ...defined({ model }) },
        program: options.path ?? 'gemini',
        limits: options.limits,
        window: options.windowCharacters ?? WINDOW,
        whyIdle: 'loads instructions from the repository, such as its GEMINI.md',
        // What else a person has it called with may open more to it.
        tested: options.extraArgs.length === 0 ? TESTED_VERSIONS : [],
        packageName: '@google/gemini-cli',
        isolation: () => {
          const { '.env': variables, ...login } = findLogin({ ...ports.env, ...options.env }).files;
          const visible = [...(variables === undefined ? [] : [variables]), ...options.visible];
          return { mode: options.sandbox ?? 'off', login: Object.values(login), visible };
        },
        stderrNoise: NOISE,
        probeEnv: programEnvironment({
          from: ports.env,
          inherit: GEMINI_VARIABLES,
          settings: options.env,
          // Asked for its version, gemini already writes into its home: here that is the scratch folder.
          set: { GEMINI_CLI_HOME: '.', GEMINI_CLI_NO_RELAUNCH: '1', NO_COLOR: '1' },
        }),
        login: {
          remedy: 'Start "gemini" once and sign in, or set GEMINI_API_KEY.',
          findState: async () => getLoginState(options.env, ports.env, findLogin({ ...ports.env, ...options.env })),
        },
        // What else a person has it called with may open more to it.
        usesTools: options.extraArgs.length === 0 && options.transport !== 'session' ? true : undefined,
        // Over the Agent Client Protocol gemini declines calls of the hall's tools by itself.
        toolTransport: 'one-shot',
        call: ({ system, user, pictures }, scratch, tools) =>
          createGeminiCall(request(system, scratch, tools), { text: user, pictures }),
        sees: listSeenTypes(options),
        reader: (_tools, { user }) => createGeminiReader(Buffer.byteLength(user)),
        live: {
          call: (system, scratch) => createGeminiLiveCall(request(system, scratch)),
          dialogue: ({ send, scratch }) =>
            createAcpDialogue({
              send,
              cwd: join(scratch, WORK_FOLDER),
              sees: listSeenTypes(options),
              classify: classifyAcpError,
              explain: (number, words) => explainGeminiError(words, number),
              classifyOtherLine: classifyOtherLine,
              countsEveryAnswer: true,
              explainExit: explainExit,
            }),
          checkMessage,
        },
        transport: options.transport,
      },
      ports,
    );
  },
  lead: (options, url) => ({ options: { ...options, baseUrl: url }, env: { GEMINI_API_KEY: 'worth-nothing-here' } }),
};
