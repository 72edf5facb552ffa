// Holds a claim against the material: is its file in the diff, does the diff show its line, does its quote stand there.
import { type Diff, getPath } from '../../../domain/diffs/diff.ts';
import { fileNamed, hasLine } from '../../../domain/diffs/lookup.ts';
import { quoteStands } from '../../../domain/diffs/quote.ts';
import { documentsNamed, type GivenMaterial, isInDocuments } from '../../../domain/evidence/check-given.ts';
import { isTail } from '../../../domain/evidence/quote-in-text.ts';
import type { ClaimData } from '../data.ts';
import type { ClaimWords, ReviewClaim } from './finding.ts';

export interface Evidence extends Omit<ClaimData, 'severity' | 'alike'> {
  readonly lineShown: boolean;
}

/**
 * With `explore` a reviewer may have read files that are not in the material: naming one is no false positive then, but
 * stays unverified.
 */
export function checkFindingEvidence(words: ClaimWords, material: GivenMaterial, explore: boolean): Evidence {
  const { diff } = material;
  const quote = words.evidence?.trim() ?? '';
  const named = words.file === null ? undefined : fileNamed(diff, words.file);
  const near = words.line === null ? {} : { line: words.line };
  const stands =
    quote === '' ? undefined : quoteStands(diff, quote, named === undefined ? near : { file: named, ...near });
  // A name that fits several files, or none at all, is settled by the quote.
  const fits = (index: number) => {
    const file = diff.files[index];
    return words.file === null || (file !== undefined && isTail(words.file, getPath(file)));
  };
  const file = named ?? (stands !== undefined && fits(stands.file) ? stands.file : undefined);
  const standsHere = stands !== undefined && stands.file === file;
  const diffFile = file === undefined ? undefined : diff.files[file];
  const given = diffFile !== undefined && words.line !== null && hasLine(diffFile, words.line) ? words.line : undefined;
  const quoted = standsHere && stands.side === 'new' ? stands.line : undefined;
  const lineShown = given !== undefined || quoted !== undefined;

  const isAround = words.file !== null && documentsNamed(material, words.file).length > 0;
  const isKnown = isAround || (words.file !== null && diff.files.some((_, index) => fits(index)));
  const quotedAround = quote !== '' && words.file !== null && isInDocuments(material, quote, words.file);
  const quotedSomewhere =
    standsHere ||
    quotedAround ||
    (quote !== '' && (quoteStands(diff, quote) !== undefined || isInDocuments(material, quote, null)));
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

/** Of a line with a number on both sides of the diff the quote says which is meant. */
export function isOnRemovedLine(claim: ReviewClaim | undefined, diff: Diff): boolean {
  const { file, line, words } = claim ?? { file: null, line: null };
  const changed = file === null ? undefined : diff.files[file];
  if (changed === undefined || file === null || line === null || !changed.removed.has(line)) return false;
  const place = changed.shown.has(line) ? quoteStands(diff, words?.evidence ?? '', { file, line }) : undefined;
  return !changed.shown.has(line) || (place?.side === 'old' && place.line === line);
}
