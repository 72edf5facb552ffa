// Decides who fills which seat: what was asked for, else the agents that are installed, of different vendors if possible.
import type { Agent } from '../../../../agents/agent.ts';
import { defined } from '../../../../domain/defined.ts';
import { OPEN_SEAT, PERSON_KIND, type SeatAssignment } from '../../../../domain/event-parts.ts';
import { HallError } from '../../../../domain/failures/errors.ts';
import { countNoun } from '../../../../domain/words/format-figures.ts';
import type { SeatSpec } from '../../../../formats/format.ts';
import { packageFile } from '../../../../support/package-root.ts';
import type { AgentSpec } from '../../../config/seat-spec.ts';
import { createNotTrustedError } from '../../../config/trust/trust.ts';
import type { AgentDirectory, Hall } from '../../hall.ts';
import { howToCheck } from '../../setup/agent-check/agent-check.ts';
import { beginProbes, createUnusableError, type ProbedAgent, type Probing, probeAgents } from './probe-agents.ts';
import { listRequestedSeats, type RequestedSeat, type SeatRequest } from './requested-seats.ts';

export interface Seating {
  readonly seats: SeatAssignment[];
  /** Agents that are installed and were not seated, because they cannot be used: a sentence each. */
  readonly passedOver: readonly string[];
}

/** Why an agent that seats could have filled themselves with was left out; nothing of one that is not installed. */
function listReasons({ name, probe: { usable, path, failure }, unchecked }: ProbedAgent): string[] {
  const reason = usable ? unchecked && `${unchecked}.` : failure?.message;
  return path === undefined || reason === undefined ? [] : [`${name} is installed but was not used: ${reason}`];
}

/** Reasons beyond these would bury what to do next. */
const MOST_REASONS = 3;

function createNoAgentError(hall: Hall, seats: readonly string[], found: readonly ProbedAgent[]): HallError {
  const { request, withheldAgents } = hall.loaded.trust;
  const names = withheldAgents.map(({ name }) => name).join(', ');
  if (request !== undefined && names !== '')
    return createNotTrustedError(`The only agents found (${names}) are configured by the project`, request);
  const here = found.filter(({ probe: { usable } }) => usable);
  const absent = found.filter(({ probe }) => probe.failure?.code === 'not-installed').map(({ name }) => name);
  const reasons = found.flatMap(({ name, probe: { usable, failure }, unchecked }) => {
    const reason = usable ? unchecked : failure?.code === 'not-installed' ? undefined : failure?.message;
    return reason === undefined ? [] : [`${name} was not used: ${reason.replace(/\.$/, '')}.`];
  });
  const more = reasons.length - MOST_REASONS;
  const rest = more > 0 ? [`${countNoun(more, 'agent')} more: "debate-hall agents" says why.`] : [];
  const empty = `the ${seats.length === 1 ? 'seat' : 'seats'} ${seats.join(', ')}`;
  const every = (agent: string) => seats.map((seat) => `--seat ${seat}=${agent}`).join(' ');
  const [first] = here;
  const hint =
    first === undefined
      ? `Install and log in to claude, codex, gemini, copilot, kilo, opencode or pi; or name a model of Ollama: ${every('ollama:MODEL')} (other services, and settings: ${packageFile('docs/agents/openai-http.md')}); or try a debate without any: ${every(REHEARSAL)}.`
      : `Check it with "${howToCheck(first.name)}", or take it as it is: ${every(first.name)}.`;
  const looked = absent.length === 0 ? '' : ` Not installed: ${absent.join(', ')}.`;
  return new HallError(
    'no-agents',
    [`No usable agent found for ${empty}.${looked}`, ...reasons.slice(0, MOST_REASONS), ...rest].join(' '),
    {
      hint,
      details: { seats, agents: found.map(({ name }) => name) },
    },
  );
}

/** The preset and the agent of this name. */
const REHEARSAL = 'rehearsal';

