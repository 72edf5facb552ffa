// What was said, in order; and what of it each seat may see: sides what both argued in earlier exchanges, judges all
// arguments under neutral names and nothing that other judges said.
import { defined } from '../../domain/defined.ts';
import { type EventOf, isEvent, type LedgerEvent } from '../../domain/events.ts';
import { textOf } from '../../domain/sealed/sealed.ts';
import { interjectionEntry } from '../common/transcript.ts';
import type { Step, TranscriptEntry } from '../format.ts';
import { type Argument, readArguments, readJudgmentOf } from './answers.ts';
import { argumentDataOf, judgmentDataOf } from './data.ts';
import { evolve } from './evolve.ts';
import { nameArguments } from './judging/ballot.ts';
import { createIdFinder, type Order } from './judging/neutral-names.ts';
import { optionsSchema } from './options.ts';
import { exchangeName } from './requests.ts';
import { formatScore, formatSigned } from './scoring.ts';
import { isSide, labelOf, type Side } from './seats.ts';
import type { State } from './state.ts';
import { initial, orderOf, scoresByDimension } from './state.ts';
import { cutArgument } from './text-limits.ts';
import { formatArgument, formatJudgment, formatMarks } from './transcript/answer-text.ts';

type Turn = EventOf<'turn-recorded'>;

/** Texts name arguments, too, and those names would tell the side. */
const REAL_NAME = /(?<![a-z0-9])(?:prop|opp)_\d{3}[a-z]?(?![a-z0-9])/gi;

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const exchangeOf = ({ data }: Turn) => argumentDataOf(data.data).exchange;

function replay(log: readonly LedgerEvent[]): State {
  const opened = log.find((event) => isEvent(event, 'debate-opened'));
  const options = optionsSchema.parse(opened?.data.options ?? {});
  const state = { ...initial(options), rulesVersion: opened?.data.rulesVersion ?? 1 };
  return log.reduce(evolve, state);
}

/** How the arguments of a turn are shown: under which names, what of their texts, and with what beside the title. */
interface Showing {
  readonly name: (id: string) => string;
  readonly shorten?: (argument: Argument) => Argument;
  readonly note?: (id: string) => string;
}

/** The readable form of the arguments of one turn. */
function formatArguments(turn: Turn, text: string, { name, shorten, note }: Showing): string {
  const given = argumentDataOf(turn.data.data).arguments;
  const read = readArguments(text);
  const told = given.flatMap(({ id }, index) => {
    const argument = read[index];
    return argument === undefined ? [] : [formatArgument(shorten?.(argument) ?? argument, id, name, note?.(id))];
  });
  return told.join('\n\n');
}

/** A judgment under the real names; the arguments are those that were there when it was made. */
function formatJudgmentOf(
  turn: Turn,
  text: string,
  ids: Readonly<Record<Side, readonly string[]>>,
): string | undefined {
  const { first, scores } = judgmentDataOf(turn.data.data);
  const judgment = readJudgmentOf(
    text,
    scores.some(({ marks }) => marks !== undefined),
  );
  if (judgment === undefined) return undefined;
  const find = createIdFinder(ids, first);
  const idOf = (name: string) => find(name) ?? name.trim();
  const score = (id: string) => {
    const { score = 0, marks } = scores.find((each) => each.id === id) ?? {};
    return marks === undefined ? formatSigned(score) : `${formatSigned(score)} (${formatMarks(marks)})`;
  };
  return `Side A was the ${first}.\n\n${formatJudgment(judgment, idOf, score)}`;
}

