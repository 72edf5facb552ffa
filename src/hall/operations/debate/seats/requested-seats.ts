// Which agents flags, configuration and callers ask for, by seat.
import { defined } from '../../../../domain/defined.ts';
import type { RuleData } from '../../../../domain/event-parts.ts';
import { HallError } from '../../../../domain/failures/errors.ts';
import { countNoun } from '../../../../domain/words/format-figures.ts';
import { findSeat } from '../../../../formats/common/seats.ts';
import type { AnyFormat, SeatSpec } from '../../../../formats/format.ts';
import type { Snapshot } from '../../../../ledger/engine/snapshot.ts';
import type { SeatFilling } from '../../../config/seat-spec.ts';
import type { Hall } from '../../hall.ts';

export interface RequestedSeat {
  readonly seat: string;
  readonly spec: SeatFilling;
}

/** Who fills seats, whatever flags and configuration ask for: by seat, or in turn as many as there are. */
export type Panel = Readonly<Record<string, SeatFilling>> | readonly SeatFilling[];

/** Who is to fill the seats, beyond flags and configuration. */
export interface SeatRequest {
  readonly everySeat?: string;
  /** Of the debating seats, in their order; a seat that a flag names keeps its agent. */
  readonly agents?: readonly SeatFilling[];
  readonly panel?: Panel;
  /** Gets each seat that a flag names and the debate has not, where flags are meant for debates of any format; else it is refused. */
  readonly onUnknownSeat?: (seat: string) => void;
}

/** Gives the debating seats the agents of a list, in their order. Throws `bad-input` when there are more agents than seats. */
function listAgentSeats(
  seats: readonly SeatSpec[],
  agents: readonly SeatFilling[],
): (readonly [string, SeatFilling])[] {
  const debating = seats
    .filter(({ forPerson, judges, writes }) => !(forPerson || judges || writes))
    .map(({ id }) => id);
  if (agents.length > debating.length) {
    const seatsThere = `${countNoun(debating.length, 'debating seat')} (${debating.join(', ')})`;
    throw new HallError('bad-input', `${countNoun(agents.length, 'agent')} for ${seatsThere}.`, {
      hint: 'Name fewer, or the agents of other seats with --seat.',
    });
  }
  return agents.map((agent, index) => [debating[index] as string, agent] as const);
}

const createNoSeatError = (seat: string, known: readonly SeatSpec[]): HallError =>
  new HallError('not-found', `This debate has no seat "${seat}".`, {
    hint: `Its seats are ${known.map(({ id }) => id).join(', ')}.`,
  });

function checkNames(
  seats: readonly SeatSpec[],
  names: readonly string[],
  onUnknownSeat = (seat: string): void => {
    throw createNoSeatError(seat, seats);
  },
): void {
  const known = seats.flatMap(({ id, aliases = [] }) => [id, ...aliases]);
  for (const name of names) if (!known.includes(name)) onUnknownSeat(name);
}

/** Under any of their names. */
function fillSeats(seats: readonly SeatSpec[], wanted: Readonly<Record<string, SeatFilling>>): RequestedSeat[] {
  return seats.flatMap(({ id, aliases = [] }) => {
    const spec = Object.entries(wanted).find(([name]) => name === id || aliases.includes(name))?.[1];
    return spec === undefined ? [] : [{ seat: id, spec }];
  });
}

/** What flags and configuration ask for. Throws `bad-input` when a flag names a seat that there is not. */
function listConfiguredSeats(
  hall: Hall,
  seats: readonly SeatSpec[],
  { everySeat, agents = [], onUnknownSeat }: SeatRequest,
): RequestedSeat[] {
  const { config, origins } = hall.loaded;
  const fromFlag = (seat: string) => origins.get(`seats.${seat}`)?.kind === 'flag';
  const everywhere = seats.filter(({ forPerson }) => forPerson !== true).map(({ id }) => [id, { agent: everySeat }]);
  const flagged = Object.entries(config.seats).filter(([seat]) => fromFlag(seat));
  const listed = listAgentSeats(seats, agents);
  const wanted: typeof config.seats = Object.fromEntries([
    ...(everySeat === undefined ? Object.entries(config.seats) : everywhere),
    ...listed,
    ...flagged,
  ]);
  checkNames(seats, Object.keys(wanted).filter(fromFlag), onUnknownSeat);
  return fillSeats(seats, wanted);
}

const isList = (panel: Panel): panel is readonly SeatFilling[] => Array.isArray(panel);

function listPanelSeats(seats: readonly SeatSpec[], panel: Panel): RequestedSeat[] {
  const filled = seats.filter(({ forPerson }) => forPerson !== true);
  if (!isList(panel)) {
    checkNames(seats, Object.keys(panel));
    return fillSeats(filled, panel);
  }
  return filled.flatMap(({ id: seat }, index) => {
    const spec = panel[index % panel.length];
    return spec === undefined ? [] : [{ seat, spec }];
  });
}

/** Judges and writers weigh what others see; a point of view of their own would weigh with them. */
function refusePerspectives(seats: readonly SeatSpec[], asked: readonly RequestedSeat[]): void {
  for (const { seat, spec } of asked) {
    const { judges, writes, label } = seats.find(({ id }) => id === seat) ?? {};
    if (spec.perspective === undefined || (judges !== true && writes !== true)) continue;
    throw new HallError(
      'bad-input',
      `${label} ${judges === true ? 'judges' : 'writes for'} the others and takes no perspective.`,
      {
        hint: `Leave "+${spec.perspective}" out of the seat ${seat}.`,
      },
    );
  }
}

/**
 * The seats that somebody asks an agent for. Throws `bad-input` for a seat that there is not, more agents than seats, and a
 * perspective of a seat that judges or writes.
 */
export function listRequestedSeats(hall: Hall, seats: readonly SeatSpec[], request: SeatRequest): RequestedSeat[] {
  const { panel } = request;
  const asked = panel === undefined ? listConfiguredSeats(hall, seats, request) : listPanelSeats(seats, panel);
  refusePerspectives(seats, asked);
  return asked;
}

export type Fillings = Readonly<Record<string, SeatFilling>>;

/** A point of view belongs to the seat, whoever sits there. */
export function keepPerspectives({ debate }: Snapshot, seats: Fillings): Fillings {
  return Object.fromEntries(
    Object.entries(seats).map(([seat, filling]) => {
      return [seat, { ...defined({ perspective: debate.seats[seat]?.perspective }), ...filling }];
    }),
  );
}

/** By the names that the seats have in the ledger. Throws `not-found` for a seat that is not there. */
export function nameSeats(format: AnyFormat, options: RuleData, seats: Fillings): Fillings {
  const parsed = format.options.safeParse(options);
  const known = parsed.success ? format.seats(parsed.data) : [];
  return Object.fromEntries(
    Object.entries(seats).map(([name, filling]) => {
      const seat = findSeat(known, name);
      if (seat !== undefined || known.length === 0) return [seat?.id ?? name, filling];
      throw createNoSeatError(name, known);
    }),
  );
}
