// What a review has come to, as data: the findings that stand, those that are out and why, and who reviewed at all.
import type { EventOf, LedgerEvent } from '../../domain/events.ts';
import { isEvent } from '../../domain/events.ts';
import type { FormatResult } from '../../domain/record.ts';
import { textOf } from '../../domain/sealed.ts';
import { readAnswer } from '../answer.ts';
import { pathOf } from '../diff.ts';
import { type ComposeAnswer, composeAnswer, reviewAnswer } from './answers.ts';
import { standingOf, votesIn } from './confidence.ts';
import { pathsIn } from './evidence.ts';
import { foundBy, SEVERITIES, type Severity, VERIFIED, type Verified } from './finding.ts';
import { headlineOf } from './headline.ts';
import { markdownOf } from './markdown.ts';
import { eliminated, findingOf, foremostOf, reportEntries, severityOf, stancesOn } from './report.ts';
import type { Score } from './scoring.ts';
import { reviewedSeats, seatIds } from './seats.ts';
import type { Entry, State } from './state.ts';

const REDACTED = '(redacted)';

export interface ReportedFinding {
  readonly id: string;
  readonly severity: Severity;
  readonly title: string;
  readonly file: string | null;
  /** 1-based. */
  readonly line: number | null;
  readonly detail: string;
  readonly fix: string;
  readonly evidence: string | null;
  readonly verified: Verified;
  readonly foundBy: readonly string[];
  /** Stances of all reviewers who have one; who found it holds it valid until it says otherwise. */
  readonly votes: { readonly valid: number; readonly invalid: number };
  readonly status: 'confirmed' | 'disputed' | 'unchecked';
}

export interface ReviewData {
  readonly kind: 'review';
  readonly reviewed: boolean;
  readonly question: string;
  readonly platform: string;
  readonly reviewers: readonly {
    readonly seat: string;
    readonly state: 'reviewed' | 'left' | 'pending';
    readonly reason?: string;
  }[];
  readonly degraded: boolean;
  readonly crossChecked: boolean;
  readonly confidence: number | null;
  readonly rounds: number;
  readonly findings: readonly ReportedFinding[];
  readonly eliminated: readonly (ReportedFinding & { readonly reason: string; readonly by: string })[];
  readonly residualRisks: readonly string[];
  readonly openQuestions: readonly string[];
  readonly scores: readonly (Score & { readonly seat: string })[];
  readonly files: readonly string[];
  readonly leftOut: readonly { readonly source: string; readonly reason: string }[];
}

const turnsIn = (log: readonly LedgerEvent[], act: string) =>
  log.filter((event): event is EventOf<'turn-recorded'> => isEvent(event, 'turn-recorded') && event.data.act === act);

/** The composer's words; `undefined` when there are none, or they were redacted. */
function composition(log: readonly LedgerEvent[]): ComposeAnswer | undefined {
  const text = turnsIn(log, 'compose').map((event) => textOf(event.data.content))[0];
  const read = text === undefined ? undefined : readAnswer(text, composeAnswer);
  return read?.ok === true ? read.value : undefined;
}

/** Trimmed, without those that differ only in case; in the order of the seats. */
function distinct(texts: readonly string[]): string[] {
  const known = new Map<string, string>();
  for (const text of texts.map((each) => each.trim())) {
    const key = text.normalize('NFKC').toLowerCase();
    if (text !== '' && !known.has(key)) known.set(key, text);
  }
  return [...known.values()];
}

function remarks(log: readonly LedgerEvent[], state: State) {
  const turns = turnsIn(log, 'review');
  const answers = seatIds(state.options).flatMap((seat) => {
    const text = textOf(turns.find((turn) => turn.data.seat === seat)?.data.content ?? { sha256: '' });
    const read = text === undefined ? undefined : readAnswer(text, reviewAnswer);
    return read?.ok === true ? [read.value] : [];
  });
  return {
    residualRisks: distinct(answers.flatMap(({ residual_risks }) => residual_risks ?? [])),
    openQuestions: distinct(answers.flatMap(({ open_questions }) => open_questions ?? [])),
  };
}

