// The report as the votes leave it: which findings stand, how bad each is, and which are out.
import { defined } from '../../../domain/defined.ts';
import { type Finding as ReportedFinding, SEVERITIES, type Severity } from '../../../domain/results/review-result.ts';
import { seatIds } from '../setup.ts';
import type { ReportEntry, State } from '../state.ts';
import { type ClaimGroup, findWorst, sortClaims } from './finding.ts';
import { countStances, type ReviewerStance, type ReviewerStances } from './overlap.ts';

/** Before there is a composition, every finding stands for itself. */
export function listEntries({ report, findings }: State): readonly ReportEntry[] {
  return report ?? findings.map(({ id }) => ({ id, ids: [id] }));
}

/** Stances on findings that are one: who holds any of them valid holds it valid. In the order of the seats. */
export function collectStances({ stances, options }: State, ids: readonly string[]): ReviewerStances {
  const findStance = (seat: string): ReviewerStance | undefined => {
    const own = ids.flatMap((id) => stances[id]?.[seat] ?? []);
    return own.find(({ valid }) => valid) ?? own[0];
  };
  return defined(Object.fromEntries(seatIds(options).map((seat) => [seat, findStance(seat)])));
}

export function joinFindings({ findings }: State, { id, ids }: Pick<ReportEntry, 'id' | 'ids'>): ClaimGroup {
  const claims = findings.filter((finding) => ids.includes(finding.id)).flatMap((finding) => finding.claims);
  return { id, claims: sortClaims(claims) };
}

/** What most of those hold it to be who hold it valid; of several the worst. */
function findHeldSeverity(state: State, id: string): Severity {
  const held = Object.values(collectStances(state, [id])).flatMap(({ valid, severity }) =>
    valid && severity !== null ? [severity] : [],
  );
  if (held.length === 0)
    return findWorst(joinFindings(state, { id, ids: [id] }).claims.map(({ severity }) => severity));
  const times = (severity: Severity) => held.filter((each) => each === severity).length;
  const most = Math.max(...SEVERITIES.map(times));
  return findWorst(SEVERITIES.filter((severity) => times(severity) === most));
}

function isVotedDown(state: State, ids: readonly string[]): boolean {
  const { valid, invalid } = countStances(collectStances(state, ids));
  return invalid > valid;
}

const listStanding = (state: State, ids: readonly string[]) => ids.filter((id) => !isVotedDown(state, [id]));

/** Findings that are one are as bad as the worst of them that stands, so that putting them together softens none. */
export function computeSeverity(state: State, ids: readonly string[]): Severity {
  const standing = listStanding(state, ids);
  return findWorst((standing.length > 0 ? standing : ids).map((id) => findHeldSeverity(state, id)));
}

/** The worst that each seat holds of it that stands, in the order of the seats. */
export function listSeverities(state: State, ids: readonly string[]): ReportedFinding['severities'] {
  const standing = listStanding(state, ids);
  return seatIds(state.options).flatMap((seat) => {
    const held = standing.flatMap((id) => {
      const stance = state.stances[id]?.[seat];
      return stance?.valid === true && stance.severity !== null ? [stance.severity] : [];
    });
    return held.length === 0 ? [] : [{ seat, severity: findWorst(held) }];
  });
}

/** A finding is out when more hold it invalid than valid; leaving it out is one voice of these, the composer's. */
export function isEliminated(state: State, { ids }: ReportEntry): boolean {
  return state.report !== undefined && isVotedDown(state, ids);
}

/** Seats whose last word is that a reported finding is invalid, or that one that was voted out is valid. */
export function listDissenters(state: State, entry: ReportEntry): readonly string[] {
  const out = isEliminated(state, entry);
  const stances = Object.entries(collectStances(state, entry.ids));
  return stances.filter(([, { valid }]) => valid === out).map(([seat]) => seat);
}
