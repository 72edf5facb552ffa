// The contract of a format, all that runner and doors know of one: pure rules on the ledger alone (docs/adding-a-format.md).
import type * as z from 'zod';
import type { JsonSchema } from '../domain/answers/schema.ts';
import type { Range } from '../domain/calls.ts';
import type { RuleData } from '../domain/event-parts.ts';
import type { EventData, EventDraft, LedgerEvent } from '../domain/events.ts';
import type { Problem } from '../domain/failures/errors.ts';
import type { OutcomeKind } from '../domain/outcomes.ts';
import type { Answer } from '../domain/question/answer.ts';
import type { FormatResult } from '../domain/record.ts';
import type { Brief } from './common/brief.ts';
import type { Rehearsal } from './common/rehearsal.ts';

export interface SeatSpec {
  readonly id: string;
  /** As people read it: "Wind". */
  readonly label: string;
  /** The file `prompts/<format>/<role>.md` that makes an agent this seat. */
  readonly role: string;
  /** Left to a person unless an agent is asked for by name. */
  readonly forPerson?: true;
  /** Not there when the debate opens; whoever comes may take it while the rules let them. */
  readonly joinable?: true;
  /** Judges what the seats without this say: sharing a vendor with one is noted, and a stand-in is found by itself. */
  readonly judges?: true;
  /** Writes down what the others came to and has no voice in it: what it shares with them says nothing of the panel. */
  readonly writes?: true;
  /** Looks nothing up, whatever the debate was opened with: what it does not know is the point of it. */
  readonly uninformed?: true;
  /** Changes files, in a folder that the run gives it. */
  readonly works?: true;
  /** Asked only where the rules come to it: a debate that they close before misses nothing of it. */
  readonly ifNeeded?: true;
  /** Other names that people may call the seat by. */
  readonly aliases?: readonly string[];
}

/** One thing that one seat is asked to do. */
export interface Step {
  /** Unique within the debate and the same however often it is asked, so it serves as idempotency key. */
  readonly id: string;
  readonly seat: string;
  /** What kind of contribution is asked for, such as `turn` or `vote`; recorded with it. */
  readonly act: string;
  /** The file `prompts/<format>/<task>.md` that says what is asked for. */
  readonly task: string;
  /** As people read it, without the round: "Door decides". */
  readonly label: string;
  /** What `admit` and `view` get to know about the step; what `admit` returns is recorded. Absent for a manual turn. */
  readonly data: RuleData;
  /** Values for the placeholders of the task's text. */
  readonly values: Readonly<Record<string, string>>;
  /** What was wrong with this seat's last answer to this very step, when it is asked again. */
  readonly corrections: readonly string[];
  /** What the answer is asked to fit, for agents that can be held to it; it is read leniently all the same. */
  readonly schema?: JsonSchema;
  /** How a person may write the answer in plain lines instead of in the form of `schema`, in a few sentences. */
  readonly plainForm?: string;
  /** The labels of such lines, one below the other, for a person to fill in. */
  readonly blankForm?: string;
  /** What a person may choose between, by the name of the data that they may say outright. */
  readonly choices?: Readonly<Record<string, readonly string[]>>;
  /** Asked for what the agent holds itself, whatever its role: the role stays out of the question. */
  readonly asItself?: true;
  /** Events of what the seat has said that it gets once more with the request, which does not say who it is. */
  readonly repeats?: readonly number[];
  /** Asked in a session of its own, which remembers nothing and is forgotten; a seat may have several such at once. */
  readonly alone?: true;
  /** What was said comes after the request instead of before it. */
  readonly saidLast?: true;
  /** A usable answer that a rehearsal gives. */
  readonly sample?: (rehearsal: Rehearsal) => string;
}

/** A step as an act makes it; the base adds whose it is, and what was wrong with the last answer to it. */
export type StepRequest = Omit<Step, 'seat' | 'act' | 'data' | 'values' | 'corrections'> &
  Partial<Pick<Step, 'data' | 'values'>>;

