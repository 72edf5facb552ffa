// What changed between a debate and its recheck.
import { OUTCOME_WORDS } from '../../../domain/outcomes.ts';
import type { Recheck } from '../../../hall/operations/debate/related/recheck.ts';
import type { Colours } from '../terminal/io.ts';
import { SUMMARY_HANG } from './summary.ts';

type CameTo = Recheck['before'];

const MATERIAL = [
  ['added', 'new'],
  ['gone', 'gone'],
  ['changed', 'changed'],
] as const satisfies readonly (readonly [keyof Recheck['material'], string])[];

function describe({ outcome, answer }: CameTo): string {
  const title = outcome === null ? 'no outcome' : OUTCOME_WORDS[outcome].title.toLowerCase();
  return answer === null ? title : `${answer} (${title})`;
}

function verdictOf({ before, now, changed }: Recheck, colours: Colours): string {
  const from = `${before.threadId}: ${describe(before)}; now: ${describe(now)}`;
  if (changed === null) return `answers in words, compare them yourself; ${from}`;
  return changed ? colours.yellow(`the answer changed; ${from}`) : colours.green(`the same answer; ${from}`);
}

export function recheckLines(recheck: Recheck, colours: Colours): string[] {
  const material = MATERIAL.flatMap(([key, word]) => {
    const sources = recheck.material[key];
    return sources.length === 0 ? [] : [`${word}: ${sources.join(', ')}`];
  });
  const rows = [
    ['Recheck', verdictOf(recheck, colours)],
    ['Material', material.length === 0 ? 'as it was' : material.join('; ')],
  ] as const;
  return rows.map(([name, value]) => `${colours.dim(name.padEnd(SUMMARY_HANG.length))}${value}`);
}
