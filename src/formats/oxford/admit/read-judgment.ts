// What is read out of a judgment, whichever form it has.
import type { Marks } from '../judging/dimensions.ts';

export interface ReadJudgment {
  readonly scores: readonly { readonly id: string; readonly score: number; readonly marks?: Marks }[];
  readonly rescores: readonly { readonly id: string; readonly delta: number }[];
  readonly warnings: readonly string[];
  readonly issues: readonly string[];
}
