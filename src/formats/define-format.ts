// The base of every format: keeps what all debates have, and fills in what a format leaves out.
import { type EventOf, isEvent, type LedgerEvent, type RuleData } from '../domain/events.ts';
import { notDue, refuse } from './common/admission.ts';
import { BASE_STATE, type BaseState, evolveBase, listCorrections } from './common/base-state.ts';
import { admitClosing } from './common/closing.ts';
import { collectEntries, findOpening } from './common/transcript.ts';
import type { Act, StepRequest } from './define-act.ts';
import type { Format, Next, Step, TranscriptEntry } from './format.ts';

export type { StepRequest } from './define-act.ts';

export type DueSteps =
  | { readonly kind: 'ask'; readonly steps: readonly StepRequest[] }
  | Exclude<Next, { readonly kind: 'ask' }>;

type Filled = 'recipes' | 'evolve' | 'admit' | 'admitClose' | 'consequences' | 'transcript' | 'view';

export interface FormatDefinition<Options, State extends BaseState>
  extends Omit<Format<Options, State>, Filled | 'initial' | 'next' | 'sampleStep'>,
    Partial<Pick<Format<Options, State>, Filled>> {
  /** Without what the base keeps. */
  initial(options: Options): Omit<State, keyof BaseState>;
  /** Not asked once the debate has ended. */
  next(state: State): DueSteps;
  /** Left out: the first step of this seat, or somebody else's under its name. */
  sampleStep?(options: Options, seat: string): StepRequest;
  /** Whether exactly this is asked for now; left out: `next` says it. */
  isDue?(state: State, seat: string, act: string): boolean;
  /** What `admit` and `transcript` go by where they are left out; a turn is applied before `evolve`. */
  readonly acts?: Readonly<Record<string, Act<State>>>;
}

/** What an act is called comes from outside. */
const findAct = <State>(acts: Readonly<Record<string, Act<State>>>, act: string) =>
  Object.hasOwn(acts, act) ? acts[act] : undefined;

/** Titles such as "Round 2, Expert 1"; the round is the one in the data of the turn. */
function transcribe<Options>(
  { seats, acts = {} }: Pick<FormatDefinition<Options, BaseState>, 'seats' | 'acts'>,
  log: readonly LedgerEvent[],
): readonly TranscriptEntry[] {
  const options = findOpening(log)?.options ?? {};
  const labels = new Map(seats(options as Options).map(({ id, label }) => [id, label]));
  const entries = collectEntries(log, ({ data: turn }) => {
    const { seat, act, data } = turn;
    const label = labels.get(seat) ?? seat;
    const round = roundIn(data);
    const title = round === null ? label : `Round ${round}, ${label}`;
    return { title, round, format: (text) => findAct(acts, act)?.format(turn) ?? text };
  });
  return entries.map(({ act: _, ...entry }) => entry);
}

function roundIn({ round }: RuleData): number | null {
  return typeof round === 'number' ? round : null;
}

export function defineFormat<Options, State extends BaseState>(
  definition: FormatDefinition<Options, State>,
): Format<Options, State> {
  const { initial: begin, isDue: asks, acts = {}, ...rest } = definition;
  const initial = (options: Options) => ({ ...BASE_STATE, ...begin(options) }) as State;
  const due = (state: State): DueSteps => (state.ended === undefined ? definition.next(state) : { kind: 'over' });
  const isDue = (state: State, seat: string, act: string) => {
    if (asks !== undefined) return asks(state, seat, act);
    const now = due(state);
    return now.kind === 'ask' && now.steps.some((step) => step.seat === seat && step.act === act);
  };
  const complete = (state: State, step: StepRequest): Step => ({
    data: {},
    values: {},
    ...step,
    corrections: listCorrections(state, step.seat, step.act),
  });
  const transcript = definition.transcript ?? ((log) => transcribe<Options>(definition as never, log));
  return {
    recipes: {},
    consequences: () => [],
    admit(state, contribution) {
      const { seat, act } = contribution;
      const rules = isDue(state, seat, act) ? findAct(acts, act) : undefined;
      return rules === undefined ? refuse(notDue(due(state), contribution)) : rules.admit(state, contribution);
    },
    admitClose: (state, close, text) => admitClosing(state, { due: due(state), close, text }),
    transcript,
    view: transcript,
    ...rest,
    initial,
    evolve(state, event) {
      const base = evolveBase(state, event, isDue.bind(undefined, state));
      const act = isEvent(event, 'turn-recorded') ? findAct(acts, event.data.act) : undefined;
      const applied = act?.applyTurn(base, event as EventOf<'turn-recorded'>) ?? base;
      return definition.evolve?.(applied, event) ?? applied;
    },
    next(state) {
      const now = due(state);
      return now.kind === 'ask' ? { kind: 'ask', steps: now.steps.map((step) => complete(state, step)) } : now;
    },
    sampleStep(options, seat) {
      const state = initial(options);
      if (definition.sampleStep !== undefined) return complete(state, definition.sampleStep(options, seat));
      const now = definition.next(state);
      const steps = now.kind === 'ask' ? now.steps : [];
      const own = steps.find((step) => step.seat === seat) ?? { ...(steps[0] as StepRequest), seat };
      return complete(state, own);
    },
  };
}
