// Which debates of a hall someone looks for.
import type { OutcomeKind } from '../../../../domain/outcomes.ts';

export interface ListFilter {
  readonly format?: string;
  /** `open` for debates without an outcome. */
  readonly outcome?: OutcomeKind | 'open';
  /** Only those that have all of these tags. */
  readonly tags?: readonly string[];
  /** Only those that changed at this time or later. */
  readonly since?: Date;
}
