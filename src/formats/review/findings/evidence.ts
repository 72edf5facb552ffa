// Holds a claim against the material: is its file in the diff, does the diff show its line, does its quote stand there.

import { type Diff, parseDiff, pathOf } from '../../../domain/diffs/diff.ts';
import { fileNamed, hasLine } from '../../../domain/diffs/lookup.ts';
import { quoteStands } from '../../../domain/diffs/quote.ts';
import type { EventData } from '../../../domain/events.ts';
import { textOf } from '../../../domain/sealed.ts';
import { isDiff, listDiffs } from '../../common/diffs.ts';
import type { ClaimData, ClaimWords } from './finding.ts';

/** What the reviewers were given. */
export interface Material {
  readonly diff: Diff;
  /** Files around the diff, by the path they came from; white space is one blank each. */
  readonly around: readonly { readonly path: string; readonly text: string }[];
}

export const NO_MATERIAL: Material = { diff: { files: [] }, around: [] };

const collapseSpace = (text: string) => text.replace(/\s+/g, ' ').trim();

export function readMaterial({ context }: Pick<EventData<'debate-opened'>, 'context'>): Material {
  return {
    diff: parseDiff(listDiffs(context).join('\n')),
    around: context
      .filter((item) => !isDiff(item))
      .map(({ source, content }) => ({ path: source, text: collapseSpace(textOf(content) ?? '') })),
  };
}

/** Whether the one is the other, or the end of it folder by folder. */
function isTail(name: string, path: string): boolean {
  const [short, long] = [name.replace(/^(?:\.?\/)+/, '').toLowerCase(), path.toLowerCase()];
  return short === long || (short !== '' && long.endsWith(`/${short}`));
}

function isQuotedAround({ around }: Material, quote: string, file: string | null): boolean {
  const wanted = collapseSpace(quote);
  if (!/[\p{L}\p{N}]/u.test(wanted)) return false;
  return around.some(({ path, text }) => (file === null || isTail(file, path)) && text.includes(wanted));
}

export interface Evidence extends Omit<ClaimData, 'severity' | 'alike'> {
  /** The diff shows the line. */
  readonly lineShown: boolean;
}

/**
 * With `explore` a reviewer may have read files that are not in the material: naming one is no false positive then, but
 * stays unverified.
 */
export function checkEvidence(words: ClaimWords, material: Material, explore: boolean): Evidence {
  const { diff, around } = material;
  const quote = words.evidence?.trim() ?? '';
  const named = words.file === null ? undefined : fileNamed(diff, words.file);
  const near = words.line === null ? {} : { line: words.line };
  const stands =
    quote === '' ? undefined : quoteStands(diff, quote, named === undefined ? near : { file: named, ...near });
  // A name that fits several files, or none at all, is settled by the quote.
  const fits = (index: number) => {
    const file = diff.files[index];
    return words.file === null || (file !== undefined && isTail(words.file, pathOf(file)));
  };
  const file = named ?? (stands !== undefined && fits(stands.file) ? stands.file : undefined);
  const standsHere = stands !== undefined && stands.file === file;
  const diffFile = file === undefined ? undefined : diff.files[file];
  const given = diffFile !== undefined && words.line !== null && hasLine(diffFile, words.line) ? words.line : undefined;
  const quoted = standsHere && stands.side === 'new' ? stands.line : undefined;
  const lineShown = given !== undefined || quoted !== undefined;

  const isAround = words.file !== null && around.some(({ path }) => isTail(words.file ?? '', path));
  const isKnown = isAround || (words.file !== null && diff.files.some((_, index) => fits(index)));
  const quotedAround = quote !== '' && words.file !== null && isQuotedAround(material, quote, words.file);
  const quotedSomewhere =
    standsHere ||
    quotedAround ||
    (quote !== '' && (quoteStands(diff, quote) !== undefined || isQuotedAround(material, quote, null)));
  const absentFile = words.file !== null && file === undefined && !isKnown;
  const absentQuote = quote !== '' && !quotedSomewhere;
  // The contents of a file that was not passed in are unknown here.
  const elsewhere = explore && file === undefined;
  return {
    file: file ?? null,
    line: given ?? quoted ?? words.line,
    verified:
      standsHere || quotedAround
        ? 'quote'
        : given !== undefined
          ? 'line'
          : file !== undefined || isKnown
            ? 'file'
            : 'unverified',
    falsePositive: (absentFile || absentQuote) && !elsewhere,
    lineShown,
  };
}
