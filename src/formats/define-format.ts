// The base of every format: keeps what all debates have, asks, admits, applies and shows acts, and fills in what a format leaves out.
import { defined } from '../domain/defined.ts';
import { type EventData, isEvent, type LedgerEvent } from '../domain/events.ts';
import type { Problem } from '../domain/failures/errors.ts';
import type { FormatResult } from '../domain/record.ts';
import type { LabelSeat } from '../domain/words/label-seats.ts';
import { accept, notDue, refuse } from './common/admission.ts';
import { BASE_STATE, type BaseState, evolveBase, listCorrections } from './common/base-state.ts';
import { type ClaimRules, keepClaims } from './common/claims/keep.ts';
import { admitManualClose, isRuled, refuseOutcome } from './common/closing.ts';
import type { OpinionRules } from './common/opinions/course.ts';
import { defineOpinions } from './common/opinions/opinions.ts';
import { type ActEntry, transcribe } from './common/transcript.ts';
import type { ActContext, AnyAct } from './define-act.ts';
import type { Admission, Ask, Contribution, Dissent, Due, Expendable, Format, Step } from './format.ts';

type Reader = Pick<Step, 'seat' | 'act' | 'data'>;
type Asker = Pick<Contribution, 'seat' | 'act' | 'byHand'>;

/** Made from the other members of a definition. */
type Made =
  | ('initial' | 'next' | 'sampleStep' | 'admit' | 'admitClose' | 'transcript' | 'view' | 'outright')
  | ('isAskedAsItself' | 'answer' | 'announce' | 'dissent' | 'expendable');
type Filled = 'recipes' | 'evolve' | 'consequences';

export interface FormatDefinition<Options, State extends BaseState>
  extends Omit<Format<Options, State>, Made | Filled>,
    Partial<Pick<Format<Options, State>, Filled>> {
  /** What seats are asked for. A turn is applied by its act before `evolve` sees it. */
  readonly acts: Readonly<Record<string, AnyAct<State>>>;
  /** Openings, gate and ballot: what seats answer by themselves, before and after the turns of the format; left out: none. */
  readonly opinions?: OpinionRules<Options, State>;
  /** Seats answer each other's claims by number; left out: they do not. */
  readonly claims?: ClaimRules<State>;
  /** What seats know each other as, by seat, where that is not their label. */
  readerNames?(opened: { readonly options: Options; readonly seed: string }): ReadonlyMap<string, string>;
  /** Without what the base keeps. */
  initial(options: Options): Omit<State, keyof BaseState>;
  /** Not asked once the debate has ended, nor while openings or ballots are due. */
  next(state: State): Due;
  /** Whether somebody may speak whom `next` does not name; left out: nobody. */
  isAllowed?(state: State, asker: Asker): boolean;
  /** Of the seats that are asked now, for opinions too, those that the debate can go on without; left out: none. */
  expendable?(state: State, asked: readonly Ask[]): readonly Expendable[];
  /** What a seat is asked for first, where `next` does not begin with it. */
  sampleAct?(options: Options, seat: string): string;
  /** The state that it is asked in, where that is not the one of the beginning. */
  sampleState?(state: State, seat: string): State;
  /** Closing in somebody's own words; left out: with the outcome that fits. `text` is `undefined` where it was redacted. */
  admitManualClose?(state: State, close: EventData<'debate-closed'>, text: string | undefined): Admission;
  /** Why it cannot be closed otherwise, where there is more to say than that the rules do not allow it. */
  readonly closesLater?: Problem;
  /** What of all that was said, titled for the seat, it may see; left out: everything. */
  view?(entries: readonly ActEntry[], step: Reader, history: ActContext<State>): readonly ActEntry[];
  /** Said against the outcome; `known`: by opinions. Left out: that. */
  dissent?(log: readonly LedgerEvent[], state: State, known: readonly Dissent[]): readonly Dissent[];
  /** What has to be said of the decision beside what the outcome means. */
  explainDecision?(state: State, label: LabelSeat): string | undefined;
  /** What is added to a result that has its opinions and claims. */
  extendResult?(result: FormatResult, log: readonly LedgerEvent[], state: State): FormatResult;
}

/** What every state has that a definition can be for. */
interface StateOf<Options> extends BaseState {
  readonly options: Options;
}

