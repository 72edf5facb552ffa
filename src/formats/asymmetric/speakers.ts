// Neutral names under which seats read each other: who knew what, and who speaks for which side, does not show in them.
import { createNameReader } from '../common/named.ts';
import { drawNames } from '../common/seats.ts';
import { findSideSeat, getSide, listSeats, type Options } from './setup.ts';

/** What the names are drawn from. */
export interface Naming {
  readonly options: Options;
  readonly seed: string;
}

/** Of every seat that takes a side, those that may still join included, so that no name ever changes. */
export function nameSpeakers({ options, seed }: Naming): ReadonlyMap<string, string> {
  const seats = listSeats(options).map(({ id }) => id);
  return drawNames(
    seed,
    seats.filter((seat) => getSide(seat) !== undefined),
  );
}

/** "Speaker 2"; 0 for what is no seat of a side. */
export const nameSpeaker = (naming: Naming, seat: string): string => nameSpeakers(naming).get(seat) ?? 'Speaker 0';

const toTarget = (name: string) => name.toLowerCase().replace(' ', '-');

/** As a seat is asked to name the position that it answers: "speaker-2". */
export const nameTarget = (naming: Naming, seat: string): string => toTarget(nameSpeaker(naming, seat));

/** The seat that takes a side and goes by this name: "speaker-2", "Speaker 2's position", or any name of its own. */
export function findSpeaker(naming: Naming, name: string): string | undefined {
  const find = createNameReader([...nameSpeakers(naming)].map(([seat, speaker]) => [toTarget(speaker), seat]));
  return findSideSeat(naming.options, name) ?? find(name);
}
