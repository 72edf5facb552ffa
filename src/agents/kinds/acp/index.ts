// Any agent that speaks the Agent Client Protocol, by its command; docs/agents/acp.md says what it may do and what it may not.
import { join, resolve } from 'node:path';
import { defined } from '../../../domain/defined.ts';
import type { SeatTools } from '../../../material/reading/seat-tools.ts';
import { createAcpDialogue } from '../../acp-protocol/dialogue.ts';
import type { Agent, AgentKind, AgentPorts } from '../../agent.ts';
import { createCliAgent } from '../../cli/cli-agent.ts';
import type { CliCall } from '../../cli/cli-call.ts';
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
import { classifyError, classifyServiceError } from '../../failures/service-failure.ts';
import type { ProgramEnd } from '../../failures/verdict.ts';
import type { LiveDescription } from '../../session/dialogue.ts';
import { type AcpOptions, acpOptionsSchema } from './options.ts';
import { TEMPLATES } from './templates.ts';

/** The working directory of the agent, in its scratch folder. */
const FOLDER = 'work';
/** Three quarters of 128,000 tokens, at 4 characters a token: what small models take in. */
const WINDOW = 384_000;

function createCall(options: AcpOptions, ports: AgentPorts, scratch: string, tools?: SeatTools): CliCall {
  const [, ...args] = options.argv;
  return {
    args: [...args, ...options.extraArgs],
    env: withLoopback(createEnvironment(options, ports, { TMPDIR: join(scratch, 'tmp'), NO_COLOR: '1' }), tools),
    folder: FOLDER,
    folders: ['tmp'],
    files: {},
    notes: [],
  };
}

const explainExit = ({ end, stderrTail }: ProgramEnd) =>
  end.reason === 'exited' && end.code !== 0 ? findCause(stderrTail, classifyError) : undefined;

/** `workFolder`: where it is an author. */
function describeLive(options: AcpOptions, ports: AgentPorts, workFolder?: string): LiveDescription {
  const { readRoot } = options;
  const { cwd, hallFolder } = ports;
  const reads = readRoot === undefined ? undefined : { root: resolve(cwd, readRoot), hallFolder };
  return {
    call: (_system, scratch, tools) => createCall(options, ports, scratch, tools),
    dialogue: ({ send, system, scratch, tools }) =>
      createAcpDialogue({
        send,
        cwd: workFolder ?? join(scratch, FOLDER),
        works: workFolder !== undefined,
        preamble: system,
        model: options.model,
        readableFolder: workFolder === undefined ? reads : undefined,
        tools,
        authMethod: options.authMethod,
        loginAdvice: 'Log in with the program itself, or name one as "authMethod" in the settings of this agent.',
        ...(options.notices === undefined ? {} : { notices: new RegExp(options.notices) }),
        countsEveryAnswer: options.countsEveryAnswer,
        countsTokensOfSession: options.countsTokens === 'session',
        classify: (number, words) => classifyServiceError(number, classifyError(words)),
        explainExit,
      }),
  };
}

function createAgent(name: string, options: AcpOptions, ports: AgentPorts): Agent {
  const { vendor, model, limits, windowCharacters, versionArgs } = options;
  return createCliAgent(
    {
      ref: { agent: name, kind: 'acp', ...defined({ vendor, model }) },
      program: options.path ?? options.argv[0],
      limits,
      window: windowCharacters ?? WINDOW,
      versionArgs,
      isolation: () => toIsolationNeeds(options),
      tested: testedVersions(name, TEMPLATES, options),
      usesTools: options.usesTools,
      sees: 'announced',
      probeEnv: createEnvironment(options, ports),
      live: describeLive(options, ports),
      whyIdle: NOT_KNOWN_TO_WORK,
      author:
        options.works === true
          ? { hosts: options.hosts ?? [], live: (folder) => describeLive(options, ports, folder) }
          : undefined,
    },
    ports,
  );
}

export const agentKind: AgentKind<AcpOptions> = {
  kind: 'acp',
  title: 'Any agent that speaks the Agent Client Protocol',
  options: acpOptionsSchema,
  builtIn: toBuiltIn(TEMPLATES),
  create: createAgent,
  lead: leadProgram,
};
