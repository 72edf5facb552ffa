// Reads the findings of an answer: severity, place and evidence of each, and which claims it repeats.
import { pathOf } from '../../domain/diffs/diff.ts';
import type { Severity } from '../../domain/review-result.ts';
import { readJudgments } from './admit-votes.ts';
import { comparable, isRepeat, likeness } from './alike.ts';
import { type CrossAnswer, type ReviewAnswer, readSeverity, wordsIn } from './answers.ts';
import type { DataOf } from './data.ts';
import { type Evidence, evidenceFor } from './evidence.ts';
import type { Claim, ClaimWords, Comparable } from './finding.ts';
import { othersFindings } from './phases.ts';
import type { Reading } from './reading.ts';
import { scoreOf } from './scoring.ts';
import type { State } from './state.ts';
import { claimId, claimsBy } from './took.ts';

/** A severity that was sent back and is no better the second time: not the worst, and not hidden among the mildest. */
const UNCLEAR_SEVERITY: Severity = 'P1';

interface Checked {
  readonly words: ClaimWords;
  readonly severity: Severity;
  readonly evidence: Evidence;
}

interface CheckedAll {
  readonly checked: readonly Checked[];
  readonly doubts: readonly string[];
}

function checkAll(state: State, name: string, written: ReviewAnswer['findings']): CheckedAll {
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
      evidence: evidenceFor(words, state.material, explore !== false),
    };
  });
  return { checked, doubts };
}

type ClaimsData = DataOf<'cross'>['claims'];

/** As they go into the data; each names the claims that it is alike to, of `others` and of its own answer before it. */
function claimsData(state: State, seat: string, checked: readonly Checked[], others: readonly Claim[]): ClaimsData {
  const first = claimsBy(state, seat) + 1;
  const own: { id: string; form: Comparable }[] = [];
  return checked.map(({ words, severity, evidence }, index) => {
    const { lineShown: _, ...found } = evidence;
    const file = found.file === null ? undefined : state.material.diff.files[found.file];
    const form = comparable(words, file && pathOf(file), found.line);
    const alike = others.flatMap(({ id, comparable: other }) => {
      const weight = other === undefined ? 0 : likeness(form, other);
      return weight === 0 ? [] : [{ id, weight }];
    });
    const repeated = own.filter((other) => isRepeat(form, other.form)).map(({ id }) => ({ id, weight: 0 }));
    own.push({ id: claimId(seat, first + index), form });
    return { severity, ...found, alike: [...alike, ...repeated] };
  });
}

export function readReview(state: State, seat: string, answer: ReviewAnswer): Reading {
  const { checked, doubts } = checkAll(state, 'findings', answer.findings);
  const said = (list: readonly string[] | null) => (list ?? []).filter((text) => text.trim() !== '').length;
  const score = scoreOf(checked, said(answer.residual_risks), said(answer.open_questions));
  const claims = claimsData(state, seat, checked, state.claims);
  return { data: { claims, score: { ...score } }, doubts, warnings: [] };
}

export function readCross(state: State, seat: string, answer: CrossAnswer): Reading {
  const { data, doubts, warnings } = readJudgments(answer.judgments, othersFindings(state, seat));
  const missed = checkAll(state, 'missed', answer.missed ?? []);
  const claims = claimsData(state, seat, missed.checked, [...state.claims, ...state.missed]);
  return { data: { votes: data, claims }, doubts: [...doubts, ...missed.doubts], warnings };
}
