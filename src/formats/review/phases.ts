// The course of a review: whose answers a phase waits for, and what comes after it.
import { defined } from '../../domain/defined.ts';
import type { LedgerEvent } from '../../domain/events.ts';
import { readGiven } from '../../domain/evidence/check-given.ts';
import { readText } from '../../domain/sealed/sealed.ts';
import { ask } from '../common/admission.ts';
import { closeByRules } from '../common/closing.ts';
import type { Ask, Due, Expendable } from '../format.ts';
import { type ClaimGroup, findWorst, joinClaims, listFinders, type ReviewClaim } from './findings/finding.ts';
import { classifyStances, computeOverlap, isContested, type ReviewerStances } from './findings/overlap.ts';
import { computeSeverity } from './findings/report.ts';
import { decideOutcome } from './outcome.ts';
import { activeSeats, type Phase, reviewedSeats, type State } from './state.ts';

const PANEL = 2;

export function listOthersFindings({ findings }: State, seat: string): readonly ClaimGroup[] {
  return findings.filter((finding) => !listFinders(finding).includes(seat));
}

/** Whether a reason stands against a finding, whatever most hold. */
function isOpposed({ stances }: State, { id }: ClaimGroup): boolean {
  return isContested(stances[id] ?? {});
}

/** Findings that no majority stands behind yet, or that a reason stands against. */
export function listOpenFindings(state: State): readonly ClaimGroup[] {
  return state.findings.filter(
    (finding) =>
      ['disputed', 'unchecked'].includes(classifyStances(state.stances[finding.id] ?? {})) || isOpposed(state, finding),
  );
}

function listDueSeats(state: State): readonly string[] {
  const awaited = activeSeats(state).filter((seat) => !state.answered.includes(seat));
  switch (state.phase) {
    case 'review':
    case 'dispute':
      return awaited;
    case 'cross':
      return awaited.filter((seat) => listOthersFindings(state, seat).length > 0);
    case 'compose': {
      const composer = findComposer(state);
      return state.report !== undefined || composer === undefined ? [] : [composer];
    }
    case 'validate':
      return awaited.filter((seat) => seat !== state.composer);
    case 'done':
      return [];
  }
}

/** Of those who are still there the one with the best review, the first of several. */
function findComposer(state: State): string | undefined {
  const points = (seat: string) => state.scores[seat]?.total ?? Number.NEGATIVE_INFINITY;
  return activeSeats(state).toSorted((one, other) => points(other) - points(one))[0];
}

function deriveStances(finding: ClaimGroup, before: ReviewerStances): ReviewerStances {
  const own = listFinders(finding).map((seat) => {
    const severities = finding.claims.filter((claim) => claim.seat === seat).map(({ severity }) => severity);
    return [seat, { valid: true, severity: findWorst(severities) }] as const;
  });
  return { ...Object.fromEntries(own), ...before };
}

function setFindings(state: State, findings: readonly ClaimGroup[]): State {
  const stances = Object.fromEntries(
    findings.map((finding) => [finding.id, deriveStances(finding, state.stances[finding.id] ?? {})]),
  );
  return setOverlap({ ...state, findings, stances });
}

function setOverlap(state: State): State {
  const { findings, stances } = state;
  const isBlind = ({ id }: ReviewClaim) => state.claims.some((claim) => claim.id === id);
  const found = reviewedSeats(state).map(
    (seat) =>
      new Set(
        findings
          .filter(({ claims }) => claims.some((claim) => claim.seat === seat && isBlind(claim)))
          .map(({ id }) => id),
      ),
  );
  const overlap = computeOverlap(
    findings.map(({ id }) => stances[id] ?? {}),
    found,
  );
  return { ...state, overlap };
}

function needsDispute(state: State): boolean {
  const { round, options, overlap, changed } = state;
  if (round >= options.rounds || activeSeats(state).length < PANEL) return false;
  const owesAnswer = round === 0 && state.findings.some((finding) => isOpposed(state, finding));
  if (!owesAnswer && overlap !== null && overlap >= options.confidenceThreshold) return false;
  return listOpenFindings(state).length > 0 && (round === 0 || changed);
}

