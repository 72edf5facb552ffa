// An act: what a seat is asked for, how its answer is read and recorded, what it changes, and how it reads. A format has one file for
// each, and `defineFormat` asks, admits, applies and shows all of them in the same way.
import type * as z from 'zod';
import { isBlank } from '../domain/answers/nothing.ts';
import { isOfSeveral, type ReadAnswer, readAnswer } from '../domain/answers/read-answer.ts';
import { toJsonSchema } from '../domain/answers/schema.ts';
import { isOfUnread } from '../domain/answers/unread.ts';
import type { Provenance, RuleData } from '../domain/event-parts.ts';
import type { EventOf, LedgerEvent } from '../domain/events.ts';
import { readSealed } from '../domain/sealed/sealed.ts';
import { accept, refuse, refuseAnswer, refuseViolation, tooLong } from './common/admission.ts';
import { type BaseState, countRefusals } from './common/base-state.ts';
import { readForPerson, writeBlankForm } from './common/labelled/blank-form.ts';
import { nameByLabels } from './common/labelled/labels.ts';
import { isJson } from './common/wording.ts';
import type { Admission, Contribution, Step, StepRequest } from './format.ts';

/** What comes of an answer: the data of the turn, and what is wrong with it. */
export interface ActReading<Data = RuleData> {
  readonly data: Data;
  /** Without these the answer is of no use. */
  readonly fatal?: readonly string[] | undefined;
  /** Sent back once; when they are there again, they stand as warnings. */
  readonly doubts?: readonly string[] | undefined;
  readonly warnings?: readonly string[] | undefined;
}

export interface RecordedTurn<Answer, Data> {
  readonly seat: string;
  readonly seq: number;
  /** Its time, as the ledger has times. */
  readonly at: string;
  readonly data: Data;
  /** `undefined` once the text is redacted. */
  readonly answer: Answer | undefined;
  readonly by: Provenance;
}

/** What a title or a text may go by beside the turn. */
export interface ActContext<State> {
  readonly log: readonly LedgerEvent[];
  /** After the whole log; folded when it is first asked for. */
  readonly state: State;
  /** What people know a seat as. */
  label(seat: string): string;
  /** What the other seats know it as. */
  name(seat: string): string;
  /** What the reader knows it as. */
  refer(seat: string): string;
  /** Turns of this act so far, this one included. */
  count(act: string): number;
  /** What the reader is asked for; `undefined` for people. */
  readonly step?: Pick<Step, 'seat' | 'act' | 'data'> | undefined;
}

export interface ActDefinition<State, Answer, Data> {
  /** What the seat is asked for now; `schema`: where it depends on the state. */
  request(state: State, seat: string): StepRequest;
  /** The form that an answer is read by, and the lines with labels of a person; left out: `form`. */
  readonly answer?: z.ZodType<Answer>;
  /** The form that is asked for, where `answer` forgives more. */
  readonly form?: z.ZodType;
  /** Reads what `answer` does not, such as other plain lines of a person; `undefined` leaves a text to `answer`. */
  parse?(text: string, given: { readonly state: State; readonly byHand: boolean }): ReadAnswer<Answer> | undefined;
  /** Code points of a contribution; left out: the `maxContent` of the options, if they have it. */
  readonly longest?: number;
  /** A person may say it by data alone, without a word. */
  readonly wordless?: true;
  /** Names of the data that a manual turn may pass where its words leave something open. */
  readonly outright?: readonly string[];
  /** The form of what `read` returns; a redacted turn is held to it. */
  readonly data: z.ZodType<Data>;
  /** Whether data of that form can have been read here. */
  fits?(state: State, data: Data, contribution: Contribution): boolean;
  read(state: State, answer: Answer, contribution: Contribution): ActReading<Data>;
  /** How a doubt reads that stands; left out: as it was sent back. */
  warn?(doubt: string): string;
  apply?(state: State, turn: RecordedTurn<Answer, Data>): State;
  /** Who says it and when; left out: "Round 2, Expert 1", by the `round` in its data. */
  title?(
    turn: RecordedTurn<Answer, Data>,
    history: ActContext<State>,
  ): string | { readonly title: string; readonly round: number };
  /** The answer as people and seats read it; left out: as it was written. */
  text?(answer: Answer, turn: RecordedTurn<Answer, Data>, history: ActContext<State>): string | undefined;
}

