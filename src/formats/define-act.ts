// An act: what a seat is asked for, how its answer is read and recorded, what it changes, and how it reads. A format has one file for
// each, and `defineFormat` asks, admits, applies and shows all of them in the same way.
import type * as z from 'zod';
import { type ReadAnswer, readAnswer } from '../domain/answers/read-answer.ts';
import { type JsonSchema, jsonSchemaOf } from '../domain/answers/schema.ts';
import type { EventData, EventOf, RuleData } from '../domain/events.ts';
import { textOf } from '../domain/sealed/sealed.ts';
import { admitRecorded, refuseViolation, tooLong } from './common/admission.ts';
import { admitReading, type Reading } from './common/answer-reading.ts';
import { type BaseState, countRefusals } from './common/base-state.ts';
import type { Admission, Contribution, Step } from './format.ts';

/** A step as a format asks for it; the base adds what was wrong with the last answer to it. */
export type StepRequest = Omit<Step, 'data' | 'values' | 'corrections'> & Partial<Pick<Step, 'data' | 'values'>>;

type Turn = EventData<'turn-recorded'>;

/** A recorded turn. */
export interface Told<Answer, Data> {
  readonly seat: string;
  readonly data: Data;
  /** `undefined` once the text is redacted. */
  readonly answer: Answer | undefined;
}

interface ActDefinition<State, Answer, Data> {
  /** What the seat is asked for now; `schema`: where it is narrower than `answer`. */
  request(state: State, seat: string): Omit<StepRequest, 'seat' | 'act'>;
  readonly answer: z.ZodType<Answer>;
  /** What a person may write instead; `undefined` for a text that is not in that form. */
  plain?(text: string): ReadAnswer<Answer> | undefined;
  /** The form of what `read` returns; a redacted turn is held to it. */
  readonly data: z.ZodType<Data>;
  read(state: State, answer: Answer, contribution: Contribution): Reading<Data & RuleData>;
  /** The state with it; left out: the format's `evolve` sees to it. */
  apply?(state: State, told: Told<Answer, Data>, seq: number): State;
  /** As people and seats read it; left out: the format's `transcript` sees to it. */
  text?(answer: Answer): string;
}

/** What the base needs of an act. */
export interface Act<State> {
  request(state: State, seat: string, act: string): StepRequest;
  admit(state: State, contribution: Contribution): Admission;
  applyTurn(state: State, event: EventOf<'turn-recorded'>): State;
  /** `undefined` for one that reads as it was written. */
  format(turn: Turn): string | undefined;
}

export interface ReadableAct<State, Answer, Data> extends Act<State> {
  readTurn(turn: Turn): Told<Answer, Data>;
}

const MISFIT = refuseViolation(['The data of the turn do not fit the expected turn.']);

interface StateWithOptions extends BaseState {
  readonly options: object;
}

/** The longest contribution in Unicode code points, where the options of the format have a limit. */
function findLimit({ options }: StateWithOptions): number {
  const { maxContent = Number.POSITIVE_INFINITY } = options as { readonly maxContent?: number };
  return maxContent;
}

export function defineAct<State extends StateWithOptions, Answer, Data>({
  answer: schema,
  plain,
  data: dataSchema,
  read,
  request,
  apply,
  text: write,
}: ActDefinition<State, Answer, Data>): ReadableAct<State, Answer, Data> {
  let form: JsonSchema | undefined;
  const readText = (text: string, byHand: boolean) => (byHand ? plain?.(text) : undefined) ?? readAnswer(text, schema);
  const readTurn = ({ seat, content, data, by }: Turn): Told<Answer, Data> => ({
    seat,
    // Its form was checked when it was admitted.
    data: data as Data,
    /** Most states need no words, so these are read when somebody asks. */
    get answer() {
      const text = textOf(content);
      const told = text === undefined ? undefined : readText(text, by.author !== undefined);
      return told?.ok === true ? told.value : undefined;
    },
  });
  return {
    request(state, seat, act) {
      form ??= jsonSchemaOf(schema);
      return { schema: form, ...request(state, seat), seat, act };
    },
    /** What is wrong is asked for once more; what still is wrong then is left out, and the record says so. */
    admit(state, contribution) {
      const { seat, act, content, data, byHand } = contribution;
      if (content === undefined) return admitRecorded(dataSchema, data, MISFIT);
      if (content.trim() === '') return refuseViolation(['The contribution is empty.']);
      const long = tooLong(content, findLimit(state));
      if (long !== undefined) return refuseViolation([`It ${long}`]);
      return admitReading(readText(content, byHand), (value) => read(state, value, contribution), {
        patient: countRefusals(state, seat, act) === 0,
        refuse: refuseViolation,
        warn: (doubt) => `Still there after a second answer: ${doubt}`,
      });
    },
    readTurn,
    applyTurn: (state, { data: turn, seq }) => apply?.(state, readTurn(turn), seq) ?? state,
    format(turn) {
      const { answer } = readTurn(turn);
      return answer === undefined ? undefined : write?.(answer);
    },
  };
}
