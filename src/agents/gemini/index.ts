// Gemini, the CLI of Google, as a debater: one `gemini` in its machine-readable mode per turn.
import type { AgentKind } from '../agent.ts';
import { cliAgent } from '../cli-agent.ts';
import { programEnvironment } from '../environment.ts';
import { GEMINI_VARIABLES, geminiCall } from './command.ts';
import { findLogin } from './login.ts';
import { type GeminiOptions, geminiOptionsSchema } from './options.ts';
import { geminiReader } from './parse.ts';

const VENDOR = 'google';
const TESTED_VERSIONS = ['0.61.0'];

export const agentKind: AgentKind<GeminiOptions> = {
  kind: 'gemini',
  title: 'Gemini',
  vendor: VENDOR,
  options: geminiOptionsSchema,
  builtIn: { gemini: { settings: {}, seatable: true } },
  create(name, options, ports) {
    const { model } = options;
    return cliAgent(
      {
        ref: { agent: name, kind: 'gemini', vendor: VENDOR, ...(model === undefined ? {} : { model }) },
        program: options.path ?? 'gemini',
        limits: options.limits,
        testedVersions: TESTED_VERSIONS,
        probeEnv: programEnvironment({
          from: ports.env,
          inherit: GEMINI_VARIABLES,
          settings: options.env,
          // Asked for its version, gemini already writes into its home: here that is the scratch folder.
          set: { GEMINI_CLI_HOME: '.', GEMINI_CLI_NO_RELAUNCH: '1', NO_COLOR: '1' },
        }),
        call: ({ system, user }, scratch) =>
          geminiCall({
            options,
            login: findLogin({ ...ports.env, ...options.env }),
            env: ports.env,
            system,
            user,
            scratch,
          }),
        reader: geminiReader,
      },
      ports,
    );
  },
};
