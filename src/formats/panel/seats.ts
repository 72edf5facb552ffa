// The seats of a panel: equals, told apart by a letter alone, and a writer who sits on no side.
import { drawNames } from '../common/speakers.ts';
import type { ActContext } from '../define-act.ts';
import type { SeatSpec } from '../format.ts';
import { MAX_SEATS, type Options } from './options.ts';

const LETTERS = 'abcdefg'.slice(0, MAX_SEATS);

export const WRITER = 'writer';

/** Every seat that can debate, in their order. */
export const PANELISTS: readonly string[] = [...LETTERS];

export function listPanelists({ seats }: Pick<Options, 'seats'>): readonly string[] {
  return PANELISTS.slice(0, seats);
}

/** As people read it. */
export function labelSeat(seat: string): string {
  return seat === WRITER ? 'Writer' : `Seat ${seat.toUpperCase()}`;
}

export function listSeats(options: Options): readonly SeatSpec[] {
  return [
    ...listPanelists(options).map((id) => ({
      id,
      label: labelSeat(id),
      role: 'panelist',
    })),
    {
      id: WRITER,
      label: labelSeat(WRITER),
      role: WRITER,
      writes: true,
      ifNeeded: true,
    },
  ];
}

/** Neutral names under which the seats read each other, by seat: "Speaker 2". */
export function nameSpeakers({ options, seed }: { readonly options: Options; readonly seed: string }) {
  return drawNames(seed, listPanelists(options));
}

/** Of a turn: people read who is who, and seats do not. */
export function nameAuthor(
  { step, name, label }: Pick<ActContext<never>, 'step' | 'name' | 'label'>,
  seat: string,
): string {
  return step === undefined && seat !== WRITER ? `${label(seat)} (${name(seat)})` : name(seat);
}

/** What a rehearsal speaks of where nobody says what the topic is about. */
export const SUBJECT = 'the subject';
