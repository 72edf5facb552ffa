// Decides who fills which seat: what was asked for, else the agents that are installed, of different vendors if possible.

import type { Agent, Probe } from '../../agents/agent.ts';
import type { AgentSpec, SeatSpec as SeatFilling } from '../../config/seat-spec.ts';
import { notTrusted } from '../../config/trust/trust.ts';
import { defined } from '../../domain/defined.ts';
import { HallError } from '../../domain/errors.ts';
import { OPEN_SEAT, PERSON_KIND, type SeatAssignment } from '../../domain/events.ts';
import { remedyOf } from '../../domain/failures.ts';
import type { SeatSpec } from '../../formats/format.ts';
import type { Hall } from '../hall.ts';

export interface AgentFound {
  readonly name: string;
  readonly kind: string;
  readonly probe: Probe;
}

/** Probes agents at the same time, each only once. */
export async function probeAgents(hall: Hall, specs: readonly AgentSpec[], signal: AbortSignal): Promise<AgentFound[]> {
  return await Promise.all(
    specs.map(async (spec): Promise<AgentFound> => {
      const agent = hall.agents.create(spec);
      const probe: Probe =
        agent === undefined
          ? {
              usable: false,
              notes: [],
              failure: { code: 'not-installed', message: 'It needs a person at a terminal.' },
            }
          : await agent.probe(signal);
      return { name: spec.agent, kind: hall.agents.refOf(spec).kind, probe };
    }),
  );
}

/** Who fills the seats. */
export interface Seating {
  readonly seats: SeatAssignment[];
  /** Agents that are installed and were not seated, because they cannot be used: a sentence each. */
  readonly passedOver: readonly string[];
}

/** Why an agent that seats could have filled themselves with was left out; nothing of one that is not installed. */
function reasonLeftOut({ name, probe: { usable, path, failure } }: AgentFound): string[] {
  if (usable || path === undefined || failure === undefined) return [];
  return [`${name} is installed but was not used: ${failure.message}`];
}

/** The refusal of an agent that was asked for and cannot be used. */
export function unusable(seat: string, found: AgentFound): HallError {
  const failure = found.probe.failure;
  return new HallError(
    'no-agents',
    `${found.name} cannot fill the ${seat} seat: ${failure?.message ?? 'it is not usable.'}`,
    {
      hint: failure === undefined ? 'See "debate-hall doctor".' : remedyOf(failure.code),
      details: { seat, agent: found.name, ...(failure === undefined ? {} : { failure: failure.code }) },
    },
  );
}

function nobody(hall: Hall, seats: readonly string[], found: readonly AgentFound[]): HallError {
  const { request, withheldAgents } = hall.loaded.trust;
  const names = withheldAgents.map(({ name }) => name).join(', ');
  if (request !== undefined && names !== '')
    return notTrusted(`The only agents found (${names}) are configured by the project`, request);
  const tried = found.map(({ name, probe: { failure } }) =>
    failure?.code === 'not-installed' ? name : `${name} (${failure?.message.replace(/\.$/, '') ?? 'not usable'})`,
  );
  const empty = `the ${seats.length === 1 ? 'seat' : 'seats'} ${seats.join(', ')}`;
  return new HallError('no-agents', `No usable agent found for ${empty}. Looked for ${tried.join(', ')}.`, {
    hint: `Install and log in to claude, codex or gemini, choose an agent with --seat ${seats[0]}=AGENT, or try a debate without any: --rehearse.`,
    details: { seats, agents: found.map(({ name }) => name) },
  });
}

/** The preset and the agent of this name. */
const REHEARSAL = 'rehearsal';

/** Takes turns through the usable agents, those first whose vendor has no seat yet. */
function pickFree(usable: readonly AgentFound[], hall: Hall, taken: readonly SeatAssignment[]): AgentSpec {
  const uses = (agent: string) => taken.filter((seat) => seat.agent.agent === agent).length;
  const vendors = (name: string) => {
    const { vendor } = hall.agents.refOf({ agent: name });
    return taken.filter((seat) => vendor !== undefined && seat.agent.vendor === vendor).length;
  };
  const [best] = [...usable].sort((a, b) => vendors(a.name) - vendors(b.name) || uses(a.name) - uses(b.name));
  return { agent: (best as AgentFound).name };
}

/** For a judge: an agent of another vendor that fills few debating seats, so that a judge that fails loses nothing. */
function pickStandIn(
  usable: readonly AgentFound[],
  hall: Hall,
  judge: SeatAssignment,
  debaters: readonly SeatAssignment[],
): SeatAssignment['agent'] | undefined {
  const { agent, vendor } = judge.agent;
  const others = usable
    .map(({ name }) => hall.agents.refOf({ agent: name }))
    .filter((ref) => ref.agent !== agent && (ref.vendor === undefined || ref.vendor !== vendor));
  const seats = (ref: SeatAssignment['agent']) =>
    debaters.filter((seat) => ref.vendor !== undefined && seat.agent.vendor === ref.vendor).length;
  return others.sort((a, b) => seats(a) - seats(b))[0];
}

interface Asked {
  readonly seat: string;
  readonly spec: SeatFilling;
}

const standInOf = (spec: SeatFilling): AgentSpec | undefined => ('standIn' in spec ? spec.standIn : undefined);

