// A judgment that came with scores in place of marks: of a debate that was imported, and whose judges made them sum to zero.
import * as z from 'zod';
import { idText } from '../../common/wording.ts';
import type { ActReading } from '../../define-act.ts';
import type { Ballot } from '../judging/ballot.ts';
import { addUp, balanceValues, formatScore, MAX_DELTA, UNIT } from '../scoring.ts';
import { checkMissing, checkNames } from './check-judgment.ts';

const score = z.number().min(-1).max(1);

export const scoredAnswer = z.object({
  scores: z.array(z.object({ argument_id: idText, reasoning: z.string(), score })),
  rescores: z
    .array(z.object({ argument_id: idText, old_score: score, reasoning: z.string(), new_score: score }))
    .nullable()
    .default(null),
});

type ScoredAnswer = z.infer<typeof scoredAnswer>;

/** How far from zero the scores of one judgment may sum, in thousandths; what is left is taken out. */
const TOLERANCE = 10;

const toThousandths = (given: number) => Math.round(given * UNIT);

function checkSum(values: readonly number[], what: string): string[] {
  const sum = addUp(values);
  return Math.abs(sum) <= TOLERANCE ? [] : [`${what} must sum to 0, not ${formatScore(sum)}`];
}

function warnOfRemainder(values: readonly number[], what: string): string[] {
  const sum = addUp(values);
  return sum === 0 ? [] : [`${what} summed to ${formatScore(sum)}; the difference was spread evenly.`];
}

interface Scores {
  readonly scores: { readonly id: string; readonly score: number }[];
  readonly rescores: { readonly id: string; readonly delta: number }[];
}

/** Scores and deltas come in the order of the docket. */
export function readScores({ scores: given, rescores }: ScoredAnswer, docket: Ballot): ActReading<Scores> {
  const again = rescores ?? [];
  const byId = new Map(given.map((each) => [docket.findId(each.argument_id), toThousandths(each.score)]));
  const scores = docket.due.map((id) => byId.get(id) ?? 0);
  const moved = new Map(
    again.map((each) => [
      docket.findId(each.argument_id),
      toThousandths(each.new_score) - toThousandths(each.old_score),
    ]),
  );
  const rescored = [...docket.earlier].filter(([id]) => moved.has(id));
  const deltas = rescored.map(([id]) => moved.get(id) as number);
  const fatal = [
    ...checkNames(given, 'scores', docket.due, docket),
    ...checkMissing(given, docket),
    ...checkNames(again, 'rescores', [...docket.earlier.keys()], docket),
    ...checkSum(scores, 'scores: the scores of this exchange'),
    ...checkSum(deltas, 'rescores: what some arguments gain, others lose, so the changes'),
  ];
  if (fatal.length > 0) return { data: { scores: [], rescores: [] }, fatal };
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
    warnings: [...warnOfRemainder(scores, 'The scores'), ...warnOfRemainder(deltas, 'The changes of earlier scores')],
  };
}
