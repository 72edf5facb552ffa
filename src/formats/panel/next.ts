// What is due: a round, the ballot, the decision, minority reports; or that the debate has run its course.
import { isClosed } from '../../domain/question/question.ts';
import { closeByRules } from '../common/closing.ts';
import { listRejections, listUnballoted, listUnopened } from '../common/opinions/state.ts';
import type { DueSteps } from '../define-format.ts';
import type { Expendable } from '../format.ts';
import { MIN_SEATS, type Options } from './options.ts';
import { requestDecision, requestReply, requestReport } from './requests.ts';
import { isDebated, listAwaited } from './rounds.ts';
import type { State } from './state.ts';
import { listMinority, settlePanel } from './verdict.ts';

/** An answer in words is put to the vote as a decision, so there the writer comes before the ballot. */
function isWrittenFirst({ opinions }: State): boolean {
  return opinions !== undefined && !isClosed(opinions.question);
}

export function isBallotDue(state: State): boolean {
  return isDebated(state) && (!isWrittenFirst(state) || state.decision !== undefined);
}

function isSentBack({ opinions, refinements, options }: State): boolean {
  return opinions !== undefined && listRejections(opinions).length > 0 && refinements < options.maxRefinements;
}

export function next(state: State): DueSteps {
  if (state.ended !== undefined) return { kind: 'over' };
  const awaited = listAwaited(state);
  if (awaited.length > 0) return { kind: 'ask', steps: awaited.map((seat) => requestReply(state, seat)) };
  const isVoted = state.opinions === undefined || listUnballoted(state.opinions).length === 0;
  if (state.decision === undefined || (isVoted && isSentBack(state)))
    return { kind: 'ask', steps: [requestDecision(state)] };
  const reports = listMinority(state).filter((seat) => state.reports[seat] === undefined);
  if (reports.length > 0) return { kind: 'ask', steps: reports.map((seat) => requestReport(state, seat)) };
  return closeByRules(settlePanel(state).label, state.decision.seq);
}

/** Seats that have not given their final answer; from then on their voice counts, so nobody is left behind. */
export function expendable(state: State): readonly Expendable[] {
  const { opinions, since } = state;
  if (opinions === undefined || opinions.seats.length <= MIN_SEATS) return [];
  const isAsked = (seat: string) =>
    listUnopened(opinions).includes(seat) ||
    listAwaited(state).includes(seat) ||
    (isBallotDue(state) && opinions.ballot[seat] === undefined);
  return opinions.seats.filter(isAsked).map((seat) => ({ seat, since, deadlineMs: null }));
}

/** Without openings and ballots. */
export function calls({ seats, rounds, maxRefinements }: Options) {
  return { atLeast: seats + 1, atMost: seats * rounds + 1 + maxRefinements + seats };
}
