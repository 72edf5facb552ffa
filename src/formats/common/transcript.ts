// Walks through a log and writes down what was said.
import { type EventData, type EventOf, isEvent, type LedgerEvent } from '../../domain/events.ts';
import { lookUpText, readSealed } from '../../domain/sealed/sealed.ts';
import { labelSeats, titleFromOutside } from '../../domain/words/label-seats.ts';
import type { ActContext, AnyAct } from '../define-act.ts';
import type { Format, TranscriptEntry } from '../format.ts';

/** An entry with the act that it comes from; an interjection comes from none. */
export interface ActEntry extends TranscriptEntry {
  readonly act: string | undefined;
}

/** How words from outside the seats stand in a transcript. */
function interjectionEntry({ seq, data }: EventOf<'interjection-added'>): ActEntry {
  const title = titleFromOutside('Interjection', data.author);
  return lookUpText({ seq, title, seat: undefined, round: null, text: undefined, act: undefined }, data.content);
}

export function findOpening(log: readonly LedgerEvent[]): EventData<'debate-opened'> | undefined {
  const [first] = log;
  return first !== undefined && isEvent(first, 'debate-opened') ? first.data : undefined;
}

interface Walk<Options, State> extends Pick<Format<Options, State>, 'evolve'> {
  readonly definition: Pick<Format<Options, State>, 'options' | 'seats'> & {
    readerNames?(opened: { readonly options: Options; readonly seed: string }): ReadonlyMap<string, string>;
  };
  readonly acts: Readonly<Record<string, AnyAct<State>>>;
  begin(options: Options): State;
}

function createHistory<Options, State>(
  { definition, begin, evolve }: Walk<Options, State>,
  log: readonly LedgerEvent[],
  step: ActContext<State>['step'],
) {
  const { options: recorded = {}, seed = '' } = findOpening(log) ?? {};
  const options = definition.options.parse(recorded, { jitless: true });
  const names = definition.readerNames?.({ options, seed });
  const counts = new Map<string, number>();
  let state: State | undefined;
  const history: ActContext<State> = {
    ...{ log, step },
    get state() {
      state ??= log.reduce(evolve, begin(options));
      return state;
    },
    label: labelSeats(definition.seats(options)),
    name: (seat) => names?.get(seat) ?? history.label(seat),
    refer: (seat) => (step === undefined ? history.label(seat) : history.name(seat)),
    count: (act) => counts.get(act) ?? 0,
  };
  return { history, counts };
}

/** One entry for each interjection and each turn, in order; titled for whoever does this step, or for people. */
export function transcribe<Options, State>(
  walk: Walk<Options, State>,
  log: readonly LedgerEvent[],
  step?: ActContext<State>['step'],
): { readonly entries: readonly ActEntry[]; readonly history: ActContext<State> } {
  const { history, counts } = createHistory(walk, log, step);
  const entries = log.flatMap((event): ActEntry[] => {
    if (isEvent(event, 'interjection-added')) return [interjectionEntry(event)];
    if (!isEvent(event, 'turn-recorded')) return [];
    const { seat, act: name, data, content } = event.data;
    counts.set(name, history.count(name) + 1);
    const act = Object.hasOwn(walk.acts, name) ? walk.acts[name] : undefined;
    const turn = act?.readTurn(event, () => history.state);
    const { round: inData } = data;
    const own = act?.title?.(turn as NonNullable<typeof turn>, history);
    const round = typeof own === 'object' ? own.round : typeof inData === 'number' ? inData : null;
    const usual = round === null ? history.refer(seat) : `Round ${round}, ${history.refer(seat)}`;
    const title = typeof own === 'object' ? own.title : (own ?? usual);
    const entry = { seq: event.seq, title, seat, round, text: undefined, act: name };
    if (act?.text === undefined) return [lookUpText(entry, content)];
    const text = readSealed(content);
    const answer = text === undefined ? undefined : turn?.answer;
    return [{ ...entry, text: answer === undefined ? text : (act.text(answer, turn as never, history) ?? text) }];
  });
  return { entries, history };
}
