// One finding of the report in words: as the composer has it, else as the claim that speaks for it.

import { defined } from '../../../domain/defined.ts';
import { pathOf } from '../../../domain/diffs/diff.ts';
import { type Finding as ReportedFinding, VERIFIED } from '../../../domain/results/review-result.ts';
import { REDACTED } from '../../../domain/sealed/sealed.ts';
import { countNoun } from '../../../domain/words/format-figures.ts';
import type { ComposeAnswer } from '../acts/compose.ts';
import type { createReasonFinder } from '../findings/dissent.ts';
import { findEarlier, findLeadingClaim, findWords, listFinders } from '../findings/finding.ts';
import { classifyStances, countStances } from '../findings/overlap.ts';
import {
  collectStances,
  computeSeverity,
  isEliminated,
  joinFindings,
  listDissenters,
  listSeverities,
} from '../findings/report.ts';
import type { Entry, State } from '../state.ts';

/** Words that the report of a finding is made of. */
export interface ReportWords {
  /** The composer's; `undefined` when there are none, or they were redacted. */
  readonly composed: ComposeAnswer | undefined;
  readonly findReason: ReturnType<typeof createReasonFinder>;
}

export function reportFinding(state: State, entry: Entry, { composed, findReason }: ReportWords): ReportedFinding {
  const finding = joinFindings(state, entry);
  const { claims } = finding;
  const claim = findLeadingClaim(finding);
  const said = findWords(finding);
  /** A finding that nobody made has no words but the composer's. */
  const missing = claims.length === 0 ? '' : REDACTED;
  const edited = entry.entry === undefined ? undefined : composed?.findings[entry.entry];
  const stances = collectStances(state, entry.ids);
  const standing = classifyStances(stances);
  const either = (text: string | null | undefined, otherwise: string | undefined) =>
    text?.trim() || (otherwise ?? missing);
  const file = claim?.file == null ? undefined : state.material.diff.files[claim.file];
  const others = entry.ids.slice(1).map((id) => {
    const other = findWords(joinFindings(state, { id, ids: [id] }));
    return `${id}: ${other?.title ?? REDACTED}`;
  });
  const detail = either(edited?.detail, said?.detail);
  return {
    id: entry.id,
    severity: computeSeverity(state, entry.ids),
    title: either(edited?.title, said?.title) || REDACTED,
    file: file === undefined ? (said?.file ?? null) : pathOf(file),
    line: claim?.line ?? null,
    detail: others.length === 0 ? detail : `${detail}\n\nHere with ${others.join('; ')}`.trim(),
    fix: either(edited?.fix, said?.fix),
    evidence: said?.evidence ?? null,
    verified: VERIFIED.find((level) => claims.some(({ verified }) => verified === level)) ?? 'unverified',
    foundBy: listFinders({ id: entry.id, claims }),
    ...defined({ again: findEarlier(finding) }),
    severities: listSeverities(state, entry.ids),
    votes: countStances(stances),
    status: standing === 'withdrawn' ? 'disputed' : standing,
    dissent: listDissenters(state, entry).map((seat) => ({
      seat,
      reason: findReason(seat, entry, isEliminated(state, entry)),
    })),
  };
}

/** Why a finding is out. */
export function explainElimination(finding: ReportedFinding, entry: Entry, { composed }: ReportWords): string {
  const { valid, invalid } = finding.votes;
  const votes = `Held invalid by ${invalid} of ${countNoun(valid + invalid, 'reviewer')}.`;
  const given = entry.dropped === undefined ? undefined : composed?.dropped?.[entry.dropped]?.reason?.trim();
  return given === undefined || given === '' ? votes : `${given} (${votes})`;
}