export function transcript(log: readonly LedgerEvent[]): readonly TranscriptEntry[] {
  const ids: Record<Side, string[]> = { proposition: [], opposition: [] };
  return log.flatMap((event): TranscriptEntry[] => {
    if (isEvent(event, 'interjection-added')) return [interjectionEntry(event)];
    if (!isEvent(event, 'turn-recorded')) return [];
    const { seat, act, content, data } = event.data;
    const exchange = exchangeOf(event);
    const order = orderOf(act);
    const when = capitalize(exchangeName(exchange).replace(/^the /, ''));
    const title = `${when}, ${labelOf(seat)}${order === 2 ? ' with the sides swapped' : ''}`;
    const raw = textOf(content);
    if (isSide(seat)) ids[seat].push(...argumentDataOf(data).arguments.map(({ id }) => id));
    const shown = (text: string) =>
      isSide(seat) ? formatArguments(event, text, { name: (id) => id }) : formatJudgmentOf(event, text, ids);
    return [
      { seq: event.seq, title, seat, round: exchange + 1, text: raw === undefined ? undefined : (shown(raw) ?? raw) },
    ];
  });
}

/** Words from outside that came before the present phase, so that all who are asked in it know the same. */
const listInterjections = (log: readonly LedgerEvent[], { phase }: State) =>
  log.flatMap((event) => (isEvent(event, 'interjection-added') && event.seq < phase.seq ? [event] : []));

function viewOfSide(log: readonly LedgerEvent[], state: State): readonly TranscriptEntry[] {
  const shown = new Set([
    ...listInterjections(log, state).map(({ seq }) => seq),
    ...log.flatMap((event) =>
      isEvent(event, 'turn-recorded') && isSide(event.data.seat) && exchangeOf(event) < state.exchange
        ? [event.seq]
        : [],
    ),
  ]);
  return transcript(log).filter(({ seq }) => shown.has(seq));
}

function viewOfJudge(
  log: readonly LedgerEvent[],
  state: State,
  seat: string,
  order: Order,
): readonly TranscriptEntry[] {
  const { first, names } = nameArguments(state, state.exchange, seat, order);
  const name = (id: string) => names.get(id.toLowerCase()) ?? '(an argument)';
  const scores = new Map(
    [...state.arguments.proposition, ...state.arguments.opposition].map(({ id, score }) => [id, score]),
  );
  // A judge who knows earlier scores repeats them; only the first rules of rescoring ask for them.
  const needsScores = state.options.rescoring && !scoresByDimension(state);
  const note = (id: string) => {
    const score = scores.get(id);
    if (score === undefined) return ' (new)';
    return needsScores ? ` (score so far ${formatScore(score)})` : '';
  };
  // Under the first rules judges read each text as it was written.
  const shorten = scoresByDimension(state) ? cutArgument : undefined;
  const showText = (turn: Turn, text: string) =>
    formatArguments(turn, text, { name, note, ...defined({ shorten }) }).replace(REAL_NAME, name);
  const turns = log.flatMap((event) =>
    isEvent(event, 'turn-recorded') && isSide(event.data.seat) && exchangeOf(event) <= state.exchange ? [event] : [],
  );
  const placed = turns.map((turn): TranscriptEntry & { readonly place: number } => {
    const exchange = exchangeOf(turn);
    const isFirst = turn.data.seat === first;
    const text = textOf(turn.data.content);
    return {
      seq: turn.seq,
      title: `${capitalize(exchangeName(exchange).replace(/^the /, ''))}, Side ${isFirst ? 'A' : 'B'}`,
      seat: undefined,
      round: exchange + 1,
      text: text === undefined ? undefined : showText(turn, text),
      place: 2 * exchange + (isFirst ? 0 : 1),
    };
  });
  const inPlace = placed.sort((a, b) => a.place - b.place).map(({ place: _, ...entry }) => entry);
  return [...inPlace, ...listInterjections(log, state).map(interjectionEntry)];
}

/** `step` says who asks and as what; where the debate stands is known from the log. */
export function view(
  log: readonly LedgerEvent[],
  { seat, act }: Pick<Step, 'seat' | 'act'>,
): readonly TranscriptEntry[] {
  const state = replay(log);
  const order = orderOf(act);
  if (isSide(seat)) return viewOfSide(log, state);
  return order === undefined
    ? listInterjections(log, state).map(interjectionEntry)
    : viewOfJudge(log, state, seat, order);
}