export function defineFormat<Options, State extends StateOf<Options>>(
  definition: FormatDefinition<Options, State>,
): Format<Options, State> {
  const {
    isAllowed,
    sampleAct,
    sampleState,
    closesLater,
    extendResult,
    readerNames,
    claims,
    explainDecision,
    expendable,
    opinions: rules,
    ...members
  } = definition;
  const opinions = defineOpinions(definition);
  const acts: Readonly<Record<string, AnyAct<State>>> = { ...definition.acts, ...opinions.acts };
  /** What an act is called comes from outside. */
  const findAct = (act: string) => (Object.hasOwn(acts, act) ? acts[act] : undefined);
  const initial = (options: Options) =>
    ({ ...BASE_STATE, ...definition.initial(options), opinions: opinions.begin(options) }) as unknown as State;
  const due = (state: State): Due =>
    state.ended === undefined ? (opinions.next(state) ?? definition.next(state)) : { kind: 'over' };
  const isDue = (state: State, asker: Asker): boolean => {
    const now = due(state);
    if (now.kind !== 'ask') return false;
    if (now.asked.some(({ seat, act }) => seat === asker.seat && act === asker.act)) return true;
    return opinions.next(state) === undefined && isAllowed?.(state, asker) === true;
  };
  const makeStep = (state: State, { seat, act }: Ask): Step => {
    const request = (acts[act] as AnyAct<State>).request(state, seat);
    return {
      ...{ data: {}, values: {} },
      ...request,
      ...{ seat, act, corrections: listCorrections(state, seat, act) },
    };
  };

  function evolve(before: State, event: LedgerEvent): State {
    let state = evolveBase(before, event, (asker) => isDue(before, asker));
    if (isEvent(event, 'turn-recorded')) {
      const act = findAct(event.data.act);
      const now = state;
      state =
        act?.apply?.(
          now,
          act.readTurn(event, () => now),
        ) ?? now;
    }
    state = opinions.evolve(state, event);
    if (claims !== undefined) state = keepClaims(before, state, event, claims);
    state = definition.evolve?.(state, event) ?? state;
    return opinions.markBlind(state, event.seq);
  }

  const walk = { definition, acts, begin: initial, evolve };
  return {
    recipes: {},
    ...members,
    ...opinions.members,
    consequences: (state) => [...opinions.listNotes(state), ...(definition.consequences?.(state) ?? [])],
    announce: (log, state) => opinions.members?.announce(log, state, due(state)),
    outright: defined(Object.fromEntries(Object.entries(acts).map(([name, { outright }]) => [name, outright]))),
    initial,
    evolve,
    next(state) {
      const now = due(state);
      return now.kind === 'ask' ? { kind: 'ask', steps: now.asked.map((ask) => makeStep(state, ask)) } : now;
    },
    sampleStep(options, seat) {
      const state = initial(options);
      const now = due(state);
      const asked = now.kind === 'ask' ? now.asked : [];
      const act = asked.find((ask) => ask.seat === seat)?.act ?? sampleAct?.(options, seat) ?? asked[0]?.act ?? '';
      return makeStep(sampleState?.(state, seat) ?? state, { seat, act });
    },
    admit(state, contribution) {
      const act = isDue(state, contribution) ? findAct(contribution.act) : undefined;
      return act?.admit(state, contribution) ?? refuse(notDue(due(state), contribution));
    },
    admitClose(state, close, text) {
      const { decision, outcome } = close;
      if (decision !== null && 'text' in decision) {
        return definition.admitManualClose?.(state, close, text) ?? admitManualClose(state as never, close, text);
      }
      if (isRuled(due(state), close)) return accept({});
      return closesLater === undefined ? refuseOutcome(outcome) : refuse(closesLater);
    },
    ...defined({
      expendable:
        expendable &&
        ((state: State) => {
          const now = due(state);
          return now.kind === 'ask' ? expendable(state, now.asked) : [];
        }),
    }),
    transcript: (log) => transcribe(walk, log).entries,
    view(log, step) {
      const { entries, history } = transcribe(walk, log, step);
      const seen = opinions.filterView(entries, history, step);
      return definition.view?.(seen, step, history) ?? seen;
    },
    blindSince(state) {
      const starts = [state.opinions?.blindFrom, definition.blindSince?.(state)].filter((seq) => seq !== undefined);
      return starts.length === 0 || state.ended === 'closed' ? undefined : Math.min(...starts);
    },
    dissent(log, state) {
      const known = opinions.listDissent(log, state);
      return definition.dissent?.(log, state, known) ?? known;
    },
    explainOutcome(state, outcome, label) {
      const why = definition.explainOutcome?.(state, outcome, label) ?? opinions.explain(state, outcome, label);
      const more = why && explainDecision?.(state, label);
      return more === undefined ? why : `${why} ${more}`;
    },
    result(log, state) {
      const own = opinions.addTo(definition.result?.(log, state), log, state);
      const result = own && (extendResult?.(own, log, state) ?? own);
      // Whoever decided instead of the seats wrote what no result of theirs holds.
      return result && (state.decidedBy === 'person' ? { ...result, besideDecision: true } : result);
    },
  };
}
