// Two debates side by side, as data: what every door that compares them renders.
import type { Totals } from '../calls.ts';
import type { Relation } from '../event-parts.ts';

/** The value in the first debate, then in the second; null where there is none. */
export type Pair<T> = readonly [T | null, T | null];

export interface Difference {
  /** "topic", "option rounds", "seat wall". */
  readonly what: string;
  readonly values: Pair<string>;
}

export interface ComparedTurn {
  readonly title: string;
  readonly seat: string;
  readonly act: string;
  /** Events that hold it. */
  readonly events: Pair<number>;
}

export interface RedactedTurn extends ComparedTurn {
  /** Debates in which it was redacted. */
  readonly in: readonly string[];
}

export interface ComparedAnswers {
  readonly seat: string;
  readonly opening: Pair<string>;
  readonly ballot: Pair<string>;
}

export interface DebateComparison {
  readonly threadIds: readonly [string, string];
  /** What one of the two is to the other. */
  readonly relation: Relation | null;
  /** What people call the seats of both. */
  readonly seats: readonly { readonly seat: string; readonly label: string }[];
  /** What was given: question, rules, seats, material. */
  readonly given: readonly Difference[];
  readonly answers: readonly ComparedAnswers[];
  /** Turns that say the same, and those that do not or that only one of the two has. */
  readonly sameTurns: number;
  readonly otherTurns: readonly ComparedTurn[];
  /** Turns that cannot be compared, as their text is gone. */
  readonly redactedTurns: readonly RedactedTurn[];
  /** What came out of it. */
  readonly results: readonly Difference[];
  readonly outcomes: Pair<string>;
  /** How far each outcome can speak for its panel: "full panel, REHEARSAL in Wind". */
  readonly authorities: readonly [string, string];
  readonly totals: readonly [Totals, Totals];
}
