// Reads the findings of an answer: severity, place and evidence of each, and which claims it repeats.
import { isBlank, isNothing } from '../../../domain/answers/nothing.ts';
import { defined } from '../../../domain/defined.ts';
import { getPath } from '../../../domain/diffs/diff.ts';
import { collapseSpace } from '../../../domain/evidence/quote-in-text.ts';
import type { Severity } from '../../../domain/results/review-result.ts';
import { FULL_WEIGHT, measureOverlap, splitIntoWords } from '../../../domain/words/similarity.ts';
import { readTrackedId } from '../../common/named.ts';
import { readSeverity, type WrittenFinding, wordsIn } from '../answers.ts';
import type { ClaimData } from '../data.ts';
import { readNumber } from '../setup.ts';
import type { State } from '../state.ts';
import { checkFindingEvidence, type Evidence } from './evidence.ts';
import type { ClaimWords, ComparableClaim, ReviewClaim } from './finding.ts';

/** Lines apart that are one place, and that may still be one. */
const NEAR = 5;
const FAR = 30;

/** Thousandths of what the words of the shorter text count that have to stand in the other. */
const ENOUGH_NEAR = 350;
const ENOUGH_FAR = 500;
const LEAST_SHARED = 2 * FULL_WEIGHT;

/** A better sign than any words. */
const NEARBY = 1_000;
const SAME_QUOTE = 1_000;

function toComparable(words: ClaimWords, path: string | undefined, line: number | null): ComparableClaim {
  return {
    place: path ?? (words.file ?? '').trim().toLowerCase(),
    line,
    words: splitIntoWords(`${words.title}\n${words.detail}`),
    quote: collapseSpace(words.evidence ?? ''),
  };
}

/**
 * How surely both have the same root cause, by place and words, as a whole number; 0 when they have not. The same whichever of the two comes
 * first.
 */
function measureSimilarity(one: ComparableClaim, other: ComparableClaim): number {
  if (one.place !== other.place) return 0;
  const apart = one.line === null || other.line === null ? undefined : Math.abs(one.line - other.line);
  if (apart !== undefined && apart > FAR) return 0;
  const { shared, fewer } = measureOverlap(one.words, other.words);
  if (shared < Math.min(LEAST_SHARED, fewer) || shared === 0) return 0;
  const sameQuote = one.quote !== '' && one.quote === other.quote;
  const near = apart !== undefined && apart <= NEAR;
  const ratio = Math.floor((shared * 1_000) / fewer);
  if (ratio < (near || sameQuote ? ENOUGH_NEAR : ENOUGH_FAR)) return 0;
  return ratio + (near ? NEARBY : 0) + (sameQuote ? SAME_QUOTE : 0);
}

/** Whether a reviewer says the same twice; apart from that, what it keeps apart is kept apart. */
function isRepeat(one: ComparableClaim, other: ComparableClaim): boolean {
  if (one.place !== other.place || one.line !== other.line) return false;
  const { shared, all } = measureOverlap(one.words, other.words);
  return shared === all;
}

/** A severity that was sent back and is no better the second time: not the worst, and not hidden among the mildest. */
const UNCLEAR_SEVERITY: Severity = 'P1';

export interface CheckedFinding {
  readonly words: ClaimWords;
  readonly severity: Severity;
  readonly evidence: Evidence;
  /** See `ClaimData`. */
  readonly again: string | undefined;
}

/** What is read out of findings, and what is doubtful in them. */
export function checkFindings(state: State, name: string, written: readonly WrittenFinding[]) {
  const { maxFindings, explore, earlier } = state.options;
  const doubts: string[] = [];
  if (written.length > maxFindings) {
    doubts.push(`${name}: has ${written.length} entries; at most ${maxFindings} are taken, so give the most important`);
  }
  const checked = written.slice(0, maxFindings).map((finding, index): CheckedFinding => {
    const words = wordsIn(finding);
    const severity = readSeverity(finding.severity);
    if (severity === undefined) doubts.push(`${name}[${index}].severity: must be one of P0, P1, P2`);
    const repeated = finding.again ?? '';
    const named = readTrackedId(repeated);
    const again = earlier.find((id) => id === named);
    if (!isNothing(repeated) && again === undefined)
      doubts.push(`${name}[${index}].again: is none of the earlier findings`);
    if (isBlank(words.title)) doubts.push(`${name}[${index}].title: is empty`);
    return {
      words,
      severity: severity ?? UNCLEAR_SEVERITY,
      evidence: checkFindingEvidence(words, state.material, explore !== false),
      again,
    };
  });
  return { checked, doubts };
}

export function formatClaimId(seat: string, number: number): string {
  return `${readNumber(seat)}.${number}`;
}

/** How many claims a seat has made so far. */
function countClaims({ claims, missed }: Pick<State, 'claims' | 'missed'>, seat: string): number {
  return [...claims, ...missed].filter((claim) => claim.seat === seat).length;
}

/** Surer than any likeness: both repeat the same earlier finding. */
const SAME_EARLIER = 10_000;

/** As they go into the data; each names the claims that it is alike to, of `others` and of its own answer before it. */
export function buildClaims(
  state: State,
  seat: string,
  checked: readonly CheckedFinding[],
  others: readonly ReviewClaim[],
): ClaimData[] {
  const first = countClaims(state, seat) + 1;
  const own: { id: string; form: ComparableClaim }[] = [];
  return checked.map(({ words, severity, evidence, again }, index) => {
    const { lineShown: _, ...found } = evidence;
    const file = found.file === null ? undefined : state.material.diff.files[found.file];
    const form = toComparable(words, file && getPath(file), found.line);
    const alike = others.flatMap(({ id, comparable: other, again: repeated }) => {
      const isSame = again !== undefined && again === repeated;
      const weight = isSame ? SAME_EARLIER : other === undefined ? 0 : measureSimilarity(form, other);
      return weight === 0 ? [] : [{ id, weight }];
    });
    const repeated = own.filter((other) => isRepeat(form, other.form)).map(({ id }) => ({ id, weight: 0 }));
    own.push({ id: formatClaimId(seat, first + index), form });
    return { severity, ...found, ...defined({ again }), alike: [...alike, ...repeated] };
  });
}

/** Claims as the state has them, with their words unless these were redacted. */
export function toClaims(
  state: State,
  seat: string,
  data: readonly ClaimData[],
  written: readonly WrittenFinding[] | undefined,
): ReviewClaim[] {
  const before = countClaims(state, seat);
  return data.map((claim, index) => {
    const file = claim.file === null ? undefined : state.material.diff.files[claim.file];
    const finding = written?.[index];
    const words = finding && wordsIn(finding);
    return {
      ...claim,
      id: formatClaimId(seat, before + index + 1),
      seat,
      words,
      comparable: words && toComparable(words, file && getPath(file), claim.line),
    };
  });
}
