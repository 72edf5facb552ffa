// What a reviewer is asked for in each phase.

import { defineJsonSchemas } from '../common/json-schemas.ts';
import type { StepRequest } from '../define-format.ts';
import { ANSWERS } from './answers.ts';
import type { Act } from './data.ts';
import { listOpenFindings, listOthersFindings } from './evolve/phases.ts';
import { type Finding, findLeadingClaim } from './findings/finding.ts';
import { computeSeverity, listEntries } from './findings/report.ts';
import { createSample } from './samples.ts';
import { labelOf } from './seats.ts';
import type { State } from './state.ts';

export const LABELS: Readonly<Record<Act, string>> = {
  review: 'reviews',
  cross: 'cross-checks the findings of the others',
  dispute: 'argues about disputed findings',
  compose: 'writes the report',
  validate: 'votes on the report',
};

export const schemaOf = defineJsonSchemas(() => ANSWERS);

/** "- F1: P0, see 1.1"; how many found it or judged it is no reason for what others say of it. */
function formatFinding(state: State, finding: Finding): string {
  const claim = findLeadingClaim(finding);
  return `- ${finding.id}: ${computeSeverity(state, [finding.id])}${claim === undefined ? '' : `, see ${claim.id}`}`;
}

/** "- F1: P0, made as 1.1 and 2.3", for whoever words the report. */
function formatClaims(state: State, { id, claims }: Finding): string {
  return `- ${id}: ${computeSeverity(state, [id])}, made as ${claims.map((claim) => claim.id).join(' and ')}`;
}

function formatEntries(state: State): string {
  const lines = listEntries(state).map(({ id, ids, entry, dropped }) => {
    const others = ids.slice(1);
    const made = state.findings.find((finding) => finding.id === id)?.claims.length !== 0;
    if (dropped !== undefined) return `- ${id}: left out by the composer`;
    if (!made) return `- ${id}: new, entry ${(entry ?? 0) + 1} of the report; no reviewer found it`;
    const place = entry === undefined ? 'not mentioned by the composer' : `entry ${entry + 1} of the report`;
    return `- ${id}: ${place}${others.length > 0 ? `, together with ${others.join(', ')}` : ''}`;
  });
  return lines.join('\n');
}

function fillPlaceholders(state: State, act: Act, seat: string): Readonly<Record<string, string>> {
  const { options, round } = state;
  const lines = (findings: readonly Finding[]) => findings.map((finding) => formatFinding(state, finding)).join('\n');
  switch (act) {
    case 'review':
      return { max_findings: String(options.maxFindings) };
    case 'cross':
      return {
        findings: lines(listOthersFindings(state, seat)),
        max_findings: String(options.maxFindings),
      };
    case 'dispute':
      return { round: String(round), rounds: String(options.rounds), findings: lines(listOpenFindings(state)) };
    case 'compose':
      return { findings: state.findings.map((finding) => formatClaims(state, finding)).join('\n') };
    case 'validate':
      return { entries: formatEntries(state) };
  }
}

export function createRequest(state: State, act: Act, seat: string): StepRequest {
  const round = act === 'dispute' ? `-${state.round}` : '';
  return {
    id: `${act}${round}-${seat}`,
    seat,
    act,
    task: act,
    label: `${labelOf(seat)} ${LABELS[act]}`,
    data: act === 'dispute' ? { round: state.round } : {},
    values: fillPlaceholders(state, act, seat),
    schema: schemaOf(act),
    sample: () => createSample(state, act, seat),
  };
}
