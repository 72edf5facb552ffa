// A judgment by dimensions, under rules that say what `judged` means: its marks give the scores, whatever they sum to.
import type { Assessment } from '../answers.ts';
import type { Ballot } from '../judging/ballot.ts';
import { centreValues, computeScores, DIMENSIONS, MAX_MARK, type Marks } from '../judging/dimensions.ts';
import { balanceValues, MAX_DELTA, UNIT } from '../scoring.ts';
import { checkMissing, checkNames, checkReason, checkRescoring, warnOfLongReasons } from './named-arguments.ts';
import type { ReadJudgment } from './read-judgment.ts';

/** Points of ten by which one judgment may move an earlier argument. */
const MAX_CHANGE = 2;

const isMark = (mark: number) => Number.isInteger(mark) && mark >= 0 && mark <= MAX_MARK;
const isChange = (change: number) => Number.isInteger(change) && Math.abs(change) <= MAX_CHANGE;

function checkMarks({ scores }: Assessment, docket: Ballot): string[] {
  return [
    ...checkNames(scores, 'scores', docket.due, docket),
    ...checkMissing(scores, docket),
    ...scores.flatMap((entry, index) => [
      ...DIMENSIONS.filter((dimension) => !isMark(entry[dimension])).map(
        (dimension) =>
          `scores[${index}].${dimension}: must be a whole number from 0 to ${MAX_MARK}, not ${entry[dimension]}`,
      ),
      ...checkReason(entry.reasoning, `scores[${index}]`),
    ]),
  ];
}

function checkChanges(rescores: NonNullable<Assessment['rescores']>, docket: Ballot): string[] {
  if (!docket.rescoring) return checkRescoring(rescores, docket);
  return [
    ...checkNames(rescores, 'rescores', [...docket.earlier.keys()], docket),
    ...rescores.flatMap(({ change, reasoning }, index) => [
      ...(isChange(change)
        ? []
        : [`rescores[${index}].change: must be a whole number from -${MAX_CHANGE} to ${MAX_CHANGE}, not ${change}`]),
      ...checkReason(reasoning, `rescores[${index}]`),
    ]),
  ];
}

/** What the changes come to for all earlier arguments: what some gain, the others lose, and no score leaves its range. */
function computeDeltas(rescores: NonNullable<Assessment['rescores']>, { earlier, idOf }: Ballot): number[] {
  const changes = new Map(rescores.map(({ argument_id, change }) => [idOf(argument_id), change]));
  const scores = [...earlier.values()];
  const lowest = (index: number) => Math.max(-MAX_DELTA, -UNIT - (scores[index] as number));
  const highest = (index: number) => Math.min(MAX_DELTA, UNIT - (scores[index] as number));
  const wanted = centreValues([...earlier.keys()].map((id) => ((changes.get(id) ?? 0) * UNIT) / MAX_MARK));
  const bounded = wanted.map((delta, index) => Math.min(highest(index), Math.max(lowest(index), delta)));
  return balanceValues(bounded, lowest, highest);
}

/** Reads a judgment; with issues, nothing else of it counts. Scores and deltas come in the order of the docket. */
export function readAssessment(assessment: Assessment, docket: Ballot): ReadJudgment {
  const rescores = assessment.rescores ?? [];
  const issues = [...checkMarks(assessment, docket), ...checkChanges(rescores, docket)];
  if (issues.length > 0) return { scores: [], rescores: [], warnings: [], issues };
  const marks = docket.due.map((id): Marks => {
    const entry = assessment.scores.find(({ argument_id }) => docket.idOf(argument_id) === id) as Marks;
    const { soundness, evidence, responsiveness, clarity } = entry;
    return { soundness, evidence, responsiveness, clarity };
  });
  const values = computeScores(marks);
  const deltas = computeDeltas(rescores, docket);
  return {
    scores: docket.due.map((id, index) => ({ id, score: values[index] as number, marks: marks[index] as Marks })),
    rescores: [...docket.earlier.keys()]
      .map((id, index) => ({ id, delta: deltas[index] as number }))
      .filter(({ delta }) => delta !== 0),
    warnings: warnOfLongReasons([...assessment.scores, ...rescores]),
    issues: [],
  };
}
