// What a review has come to, as data: the findings that stand, those that are out and why, and who reviewed at all.
import { isNothing } from '../../domain/answers/nothing.ts';
import { defined } from '../../domain/defined.ts';
import { listPaths } from '../../domain/diffs/diff.ts';
import { isEvent, type LedgerEvent } from '../../domain/events.ts';
import { groupBy } from '../../domain/group-by.ts';
import { listMissed } from '../../domain/left-out.ts';
import type { FormatResult } from '../../domain/record.ts';
import {
  compareSeverity,
  describeSeverities,
  type ReviewerScore,
  type ReviewResult,
  SEVERITIES,
} from '../../domain/results/review-result.ts';
import { REDACTED, readSealed } from '../../domain/sealed/sealed.ts';
import { addDetails } from '../../domain/words/conclusions.ts';
import { countNoun } from '../../domain/words/format-figures.ts';
import { findOpening } from '../common/transcript.ts';
import { compose } from './acts/compose.ts';
import { review } from './acts/review.ts';
import { createReasonFinder } from './findings/dissent.ts';
import { isEliminated, listEntries } from './findings/report.ts';
import { renderDetails, renderMarkdown } from './result/markdown.ts';
import { explainElimination, reportFinding } from './result/report-finding.ts';
import { labelSeat, seatIds } from './setup.ts';
import { reviewedSeats, type State } from './state.ts';

function explainNoReview({ reviewers, stopped }: ReviewResult): string {
  const failed = reviewers.filter(({ reason }) => reason !== undefined);
  const isOpen = !stopped && reviewers.some(({ state, reason }) => state === 'pending' && reason === undefined);
  const begin = isOpen ? 'Not reviewed yet' : 'Not reviewed';
  if (isOpen && failed.length === 0) return `${begin}: nobody sees a review before all are in.`;
  if (failed.length === 0) return `${begin}: 0 of ${countNoun(reviewers.length, 'review')} in.`;
  const reasons = failed.map(({ seat, reason = '' }) => `${labelSeat(seat)} failed: ${reason.replace(/\.$/, '')}`);
  return `${begin}: ${reasons.join('; ')}.`;
}

function summarizeFindings({ findings, reviewers }: ReviewResult): string {
  const done = reviewers.filter(({ state }) => state === 'reviewed').length;
  const by = `by ${done} of ${countNoun(reviewers.length, 'reviewer')}`;
  if (findings.length === 0) return `No findings ${by}`;
  const severities = SEVERITIES.flatMap((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    return count === 0 ? [] : [`${count} ${severity}`];
  });
  return `${countNoun(findings.length, 'finding')} (${severities.join(', ')}) ${by}`;
}

function summarizeStanding({ findings, crossChecked, eliminated }: ReviewResult): string[] {
  const count = (status: string) => findings.filter((finding) => finding.status === status).length;
  const disputed = count('disputed');
  const unchecked = count('unchecked');
  const countDissent = (among: readonly { readonly dissent: readonly unknown[] }[]) =>
    among.filter(({ dissent }) => dissent.length > 0).length;
  // What is disputed has dissent by its nature.
  const dissent = countDissent(findings.filter(({ status }) => status !== 'disputed'));
  const wanted = countDissent(eliminated);
  const severity = findings.filter((finding) => describeSeverities(finding, labelSeat) !== undefined).length;
  return [
    ...(disputed === 0 ? [] : [`${disputed} disputed`]),
    ...(severity === 0 ? [] : [`${severity} of disputed severity`]),
    ...(dissent === 0 ? [] : [`${dissent} with dissent`]),
    ...(crossChecked || unchecked === 0 ? [] : [`${unchecked} not cross-checked`]),
    ...(eliminated.length === 0
      ? []
      : [`${eliminated.length} voted out${wanted === 0 ? '' : `, ${wanted} of them with dissent`}`]),
  ];
}

/** Reviewers who overlap think alike, which says little about whether they are right; of one vendor, less. */
function describeOverlap({ overlap, vendors }: ReviewResult): string[] {
  if (overlap === null) return [];
  const of = vendors.length === 0 ? '' : `, ${countNoun(vendors.length, 'vendor')}`;
  return [`overlap ${overlap}%${of}`];
}

/** Whether a reviewer has not reviewed and will not. */
const isMissing = (state: ReviewResult['reviewers'][number]['state'], stopped: boolean) =>
  state === 'left' || (stopped && state === 'pending');

/** A review in one sentence, which never says "no findings" of what nobody has reviewed. */
function buildHeadline(data: ReviewResult, { phase, ended }: Pick<State, 'phase' | 'ended'>): string {
  if (!data.reviewed) return explainNoReview(data);
  const missing = data.reviewers.filter(({ state }) => isMissing(state, data.stopped));
  const without = missing.length === 0 ? '' : `: without ${missing.map(({ seat }) => labelSeat(seat)).join(', ')}`;
  const onlyOne = data.reviewers.filter(({ state }) => state === 'reviewed').length === 1;
  const isPart = listMissed(data.leftOut).length > 0;
  const isOpen = phase !== 'done' && ended === undefined;
  const parts = [
    `${isOpen ? 'So far: ' : ''}${summarizeFindings(data)}`,
    ...summarizeStanding(data),
    ...(onlyOne && data.findings.length === 0 ? ['no second opinion'] : []),
    ...(isPart ? ['parts of the change were left out'] : []),
    ...describeOverlap(data),
    ...(data.degraded ? [`degraded${without}`] : []),
    ...(data.stopped ? ['not finished'] : []),
  ];
  return `${parts.join('; ')}.`;
}

const listTurns = (log: readonly LedgerEvent[], act: string) =>
  log.filter((event) => isEvent(event, 'turn-recorded')).filter(({ data }) => data.act === act);

/** Trimmed, without those that differ only in case; in the order of the seats. */
function dropRepeats(texts: readonly string[]): string[] {
  const said = texts.map((text) => text.trim()).filter((text) => !isNothing(text));
  return [...groupBy(said, (text) => text.normalize('NFKC').toLowerCase()).values()].map(([first]) => first);
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

export function buildData(log: readonly LedgerEvent[], state: State): ReviewResult {
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
  const reviewers = listReviewers(state);
  return {
    kind: 'review',
    reviewed: reviewed.length > 0,
    question: (topic && readSealed(topic)) ?? REDACTED,
    platform: state.options.platform,
    reviewers,
    degraded: Object.keys(state.left).length > 0 || reviewers.some((each) => isMissing(each.state, stopped)),
    stopped,
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
    scores: reviewed.map((seat) => ({ seat, ...(state.scores[seat] as ReviewerScore) })),
    files: listPaths([state.material.diff]),
    leftOut: contextLeftOut ?? [],
  };
}

export function result(log: readonly LedgerEvent[], state: State): FormatResult {
  const data = buildData(log, state);
  const headline = buildHeadline(data, state);
  const own = { data: data as unknown as FormatResult['data'], headline, markdown: renderMarkdown(data) };
  return addDetails(own, renderDetails(data));
}
