// Holds a claim against the material: is its file in the diff, does the diff show its line, does its quote stand there.
import { type Diff, getPath } from '../../../domain/diffs/diff.ts';
import { fileNamed, hasLine } from '../../../domain/diffs/lookup.ts';
import { quoteStands } from '../../../domain/diffs/quote.ts';
import { documentsNamed, type GivenMaterial, isInDocuments } from '../../../domain/evidence/check-given.ts';
import { isTail } from '../../../domain/evidence/cited-lines.ts';
import type { ClaimData } from '../data.ts';
import type { ClaimWords, ReviewClaim } from './finding.ts';

/** Longer ones are no names. */
const LONGEST_NAME = 500;

export interface Evidence extends Omit<ClaimData, 'severity' | 'alike'> {
  readonly lineShown: boolean;
}

/** A path in other words: the first that stands in it with a folder or an ending, without what adjoins it. */
const PATH_IN_WORDS = /(?:[\p{L}\p{N}\p{M}_.@+~-]*[/\\])*[\p{L}\p{N}\p{M}_@+~-][\p{L}\p{N}\p{M}_.@+~-]*/gu;
const isPath = (word: string) => /[/\\]|\.\p{L}/u.test(word);

/** The file that is meant: what is written if the material has it, else the path in it; `null` where the words name none. */
function findFileName(written: string, isKnown: (name: string) => boolean): string | null {
  if (isKnown(written)) return written;
  const words = written.slice(0, LONGEST_NAME).replace(/^\s*file:\/\/|^(?:\.\.[/\\])+/, '');
  const [path] = (words.match(PATH_IN_WORDS) ?? []).filter(isPath).map((word) => word.replace(/\.+$/, ''));
  if (path === undefined) return /\s/.test(written.trim()) ? null : written;
  return isKnown(path) ? path : written;
}

/**
 * With `explore` a reviewer may have read files that are not in the material: naming one is no false positive then, but
 * stays unverified.
 */
export function checkFindingEvidence(words: ClaimWords, material: GivenMaterial, explore: boolean): Evidence {
  const { diff } = material;
  const quote = words.evidence?.trim() ?? '';
  const isGiven = (name: string) => fileNamed(diff, name) !== undefined || documentsNamed(material, name).length > 0;
  const name = words.file === null ? null : findFileName(words.file, isGiven);
  const named = name === null ? undefined : fileNamed(diff, name);
  const near = words.line === null ? {} : { line: words.line };
  const stands =
    quote === '' ? undefined : quoteStands(diff, quote, named === undefined ? near : { file: named, ...near });
  // A name that fits several files, or none at all, is settled by the quote.
  const fits = (index: number) => {
    const file = diff.files[index];
    return name === null || (file !== undefined && isTail(name, getPath(file)));
  };
  const file = named ?? (stands !== undefined && fits(stands.file) ? stands.file : undefined);
  const standsHere = stands !== undefined && stands.file === file;
  const diffFile = file === undefined ? undefined : diff.files[file];
  const given = diffFile !== undefined && words.line !== null && hasLine(diffFile, words.line) ? words.line : undefined;
  const quoted = standsHere && stands.side === 'new' ? stands.line : undefined;
  const lineShown = given !== undefined || quoted !== undefined;

  const isAround = name !== null && documentsNamed(material, name).length > 0;
  const isKnown = isAround || (name !== null && diff.files.some((_, index) => fits(index)));
  const quotedAround = quote !== '' && name !== null && isInDocuments(material, quote, name);
  const quotedSomewhere =
    standsHere ||
    quotedAround ||
    (quote !== '' && (quoteStands(diff, quote) !== undefined || isInDocuments(material, quote, null)));
  const absentFile = name !== null && file === undefined && !isKnown;
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
