// How well confidence was founded, as every door shows it.
import type { OutcomeKind } from '../outcomes.ts';
import type { Band, Score } from './scores.ts';

/** What debates with one outcome were worth. */
export interface LabelScore {
  readonly outcome: OutcomeKind;
  readonly debates: number;
  readonly right: number;
  readonly wrong: number;
  readonly mixed: number;
  /** There are enough to say so. */
  readonly enough: boolean;
}

/** In place of figures where no answer counts. `agent`: the only one that was asked for. */
export const describeUncalibrated = (agent?: string): string =>
  agent === undefined
    ? 'No matching answer has a recorded outcome yet. Rehearsals count only if they are named.'
    : `No matching answer of "${agent}" has a recorded outcome yet.`;

export interface Calibration {
  /** Debates whose outcome was recorded. */
  readonly debates: number;
  /** Fewer answers, or debates, are too little data. */
  readonly enough: number;
  readonly all: Score;
  readonly agents: readonly (Score & { readonly agent: string })[];
  readonly formats: readonly (Score & { readonly format: string })[];
  readonly bands: readonly (Band & Score)[];
  /** "Agreed" was right so often. */
  readonly outcomes: readonly LabelScore[];
}
