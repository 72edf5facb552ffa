// What comes of reading an answer that has the right form.
import type { RuleData } from '../../domain/events.ts';

export interface Reading<Data = RuleData> {
  readonly data: Data;
  /** Sent back once; when they are there again, they stand as warnings. */
  readonly doubts: readonly string[];
  readonly warnings: readonly string[];
}
