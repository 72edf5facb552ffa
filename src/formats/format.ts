// The contract of a format: pure rules that say, from the ledger alone, who may speak next, what that seat may see,
// whether a contribution is legal, and what the outcome is. The runner and the doors know only this.
import type { z } from 'zod';
import type { Problem } from '../domain/errors.ts';
import type { EventData, EventDraft, LedgerEvent, RuleData } from '../domain/events.ts';

export interface SeatSpec {
  readonly id: string;
  /** As people read it: "Wind". */
  readonly label: string;
  /** One line that says what the seat is for. */
  readonly purpose: string;
  /** The file `prompts/<format>/<role>.md` that makes an agent this seat. */
  readonly role: string;
  /** Left to a person unless an agent is asked for by name. */
  readonly forPerson?: true;
}

export type AnswerSchema = Readonly<Record<string, unknown>>;

/** One thing that one seat is asked to do. */
export interface Step {
  /** Unique within the debate and the same however often it is asked, so it serves as idempotency key. */
  readonly id: string;
  readonly seat: string;
  readonly act: string;
  /** The file `prompts/<format>/<task>.md` that says what is asked for. */
  readonly task: string;
  /** As people read it: "Door decides". */
  readonly label: string;
  /** What goes into the turn's data unless the answer says otherwise. */
  readonly data: RuleData;
  /** Values for the placeholders of the task's text. */
  readonly values: Readonly<Record<string, string>>;
  /** What was wrong with this seat's last answer to this very step, when it is asked again. */
  readonly corrections: readonly string[];
  /**
   * JSON Schema that the answer is asked to fit, for agents that can be held to one; the task's text asks for the same in
   * words, and the answer is read leniently all the same.
   */
  readonly schema?: AnswerSchema;
}

export type Next =
  /** These seats speak now, all at the same time. */
  | { readonly kind: 'ask'; readonly steps: readonly Step[] }
  /** The debate has run its course. */
  | { readonly kind: 'close'; readonly close: EventData<'debate-closed'> }
  /** A limit of the rules stands in the way of another turn. */
  | { readonly kind: 'limit'; readonly limit: EventData<'limit-reached'> }
  | { readonly kind: 'over' };

/** A contribution that someone wants to make. */
export interface Contribution {
  readonly seat: string;
  readonly act: string;
  /** `undefined` when the text was redacted and only the order can be checked. */
  readonly content: string | undefined;
  /** What the caller says outright, such as the next speaker of a pick. */
  readonly data: RuleData;
  /** A person speaks and may say outright what the words leave open; what an agent means stands in its words alone. */
  readonly byHand: boolean;
}

export type Admission =
  | { readonly ok: true; readonly data: RuleData; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly problem: Problem };

/** One thing that was said, as people and seats read it. */
export interface TranscriptEntry {
  readonly seq: number;
  /** Who says it and when: "Round 1, Wind". */
  readonly title: string;
  /** `undefined` for words from outside the seats. */
  readonly seat: string | undefined;
  /** 1-based; `null` for what belongs to no round. */
  readonly round: number | null;
  /** `undefined` when the text was redacted. */
  readonly text: string | undefined;
}

export interface Recipe<Options> {
  readonly summary: string;
  readonly options: Partial<Options>;
}

export interface Format<Options = RuleData, State = unknown> {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  /** Strict, every field with a default; what it yields is recorded as the debate's rules. */
  readonly options: z.ZodType<Options>;
  readonly recipes: Readonly<Record<string, Recipe<Options>>>;
  /** Names of all its texts under `prompts/<id>/`. */
  readonly prompts: readonly string[];
  seats(options: Options): readonly SeatSpec[];
  /** Calls of a whole debate whose answers are all usable; for a debate by hand, of one that uses up its limits. */
  calls(options: Options): { readonly atLeast: number; readonly atMost: number };
  /** The first thing that a seat is asked, to show what a call will look like. */
  sampleStep(options: Options, seat: string): Step;
  initial(options: Options): State;
  /** Constant time, however long the debate is. */
  evolve(state: State, event: LedgerEvent): State;
  next(state: State): Next;
  admit(state: State, contribution: Contribution): Admission;
  /** Whether closing is legal here, with warnings on the decision's form; `text` is the decision when it comes along. */
  admitClose(state: State, close: EventData<'debate-closed'>, text: string | undefined): Admission;
  /** Events that the rules themselves demand right after the last one: notes, a limit that is reached. */
  consequences(state: State): readonly EventDraft[];
  /** Everything that may be shown to anyone at this point, in order. */
  transcript(log: readonly LedgerEvent[]): readonly TranscriptEntry[];
  /** The part of it that a seat may see when it is asked for this act. */
  view(log: readonly LedgerEvent[], step: Pick<Step, 'seat' | 'act'>): readonly TranscriptEntry[];
}

/** A format whose types are known only to itself. */
// biome-ignore lint/suspicious/noExplicitAny: the state of a format is opaque to everyone else
export type AnyFormat = Format<any, any>;
