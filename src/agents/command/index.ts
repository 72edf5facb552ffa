// Any program as an agent, by a template of its arguments and of its output; docs/agents.md shows how to write one.
import type { AgentRef } from '../../domain/events.ts';
import type { Agent, AgentKind, AgentPorts, Probe } from '../agent.ts';
import { probeProgram } from '../probe-program.ts';
import { type CommandOptions, optionsSchema } from './options.ts';
import { environmentOf, missingSetting, missingSettings, openSession, plannedCall, programOf } from './session.ts';
import { TEMPLATES } from './templates.ts';

function createAgent(name: string, options: CommandOptions, ports: AgentPorts): Agent {
  let version: string | undefined;
  const command = { options, ports, version: () => version };
  const { vendor, model, effort } = options;
  const ref: AgentRef = {
    agent: name,
    kind: 'command',
    ...(vendor === undefined ? {} : { vendor }),
    ...(model === undefined ? {} : { model }),
    ...(effort === undefined ? {} : { effort }),
  };

  async function probe(signal: AbortSignal): Promise<Probe> {
    const program = programOf(options);
    const { versionArgs } = options;
    const { processes, cwd } = ports;
    const env = environmentOf(command);
    const found = await probeProgram({
      program,
      ...(versionArgs === undefined ? {} : { versionArgs }),
      processes,
      env,
      cwd,
      signal,
    });
    version = found.version;
    const untried = options.verified ? [] : ['these settings have not been tried with the real program'];
    const notes = [...found.notes, ...untried];
    const [missing] = missingSettings(options);
    if (!found.usable || missing === undefined) return { ...found, notes };
    return { ...found, usable: false, failure: missingSetting(program, missing), notes };
  }

  return {
    ref,
    probe,
    plan: () => plannedCall(command),
    open: async () => openSession(command),
  };
}

export const agentKind: AgentKind<CommandOptions> = {
  kind: 'command',
  title: 'Any program',
  vendor: undefined,
  options: optionsSchema,
  builtIn: Object.fromEntries(
    Object.entries(TEMPLATES).map(([name, settings]) => [name, { settings, seatable: false }]),
  ),
  create: createAgent,
};
