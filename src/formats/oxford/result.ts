// What the debate has come to so far: totals, verdict, arguments with their scores, as data and as a report.
import { isEvent, type LedgerEvent } from '../../domain/events.ts';
import type { FormatResult } from '../../domain/record.ts';
import { textOf } from '../../domain/sealed.ts';
import { judgmentDataOf } from './data.ts';
import { idsBySide } from './docket.ts';
import { graphOf } from './graph.ts';
import { judgesSpread, positionSensitivity, turningPoints } from './measures.ts';
import type { Settled, State } from './model.ts';
import { LABELS } from './next.ts';
import { reportOf } from './report.ts';
import { decimal, UNIT } from './scoring.ts';
import { standing, verdictOf } from './settle.ts';
import { type ShownArgument, wordsById } from './shown.ts';
import { idFinder, isSide } from './sides.ts';
import { phaseOf, shownArguments } from './state.ts';
import { judgmentIn } from './words.ts';

const asScore = (thousandths: number | undefined) => (thousandths === undefined ? null : thousandths / UNIT);

/** "Proposition wins by 1.300 (0.650 to -0.650) after 3 exchanges" */
export function headlineOf(state: State): string {
  const { settled, planned } = state;
  if (settled.length === 0) return 'No exchange has been judged yet';
  const verdict = verdictOf(settled);
  const { winner, margin } = verdict;
  const after = `after ${settled.length === 1 ? 'one exchange' : `${settled.length} exchanges`}`;
  const open = `${after} of ${planned}; there is no verdict yet`;
  const complete = phaseOf(state) === 'done';
  if (winner === null) return complete ? `A draw ${after}` : `Level ${open}`;
  const ahead = `by ${decimal(margin)} (${standing(verdict)})`;
  return complete ? `${LABELS[winner]} wins ${ahead} ${after}` : `${LABELS[winner]} leads ${ahead} ${open}`;
}

function curvePoint({ exchange, total }: Settled, index: number, all: readonly Settled[]) {
  return {
    exchange,
    change: (total - (all[index - 1]?.total ?? 0)) / UNIT,
    proposition: total / UNIT,
    opposition: total === 0 ? 0 : -total / UNIT,
  };
}

/** The score of an argument after each exchange that set or changed it. */
function historyOf(id: string, settled: readonly Settled[]) {
  let score = 0;
  return settled.flatMap(({ exchange, scores, rescores }) => {
    const change = scores[id] ?? rescores[id];
    if (change === undefined) return [];
    score += change;
    return [{ exchange, score: score / UNIT }];
  });
}

function argumentData(argument: ShownArgument, settled: readonly Settled[]) {
  const { id, side, exchange, score, attacks, defends, words } = argument;
  return {
    id,
    side,
    exchange,
    score: asScore(score),
    history: historyOf(id, settled),
    title: words?.title ?? null,
    claim: words?.claim ?? null,
    grounds: words?.grounds ?? null,
    warrant: words?.warrant ?? null,
    backing: words?.backing ?? null,
    qualifier: words?.qualifier ?? null,
    attacks: attacks.map((aim, index) => ({ ...aim, content: words?.attacks?.[index]?.content ?? null })),
    defends: defends.map((aim, index) => ({ ...aim, content: words?.defends?.[index]?.content ?? null })),
  };
}

/** The judgments that counted, with their reasons. */
function judgmentsData(log: readonly LedgerEvent[], { settled, ...state }: State) {
  const ids = idsBySide(state);
  return log.flatMap((event) => {
    if (!isEvent(event, 'turn-recorded') || isSide(event.data.seat)) return [];
    const { seat, data, content } = event.data;
    const { exchange, order, first, scores, rescores } = judgmentDataOf(data);
    const counted = settled[exchange]?.judgments.some((each) => each.seat === seat && each.order === order);
    if (counted !== true) return [];
    const judgment = judgmentIn(textOf(content) ?? '');
    const idOf = idFinder(ids, first);
    const reasonFor = (id: string, list: readonly { argument_id: string; reasoning: string }[] | null | undefined) =>
      list?.find(({ argument_id }) => idOf(argument_id) === id)?.reasoning ?? null;
    return [
      {
        event: event.seq,
        at: event.at,
        judge: seat,
        exchange,
        order,
        first,
        scores: scores.map(({ id, score }) => ({
          id,
          score: score / UNIT,
          reasoning: reasonFor(id, judgment?.scores),
        })),
        rescores: rescores.map(({ id, delta }) => ({
          id,
          change: delta / UNIT,
          reasoning: reasonFor(id, judgment?.rescores),
        })),
      },
    ];
  });
}

/** Nothing of a phase that is blind and goes on stands in it. */
export function result(log: readonly LedgerEvent[], state: State): FormatResult | undefined {
  const { settled, seed, planned, options } = state;
  const words = wordsById(log);
  const shown: ShownArgument[] = [...shownArguments(state, 'proposition'), ...shownArguments(state, 'opposition')]
    .sort((a, b) => a.exchange - b.exchange)
    .map((argument) => ({ ...argument, words: words.get(argument.id) }));
  if (shown.length === 0) return undefined;
  const opened = log.find((event) => isEvent(event, 'debate-opened'));
  const motion = opened && textOf(opened.data.topic);
  const sides = new Map(shown.map(({ id, side }) => [id, side]));
  const { winner, margin, totals } = verdictOf(settled);
  const complete = phaseOf(state) === 'done';
  const points = turningPoints(settled, sides);
  const graph = graphOf(shown.map((argument) => ({ ...argument, title: argument.words?.title ?? '(redacted)' })));
  const curve = settled.map(curvePoint);
  const sensitivity = positionSensitivity(settled, seed, sides);
  const spread = judgesSpread(settled, sides);
  const headline = headlineOf(state);
  return {
    data: {
      motion: motion ?? null,
      definitions: options.definitions,
      scope: options.scope,
      exchanges: settled.length,
      planned,
      complete,
      totals: { proposition: totals.proposition / UNIT, opposition: totals.opposition / UNIT },
      leader: winner,
      winner: complete ? winner : null,
      margin: margin / UNIT,
      scoreCurve: curve,
      arguments: shown.map((argument) => argumentData(argument, settled)),
      judgments: judgmentsData(log, state),
      turningPoints: points.map(({ swing, ...point }) => ({ ...point, swing: swing / UNIT })),
      positionSensitivity: sensitivity.map((each) => ({ ...each })),
      judgesSpread: spread.map((each) => ({ ...each })),
      graph,
    },
    headline,
    markdown: reportOf({ motion, options, headline, shown, curve, points, sensitivity, spread, graph }),
  };
}
