// The judgment of an exchange: marks by dimension for arguments under neutral names; the rules make the scores, whatever they sum to.
import * as z from 'zod';
import { readAnswer } from '../../../domain/answers/read-answer.ts';
import { toJsonSchema } from '../../../domain/answers/schema.ts';
import { writeBlankForm } from '../../common/labelled/blank-form.ts';
import { idText, indentLines, inOneParagraph, withOtherNames } from '../../common/wording.ts';
import { type Act, type ActReading, defineAct } from '../../define-act.ts';
import { settleIfComplete } from '../course.ts';
import { judgmentData } from '../data.ts';
import { type Ballot, createBallot, listIdsBySide } from '../judging/ballot.ts';
import { centreValues, computeScores, DIMENSIONS, MAX_MARK, type Marks } from '../judging/dimensions.ts';
import { createIdFinder, type Order } from '../judging/neutral-names.ts';
import { balanceValues, formatSigned, MAX_DELTA, UNIT } from '../scoring.ts';
import { argumentsDue, labelSeat, type Side } from '../setup.ts';
import type { JudgmentState, State } from '../state.ts';
import { exchangeName, exchangeValues, joinIds, MAX_ANSWER, titleTurn } from '../words.ts';
import { checkChanges, checkMarks, warnOfLongReasons } from './check-judgment.ts';
import { readScores, scoredAnswer } from './judgment-by-scores.ts';

const argumentName = withOtherNames(idText, 'id', 'argument');
const reasoning = withOtherNames(z.string(), 'reason', 'rationale', 'explanation', 'justification');
/** One above the most is sent back in words that say so. */
const mark = z.number().meta({ maximum: MAX_MARK });

const answer = z.object({
  scores: z.array(
    z.object({
      argument_id: argumentName,
      reasoning,
      soundness: mark,
      evidence: mark,
      responsiveness: mark,
      clarity: mark,
    }),
  ),
  rescores: withOtherNames(
    z
      .array(z.object({ argument_id: argumentName, reasoning, change: withOtherNames(z.number(), 'delta') }))
      .nullable()
      .default(null),
    ...['rescoring', 'changes'],
  ),
});
/** Where no earlier score can change. */
const firstForm = answer.omit({ rescores: true });
type MarkedAnswer = z.infer<typeof answer>;
type Answer = MarkedAnswer | z.infer<typeof scoredAnswer>;
type Data = z.infer<typeof judgmentData>;

/** What the changes come to for all earlier arguments: what some gain, the others lose, and no score leaves its range. */
function computeDeltas(rescores: NonNullable<MarkedAnswer['rescores']>, { earlier, findId }: Ballot): number[] {
  const changes = new Map(rescores.map(({ argument_id, change }) => [findId(argument_id), change]));
  const scores = [...earlier.values()];
  const lowest = (index: number) => Math.max(-MAX_DELTA, -UNIT - (scores[index] as number));
  const highest = (index: number) => Math.min(MAX_DELTA, UNIT - (scores[index] as number));
  const wanted = centreValues([...earlier.keys()].map((id) => ((changes.get(id) ?? 0) * UNIT) / MAX_MARK));
  const bounded = wanted.map((delta, index) => Math.min(highest(index), Math.max(lowest(index), delta)));
  return balanceValues(bounded, lowest, highest);
}

function isMarked(said: Answer): said is MarkedAnswer {
  return said.scores.every((entry) => 'soundness' in entry);
}

/** Scores and deltas come in the order of the docket. */
function read(state: State, assessment: Answer, seat: string, order: Order): ActReading<Data> {
  const docket = createBallot(state, seat, order);
  const given = { exchange: state.exchange, order, first: docket.first };
  if (!isMarked(assessment)) {
    const { data, ...rest } = readScores(assessment, docket);
    return { ...rest, data: { ...given, ...data } };
  }
  const rescores = assessment.rescores ?? [];
  const fatal = [...checkMarks(assessment.scores, docket), ...checkChanges(rescores, docket)];
  if (fatal.length > 0) return { data: { ...given, scores: [], rescores: [] }, fatal };
  const marks = docket.due.map((id): Marks => {
    const entry = assessment.scores.find(({ argument_id }) => docket.findId(argument_id) === id) as Marks;
    const { soundness, evidence, responsiveness, clarity } = entry;
    return { soundness, evidence, responsiveness, clarity };
  });
  const values = computeScores(marks);
  const deltas = computeDeltas(rescores, docket);
  return {
    data: {
      ...given,
      scores: docket.due.map((id, index) => ({ id, score: values[index] as number, marks: marks[index] as Marks })),
      rescores: [...docket.earlier.keys()]
        .map((id, index) => ({ id, delta: deltas[index] as number }))
        .filter(({ delta }) => delta !== 0),
    },
    warnings: warnOfLongReasons([...assessment.scores, ...rescores]),
  };
}

