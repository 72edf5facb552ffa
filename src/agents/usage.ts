// The figures of usage that agents report, which can be anything: what cannot be a figure is absent, and never 0 or an error.
import * as z from 'zod';
import { addUsage } from '../domain/calls.ts';
import type { Usage } from '../domain/event-parts.ts';
import { MICRO } from '../domain/words/format-figures.ts';

/** More than any call takes, and so little that the sum of many calls stays exact. */
const MOST = 1e12;

/** Not a number for what is no figure: so is then what is computed of it, such as the difference of two sums. */
const upTo = (most: number) =>
  z
    .number()
    .min(0)
    .max(most)
    .nullish()
    .transform((figure) => figure ?? undefined)
    .catch(Number.NaN);

/** Tokens as an agent reports them; absent where it reports none. */
export const reportedTokens = upTo(MOST);
export const reportedDollars = upTo(MOST / MICRO);

/** Usage as records take it. What is left out of it makes its sums lower bounds. */
export function readUsage({ atLeast, ...reported }: { readonly [Key in keyof Usage]: Usage[Key] | undefined }): Usage {
  const figures = Object.entries(reported).flatMap(([name, figure]) =>
    figure === undefined ? [] : ([[name, figure]] as const),
  );
  const readable = figures
    .map(([name, figure]) => [name, Math.round(figure)] as const)
    .filter(([, figure]) => figure >= 0 && figure <= MOST);
  const isPart = atLeast === true || readable.length < figures.length;
  return { ...Object.fromEntries(readable), ...(isPart ? { atLeast: true } : {}) };
}

/** With what a try before it took, whose question was refused: one that reports nothing took nothing. */
export function addTry(refused: Usage | undefined, usage: Usage | undefined): Usage | undefined {
  if (refused === undefined) return usage;
  return usage === undefined ? { ...refused, atLeast: true } : addUsage(refused, usage);
}
