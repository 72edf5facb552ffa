// What sides and judges are asked for.
import type { StepRequest } from '../define-format.ts';
import { argumentsJsonSchema, assessmentJsonSchema, judgmentJsonSchema } from './answers.ts';
import { createBallot } from './judging/ballot.ts';
import type { Order } from './judging/neutral-names.ts';
import { argumentsDue, type Options } from './options.ts';
import { sampleArguments, sampleAssessment, sampleJudgment } from './samples.ts';
import { formatScore } from './scoring.ts';
import { argumentId, LABELS, labelOf, otherSide, SIDES, type Side } from './seats.ts';
import { ACTS, initial, type State, scoresByDimension } from './state.ts';

export const list = (ids: readonly string[]) => (ids.length === 0 ? '(none)' : ids.join(', '));

/** "the opening", "exchange 2" */
export function exchangeName(exchange: number): string {
  return exchange === 0 ? 'the opening' : `exchange ${exchange}`;
}

function exchangeValues({ exchange, planned }: State) {
  return { exchange: String(exchange), exchanges: String(planned) };
}

export function requestArguments(state: State, side: Side): StepRequest {
  const { exchange } = state;
  const targets = {
    own: state.arguments[side].filter((each) => each.exchange < exchange).map(({ id }) => id),
    opposing: state.arguments[otherSide(side)].filter((each) => each.exchange < exchange).map(({ id }) => id),
  };
  const opening = exchange === 0;
  return {
    id: `exchange-${exchange}-${side}`,
    seat: side,
    act: ACTS.argue,
    task: opening ? 'open' : 'rebut',
    label: `${LABELS[side]} ${opening ? 'opens' : `argues in ${exchangeName(exchange)}`}`,
    data: { exchange },
    values: { ...exchangeValues(state), opposing: list(targets.opposing), own: list(targets.own) },
    schema: argumentsJsonSchema,
    sample: (subject) => sampleArguments(side, exchange, targets, subject),
  };
}

export function requestJudgment(state: State, seat: string, order: Order): StepRequest {
  const { exchange } = state;
  const docket = createBallot(state, seat, order);
  const act = order === 1 ? ACTS.judge : ACTS.judgeSwapped;
  const byDimension = scoresByDimension(state);
  const earlier = [...docket.earlier].map(([id, score]) =>
    byDimension ? docket.nameOf(id) : `${docket.nameOf(id)} (${formatScore(score)})`,
  );
  const isAgain = state.options.rescoring && earlier.length > 0;
  return {
    id: `exchange-${exchange}-${seat}-order-${order}`,
    seat,
    act,
    task: `${byDimension ? 'mark' : 'judge'}-${isAgain ? 'again' : 'exchange'}`,
    label: `${labelOf(seat)} scores ${exchangeName(exchange)}${order === 1 ? '' : ', sides swapped'}`,
    data: { exchange, order },
    values: { ...exchangeValues(state), due: list(docket.due.map(docket.nameOf)), earlier: list(earlier) },
    schema: byDimension ? assessmentJsonSchema : judgmentJsonSchema,
    alone: true,
    sample: () => (byDimension ? sampleAssessment : sampleJudgment)(seat, exchange, docket),
  };
}

/** A judge's first request needs arguments; their names are known before anyone has written them. */
export function createSampleState(options: Options): State {
  const given = (side: Side) =>
    Array.from({ length: argumentsDue(0) }, (_, index) => ({
      id: argumentId(side, 0, index, argumentsDue(0)),
      side,
      exchange: 0,
      score: undefined,
      attacks: [],
      defends: [],
    }));
  return {
    ...initial(options),
    arguments: { proposition: given('proposition'), opposition: given('opposition') },
    argued: SIDES,
  };
}
