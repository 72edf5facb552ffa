// What the rules hold against a judgment: the arguments that it names, its marks and its reasons.
import { isBlank } from '../../../domain/answers/nothing.ts';
import type { Ballot } from '../judging/ballot.ts';
import { DIMENSIONS, MAX_MARK, type Marks } from '../judging/dimensions.ts';
import { countWords } from '../text-limits.ts';

interface Named {
  readonly argument_id: string;
  readonly reasoning: string;
}

const REASONING_WORDS = 75;
const names = (ids: readonly string[], { findName }: Ballot) => ids.map(findName).join(', ');

/** What is wrong with the arguments that these entries name; they stand in `among` and are named once each. */
export function checkNames(
  entries: readonly Named[],
  list: 'scores' | 'rescores',
  among: readonly string[],
  docket: Ballot,
): string[] {
  const seen = new Set<string>();
  return entries.flatMap(({ argument_id: name }, index) => {
    const at = `${list}[${index}].argument_id`;
    const id = docket.findId(name);
    if (id === undefined || !among.includes(id)) {
      const known = among.length === 0 ? 'there are none' : `those are ${names(among, docket)}`;
      const what = list === 'scores' ? 'an argument of this exchange' : 'an argument of an earlier exchange';
      return [`${at}: ${JSON.stringify(name.slice(0, 40))} is not ${what}; ${known}`];
    }
    if (seen.has(id)) return [`${at}: ${docket.findName(id)} is there twice`];
    seen.add(id);
    return [];
  });
}

/** Arguments of the exchange that nobody scored. */
export function checkMissing(entries: readonly Named[], docket: Ballot): string[] {
  const scored = new Set(entries.map(({ argument_id }) => docket.findId(argument_id)));
  const missing = docket.due.filter((id) => !scored.has(id));
  return missing.length === 0 ? [] : [`scores: missing for ${names(missing, docket)}`];
}

function checkReason(reasoning: string, at: string): string[] {
  return isBlank(reasoning) ? [`${at}.reasoning: is empty`] : [];
}

export function warnOfLongReasons(entries: readonly Named[]): string[] {
  return entries.flatMap(({ argument_id, reasoning }) => {
    const words = countWords(reasoning);
    return words > REASONING_WORDS
      ? [`The reasoning on ${argument_id} has ${words} words; the limit is ${REASONING_WORDS}.`]
      : [];
  });
}

/** Points of ten by which one judgment may move an earlier argument. */
const MAX_CHANGE = 2;

const isMark = (mark: number) => Number.isInteger(mark) && mark >= 0 && mark <= MAX_MARK;
const isChange = (change: number) => Number.isInteger(change) && Math.abs(change) <= MAX_CHANGE;

export function checkMarks(scores: readonly (Named & Marks)[], docket: Ballot): string[] {
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

export function checkChanges(rescores: readonly (Named & { readonly change: number })[], docket: Ballot): string[] {
  if (!docket.rescoring) {
    return rescores.length === 0 ? [] : ['rescores: earlier scores are final in this debate; leave it empty'];
  }
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
