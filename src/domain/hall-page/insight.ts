// What the hall as a whole shows on the page: how well confidence was founded, and what debates cost over time.
import type { Band, Score } from '../hindsight/scores.ts';
import type { OutcomeKind } from '../outcomes.ts';

/** `GET /api/calibration?format=&agent=` */
export interface CalibrationAnswer {
  /** Debates whose outcome was recorded. */
  readonly debates: number;
  /** Fewer answers, or debates, are too little data. */
  readonly enough: number;
  readonly all: Score;
  readonly agents: readonly (Score & { readonly agent: string })[];
  readonly formats: readonly (Score & { readonly format: string })[];
  readonly bands: readonly (Band & Score)[];
  readonly outcomes: readonly {
    readonly outcome: OutcomeKind;
    readonly debates: number;
    readonly right: number;
    readonly wrong: number;
    readonly mixed: number;
    readonly enough: boolean;
  }[];
}

export interface CostSum {
  readonly debates: number;
  readonly calls: number;
  /** Of calls that reported them; see `callsWithoutTokens`. */
  readonly tokens: number;
  readonly callsWithoutTokens: number;
  readonly costMicroUsd: number;
  /** Calls that reported no cost; when not 0 the sum is a lower bound. */
  readonly callsWithoutCost: number;
}

/** `GET /api/costs` */
export interface CostsAnswer {
  readonly total: CostSum;
  /** By the day on which debates were opened (UTC), the oldest first. */
  readonly days: readonly (CostSum & { readonly day: string })[];
  /** The one that was called most often first. */
  readonly agents: readonly (CostSum & { readonly agent: string; readonly model: string | null })[];
}
