// Neutral names under which the seats of a panel read each other.
import { drawNames } from '../common/speakers.ts';
import type { Options } from './options.ts';
import { listPanelists } from './seats.ts';

/** By seat: "Speaker 2". */
export function nameSpeakers({ options, seed }: { readonly options: Options; readonly seed: string }) {
  return drawNames(seed, listPanelists(options));
}
