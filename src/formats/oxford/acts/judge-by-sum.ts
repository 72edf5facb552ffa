// A judgment under the first rules: scores that the judge itself makes sum to zero.

import * as z from 'zod';
import type { Reading } from '../../define-act.ts';
import type { Ballot, JudgeBallot } from '../judging/ballot.ts';
import { argumentsDue } from '../options.ts';
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
import { checkMissing, checkNames, checkReason, checkRescoring, warnOfLongReasons } from './check-judgment.ts';

export const sumAnswer = z.object({
  scores: z.array(z.object({ argument_id: z.string(), reasoning: z.string(), score: z.number() })),
  rescores: z
    .array(z.object({ argument_id: z.string(), old_score: z.number(), reasoning: z.string(), new_score: z.number() }))
    .nullable()
    .default(null),
});

export type SumAnswer = z.infer<typeof sumAnswer>;

const inRange = (score: number) => score >= -1 && score <= 1;

function checkScores({ scores }: SumAnswer, docket: Ballot): string[] {
  return [
    ...checkNames(scores, 'scores', docket.due, docket),
    ...checkMissing(scores, docket),
    ...scores.flatMap(({ score, reasoning }, index) => [
      ...(inRange(score) ? [] : [`scores[${index}].score: ${score} is not between -1 and 1`]),
      ...checkReason(reasoning, `scores[${index}]`),
    ]),
  ];
}

function checkRescores(rescores: NonNullable<SumAnswer['rescores']>, docket: Ballot): string[] {
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

/** What is read out of a judgment. */
export interface Scores {
  readonly scores: { readonly id: string; readonly score: number }[];
  readonly rescores: { readonly id: string; readonly delta: number }[];
}

/** Reads a judgment; with issues, nothing else of it counts. Scores and deltas come in the order of the docket. */
export function readBySum(judgment: SumAnswer, docket: Ballot): Reading<Scores> {
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
  if (issues.length > 0) return { data: { scores: [], rescores: [] }, fatal: issues };
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
    data: {
      scores: docket.due.map((id, index) => ({ id, score: even[index] as number })),
      rescores: rescored
        .map(([id], index) => ({ id, delta: evenDeltas[index] as number }))
        .filter(({ delta }) => delta !== 0),
    },
    warnings: [
      ...warnOfRemainder(scores, 'The scores'),
      ...warnOfRemainder(deltas, 'The changes of earlier scores'),
      ...warnOfLongReasons([...judgment.scores, ...rescores]),
    ],
  };
}

/** What a rehearsed judge thinks of the proposition's arguments, in thousandths, by exchange and place in the answer. */
const MERITS = [120, -40, 200, -160];
/** How far it leans towards whoever stands first, so that a rehearsal shows what position sensitivity looks like. */
const LEAN = 30;

/** The side that stands second gets the opposite at each place, so that the scores sum to zero. */
export function sampleBySum(seat: string, exchange: number, { due, nameOf, first }: JudgeBallot): string {
  const among = argumentsDue(exchange);
  const side = first === 'proposition' ? 1 : -1;
  const judgment: SumAnswer = {
    scores: due.map((id, index) => {
      const merit = (MERITS[(exchange + (index % among)) % MERITS.length] as number) + 10 * seat.length;
      const score = (side * merit + LEAN) / UNIT;
      const reasoning = 'Rehearsed: a model would give its reason here.';
      return { argument_id: nameOf(id), score: index < among ? score : -score, reasoning };
    }),
    rescores: [],
  };
  return JSON.stringify(judgment, null, 2);
}