export interface Act<State, Answer = unknown, Data = unknown> extends ActDefinition<State, Answer, Data> {
  admit(state: State, contribution: Contribution): Admission;
  /** `state`: that of the debate when a text of it is read. */
  readTurn(event: EventOf<'turn-recorded'>, state: () => State): RecordedTurn<Answer, Data>;
}

/** Whatever it is about. */
// biome-ignore lint/suspicious/noExplicitAny: what an act reads is known to the act alone
export type AnyAct<State> = Act<State, any, any>;

/** `parse` of an act whose answer is its words. */
export const readWords = (text: string): ReadAnswer<string> => ({ ok: true, value: text, repairs: [] });

interface StateWithOptions extends BaseState {
  readonly options: object;
}

export function defineAct<State extends StateWithOptions, Answer, Data>(
  act: ActDefinition<State, Answer, Data>,
): Act<State, Answer, Data> {
  const { form = act.answer, parse, read, fits, longest } = act;
  const schema = act.answer ?? (form as z.ZodType<Answer> | undefined);
  const refuseIssues = form === undefined ? refuseViolation : refuseAnswer;
  const readText = (state: State, text: string, byHand: boolean): ReadAnswer<Answer> => {
    const parsed = parse?.(text, { state, byHand });
    if (parsed !== undefined || schema === undefined) return parsed ?? { ok: false, issues: [] };
    return byHand ? readForPerson(text, schema) : readAnswer(text, schema);
  };
  return {
    ...act,
    /** Agents that support schemas are held to the form; people fill it in. */
    request(state, seat) {
      const asked = { ...(form && { schema: toJsonSchema(form) }), ...act.request(state, seat) };
      return asked.schema === undefined || 'plainForm' in asked ? asked : { ...asked, ...writeBlankForm(asked.schema) };
    },
    /** What is wrong is asked for once more; what still is wrong then is left out, and the record says so. */
    admit(state, contribution) {
      const { seat, act: name, content, data, byHand } = contribution;
      if (content === undefined) {
        const recorded = act.data.safeParse(data);
        const isFit = recorded.success && fits?.(state, recorded.data, contribution) !== false;
        return isFit ? accept(data) : refuse({ code: 'rule-violation', message: 'The data of the turn do not fit.' });
      }
      const { maxContent = Number.POSITIVE_INFINITY } = state.options as { readonly maxContent?: number };
      const long = tooLong(content, longest ?? maxContent);
      if (long !== undefined) return refuseIssues([`It ${long}`]);
      if (isBlank(content) && act.wordless !== true) return refuseIssues(['The contribution is empty.']);
      const answer = readText(state, content, byHand);
      const spell = byHand && !isJson(content) ? nameByLabels : (issue: string) => issue;
      if (!answer.ok) return refuseIssues(answer.issues.map(spell));
      const { data: told, fatal = [], doubts = [], warnings = [] } = read(state, answer.value, contribution);
      const isPatient = countRefusals(state, seat, name) === 0;
      const standing = act.warn === undefined ? doubts : doubts.map(act.warn);
      const several = answer.repairs.some(isOfSeveral) ? ['There are several answers; give one only.'] : [];
      const unclear = byHand ? [] : [...several, ...answer.repairs.filter(isOfUnread)];
      const issues = [...fatal, ...(isPatient ? [...doubts, ...unclear] : [])];
      return issues.length > 0
        ? refuseIssues(issues.map(spell))
        : accept(told as RuleData, [...answer.repairs, ...standing, ...warnings]);
    },
    readTurn({ seq, at, data: { seat, content, data, by } }, state) {
      return {
        ...{ seat, seq, at, by },
        // Its form was checked when it was admitted.
        data: data as Data,
        /** Most states need no words, so these are read when somebody asks. */
        get answer() {
          const text = readSealed(content);
          const read = text === undefined ? undefined : readText(state(), text, by.author !== undefined);
          return read?.ok === true ? read.value : undefined;
        },
      };
    },
  };
}
