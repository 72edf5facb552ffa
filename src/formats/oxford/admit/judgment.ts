// A judgment of one exchange as a judge gives it: what it is asked to fit, and everything that the rules hold against one.

import type { Judgment } from '../answers.ts';
import type { Ballot } from '../judging/ballot.ts';
import { balanced, decimal, MAX_DELTA, signed, sumOf, TOLERANCE, thousandths, UNIT } from '../scoring.ts';
import { countWords } from './arguments.ts';

interface ReadJudgment {
  readonly scores: readonly { readonly id: string; readonly score: number }[];
  readonly rescores: readonly { readonly id: string; readonly delta: number }[];
  readonly warnings: readonly string[];
  readonly issues: readonly string[];
}

const REASONING_WORDS = 75;
const names = (ids: readonly string[], { nameOf }: Ballot) => ids.map(nameOf).join(', ');
const inRange = (score: number) => score >= -1 && score <= 1;

/** What is wrong with the arguments that these entries name; they stand in `among` and are named once each. */
function checkNames(named: readonly string[], list: string, among: readonly string[], docket: Ballot): string[] {
  const seen = new Set<string>();
  return named.flatMap((name, index) => {
    const at = `${list}[${index}].argument_id`;
    const id = docket.idOf(name);
    if (id === undefined || !among.includes(id)) {
      const known = among.length === 0 ? 'there are none' : `those are ${names(among, docket)}`;
      const what = list === 'scores' ? 'an argument of this exchange' : 'an argument of an earlier exchange';
      return [`${at}: ${JSON.stringify(name.slice(0, 40))} is not ${what}; ${known}`];
    }
    if (seen.has(id)) return [`${at}: ${docket.nameOf(id)} is there twice`];
    seen.add(id);
    return [];
  });
}

function checkScores({ scores }: Judgment, docket: Ballot): string[] {
  const wrong = checkNames(
    scores.map(({ argument_id }) => argument_id),
    'scores',
    docket.due,
    docket,
  );
  const scored = new Set(scores.map(({ argument_id }) => docket.idOf(argument_id)));
  const missing = docket.due.filter((id) => !scored.has(id));
  return [
    ...wrong,
    ...(missing.length === 0 ? [] : [`scores: missing for ${names(missing, docket)}`]),
    ...scores.flatMap(({ score, reasoning }, index) => [
      ...(inRange(score) ? [] : [`scores[${index}].score: ${score} is not between -1 and 1`]),
      ...(reasoning.trim() === '' ? [`scores[${index}].reasoning: is empty`] : []),
    ]),
  ];
}

function checkRescores(rescores: NonNullable<Judgment['rescores']>, docket: Ballot): string[] {
  if (!docket.rescoring)
    return rescores.length === 0 ? [] : ['rescores: earlier scores are final in this debate; leave it empty'];
  const wrong = checkNames(
    rescores.map(({ argument_id }) => argument_id),
    'rescores',
    [...docket.earlier.keys()],
    docket,
  );
  return [
    ...wrong,
    ...rescores.flatMap(({ argument_id, old_score, new_score, reasoning }, index) => {
      const at = `rescores[${index}]`;
      const recorded = docket.earlier.get(docket.idOf(argument_id) ?? '');
      const [before, after] = [thousandths(old_score), thousandths(new_score)];
      return [
        ...(recorded === undefined || before === recorded
          ? []
          : [`${at}.old_score: the recorded score is ${decimal(recorded)}, not ${old_score}`]),
        ...(inRange(new_score) ? [] : [`${at}.new_score: ${new_score} is not between -1 and 1`]),
        ...(Math.abs(after - before) <= MAX_DELTA
          ? []
          : [
              `${at}: moves the score by ${signed(after - before)}; at most ${decimal(MAX_DELTA)} either way is allowed`,
            ]),
        ...(reasoning.trim() === '' ? [`${at}.reasoning: is empty`] : []),
      ];
    }),
  ];
}

function checkSum(values: readonly number[], what: string): string[] {
  const sum = sumOf(values);
  return Math.abs(sum) <= TOLERANCE ? [] : [`${what} must sum to 0, not ${decimal(sum)}`];
}

function warnOfRemainder(values: readonly number[], what: string): string[] {
  const sum = sumOf(values);
  return sum === 0 ? [] : [`${what} summed to ${decimal(sum)}; the difference was spread evenly.`];
}

/** Reads a judgment; with issues, nothing else of it counts. Scores and deltas come in the order of the docket. */
export function readJudgment(judgment: Judgment, docket: Ballot): ReadJudgment {
  const rescores = judgment.rescores ?? [];
  const found = [...checkScores(judgment, docket), ...checkRescores(rescores, docket)];
  const given = new Map(
    judgment.scores.map(({ argument_id, score }) => [docket.idOf(argument_id), thousandths(score)]),
  );
  const scores = docket.due.map((id) => given.get(id) ?? 0);
  const moved = new Map(
    rescores.map(({ argument_id, old_score, new_score }) => [
      docket.idOf(argument_id),
      thousandths(new_score) - thousandths(old_score),
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
  const even = balanced(
    scores,
    () => -UNIT,
    () => UNIT,
  );
  const old = (index: number) => rescored[index]?.[1] ?? 0;
  const evenDeltas = balanced(
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
      ...[...judgment.scores, ...rescores].flatMap(({ argument_id, reasoning }) => {
        const words = countWords(reasoning);
        return words > REASONING_WORDS
          ? [`The reasoning on ${argument_id} has ${words} words; the limit is ${REASONING_WORDS}.`]
          : [];
      }),
    ],
    issues: [],
  };
}
