// One finding of the report in words: as the composer has it, else as the claim that speaks for it.
import { pathOf } from '../../domain/diffs/diff.ts';
import type { ComposeAnswer } from './answers.ts';
import { standingOf, votesIn } from './confidence.ts';
import { foremost, foundBy, VERIFIED, wordsFor } from './finding.ts';
import { findingOf, severityOf, stancesOn } from './report.ts';
import type { ReportedFinding } from './review-data.ts';
import type { Entry, State } from './state.ts';

export const REDACTED = '(redacted)';

export function reported(state: State, entry: Entry, words: ComposeAnswer | undefined): ReportedFinding {
  const finding = findingOf(state, entry);
  const { claims } = finding;
  const claim = foremost(finding);
  const said = wordsFor(finding);
  /** A finding that nobody made has no words but the composer's. */
  const missing = claims.length === 0 ? '' : REDACTED;
  const edited = entry.entry === undefined ? undefined : words?.findings[entry.entry];
  const stances = stancesOn(state, entry.ids);
  const standing = standingOf(stances);
  const either = (text: string | null | undefined, otherwise: string | undefined) =>
    text?.trim() || (otherwise ?? missing);
  const file = claim?.file == null ? undefined : state.material.diff.files[claim.file];
  const others = entry.ids.slice(1).map((id) => {
    const other = wordsFor(findingOf(state, { id, ids: [id] }));
    return `${id}: ${other?.title ?? REDACTED}`;
  });
  const detail = either(edited?.detail, said?.detail);
  return {
    id: entry.id,
    severity: severityOf(state, entry.ids),
    title: either(edited?.title, said?.title) || REDACTED,
    file: file === undefined ? (said?.file ?? null) : pathOf(file),
    line: claim?.line ?? null,
    detail: others.length === 0 ? detail : `${detail}\n\nHere with ${others.join('; ')}`.trim(),
    fix: either(edited?.fix, said?.fix),
    evidence: said?.evidence ?? null,
    verified: VERIFIED.find((level) => claims.some(({ verified }) => verified === level)) ?? 'unverified',
    foundBy: foundBy({ id: entry.id, claims }),
    votes: votesIn(stances),
    status: standing === 'withdrawn' ? 'disputed' : standing,
  };
}

/** Why a finding is out. */
export function outReason(finding: ReportedFinding, entry: Entry, words: ComposeAnswer | undefined): string {
  const { valid, invalid } = finding.votes;
  const votes = `${invalid} of ${valid + invalid} reviewers hold it invalid.`;
  const given = entry.dropped === undefined ? undefined : words?.dropped?.[entry.dropped]?.reason?.trim();
  return given === undefined || given === '' ? votes : `${given} (${votes})`;
}
