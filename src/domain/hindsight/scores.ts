// How well confidence was founded: what seats forecast beside what turned out.
import type { OutcomeKind } from '../outcomes.ts';
import { roundPercent } from '../words/format-figures.ts';

/** Below so many, figures say more about chance than about whoever answered. */
export const ENOUGH = 20;

/** One answer that somebody was sure of to some extent, and whether things came out so. */
export interface Forecast {
  readonly percent: number;
  readonly happened: boolean;
}

/** Percent, both included. */
export interface Band {
  readonly from: number;
  readonly to: number;
}

/** Half of all values are below 50, which only a forecast of something unlikely is. */
const BANDS: readonly Band[] = [
  { from: 0, to: 49 },
  { from: 50, to: 59 },
  { from: 60, to: 69 },
  { from: 70, to: 79 },
  { from: 80, to: 89 },
  { from: 90, to: 100 },
];

export interface Score {
  readonly answers: number;
  /** How many of them came out so. */
  readonly right: number;
  /** Percent; null, as all that follows, with fewer answers than are enough. */
  readonly meanConfidence: number | null;
  readonly brier: number | null;
  readonly reliability: number | null;
}

export const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const rounded = (value: number) => Math.round(value * 1_000) / 1_000;
const isIn = ({ percent }: Forecast, { from, to }: Band) => from <= percent && percent <= to;
const hits = (forecasts: readonly Forecast[]) => forecasts.filter(({ happened }) => happened).length;

/**
 * The mean of (f - o)², f being the forecast as a share and o 1 if it came out so and else 0: 0 is perfect, and who says 50% to
 * everything gets 0.25. Brier, "Verification of forecasts expressed in terms of probability", Monthly Weather Review 78 (1950), in
 * the form for one of two events, which is half of his.
 */
export function computeBrier(forecasts: readonly Forecast[]): number {
  return mean(forecasts.map(({ percent, happened }) => (percent / 100 - (happened ? 1 : 0)) ** 2));
}

/**
 * The part of the Brier score that better calibration would save: the mean over all answers of (f̄ - ō)², f̄ and ō being forecast and
 * share right of the answers in the same band. 0 means that of what was called 80% four of five came out so. Murphy, "A new vector
 * partition of the probability score", Journal of Applied Meteorology 12 (1973), with means of bands in place of equal forecasts.
 */
export function computeReliability(forecasts: readonly Forecast[]): number {
  const inBands = BANDS.map((band) => forecasts.filter((forecast) => isIn(forecast, band))).filter(
    (each) => each.length > 0,
  );
  const sum = inBands.reduce((total, each) => {
    const forecast = mean(each.map(({ percent }) => percent / 100));
    return total + each.length * (forecast - hits(each) / each.length) ** 2;
  }, 0);
  return sum / forecasts.length;
}

export function computeScore(forecasts: readonly Forecast[]): Score {
  const counts = { answers: forecasts.length, right: hits(forecasts) };
  if (forecasts.length < ENOUGH) return { ...counts, meanConfidence: null, brier: null, reliability: null };
  return {
    ...counts,
    meanConfidence: roundPercent(mean(forecasts.map(({ percent }) => percent))),
    brier: rounded(computeBrier(forecasts)),
    reliability: rounded(computeReliability(forecasts)),
  };
}

/** Bands in which somebody forecast something. */
export function scoreBands(forecasts: readonly Forecast[]): readonly (Band & Score)[] {
  return BANDS.map((band) => ({ ...band, ...computeScore(forecasts.filter((each) => isIn(each, band))) })).filter(
    ({ answers }) => answers > 0,
  );
}

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
