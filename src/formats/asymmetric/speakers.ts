// Neutral names under which seats read each other: who knew what, and who speaks for which side, does not show in them.
import { createNameReader } from '../common/named.ts';
import { drawOrder } from '../common/seats.ts';
import { findSideSeat, getSide, listSeats, type Options } from './setup.ts';

/** What the names are drawn from. */
export interface Naming {
  readonly options: Options;
  readonly seed: string;
}

/** Every seat that takes a side, those that may still join included, so that no name ever changes. */
function drawSides({ options, seed }: Naming): readonly string[] {
  const ids = listSeats(options).flatMap(({ id }) => (getSide(id) === undefined ? [] : [id]));
  return drawOrder(seed, ids);
}

/** "Speaker 2". */
export function nameSpeaker(naming: Naming, seat: string): string {
  return `Speaker ${drawSides(naming).indexOf(seat) + 1}`;
}

export function nameSpeakers(naming: Naming): ReadonlyMap<string, string> {
  return new Map(drawSides(naming).map((seat) => [seat, nameSpeaker(naming, seat)]));
}

/** As a seat is asked to name the position that it answers: "speaker-2". */
export function nameTarget(naming: Naming, seat: string): string {
  return nameSpeaker(naming, seat).toLowerCase().replace(' ', '-');
}

/** The seat that takes a side and goes by this name: "speaker-2", "Speaker 2's position", or any name of its own. */
export function findSpeaker(naming: Naming, name: string): string | undefined {
  const find = createNameReader(drawSides(naming).map((seat) => [nameTarget(naming, seat), seat]));
  return findSideSeat(naming.options, name) ?? find(name);
}
