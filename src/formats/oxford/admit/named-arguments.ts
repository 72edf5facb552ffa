// What the rules hold against the arguments that a judge names, and against its reasons.
import type { Ballot } from '../judging/ballot.ts';
import { countWords } from '../text-limits.ts';

interface Named {
  readonly argument_id: string;
  readonly reasoning: string;
}

const REASONING_WORDS = 75;
const names = (ids: readonly string[], { nameOf }: Ballot) => ids.map(nameOf).join(', ');

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

/** Arguments of the exchange that nobody scored. */
export function checkMissing(entries: readonly Named[], docket: Ballot): string[] {
  const scored = new Set(entries.map(({ argument_id }) => docket.idOf(argument_id)));
  const missing = docket.due.filter((id) => !scored.has(id));
  return missing.length === 0 ? [] : [`scores: missing for ${names(missing, docket)}`];
}

export function checkReason(reasoning: string, at: string): string[] {
  return reasoning.trim() === '' ? [`${at}.reasoning: is empty`] : [];
}

export function checkRescoring(rescores: readonly Named[], { rescoring }: Ballot): string[] {
  const isAllowed = rescoring || rescores.length === 0;
  return isAllowed ? [] : ['rescores: earlier scores are final in this debate; leave it empty'];
}

export function warnOfLongReasons(entries: readonly Named[]): string[] {
  return entries.flatMap(({ argument_id, reasoning }) => {
    const words = countWords(reasoning);
    return words > REASONING_WORDS
      ? [`The reasoning on ${argument_id} has ${words} words; the limit is ${REASONING_WORDS}.`]
      : [];
  });
}