export type Ask = Pick<Step, 'seat' | 'act'>;

/** An event that the rules demand; the words of a note are sealed when it is recorded. */
export type Consequence = EventDraft<'limit-reached'> | RuleNote;

export interface RuleNote {
  readonly type: 'note-recorded';
  readonly data: Omit<EventData<'note-recorded'>, 'message'> & { readonly message: string };
}

export type Next =
  /** These seats speak now, all at the same time. */
  | { readonly kind: 'ask'; readonly steps: readonly Step[] }
  /** The debate has run its course. */
  | { readonly kind: 'close'; readonly close: EventData<'debate-closed'> }
  /** A limit of the rules stands in the way of another turn. */
  | { readonly kind: 'limit'; readonly limit: EventData<'limit-reached'> }
  | { readonly kind: 'over' };

/** What the rules of a format come to; the base makes the steps of what is asked. */
export type Due = { readonly kind: 'ask'; readonly asked: readonly Ask[] } | Exclude<Next, { readonly kind: 'ask' }>;

/** A contribution that someone wants to make. */
export interface Contribution {
  readonly seat: string;
  readonly act: string;
  /** `undefined` when the text was redacted: only the order can be checked, and the recorded `data` stands. */
  readonly content: string | undefined;
  /** Of the step for an agent; for a manual turn only what the caller passes as data, such as the next speaker of a pick. */
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
  /** As people and seats read it, so a structured answer in readable form; `undefined` when it was redacted. */
  readonly text: string | undefined;
}

/** A seat that the debate can go on without. */
export interface Expendable {
  readonly seat: string;
  /** When the seat was first awaited for what it is due to do, as the ledger has times. */
  readonly since: string;
  /** Milliseconds after which a seat that says nothing is given up; `null`: only one that fails is. */
  readonly deadlineMs: number | null;
}

/** A document of the debate, as text. */
export interface SeatDocument {
  /** Where it is from: a path, `git:RANGE`. */
  readonly title: string;
  readonly text: string;
}

/** How documents reach a seat; they are fenced as data wherever they stand. */
export interface Briefing {
  /** In what makes the agent its seat, or before what was said. */
  readonly place: 'system' | 'opening';
  readonly heading: string;
  readonly documents: readonly SeatDocument[];
}

/** The number of a turn that says it as a whole, or words out of one. */
export type Dissent = number | { readonly seat: string; readonly text: string };

export interface Recipe<Options> {
  readonly summary: string;
  readonly options: Partial<Options>;
}

export interface PanelSeats {
  /** The option of the format that says how many there are. */
  readonly option: string;
  /** All that there can be, in their order. */
  readonly seats: readonly string[];
  /** Where nobody says how many, there is one for each agent that can be used; else recipe and defaults say it. */
  readonly perAgent?: true;
}

