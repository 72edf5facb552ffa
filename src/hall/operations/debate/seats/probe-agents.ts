// Looks whether agents can be used: before a debate opens, or beside it where seats are given to agents by name.
import { type Agent, aroundCalls, type Probe } from '../../../../agents/agent.ts';
import { defined } from '../../../../domain/defined.ts';
import { HallError, orRefusal } from '../../../../domain/failures/errors.ts';
import { getRemedy } from '../../../../domain/failures/failures.ts';
import { callAfter, waitFor } from '../../../../support/wait.ts';
import type { AgentSpec } from '../../../config/seat-spec.ts';
import type { Hall } from '../../hall.ts';
import { describeUnchecked } from '../../setup/agent-check/agent-check.ts';

const missing = (agent: string): Probe => ({
  usable: false,
  notes: [],
  failure: { code: 'not-installed', message: `No worker of this hall has "${agent}" now.` },
  remedy: 'Start a worker that has it, or choose another agent.',
});

/** Where no worker runs nobody can tell, and the debate waits for one. */
async function probeWorkers(hall: Hall): Promise<(agent: string) => Probe> {
  const workers = await (await hall.queue()).workers();
  const present = new Set(workers.flatMap(({ agents }) => agents));
  return (agent) => (workers.length === 0 || present.has(agent) ? { usable: true, notes: [] } : missing(agent));
}

export interface ProbedAgent {
  readonly name: string;
  readonly kind: string;
  readonly probe: Probe;
  /** Why seats do not fill themselves with it although it can be used; see `describeUnchecked`. */
  readonly unchecked?: string | undefined;
}

/** By agent: probes that continue while a debate opens and runs. */
export type Probing = Map<string, Promise<Probe>>;

async function withCheck(hall: Hall, probed: ProbedAgent): Promise<ProbedAgent> {
  const { name, probe } = probed;
  return probe.usable ? { ...probed, unchecked: await describeUnchecked(hall, { agent: name }, probe) } : probed;
}

/** A program that hangs keeps a probe for half a minute. */
const SILENCE_MS = 3_000;

async function saySlow<T>({ sayWait }: Hall, agent: string, look: Promise<T>): Promise<T> {
  const say = () => sayWait(`Waiting for ${agent} to say its version and whether it can be used, for up to 30 s.`);
  const cancel = callAfter(SILENCE_MS, say, { keepsProcess: false });
  return await look.finally(cancel);
}

/** What `look` finds; where workers run debates, whether one of them has the agent. A person who is not here is no failure. */
async function probeEach(
  hall: Hall,
  specs: readonly AgentSpec[],
  look: (agent: Agent) => Promise<Probe>,
): Promise<ProbedAgent[]> {
  const agents = await hall.agents();
  const ofWorkers = hall.runs === 'here' ? undefined : await probeWorkers(hall);
  const probe = async (spec: AgentSpec) => {
    const agent = agents.create(spec);
    if (agent === undefined) return { usable: false, notes: [] };
    return ofWorkers === undefined ? await saySlow(hall, spec.agent, look(agent)) : ofWorkers(spec.agent);
  };
  return await Promise.all(
    specs.map(async (spec) => ({ name: spec.agent, kind: agents.toRef(spec).kind, probe: await probe(spec) })),
  );
}

/** Probes agents at the same time, each only once. */
export async function probeAgents(
  hall: Hall,
  specs: readonly AgentSpec[],
  signal: AbortSignal,
): Promise<ProbedAgent[]> {
  const probed = await probeEach(hall, specs, (agent) => agent.probe(signal));
  return hall.runs === 'here' ? await Promise.all(probed.map((each) => withCheck(hall, each))) : probed;
}

/** Those that fill seats by themselves. */
export async function probeSeatable(hall: Hall, signal: AbortSignal): Promise<ProbedAgent[]> {
  const { names } = await hall.agents();
  const seatable = names.filter((agent) => agent.seatable).map(({ name }) => ({ agent: name }));
  return await probeAgents(hall, seatable, signal);
}

/** Checks only what takes no time, and puts the probes that take longer into `probing`. */
export async function beginProbes(
  hall: Hall,
  specs: readonly AgentSpec[],
  signal: AbortSignal,
  probing: Probing,
): Promise<ProbedAgent[]> {
  return await probeEach(hall, specs, async (agent) => {
    if (agent.obstacle === undefined) return await agent.probe(signal);
    const probe = agent.probe(signal);
    // Whoever asks the agent meets the fault; nobody does when the debate does not open.
    probe.catch(() => {});
    probing.set(agent.ref.agent, probe);
    const failure = await agent.obstacle();
    return failure === undefined ? { usable: true, notes: [] } : { usable: false, notes: [], failure };
  });
}

/** What stands in the way of agents, in a sentence each, as far as it shows without starting a program. */
export async function findObstacles(
  hall: Hall,
  wanted: readonly { readonly name: string }[],
): Promise<ReadonlyMap<string, string>> {
  const agents = await hall.agents();
  const workers = hall.runs === 'here' ? undefined : await probeWorkers(hall);
  const find = async (agent: string) =>
    workers === undefined ? await agents.create({ agent })?.obstacle?.() : workers(agent).failure;
  const found = await Promise.all(wanted.map(async ({ name }) => [name, await orRefusal(find(name))] as const));
  return new Map(found.flatMap(([name, failure]) => (failure === undefined ? [] : [[name, failure.message]])));
}

/** What to do about an agent that cannot be used. */
export const findRemedy = ({ failure, remedy }: Probe): string =>
  remedy ?? (failure === undefined ? 'See "debate-hall doctor".' : getRemedy(failure.code));

/** The refusal of an agent that was asked for and cannot be used. */
export function createUnusableError(seat: string, { name, probe }: ProbedAgent): HallError {
  const { failure } = probe;
  return new HallError(
    'no-agents',
    `${name} cannot fill the ${seat} seat: ${failure?.message ?? 'it is not usable.'}`,
    {
      hint: findRemedy(probe),
      details: { seat, agent: name, ...defined({ failure: failure?.code }) },
    },
  );
}

/** Far longer than any probe. */
const PATIENCE_MS = 60_000;

/** The agent, which is asked as soon as its probe has ended. One that cannot be used fails and is not asked. */
export function onceProbed(agent: Agent, first: Promise<Probe>): Agent {
  let probe = first;
  return aroundCalls(agent, (ask) => async (prompt, options) => {
    const failure = (await waitFor(probe, PATIENCE_MS, options.signal))?.failure;
    if (failure === undefined) return await ask(prompt, options);
    // The person may have logged in by the next try.
    probe = agent.probe(options.signal);
    return { status: 'failed', failure, details: { durationMs: 0, notes: [] } };
  });
}
