// The agents of a hall: every kind with the built-in and the configured names of it.
import { type Agent, type AgentPorts, type AnyAgentKind, aroundCalls, type Reply } from '../../agents/agent.ts';
import { personEnvironment } from '../../agents/cli/environment.ts';
import { defined } from '../../domain/defined.ts';
import { HallError } from '../../domain/failures/errors.ts';
import { createMissingError, findProblems, problemSentence } from '../../domain/values/problems.ts';
import type { Permit, Permits } from '../../platform/permits/permits.ts';
import { packageFile } from '../../support/package-root.ts';
import type { Config } from '../config/config.ts';
import type { ConfiguredAgents, LoadedConfig } from '../config/load.ts';
import type { AgentSpec } from '../config/seat-spec.ts';
import { createNotTrustedError } from '../config/trust/trust.ts';
import type { AgentDirectory } from '../operations/hall.ts';

const failed = (code: 'cancelled' | 'unreachable', message: string): Reply => ({
  status: 'failed',
  failure: { code, message },
  details: { durationMs: 0, notes: [] },
});

/** `acquire` gives no permit when its signal is aborted first. */
function withPermits(agent: Agent, acquire: (signal: AbortSignal) => Promise<Permit | undefined>): Agent {
  return aroundCalls(agent, (ask) => async (prompt, options) => {
    const permit = await acquire(options.signal);
    if (permit === undefined) return failed('cancelled', 'It was stopped before it was asked.');
    try {
      const signal = AbortSignal.any([options.signal, permit.lost]);
      const reply = await ask(prompt, { ...options, signal });
      const isLost = permit.lost.aborted && reply.status === 'failed' && !options.signal.aborted;
      return isLost ? failed('unreachable', 'The permit for the call was lost, as the database stayed away.') : reply;
    } finally {
      await permit.release();
    }
  });
}

export interface CallLimits {
  readonly providers: Config['providers'];
  readonly permits: () => Promise<Permits>;
}

/** Waits for a permit before each call of an agent whose provider has limits; they count for each of its keys. */
function limitCalls(agent: Agent, settings: unknown, { providers, permits }: CallLimits): Agent {
  const { vendor, kind } = agent.ref;
  const provider = vendor ?? kind;
  const limits = Object.hasOwn(providers, provider) ? providers[provider] : undefined;
  if (limits === undefined || agent.attended === true) return agent;
  const { keyEnv = 'login' } = settings as { readonly keyEnv?: string };
  return withPermits(agent, async (signal) => await (await permits()).acquire(`${provider} ${keyEnv}`, limits, signal));
}

export function agentDirectory(
  kinds: readonly AnyAgentKind[],
  configured: ConfiguredAgents['agents'],
  trust: LoadedConfig['trust'],
  ports: AgentPorts,
  limits: CallLimits,
): AgentDirectory {
  function findKind(spec: AgentSpec): { kind: AnyAgentKind; settings: unknown } {
    if (trust.request !== undefined && trust.withheldAgents.some(({ name }) => name === spec.agent))
      throw createNotTrustedError(`The agent "${spec.agent}" is configured by the project`, trust.request);
    const entry = Object.hasOwn(configured, spec.agent) ? configured[spec.agent] : undefined;
    const kind = kinds.find((each) => each.kind === entry?.kind);
    if (entry === undefined || kind === undefined)
      throw createMissingError('agent', spec.agent, Object.keys(configured));
    return { kind, settings: entry.settings };
  }

  /** The seat's model and effort win over the agent's own; a kind that has neither refuses them. */
  function parse(spec: AgentSpec): { kind: AnyAgentKind; options: object } {
    const { kind, settings } = findKind(spec);
    const { agent, model, effort } = spec;
    const wanted = {
      ...(settings as object),
      ...defined({ model, effort }),
    };
    const parsed = kind.options.safeParse(wanted, { jitless: true });
    if (!parsed.success) {
      const problems = findProblems(kind.options, wanted, 1).map((problem) => problemSentence(problem, 'it'));
      throw new HallError('config-invalid', `The agent "${agent}" cannot be used: ${problems.join()}.`, {
        hint: `It is of kind ${kind.kind}; its settings are in ${packageFile('docs/reference/agent-settings.md')}.`,
      });
    }
    return { kind, options: parsed.data };
  }

  function make(spec: AgentSpec): Agent {
    const { kind, options } = parse(spec);
    return limitCalls(kind.create(spec.agent, options, ports), options, limits);
  }

  const seatable = new Set(
    kinds.flatMap(({ builtIn }) =>
      Object.entries(builtIn)
        .filter(([, { seatable }]) => seatable)
        .map(([name]) => name),
    ),
  );
  return {
    names: Object.entries(configured)
      .map(([name, { kind }]) => ({ name, kind, seatable: seatable.has(name) }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    create: (spec) => {
      const agent = make(spec);
      return agent.attended === true && ports.person === undefined ? undefined : agent;
    },
    toRef: (spec) => make(spec).ref,
    describe: (spec) => {
      const { kind, options } = parse(spec);
      return { kind: kind.kind, settings: options, ...defined({ tested: make(spec).tested }) };
    },
    lead: (spec, url) => {
      const { kind, options } = parse(spec);
      const led = kind.lead?.(options, url);
      if (led === undefined) return undefined;
      return {
        files: led.files ?? {},
        create: ({ home, cwd }) => {
          const env = personEnvironment(ports.env, { home, env: led.env });
          return kind.create(spec.agent, led.options, { ...ports, env, cwd });
        },
      };
    },
  };
}
