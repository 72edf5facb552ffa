// The score curve, arguments and judgments of the result as data.
import { defined } from '../../../domain/defined.ts';
import { isEvent, type LedgerEvent } from '../../../domain/events.ts';
import { judgment } from '../acts/judgment.ts';
import { readJudgmentData } from '../data.ts';
import { listIdsBySide } from '../judging/ballot.ts';
import { createIdFinder } from '../judging/neutral-names.ts';
import type { MarginReading, Reliability } from '../judging/reliability.ts';
import { toScore, UNIT } from '../scoring.ts';
import { isSide } from '../setup.ts';
import type { JudgedExchange, State } from '../state.ts';
import type { WordedArgument } from './arguments.ts';

export function buildCurvePoint({ exchange, total }: JudgedExchange, index: number, all: readonly JudgedExchange[]) {
  return {
    exchange,
    change: (total - (all[index - 1]?.total ?? 0)) / UNIT,
    proposition: total / UNIT,
    opposition: total === 0 ? 0 : -total / UNIT,
  };
}

/** The score of an argument after each exchange that set or changed it. */
function buildHistory(id: string, settled: readonly JudgedExchange[]) {
  let score = 0;
  return settled.flatMap(({ exchange, scores, rescores }) => {
    const change = scores[id] ?? rescores[id];
    if (change === undefined) return [];
    score += change;
    return [{ exchange, score: score / UNIT }];
  });
}

export function buildArgument(argument: WordedArgument, settled: readonly JudgedExchange[]) {
  const { id, side, exchange, score, attacks, defends, words } = argument;
  return {
    id,
    side,
    exchange,
    score: score === undefined ? null : score / UNIT,
    history: buildHistory(id, settled),
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

export function buildJudgments(log: readonly LedgerEvent[], state: State) {
  const { settled } = state;
  const ids = listIdsBySide(state);
  return log.flatMap((event) => {
    if (!isEvent(event, 'turn-recorded') || isSide(event.data.seat)) return [];
    const { seat, data } = event.data;
    const { exchange, order, first, scores, rescores } = readJudgmentData(data);
    const counted = settled[exchange]?.judgments.some((each) => each.seat === seat && each.order === order);
    if (counted !== true) return [];
    const { answer } = judgment.readTurn(event, () => state);
    const findId = createIdFinder(ids, first);
    const reasonFor = (id: string, list: readonly { argument_id: string; reasoning: string }[] | null | undefined) =>
      list?.find(({ argument_id }) => findId(argument_id) === id)?.reasoning ?? null;
    return [
      {
        event: event.seq,
        at: event.at,
        judge: seat,
        exchange,
        order,
        first,
        scores: scores.map(({ id, score, marks }) => ({
          id,
          score: score / UNIT,
          ...defined({ marks }),
          reasoning: reasonFor(id, answer?.scores),
        })),
        rescores: rescores.map(({ id, delta }) => ({
          id,
          change: delta / UNIT,
          reasoning: reasonFor(id, answer?.rescores),
        })),
      },
    ];
  });
}

/** The readings of the margin, as far as the judging gave several. */
export function buildReliability({ orders, judges, sensitivity, doubt }: Reliability) {
  const read = ({ part, margin }: MarginReading) => ({ part, margin: toScore(margin) });
  return {
    orders: orders.map(read),
    judges: judges.map(read),
    sensitivity: sensitivity === undefined ? null : toScore(sensitivity),
    doubt: doubt ?? null,
  };
}
