// The seats of an asymmetric debate, their sides and their names.
import { labelSeats } from '../../domain/words/label-seats.ts';
import { findSeat } from '../common/seats.ts';
import type { SeatSpec } from '../format.ts';
import { MAX_SEATS, type Options } from './options.ts';

export const SIDES = ['experienced', 'fresh'] as const;
export type Side = (typeof SIDES)[number];
export type SeatRole = Side | 'semi-fresh';

export const CONVERGENCE = 'convergence';
export const REVIEWER = 'reviewer';

const NAMES: Readonly<Record<SeatRole, string>> = {
  experienced: 'Experienced',
  fresh: 'Fresh',
  'semi-fresh': 'Semi-fresh',
};

/** The role behind the name of a seat that takes a side. */
export function readRole(seat: string): SeatRole | undefined {
  const name = /^(experienced|fresh|semi-fresh)(?:-[2-9])?$/.exec(seat)?.[1];
  return name as SeatRole | undefined;
}

/** Semi-fresh seats stand on the fresh side. */
export function getSide(seat: string): Side | undefined {
  const role = readRole(seat);
  return role === 'semi-fresh' ? 'fresh' : role;
}

export function otherSide(side: Side): Side {
  return side === 'experienced' ? 'fresh' : 'experienced';
}

function seatId(role: SeatRole, number: number): string {
  return number === 1 ? role : `${role}-${number}`;
}

/** Names that the seat has elsewhere: "deep" for an experienced one, "semi_fresh", and a number for the first, too. */
function listAliases(role: SeatRole, number: number): readonly string[] {
  const others = { experienced: 'deep', fresh: undefined, 'semi-fresh': 'semi_fresh' }[role];
  return [
    ...(others === undefined ? [] : [number === 1 ? others : `${others}-${number}`]),
    ...(number === 1 ? [`${role}-1`, ...(others === undefined ? [] : [`${others}-1`])] : []),
  ];
}

function createSeats(role: SeatRole, count: number, joinable: boolean): SeatSpec[] {
  return Array.from({ length: count }, (_, index) => ({
    id: seatId(role, index + 1),
    label: count === 1 ? NAMES[role] : `${NAMES[role]} ${index + 1}`,
    role,
    aliases: listAliases(role, index + 1),
    ...(role === 'experienced' ? {} : { uninformed: true }),
    ...(joinable ? { joinable } : {}),
  }));
}

const CONVERGENCE_SPEC: SeatSpec = {
  id: CONVERGENCE,
  label: 'Convergence',
  role: CONVERGENCE,
  uninformed: true,
  ifNeeded: true,
};

const REVIEWER_SPEC: SeatSpec = {
  id: REVIEWER,
  label: 'Reviewer',
  role: REVIEWER,
  forPerson: true,
  ifNeeded: true,
};

/** Every seat that there can be, those who take sides first. */
export function listSeats({ deepN, freshN, freshRole, synthesis, pauseAt, joining }: Options): readonly SeatSpec[] {
  const joinable = MAX_SEATS - 1;
  return [
    ...createSeats('experienced', deepN, false),
    ...(joining
      ? [...createSeats('fresh', joinable, true), ...createSeats('semi-fresh', joinable, true)]
      : createSeats(freshRole, freshN, false)),
    ...(synthesis || joining ? [CONVERGENCE_SPEC] : []),
    ...(pauseAt === null ? [] : [REVIEWER_SPEC]),
  ];
}

/** As people read it. */
export function labelSeat(options: Options, seat: string): string {
  return labelSeats(listSeats(options))(seat);
}

/** The seat of a side that someone means, by any of its names. */
export function findSideSeat(options: Options, name: string): string | undefined {
  return findSeat(
    listSeats(options).filter(({ id }) => getSide(id) !== undefined),
    name,
  )?.id;
}
