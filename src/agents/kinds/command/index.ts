// Any program as an agent, by a template of its arguments and of its output; docs/agents/command.md shows how to write one.
import { defined } from '../../../domain/defined.ts';
import type { AgentRef } from '../../../domain/event-parts.ts';
import type { Agent, AgentKind, AgentPorts } from '../../agent.ts';
import { createCliAgent } from '../../cli/cli-agent.ts';
import { createEnvironment, leadProgram, testedVersions, toIsolationNeeds } from '../../cli/generic-program.ts';
import { findPlaceholders } from './argv.ts';
import { createCall, findMissingSetting, getProgram, listSeenTypes } from './call.ts';
import { type CommandOptions, optionsSchema } from './options.ts';
import { createReader } from './reader.ts';
import { TEMPLATES } from './templates.ts';

function createAgent(name: string, options: CommandOptions, ports: AgentPorts): Agent {
  const { vendor, model, effort, limits, output, versionArgs } = options;
  const ref: AgentRef = {
    agent: name,
    kind: 'command',
    ...defined({ vendor, model, effort }),
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
      whyIdle: 'is not said to change files in the folder that it is started in ("works": true in its settings)',
      author:
        options.works === true
          ? {
              hosts: options.hosts ?? [],
              call: (prompt, scratch) => createCall(options, ports, prompt, scratch),
              reader: () => createReader(output),
            }
          : undefined,
      call: (prompt, scratch, tools) => createCall(options, ports, prompt, scratch, tools),
      reader: () => createReader(output),
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
  builtIn: Object.fromEntries(
    Object.entries(TEMPLATES).map(([name, settings]) => [name, { settings, seatable: false }]),
  ),
  create: createAgent,
  lead: leadProgram,
};