/** Takes turns through the usable agents, those first whose vendor has no seat yet. */
function pickFree(usable: readonly ProbedAgent[], agents: AgentDirectory, taken: readonly SeatAssignment[]): AgentSpec {
  const uses = (agent: string) => taken.filter((seat) => seat.agent.agent === agent).length;
  const vendors = (name: string) => {
    const { vendor } = agents.toRef({ agent: name });
    return taken.filter((seat) => vendor !== undefined && seat.agent.vendor === vendor).length;
  };
  const [best] = [...usable].sort((a, b) => vendors(a.name) - vendors(b.name) || uses(a.name) - uses(b.name));
  return { agent: (best as ProbedAgent).name };
}

/** For a judge: an agent of another vendor that fills few debating seats, so that a judge that fails loses nothing. */
function pickStandIn(
  usable: readonly ProbedAgent[],
  agents: AgentDirectory,
  judge: SeatAssignment,
  debaters: readonly SeatAssignment[],
): SeatAssignment['agent'] | undefined {
  const { agent, vendor } = judge.agent;
  const others = usable
    .map(({ name }) => agents.toRef({ agent: name }))
    .filter((ref) => ref.agent !== agent && (ref.vendor === undefined || ref.vendor !== vendor));
  const seats = (ref: SeatAssignment['agent']) =>
    debaters.filter((seat) => ref.vendor !== undefined && seat.agent.vendor === ref.vendor).length;
  return others.sort((a, b) => seats(a) - seats(b))[0];
}

/** The seat as it was asked for. Throws `no-agents` when one of its agents is known to be unusable. */
function assignSeat(
  agents: AgentDirectory,
  { seat, spec }: RequestedSeat,
  found: ReadonlyMap<string, ProbedAgent>,
): SeatAssignment {
  const { standIn, perspective } = spec;
  for (const each of standIn === undefined ? [spec] : [spec, standIn]) {
    const agent = found.get(each.agent) as ProbedAgent;
    if (!agent.probe.usable && agents.create(each) !== undefined) throw createUnusableError(seat, agent);
  }
  return {
    seat,
    agent: agents.toRef(spec),
    ...defined({ standIn: standIn && agents.toRef(standIn), perspective }),
  };
}

/** Gives these judges a stand-in where none was asked for and there is one. */
function withStandIns(
  agents: AgentDirectory,
  assignments: readonly SeatAssignment[],
  judges: readonly SeatSpec[],
  usable: readonly ProbedAgent[],
): SeatAssignment[] {
  const judging = ({ seat }: SeatAssignment) => judges.some(({ id }) => id === seat);
  const debaters = assignments.filter((assignment) => !judging(assignment));
  return assignments.map((assignment) => {
    const { agent } = assignment;
    const spares = agent.rehearsal === true || agent.kind === PERSON_KIND || assignment.standIn !== undefined;
    if (!judging(assignment) || spares) return assignment;
    const standIn = pickStandIn(usable, agents, assignment, debaters);
    return standIn === undefined ? assignment : { ...assignment, standIn };
  });
}

/** Agents that fill seats where the usual ones are missing: programs and services, no person and no rehearsal. */
async function probeOthers(
  hall: Hall,
  agents: AgentDirectory,
  usual: readonly ProbedAgent[],
  signal: AbortSignal,
): Promise<ProbedAgent[]> {
  const others = agents.names.filter(({ name, kind }) => {
    const isUsual = usual.some((each) => each.name === name);
    return !isUsual && kind !== PERSON_KIND && agents.toRef({ agent: name }).rehearsal !== true;
  });
  const probed = await probeAgents(
    hall,
    others.map(({ name }) => ({ agent: name })),
    signal,
  );
  return probed.filter(({ probe }) => probe.usable);
}

export interface SeatingOptions extends SeatRequest {
  readonly signal: AbortSignal;
  /** Takes the probes that decide nothing about who sits where, so that nobody waits for them here. */
  readonly probing?: Probing;
}

const byName = (specs: readonly AgentSpec[]) => [...new Map(specs.map((spec) => [spec.agent, spec])).values()];

