// What a review has come to, as data: the findings that stand, those that are out and why, and who reviewed at all.

import { defined } from '../../domain/defined.ts';
import { listPaths } from '../../domain/diffs/given-diffs.ts';
import { isEvent, type LedgerEvent } from '../../domain/events.ts';
import type { FormatResult } from '../../domain/record.ts';
import { type Finding, type ReviewResult, type Score, SEVERITIES } from '../../domain/results/review-result.ts';
import { REDACTED, textOf } from '../../domain/sealed/sealed.ts';
import { findOpening } from '../common/transcript.ts';
import { compose } from './acts/compose.ts';
import { review } from './acts/review.ts';
import { createReasonFinder } from './findings/dissent.ts';
import { isEliminated, listEntries } from './findings/report.ts';
import { explainElimination, reportFinding } from './result/findings.ts';
import { buildHeadline } from './result/headline.ts';
import { renderMarkdown } from './result/markdown.ts';
import { reviewedSeats, seatIds } from './seats.ts';
import type { State } from './state.ts';

const listTurns = (log: readonly LedgerEvent[], act: string) =>
  log.filter((event) => isEvent(event, 'turn-recorded')).filter(({ data }) => data.act === act);

/** Trimmed, without those that differ only in case; in the order of the seats. */
function dropRepeats(texts: readonly string[]): string[] {
  const known = new Map<string, string>();
  for (const text of texts.map((each) => each.trim())) {
    const key = text.normalize('NFKC').toLowerCase();
    if (text !== '' && !known.has(key)) known.set(key, text);
  }
  return [...known.values()];
}

function collectRemarks(log: readonly LedgerEvent[], state: State) {
  const turns = listTurns(log, 'review');
  const answers = seatIds(state.options).flatMap((seat) => {
    const turn = turns.find(({ data }) => data.seat === seat);
    return (turn && review.readTurn(turn, () => state).answer) ?? [];
  });
  return {
    residualRisks: dropRepeats(answers.flatMap(({ residual_risks }) => residual_risks ?? [])),
    openQuestions: dropRepeats(answers.flatMap(({ open_questions }) => open_questions ?? [])),
  };
}

function compareSeverity(one: Finding, other: Finding): number {
  return SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity);
}

function listReviewers(state: State): ReviewResult['reviewers'] {
  return seatIds(state.options).map((seat) => {
    const reason = state.left[seat] ?? state.failing[seat];
    const has = Object.hasOwn(state.scores, seat);
    const is = has ? 'reviewed' : Object.hasOwn(state.left, seat) ? 'left' : 'pending';
    return { seat, state: is, ...defined({ reason }) } as const;
  });
}

/** Of whoever reviewed, whatever sat there later. */
function listVendors(log: readonly LedgerEvent[]): readonly string[] {
  const vendors = listTurns(log, 'review').flatMap(({ data }) => data.by.agent.vendor ?? []);
  return [...new Set(vendors)].toSorted();
}

function buildData(log: readonly LedgerEvent[], state: State): ReviewResult {
  const { topic, contextLeftOut } = findOpening(log) ?? {};
  const [composition] = listTurns(log, 'compose');
  const composed = composition && compose.readTurn(composition, () => state).answer;
  const words = { composed, findReason: createReasonFinder(log, state) };
  const entries = listEntries(state);
  const reviewed = reviewedSeats(state);
  const findings = entries
    .filter((entry) => !isEliminated(state, entry))
    .map((entry) => reportFinding(state, entry, words))
    .toSorted(compareSeverity);
  const stopped = state.ended !== undefined && state.phase !== 'done';
  return {
    kind: 'review',
    reviewed: reviewed.length > 0,
    question: (topic && textOf(topic)) ?? REDACTED,
    platform: state.options.platform,
    reviewers: listReviewers(state),
    degraded: Object.keys(state.left).length > 0 || stopped,
    crossChecked: reviewed.length > 1 && findings.every(({ status }) => status !== 'unchecked'),
    overlap: state.overlap,
    vendors: listVendors(log),
    rounds: state.round,
    findings,
    eliminated: entries
      .filter((entry) => isEliminated(state, entry))
      .map((entry) => {
        const finding = reportFinding(state, entry, words);
        const by = entry.dropped === undefined ? 'votes' : (state.composer ?? 'votes');
        return { ...finding, reason: explainElimination(finding, entry, words), by };
      }),
    ...collectRemarks(log, state),
    scores: reviewed.map((seat) => ({ seat, ...(state.scores[seat] as Score) })),
    files: listPaths([state.material.diff]),
    leftOut: contextLeftOut ?? [],
  };
}

export function result(log: readonly LedgerEvent[], state: State): FormatResult {
  const data = buildData(log, state);
  const headline = buildHeadline(data, state);
  return { data: data as unknown as FormatResult['data'], headline, markdown: renderMarkdown(data, headline) };
}
