// What is due: a round, the ballot, the decision, minority reports; or that the debate has run its course.
import { isClosed } from '../../domain/question/question.ts';
import { ask } from '../common/admission.ts';
import { closeByRules } from '../common/closing.ts';
import { settleOpinions } from '../common/opinions/settlement.ts';
import { listRejections, listUnballoted } from '../common/opinions/state.ts';
import type { Ask, Due, Expendable } from '../format.ts';
import { listMinority } from './result.ts';
import { isDebated, listAwaited } from './rounds.ts';
import { MIN_SEATS, WRITER } from './setup.ts';
import type { State } from './state.ts';

/** An answer in words is put to the vote as a decision, so there the writer comes before the ballot. */
export function isBallotDue(state: State): boolean {
  return isDebated(state) && (isClosed(state.opinions.question) || state.decision !== undefined);
}

export function next(state: State): Due {
  const awaited = listAwaited(state);
  if (awaited.length > 0) return ask('reply', awaited);
  const { opinions, refinements, options } = state;
  const isRejected = listUnballoted(opinions).length === 0 && listRejections(opinions).length > 0;
  if (state.decision === undefined || (isRejected && refinements < options.maxRefinements))
    return ask('decision', [WRITER]);
  const isThere = (seat: string) => opinions.seats.includes(seat);
  const reports = listMinority(state).filter((seat) => isThere(seat) && state.reports[seat] === undefined);
  if (reports.length > 0) return ask('minority-report', reports);
  return closeByRules(settleOpinions(state).label, state.decision.seq);
}

/** Seats that have not given their final answer; from then on their voice counts, so nobody is left behind. */
export function expendable({ opinions: { seats }, since }: State, asked: readonly Ask[]): readonly Expendable[] {
  if (seats.length <= MIN_SEATS) return [];
  const awaited = asked.filter(({ seat, act }) => seats.includes(seat) && act !== 'minority-report');
  return awaited.map(({ seat }) => ({ seat, since, deadlineMs: null }));
}