/** A phase whose answers are all there gives way to the next. */
function enterNextPhase(state: State): State {
  const go = (phase: Phase, change: Partial<State> = {}): State => ({ ...state, ...change, phase, answered: [] });
  switch (state.phase) {
    case 'review': {
      const next = setFindings(state, joinClaims([], state.claims));
      const alone = reviewedSeats(state).length < PANEL;
      return { ...next, phase: alone || next.findings.length === 0 ? 'done' : 'cross', answered: [] };
    }
    case 'cross':
    case 'dispute':
      return needsDispute(state) ? go('dispute', { round: state.round + 1 }) : go('compose');
    case 'compose':
      return go('validate');
    case 'validate':
    case 'done':
      return go('done');
  }
}

/** The votes of a phase, counted; a later word of a reviewer replaces an earlier one. */
function countVotes(state: State): State {
  const stances = { ...state.stances };
  let changed = false;
  for (const { seat, votes } of state.ballots) {
    for (const { id, valid, severity, argued } of votes) {
      const before = stances[id]?.[seat];
      // A reason that was given once stands until its seat says otherwise.
      const reason = argued ?? (before?.valid === valid ? before.argued : undefined);
      // Whoever holds it valid and names no severity keeps the one that it has, and is counted with it.
      const kept = before?.severity ?? (valid ? computeSeverity(state, [id]) : null);
      const stance = { valid, severity: severity ?? kept, ...defined({ argued: reason }) };
      stances[id] = { ...stances[id], [seat]: stance };
      changed ||= before?.valid !== valid;
    }
  }
  return { ...state, stances, changed, ballots: [] };
}

/** What has to be reckoned when the last answer of a phase is in. */
function closePhase(before: State): State {
  const state = countVotes(before);
  if (state.phase === 'cross') return setFindings(state, joinClaims(state.findings, state.missed));
  return state.phase === 'dispute' ? setOverlap(state) : state;
}

/** The state after every phase that this event has completed. */
function advancePhases(state: State, event: LedgerEvent): State {
  let now = state;
  while (now.phase !== 'done' && listDueSeats(now).length === 0) {
    now = { ...enterNextPhase(closePhase(now)), from: event.seq + 1, since: event.at };
  }
  return now;
}

function forgetFailure(state: State, seat: string): State {
  const { [seat]: _, ...failing } = state.failing;
  return { ...state, failing };
}

/** Nobody is asked twice in one phase. */
const markAnswered = (state: State, seat: string): State => ({
  ...forgetFailure(state, seat),
  answered: [...state.answered, seat],
});

/** What events say beside the acts; a phase whose answers are all there gives way to the next. */
export function evolve(state: State, event: LedgerEvent): State {
  switch (event.type) {
    case 'debate-opened':
      return {
        ...state,
        material: readGiven(event.data),
        from: event.seq + 1,
        since: event.at,
      };
    case 'turn-recorded':
      return advancePhases(markAnswered(state, event.data.seat), event);
    case 'seat-left': {
      const { seat, reason } = event.data;
      return advancePhases({ ...forgetFailure(state, seat), left: { ...state.left, [seat]: readText(reason) } }, event);
    }
    case 'seat-failed':
      return { ...state, failing: { ...state.failing, [event.data.seat]: readText(event.data.failure.message) } };
    case 'seat-replaced':
      return forgetFailure(state, event.data.seat);
    default:
      return state;
  }
}

export function next(state: State): Due {
  return state.phase === 'done' ? closeByRules(decideOutcome(state)) : ask(state.phase, listDueSeats(state));
}

/** The review continues without a seat as long as another one remains; the last one pauses the run instead. */
export function expendable(state: State, asked: readonly Ask[]): readonly Expendable[] {
  return activeSeats(state).length < 2 ? [] : asked.map(({ seat }) => ({ seat, since: state.since, deadlineMs: null }));
}
