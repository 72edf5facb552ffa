// Usable answers for a rehearsal, which calls no model: they quote the diff, use ids that exist, and differ by seat.
import { type DiffFile, pathOf } from '../../domain/diffs/diff.ts';
import type { Act } from './data.ts';
import { listOpenFindings, listOthersFindings } from './evolve/phases.ts';
import type { Finding } from './findings/finding.ts';
import { listEntries } from './findings/report.ts';
import { numberOf } from './seats.ts';
import type { State } from './state.ts';

const REHEARSED = '(Rehearsed.)';
const OWN = [
  'No test covers the empty case',
  'The name promises something else',
  'Nothing is logged before it gives up',
  'Two callers at once overwrite each other',
  'The docs still describe the old behaviour',
];

interface Place {
  readonly file: string | null;
  readonly line: number | null;
  readonly evidence: string | null;
}

/** An added line of the diff. */
function findPlace(files: readonly DiffFile[], index: number): Place {
  const file = files[index % Math.max(1, files.length)];
  const lines = file?.hunks
    .flatMap(({ lines }) => lines)
    .filter(({ kind, text }) => kind === 'added' && /\w/.test(text));
  const line = lines?.[index % Math.max(1, lines.length)];
  return {
    file: file === undefined ? null : pathOf(file),
    line: line?.number ?? null,
    evidence: line?.text.trim() ?? null,
  };
}

function sampleReview(state: State, reviewer: number) {
  const { files } = state.material.diff;
  const shared = {
    severity: reviewer % 2 === 0 ? 'P1' : 'P0',
    title: reviewer % 2 === 0 ? 'A failed call is not handled' : 'Nothing handles a failed call',
    ...findPlace(files, 0),
    detail: `If the call on this line fails, the caller never finds out. ${REHEARSED}`,
    fix: 'Handle the failure where `the call` is made.',
  };
  const own = {
    severity: 'P2',
    title: OWN[reviewer % OWN.length],
    ...findPlace(files, reviewer),
    detail: REHEARSED,
    fix: 'Fix it at the quoted line.',
  };
  return {
    findings: reviewer === 3 ? [own] : [shared, own],
    residual_risks: ['Rehearsal: no model read the code, so every real problem is still in it.'],
    open_questions: reviewer === 1 ? ['What happens if two of these run at once?'] : [],
  };
}

function sampleJudgments(findings: readonly Finding[], reviewer: number) {
  return findings.map(({ id }) => {
    const valid = (Number(id.slice(1)) + reviewer) % 3 !== 0;
    const reason = valid ? `The quote is where it should be. ${REHEARSED}` : `This is unlikely to happen. ${REHEARSED}`;
    return { id, verdict: valid ? 'valid' : 'invalid', reason, severity: null };
  });
}

function sampleReport({ findings }: State) {
  return {
    findings: findings.map(({ id, claims }) => ({
      ids: [id],
      title: claims[0]?.words?.title ?? null,
      detail: null,
      fix: null,
    })),
    dropped: [],
  };
}

export function createSample(state: State, act: Act, seat: string): string {
  const reviewer = numberOf(seat);
  const answers: Readonly<Record<Act, () => unknown>> = {
    review: () => sampleReview(state, reviewer),
    cross: () => ({ judgments: sampleJudgments(listOthersFindings(state, seat), reviewer), missed: [] }),
    dispute: () => ({ judgments: sampleJudgments(listOpenFindings(state), reviewer + state.round) }),
    compose: () => sampleReport(state),
    validate: () => ({
      votes: listEntries(state).map(({ id }) => ({ id, vote: 'approve', reason: `It can stay. ${REHEARSED}` })),
    }),
  };
  return JSON.stringify(answers[act](), null, 2);
}
