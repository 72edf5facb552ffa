// A finding as the report has it: in the words of the composer, or else of the claims that it is made of.
import { isNothing } from '../../../domain/answers/nothing.ts';
import { defined } from '../../../domain/defined.ts';
import { getPath } from '../../../domain/diffs/diff.ts';
import { type Finding, VERIFIED } from '../../../domain/results/review-result.ts';
import { REDACTED } from '../../../domain/sealed/sealed.ts';
import type { ComposeAnswer } from '../acts/compose.ts';
import type { createReasonFinder } from '../findings/dissent.ts';
import { isOnRemovedLine } from '../findings/evidence.ts';
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
import type { ReportEntry, State } from '../state.ts';

export interface ReportWords {
  /** The composer's; `undefined` when there are none, or they were redacted. */
  readonly composed: ComposeAnswer | undefined;
  readonly findReason: ReturnType<typeof createReasonFinder>;
}

/** In words: as the composer has it, else as the claim that speaks for it. */
export function reportFinding(state: State, entry: ReportEntry, { composed, findReason }: ReportWords): Finding {
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
    isNothing(text ?? '') ? (otherwise ?? missing) : (text as string).trim();
  const file = claim?.file == null ? undefined : state.material.diff.files[claim.file];
  const others = entry.ids.slice(1).map((id) => ({ id, words: findWords(joinFindings(state, { id, ids: [id] })) }));
  /** What the composer does not say of those that it puts together, each says itself. */
  const both = (part: 'detail' | 'fix', first: string, ...between: readonly string[]): string => {
    const isSaid = !isNothing(edited?.[part] ?? '');
    const more = isSaid ? [] : others.map(({ id, words }) => [id, words?.[part]?.trim() ?? ''] as const);
    const rest = more.flatMap(([id, text]) => (isNothing(text) ? [] : [`${id}: ${text}`]));
    return [first, ...between, ...rest].join('\n\n').trim();
  };
  const here = others.map(({ id, words }) => `${id}: ${words?.title ?? REDACTED}`).join('; ');
  return {
    id: entry.id,
    severity: computeSeverity(state, entry.ids),
    title: either(edited?.title, said?.title) || REDACTED,
    file: file === undefined ? (said?.file ?? null) : getPath(file),
    line: claim?.line ?? null,
    ...(isOnRemovedLine(claim, state.material.diff) ? { removed: true } : {}),
    detail: both('detail', either(edited?.detail, said?.detail), ...(here === '' ? [] : [`Here with ${here}`])),
    fix: both('fix', either(edited?.fix, said?.fix)),
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

export function explainElimination(finding: Finding, entry: ReportEntry, { composed }: ReportWords): string {
  const { valid, invalid } = finding.votes;
  const votes = `Held invalid by ${invalid} of ${valid + invalid} who judged it.`;
  const given = entry.dropped === undefined ? undefined : composed?.dropped?.[entry.dropped]?.reason?.trim();
  return given === undefined || given === '' ? votes : `${given} (${votes})`;
}