/** What flags and configuration ask for, by seat. Throws `bad-input` when a flag names a seat that there is not. */
function askedFor(hall: Hall, seats: readonly SeatSpec[], everySeat: string | undefined): Asked[] {
  const { config, origins } = hall.loaded;
  const fromFlag = (seat: string) => origins.get(`seats.${seat}`)?.kind === 'flag';
  const everywhere = seats.filter(({ forPerson }) => forPerson !== true).map(({ id }) => [id, { agent: everySeat }]);
  const wanted: typeof config.seats =
    everySeat === undefined
      ? config.seats
      : Object.fromEntries([...everywhere, ...Object.entries(config.seats).filter(([seat]) => fromFlag(seat))]);
  const known = seats.flatMap(({ id, aliases = [] }) => [id, ...aliases]);
  const unknown = Object.keys(wanted).find((seat) => fromFlag(seat) && !known.includes(seat));
  if (unknown !== undefined) {
    throw new HallError('bad-input', `There is no seat "${unknown}" in this debate.`, {
      hint: `Its seats are ${seats.map(({ id }) => id).join(', ')}.`,
    });
  }
  return seats.flatMap(({ id, aliases = [] }) => {
    const spec = Object.entries(wanted).find(([name]) => name === id || aliases.includes(name))?.[1];
    return spec === undefined ? [] : [{ seat: id, spec }];
  });
}

/** The seat as it was asked for. Throws `no-agents` when one of its agents cannot be used. */
function assigned(hall: Hall, { seat, spec }: Asked, found: ReadonlyMap<string, AgentFound>): SeatAssignment {
  const standIn = standInOf(spec);
  for (const each of standIn === undefined ? [spec] : [spec, standIn]) {
    const agent = found.get(each.agent) as AgentFound;
    if (!agent.probe.usable && hall.agents.create(each) !== undefined) throw unusable(seat, agent);
  }
  return {
    seat,
    agent: hall.agents.refOf(spec),
    ...(standIn === undefined ? {} : { standIn: hall.agents.refOf(standIn) }),
  };
}

/** Gives these judges a stand-in where none was asked for and there is one. */
function withStandIns(
  hall: Hall,
  assignments: readonly SeatAssignment[],
  judges: readonly SeatSpec[],
  usable: readonly AgentFound[],
): SeatAssignment[] {
  const judging = ({ seat }: SeatAssignment) => judges.some(({ id }) => id === seat);
  const debaters = assignments.filter((assignment) => !judging(assignment));
  return assignments.map((assignment) => {
    const { agent } = assignment;
    const spares = agent.rehearsal === true || agent.kind === PERSON_KIND || assignment.standIn !== undefined;
    if (!judging(assignment) || spares) return assignment;
    const standIn = pickStandIn(usable, hall, assignment, debaters);
    return standIn === undefined ? assignment : { ...assignment, standIn };
  });
}

/**
 * Fills every seat. A seat that needs a person is left to one.
 * Throws `no-agents` when an agent that was asked for cannot be used, or none is there.
 */
export async function assignSeats(
  hall: Hall,
  seats: readonly SeatSpec[],
  { everySeat, signal }: { readonly everySeat?: string; readonly signal: AbortSignal },
): Promise<Seating> {
  const asked = askedFor(hall, seats, everySeat);
  const taken = new Set(asked.map(({ seat }) => seat));
  const open = seats.filter(({ id }) => !taken.has(id));
  const free = open.filter(({ forPerson }) => forPerson !== true).map(({ id }) => id);
  // Whoever asks for a rehearsal wants no model in any seat, also where the preset does not know the seat.
  const rehearsed = hall.loaded.config.preset === REHEARSAL;
  // Who names one agent for every seat means no other.
  const judges = everySeat === undefined ? seats.filter((seat) => seat.judges === true) : [];
  const candidates = hall.agents.names.filter(({ name, seatable }) => (rehearsed ? name === REHEARSAL : seatable));
  const seatable = free.length === 0 && judges.length === 0 ? [] : candidates.map(({ name }) => ({ agent: name }));
  const specs = asked.flatMap(({ spec }) => [spec, standInOf(spec) ?? []].flat());
  const needed = [...new Map([...specs, ...seatable].map((spec) => [spec.agent, spec])).values()];
  const found = new Map((await probeAgents(hall, needed, signal)).map((each) => [each.name, each]));

  const assignments = asked.map((each) => assigned(hall, each, found));
  const looked = seatable.map(({ agent }) => found.get(agent) as AgentFound);
  const usable = looked.filter(({ probe }) => probe.usable);
  if (free.length > 0 && usable.length === 0) throw nobody(hall, free, looked);
  for (const { id, forPerson } of open) {
    const agent = forPerson === true ? OPEN_SEAT : hall.agents.refOf(pickFree(usable, hall, assignments));
    assignments.push({ seat: id, agent });
  }
  const order = new Map(seats.map(({ id }, index) => [id, index]));
  const complete = withStandIns(hall, assignments, judges, usable);
  return {
    seats: complete.sort((a, b) => (order.get(a.seat) ?? 0) - (order.get(b.seat) ?? 0)),
    passedOver: free.length === 0 ? [] : looked.flatMap(reasonLeftOut),
  };
}

/** The agent behind a reference in a ledger, or `undefined` when the seat waits for a person. */
export function agentOf(hall: Hall, ref: SeatAssignment['agent']): Agent | undefined {
  if (ref.kind === OPEN_SEAT.kind) return undefined;
  const { agent, model, effort } = ref;
  return hall.agents.create({
    agent,
    ...defined({ model, effort }),
  });
}