/**
 * Fills every seat. A seat that needs a person is left to one.
 * Throws `no-agents` when an agent that was asked for cannot be used, or none is there.
 */
export async function assignSeats(hall: Hall, seats: readonly SeatSpec[], options: SeatingOptions): Promise<Seating> {
  const { everySeat, panel, signal, probing } = options;
  const agents = await hall.agents();
  const asked = listRequestedSeats(hall, seats, options);
  const taken = new Set(asked.map(({ seat }) => seat));
  const open = seats.filter(({ id }) => !taken.has(id));
  const free = open.filter(({ forPerson }) => forPerson !== true).map(({ id }) => id);
  // Whoever asks for a rehearsal wants no model in any seat, also where the preset does not know the seat.
  const isRehearsed =
    panel !== undefined && asked.length > 0 && asked.every(({ spec }) => agents.toRef(spec).rehearsal);
  const rehearsed = hall.loaded.config.preset === REHEARSAL || isRehearsed;
  // Who names one agent for every seat means no other.
  const judges = everySeat === undefined ? seats.filter((seat) => seat.judges === true) : [];
  const candidates = agents.names.filter(({ name, seatable }) => (rehearsed ? name === REHEARSAL : seatable));
  const seatable = free.length === 0 && judges.length === 0 ? [] : candidates.map(({ name }) => ({ agent: name }));
  const named = asked.flatMap(({ spec }) => [spec, spec.standIn ?? []].flat());
  const isDecided = ({ agent }: AgentSpec) => probing !== undefined && !seatable.some((each) => each.agent === agent);
  const needed = byName([...named, ...seatable]);
  const looking = [
    probeAgents(
      hall,
      needed.filter((spec) => !isDecided(spec)),
      signal,
    ),
    beginProbes(hall, needed.filter(isDecided), signal, probing ?? new Map()),
  ];
  const found = new Map((await Promise.all(looking)).flat().map((each) => [each.name, each]));

  const assignments = asked.map((each) => assignSeat(agents, each, found));
  const usual = seatable.map(({ agent }) => found.get(agent) as ProbedAgent);
  const mayFill = ({ probe, unchecked }: ProbedAgent) =>
    probe.usable && (unchecked === undefined || hall.loaded.config.unchecked);
  const isAnyoneThere = usual.some(mayFill) || free.length === 0 || rehearsed;
  const looked = isAnyoneThere ? usual : [...usual, ...(await probeOthers(hall, agents, usual, signal))];
  const usable = looked.filter(mayFill);
  if (free.length > 0 && usable.length === 0) throw createNoAgentError(hall, free, looked);
  for (const { id, forPerson } of open) {
    const agent = forPerson === true ? OPEN_SEAT : agents.toRef(pickFree(usable, agents, assignments));
    assignments.push({ seat: id, agent });
  }
  const order = new Map(seats.map(({ id }, index) => [id, index]));
  const complete = withStandIns(agents, assignments, judges, usable);
  return {
    seats: complete.sort((a, b) => (order.get(a.seat) ?? 0) - (order.get(b.seat) ?? 0)),
    passedOver: free.length === 0 ? [] : looked.flatMap(listReasons),
  };
}

/** As a configuration would name it. */
export const toSpec = ({ agent, model, effort }: SeatAssignment['agent']): AgentSpec => ({
  agent,
  ...defined({ model, effort }),
});

/** The agent behind a reference in a ledger, or `undefined` when the seat waits for a person. */
export function findAgent(agents: AgentDirectory, ref: SeatAssignment['agent']): Agent | undefined {
  if (ref.kind === OPEN_SEAT.kind) return undefined;
  return agents.create(toSpec(ref));
}

/** One seat whose agent is not configured any more keeps the others from nothing. */
export function unlessGone<T>(find: () => T): T | undefined {
  try {
    return find();
  } catch (error) {
    if (error instanceof HallError && error.code === 'not-found') return undefined;
    throw error;
  }
}
