// What the hall as a whole shows on the page: how well confidence was founded, and what debates cost over time.
import type { Calibration } from '../hindsight/scores.ts';

/** `GET /api/calibration?format=&agent=` */
export interface CalibrationAnswer extends Calibration {
  /** How many debates cannot be read, so that nobody knows whether they count. */
  readonly unreadable: number;
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
