// The seats of a Wind/Wall/Door debate.
import type { SeatSpec } from '../format.ts';
import type { Options } from './options.ts';

export const DEBATERS = ['wind', 'wall', 'door'] as const;
export type Debater = (typeof DEBATERS)[number];
export const PANEL = ['wind', 'wall'] as const;
export const REVIEWER = 'reviewer';
export type Voter = (typeof PANEL)[number] | typeof REVIEWER;

export function isDebater(seat: string): seat is Debater {
  return (DEBATERS as readonly string[]).includes(seat);
}

export function isVoter(seat: string): seat is Voter {
  return seat === REVIEWER || (PANEL as readonly string[]).includes(seat);
}

const DEBATER_SPECS: readonly SeatSpec[] = [
  { id: 'wind', label: 'Wind', role: 'wind' },
  { id: 'wall', label: 'Wall', role: 'wall' },
  { id: 'door', label: 'Door', role: 'door' },
];

const MEDIATOR_SPEC: SeatSpec = {
  id: 'mediator',
  label: 'Mediator',
  role: 'mediator',
  ifNeeded: true,
};

const REVIEWER_SPEC: SeatSpec = {
  id: REVIEWER,
  label: 'Reviewer',
  role: 'reviewer',
  forPerson: true,
  ifNeeded: true,
};

export const LABELS: Readonly<Record<string, string>> = Object.fromEntries(
  [...DEBATER_SPECS, MEDIATOR_SPEC, REVIEWER_SPEC].map(({ id, label }) => [id, label]),
);

export function listSeats({ order, mediator, review }: Options): readonly SeatSpec[] {
  return [
    ...DEBATER_SPECS,
    ...(order === 'mediated' && mediator === 'seat' ? [MEDIATOR_SPEC] : []),
    ...(review ? [REVIEWER_SPEC] : []),
  ];
}