export interface Format<Options = RuleData, State = unknown> {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  /** Strict, every field with a default; what it yields is recorded as the debate's rules. */
  readonly options: z.ZodType<Options>;
  readonly recipes: Readonly<Record<string, Recipe<Options>>>;
  /** Goes up when the same answer is read differently than before; absent: 1. A debate keeps the version that it was opened with. */
  readonly version?: number;
  /** Names of all its texts under `prompts/<id>/`. */
  readonly prompts: readonly string[];
  /** What is read out of a contribution also depends on earlier texts: once one of those was redacted, what was recorded counts. */
  readonly readsEarlierTexts?: true;
  /** By act: names of the data that a manual turn may pass where its words leave something open. */
  readonly outright?: Readonly<Record<string, readonly string[]>>;
  /** What seats may read beyond their prompts: files on `disk`, in the `index`, or of a commit; `undefined` for nothing. */
  readable?(options: Options): string | undefined;
  /** The seats of equals, and the option that says how many of them there are, so that whoever names seats need not count them. */
  readonly panel?: PanelSeats;
  seats(options: Options): readonly SeatSpec[];
  /** The options with which it has every seat that it can have, beyond its panel; left out where they change no seat. */
  readonly fullest?: Partial<Options>;
  /** Calls of a whole debate whose answers are all usable; for a manual debate, of one that uses up its limits. */
  calls(options: Options): Range;
  /** The first thing that a seat is asked, to show what a call will look like. */
  sampleStep(options: Options, seat: string): Step;
  /** Opened by a command of its own, so it is not offered where somebody asks a question. */
  readonly ownCommand?: true;
  /** Why these rules cannot hold a debate that opens so. */
  admitOpening?(opened: EventData<'debate-opened'>): Problem | undefined;
  initial(options: Options): State;
  /**
   * Constant time, however long the debate is. What the rules decide comes from the data of turns alone, never from their
   * texts, which may be redacted.
   */
  evolve(state: State, event: LedgerEvent): State;
  next(state: State): Next;
  admit(state: State, contribution: Contribution): Admission;
  /**
   * Whether closing is legal here, as `next` says or with `close`, with warnings on the decision's form; `text` is the decision when
   * it comes along.
   */
  admitClose(state: State, close: EventData<'debate-closed'>, text: string | undefined): Admission;
  /** Events that the rules themselves demand right after the last one: notes, a limit that is reached. */
  consequences(state: State): readonly Consequence[];
  /**
   * Everything that was said, in order: one entry for each recorded turn and each interjection. What is withheld at this point
   * is taken out by whoever shows it.
   */
  transcript(log: readonly LedgerEvent[]): readonly TranscriptEntry[];
  /** What a seat may see when it is asked for this, under the names that it may see; the engine takes nothing out of it. */
  view(log: readonly LedgerEvent[], step: Pick<Step, 'seat' | 'act' | 'data'>): readonly TranscriptEntry[];
  /** While a phase is blind: its first event. What seats say from there on is shown to nobody before the phase ends. */
  blindSince?(state: State): number | undefined;
  /** Seats that the debate can go on without as it stands; a failure of any other one pauses the run. */
  expendable?(state: State): readonly Expendable[];
  /** Whether a joinable seat, or an open one, may be claimed now; what it gives is recorded. */
  admitSeat?(state: State, taking: { readonly seat: string; readonly data: RuleData }): Admission;
  /** Whether the debate, even a closed one, may go on for so many rounds more. */
  admitExtension?(state: State, rounds: number): Problem | undefined;
  /** Whether the seat is also asked for answers of its own, so that its role comes with its turns. */
  isAskedAsItself?(options: Options, seat: string): boolean;
  /** What of the documents a seat gets; without this every seat gets them whole before what was said. */
  briefing?(options: Options, seat: string, documents: readonly SeatDocument[]): Briefing;
  /** What was said against the outcome, as far as it may be shown; without this, nothing. */
  dissent?(log: readonly LedgerEvent[], state: State): readonly Dissent[];
  /** What the outcome means for this debate, in a sentence; `undefined` where there is no more to say than of any debate. */
  explainOutcome?(state: State, outcome: OutcomeKind, label: (seat: string) => string): string | undefined;
  /** The answer to a closed question that stands, once the seats decided; reads no texts. */
  answer?(state: State): Answer | undefined;
  /** What the blind phase that has just ended came to, in one sentence for people who follow the debate. */
  announce?(log: readonly LedgerEvent[], state: State): string | undefined;
  /** What the debate has come to so far, where that is more than a decision in words; never sees what is withheld. */
  result?(log: readonly LedgerEvent[], state: State): FormatResult | undefined;
  /** The same in few lines beside its headline, where the result is longer than what fits a screen. */
  brief?(log: readonly LedgerEvent[], state: State): Brief | undefined;
}

// biome-ignore lint/suspicious/noExplicitAny: the types of a format are known only to itself
export type AnyFormat = Format<any, any>;