function reported(state: State, entry: Entry, words: ComposeAnswer | undefined): ReportedFinding {
  const { claims } = findingOf(state, entry);
  const claim = foremostOf(state, entry);
  const edited = entry.entry === undefined ? undefined : words?.findings[entry.entry];
  const stances = stancesOn(state, entry.ids);
  const standing = standingOf(stances);
  const either = (text: string | null | undefined, otherwise: string | undefined) =>
    text?.trim() || (otherwise ?? REDACTED);
  const file = claim?.file == null ? undefined : state.material.diff.files[claim.file];
  const others = entry.ids.slice(1).map((id) => {
    const other = foremostOf(state, { id, ids: [id] });
    return `${id}: ${other?.words?.title ?? REDACTED}`;
  });
  const detail = either(edited?.detail, claims.length === 0 ? '' : claim?.words?.detail);
  return {
    id: entry.id,
    severity: severityOf(state, entry.ids),
    title: either(edited?.title, claim?.words?.title),
    file: file === undefined ? (claim?.words?.file ?? null) : pathOf(file),
    line: claim?.line ?? null,
    detail: others.length === 0 ? detail : `${detail}\n\nHere with ${others.join('; ')}`.trim(),
    fix: either(edited?.fix, claims.length === 0 ? '' : claim?.words?.fix),
    evidence: claim?.words?.evidence ?? null,
    verified: VERIFIED.find((level) => claims.some(({ verified }) => verified === level)) ?? 'unverified',
    foundBy: foundBy({ id: entry.id, claims }),
    votes: votesIn(stances),
    status: standing === 'withdrawn' ? 'disputed' : standing,
  };
}

function bySeverity(one: ReportedFinding, other: ReportedFinding): number {
  return SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity);
}

function outReason(finding: ReportedFinding, entry: Entry, words: ComposeAnswer | undefined): string {
  const { valid, invalid } = finding.votes;
  const votes = `${invalid} of ${valid + invalid} reviewers hold it invalid.`;
  const given = entry.dropped === undefined ? undefined : words?.dropped?.[entry.dropped]?.reason?.trim();
  return given === undefined || given === '' ? votes : `${given} (${votes})`;
}

function reviewersOf(state: State): ReviewData['reviewers'] {
  return seatIds(state.options).map((seat) => {
    const reason = state.left[seat] ?? state.failing[seat];
    const has = Object.hasOwn(state.scores, seat);
    const is = has ? 'reviewed' : Object.hasOwn(state.left, seat) ? 'left' : 'pending';
    return { seat, state: is, ...(reason === undefined ? {} : { reason }) } as const;
  });
}

function dataFor(log: readonly LedgerEvent[], state: State): ReviewData {
  const opened = log.find((event) => isEvent(event, 'debate-opened'));
  const { topic, contextLeftOut } = opened !== undefined && isEvent(opened, 'debate-opened') ? opened.data : {};
  const words = composition(log);
  const entries = reportEntries(state);
  const reviewed = reviewedSeats(state);
  const findings = entries
    .filter((entry) => !eliminated(state, entry))
    .map((entry) => reported(state, entry, words))
    .toSorted(bySeverity);
  const stopped = state.over !== undefined && state.phase !== 'done';
  return {
    kind: 'review',
    reviewed: reviewed.length > 0,
    question: (topic && textOf(topic)) ?? REDACTED,
    platform: state.options.platform,
    reviewers: reviewersOf(state),
    degraded: Object.keys(state.left).length > 0 || stopped,
    crossChecked: reviewed.length > 1 && findings.every(({ status }) => status !== 'unchecked'),
    confidence: state.confidence,
    rounds: state.round,
    findings,
    eliminated: entries
      .filter((entry) => eliminated(state, entry))
      .map((entry) => {
        const finding = reported(state, entry, words);
        const by = entry.dropped === undefined ? 'votes' : (state.composer ?? 'votes');
        return { ...finding, reason: outReason(finding, entry, words), by };
      }),
    ...remarks(log, state),
    scores: reviewed.map((seat) => ({ seat, ...(state.scores[seat] as Score) })),
    files: pathsIn(state.material),
    leftOut: contextLeftOut ?? [],
  };
}

export function result(log: readonly LedgerEvent[], state: State): FormatResult {
  const data = dataFor(log, state);
  const headline = headlineOf(data, state);
  return { data: data as unknown as FormatResult['data'], headline, markdown: markdownOf(data, headline) };
}