/** Marks of a rehearsed judge: the proposition's by exchange and place, one more for the side that stands first. */
const SOUNDNESS = [7, 5, 8, 4];

function sample(seat: string, exchange: number, { due, findName, first }: Ballot): string {
  const among = argumentsDue(exchange);
  const assessment: MarkedAnswer = {
    scores: due.map((id, index) => {
      const isFirst = index < among;
      const isFor = isFirst === (first === 'proposition');
      const merit = SOUNDNESS[(exchange + (index % among) + seat.length) % SOUNDNESS.length] as number;
      return {
        argument_id: findName(id),
        soundness: isFor ? merit : 5,
        evidence: 5,
        responsiveness: 5,
        clarity: isFirst ? 6 : 5,
        reasoning: 'Rehearsed: a model would give its reason here.',
      };
    }),
    rescores: [],
  };
  return JSON.stringify(assessment, null, 2);
}

/** "soundness 7, evidence 5, responsiveness 6, clarity 8" */
const formatMarks = (marks: Marks) => DIMENSIONS.map((dimension) => `${dimension} ${marks[dimension]}`).join(', ');

function describeRescore(rescore: NonNullable<Answer['rescores']>[number]): string {
  if (!('change' in rescore)) return `earlier score: ${rescore.old_score} to ${rescore.new_score}`;
  return `earlier argument: ${rescore.change > 0 ? '+' : ''}${rescore.change} of ${MAX_MARK}`;
}

/** A judgment under the real names; the arguments are those that were there when it was made. */
function format({ scores, rescores }: Answer, data: Data, ids: Readonly<Record<Side, readonly string[]>>): string {
  const find = createIdFinder(ids, data.first);
  const resolveId = (name: string) => find(name) ?? inOneParagraph(name);
  const score = (id: string) => {
    const { score = 0, marks } = data.scores.find((each) => each.id === id) ?? {};
    return marks === undefined ? formatSigned(score) : `${formatSigned(score)} (${formatMarks(marks)})`;
  };
  const lines = [
    ...scores.map(
      ({ argument_id, reasoning }) =>
        `- ${resolveId(argument_id)}: ${score(resolveId(argument_id))}. ${indentLines(reasoning)}`,
    ),
    ...(rescores ?? []).map(
      (each) => `- ${resolveId(each.argument_id)}, ${describeRescore(each)}. ${indentLines(each.reasoning)}`,
    ),
  ];
  return `Side A was the ${data.first}.\n\n${lines.join('\n')}`;
}

/** `order`: which way round the judge sees the sides. */
const defineJudgment = (order: Order): Act<State, Answer, Data> =>
  defineAct<State, Answer, Data>({
    form: answer,
    parse(text, { state }) {
      if (!state.takesScores || readAnswer(text, answer).ok) return undefined;
      const scored = readAnswer(text, scoredAnswer);
      return scored.ok ? scored : undefined;
    },
    data: judgmentData,
    longest: MAX_ANSWER,
    request(state, seat) {
      const { exchange, options } = state;
      const docket = createBallot(state, seat, order);
      const earlier = [...docket.earlier.keys()].map(docket.findName);
      const rescores = options.rescoring && earlier.length > 0;
      return {
        id: `exchange-${exchange}-${seat}-order-${order}`,
        task: rescores ? 'mark-again' : 'mark-exchange',
        label: `${labelSeat(seat)} scores ${exchangeName(exchange)}${order === 1 ? '' : ', sides swapped'}`,
        data: { exchange, order },
        values: { ...exchangeValues(state), due: joinIds(docket.due.map(docket.findName)), earlier: joinIds(earlier) },
        alone: true,
        sample: () => sample(seat, exchange, docket),
        ...(rescores ? {} : writeBlankForm(toJsonSchema(firstForm))),
      };
    },
    fits(state, data, { seat }) {
      const docket = createBallot(state, seat, order);
      return (
        data.exchange === state.exchange &&
        data.order === order &&
        data.first === docket.first &&
        data.scores.map(({ id }) => id).join() === docket.due.join() &&
        data.rescores.every(({ id }) => docket.earlier.has(id))
      );
    },
    read: (state, given, { seat }) => read(state, given, seat, order),
    apply(state, { seat, seq, at, data }) {
      const judgment: JudgmentState = {
        seat,
        order: data.order,
        scores: Object.fromEntries(data.scores.map(({ id, score }) => [id, score])),
        rescores: Object.fromEntries(data.rescores.map(({ id, delta }) => [id, delta])),
      };
      return settleIfComplete({ ...state, judgments: [...state.judgments, judgment] }, { seq: seq + 1, at });
    },
    title: ({ seat, data: { exchange } }) =>
      titleTurn(exchange, `${labelSeat(seat)}${order === 2 ? ' with the sides swapped' : ''}`),
    text: (given, { data }, { state }) => format(given, data, listIdsBySide(state, data.exchange)),
  });

export const judgment = defineJudgment(1);
export const swappedJudgment = defineJudgment(2);
