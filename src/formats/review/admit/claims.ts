// Reads the findings of an answer: severity, place and evidence of each, and which claims it repeats.
import { pathOf } from '../../../domain/diffs/diff.ts';
import type { Severity } from '../../../domain/results/review-result.ts';
import type { Reading } from '../../common/answer-reading.ts';
import { type CrossAnswer, type ReviewAnswer, readSeverity, wordsIn } from '../answers.ts';
import type { DataOf } from '../data.ts';
import { listOthersFindings } from '../evolve/phases.ts';
import { countClaims, formatClaimId } from '../evolve/turns.ts';
import { checkEvidence, type Evidence } from '../findings/evidence.ts';
import type { Claim, ClaimWords, Comparable } from '../findings/finding.ts';
import { isRepeat, measureSimilarity, toComparable } from '../findings/similarity.ts';
import { scoreReview } from '../scoring.ts';
import type { State } from '../state.ts';
import { readJudgments } from './votes.ts';

/** A severity that was sent back and is no better the second time: not the worst, and not hidden among the mildest. */
const UNCLEAR_SEVERITY: Severity = 'P1';

interface CheckedFinding {
  readonly words: ClaimWords;
  readonly severity: Severity;
  readonly evidence: Evidence;
}

interface CheckedFindings {
  readonly checked: readonly CheckedFinding[];
  readonly doubts: readonly string[];
}

function checkFindings(state: State, name: string, written: ReviewAnswer['findings']): CheckedFindings {
  const { maxFindings, explore } = state.options;
  const doubts: string[] = [];
  if (written.length > maxFindings) {
    doubts.push(`${name}: has ${written.length} entries; at most ${maxFindings} are taken, so give the most important`);
  }
  const checked = written.slice(0, maxFindings).map((finding, index) => {
    const words = wordsIn(finding);
    const severity = readSeverity(finding.severity);
    if (severity === undefined) doubts.push(`${name}[${index}].severity: must be one of P0, P1, P2`);
    if (words.title === '') doubts.push(`${name}[${index}].title: is empty`);
    return {
      words,
      severity: severity ?? UNCLEAR_SEVERITY,
      evidence: checkEvidence(words, state.material, explore !== false),
    };
  });
  return { checked, doubts };
}

type ClaimsData = DataOf<'cross'>['claims'];

/** As they go into the data; each names the claims that it is alike to, of `others` and of its own answer before it. */
function buildClaims(
  state: State,
  seat: string,
  checked: readonly CheckedFinding[],
  others: readonly Claim[],
): ClaimsData {
  const first = countClaims(state, seat) + 1;
  const own: { id: string; form: Comparable }[] = [];
  return checked.map(({ words, severity, evidence }, index) => {
    const { lineShown: _, ...found } = evidence;
    const file = found.file === null ? undefined : state.material.diff.files[found.file];
    const form = toComparable(words, file && pathOf(file), found.line);
    const alike = others.flatMap(({ id, comparable: other }) => {
      const weight = other === undefined ? 0 : measureSimilarity(form, other);
      return weight === 0 ? [] : [{ id, weight }];
    });
    const repeated = own.filter((other) => isRepeat(form, other.form)).map(({ id }) => ({ id, weight: 0 }));
    own.push({ id: formatClaimId(seat, first + index), form });
    return { severity, ...found, alike: [...alike, ...repeated] };
  });
}

export function readReview(state: State, seat: string, answer: ReviewAnswer): Reading {
  const { checked, doubts } = checkFindings(state, 'findings', answer.findings);
  const said = (list: readonly string[] | null) => (list ?? []).filter((text) => text.trim() !== '').length;
  const score = scoreReview(checked, said(answer.residual_risks), said(answer.open_questions));
  const claims = buildClaims(state, seat, checked, state.claims);
  return { data: { claims, score: { ...score } }, doubts, warnings: [] };
}

export function readCross(state: State, seat: string, answer: CrossAnswer): Reading {
  const { data, doubts, warnings } = readJudgments(state, answer.judgments, listOthersFindings(state, seat));
  const missed = checkFindings(state, 'missed', answer.missed ?? []);
  const claims = buildClaims(state, seat, missed.checked, [...state.claims, ...state.missed]);
  return { data: { votes: data, claims }, doubts: [...doubts, ...missed.doubts], warnings };
}
