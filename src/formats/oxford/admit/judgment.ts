// A judgment under the first rules: scores that the judge itself makes sum to zero.

import type { Judgment } from '../answers.ts';
import type { Ballot } from '../judging/ballot.ts';
import {
  balanceValues,
  formatScore,
  formatSigned,
  MAX_DELTA,
  roundToThousandths,
  sumOf,
  TOLERANCE,
  UNIT,
} from '../scoring.ts';
import { checkMissing, checkNames, checkReason, checkRescoring, warnOfLongReasons } from './named-arguments.ts';
import type { ReadJudgment } from './read-judgment.ts';

const inRange = (score: number) => score >= -1 && score <= 1;

function checkScores({ scores }: Judgment, docket: Ballot): string[] {
  return [
    ...checkNames(scores, 'scores', docket.due, docket),
    ...checkMissing(scores, docket),
    ...scores.flatMap(({ score, reasoning }, index) => [
      ...(inRange(score) ? [] : [`scores[${index}].score: ${score} is not between -1 and 1`]),
      ...checkReason(reasoning, `scores[${index}]`),
    ]),
  ];
}

function checkRescores(rescores: NonNullable<Judgment['rescores']>, docket: Ballot): string[] {
  if (!docket.rescoring) return checkRescoring(rescores, docket);
  return [
    ...checkNames(rescores, 'rescores', [...docket.earlier.keys()], docket),
    ...rescores.flatMap(({ argument_id, old_score, new_score, reasoning }, index) => {
      const at = `rescores[${index}]`;
      const recorded = docket.earlier.get(docket.idOf(argument_id) ?? '');
      const [before, after] = [roundToThousandths(old_score), roundToThousandths(new_score)];
      return [
        ...(recorded === undefined || before === recorded
          ? []
          : [`${at}.old_score: the recorded score is ${formatScore(recorded)}, not ${old_score}`]),
        ...(inRange(new_score) ? [] : [`${at}.new_score: ${new_score} is not between -1 and 1`]),
        ...(Math.abs(after - before) <= MAX_DELTA
          ? []
          : [
              `${at}: moves the score by ${formatSigned(after - before)}; at most ${formatScore(MAX_DELTA)} either way is allowed`,
            ]),
        ...checkReason(reasoning, at),
      ];
    }),
  ];
}

function checkSum(values: readonly number[], what: string): string[] {
  const sum = sumOf(values);
  return Math.abs(sum) <= TOLERANCE ? [] : [`${what} must sum to 0, not ${formatScore(sum)}`];
}

function warnOfRemainder(values: readonly number[], what: string): string[] {
  const sum = sumOf(values);
  return sum === 0 ? [] : [`${what} summed to ${formatScore(sum)}; the difference was spread evenly.`];
}

/** Reads a judgment; with issues, nothing else of it counts. Scores and deltas come in the order of the docket. */
export function readJudgment(judgment: Judgment, docket: Ballot): ReadJudgment {
  const rescores = judgment.rescores ?? [];
  const found = [...checkScores(judgment, docket), ...checkRescores(rescores, docket)];
  const given = new Map(
    judgment.scores.map(({ argument_id, score }) => [docket.idOf(argument_id), roundToThousandths(score)]),
  );
  const scores = docket.due.map((id) => given.get(id) ?? 0);
  const moved = new Map(
    rescores.map(({ argument_id, old_score, new_score }) => [
      docket.idOf(argument_id),
      roundToThousandths(new_score) - roundToThousandths(old_score),
    ]),
  );
  const rescored = [...docket.earlier].filter(([id]) => moved.has(id));
  const deltas = rescored.map(([id]) => moved.get(id) as number);
  const issues =
    found.length > 0
      ? found
      : [
          ...checkSum(scores, 'scores: the scores of this exchange'),
          ...checkSum(deltas, 'rescores: what some arguments gain, others lose, so the changes'),
        ];
  if (issues.length > 0) return { scores: [], rescores: [], warnings: [], issues };
  const even = balanceValues(
    scores,
    () => -UNIT,
    () => UNIT,
  );
  const old = (index: number) => rescored[index]?.[1] ?? 0;
  const evenDeltas = balanceValues(
    deltas,
    (index) => Math.max(-MAX_DELTA, -UNIT - old(index)),
    (index) => Math.min(MAX_DELTA, UNIT - old(index)),
  );
  return {
    scores: docket.due.map((id, index) => ({ id, score: even[index] as number })),
    rescores: rescored
      .map(([id], index) => ({ id, delta: evenDeltas[index] as number }))
      .filter(({ delta }) => delta !== 0),
    warnings: [
      ...warnOfRemainder(scores, 'The scores'),
      ...warnOfRemainder(deltas, 'The changes of earlier scores'),
      ...warnOfLongReasons([...judgment.scores, ...rescores]),
    ],
    issues: [],
  };
}
