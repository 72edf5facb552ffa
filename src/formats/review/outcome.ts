// What a review that has run its course comes to.
import type { OutcomeKind } from '../../domain/outcomes.ts';
import { settleItems } from '../../domain/question/settle-votes.ts';
import { describeSharing } from '../../domain/words/describe-settlement.ts';
import { joinFew, joinWords } from '../../domain/words/format-figures.ts';
import type { LabelSeat } from '../../domain/words/label-seats.ts';
import { classifyStances, countStances } from './findings/overlap.ts';
import { collectStances, isEliminated, listDissenters, listEntries } from './findings/report.ts';
import { type ReportEntry, reviewedSeats, type State } from './state.ts';

/** Whether each who reviewed, also who left since, says by its own word what the report does of the finding. */
function isReportedByAll(state: State, entry: ReportEntry): boolean {
  const [stances, isOut] = [collectStances(state, entry.ids), isEliminated(state, entry)];
  return reviewedSeats(state).every((seat) => stances[seat] !== undefined && stances[seat].valid !== isOut);
}

const joinSeats = (seats: readonly string[], label: LabelSeat) => joinWords(seats.map(label));

/** Who holds it otherwise than the report does: "Reviewer 1 holds F4 invalid". */
function describeDissent(state: State, entry: ReportEntry, label: LabelSeat): readonly string[] {
  const dissenters = listDissenters(state, entry);
  if (dissenters.length === 0) return [];
  const holds = dissenters.length === 1 ? 'holds' : 'hold';
  const isOut = isEliminated(state, entry);
  const held = isOut ? `still ${holds} ${entry.id}, which was voted out` : `${holds} ${entry.id} invalid`;
  return [`${joinSeats(dissenters, label)} ${held}`];
}

/** The same of all findings, and who has not judged one. */
function listExceptions(state: State, label: LabelSeat): readonly string[] {
  return listEntries(state).flatMap((entry) => {
    const stances = collectStances(state, entry.ids);
    const silent = reviewedSeats(state).filter((seat) => stances[seat] === undefined);
    return [
      ...describeDissent(state, entry, label),
      ...(silent.length === 0 ? [] : [`${joinSeats(silent, label)} did not judge ${entry.id}`]),
    ];
  });
}

const listReported = (state: State) => listEntries(state).filter((entry) => !isEliminated(state, entry));

/** Findings of the report that no more hold valid than invalid. */
const listSplit = (state: State) =>
  listReported(state).filter(({ ids }) => classifyStances(collectStances(state, ids)) === 'disputed');

/** decided: one reviewer alone, or nothing to ask another about; agreed: all hold every finding of the report, and none that was voted out; accepted: the same, but seats share a speaker; majority: most do. */
export function decideOutcome(state: State): OutcomeKind {
  if (reviewedSeats(state).length < 2) return 'decided';
  const entries = listEntries(state);
  const reported = listReported(state);
  // One that is out need not have been judged by others, but where none is left the report rests on who left them out.
  const checked = reported.length > 0 ? reported : entries;
  return settleItems({
    isSplit: listSplit(state).length > 0,
    isUnchecked: checked.length === 0 || checked.some(({ ids }) => Object.keys(collectStances(state, ids)).length < 2),
    isUnanimous: entries.every((entry) => isReportedByAll(state, entry)),
    people: state.people,
  });
}

/** By how many the findings of the report are held: who did not judge one does not hold it. */
function describeHolders(state: State, outcome: OutcomeKind): string {
  const reported = listReported(state);
  if (reported.length === 0) return 'No finding is left in the report';
  const seats = reviewedSeats(state).length;
  const who = seats === state.options.reviewers ? '' : ' who gave a review';
  if (outcome === 'agreed' || outcome === 'accepted')
    return `Every reviewer${who} holds each finding of the report valid`;
  const isHeldByMost = reported.every(({ ids }) => 2 * countStances(collectStances(state, ids)).valid > seats);
  return isHeldByMost
    ? `Most reviewers${who} hold each finding of the report valid`
    : 'Each finding of the report is held valid by most of those who judged it';
}

export function explainOutcome(state: State, outcome: OutcomeKind, label: LabelSeat): string | undefined {
  switch (outcome) {
    case 'agreed':
    case 'accepted':
      return `${describeHolders(state, outcome)}, and nobody holds one that was voted out.${describeSharing(state.people, label)}`;
    case 'majority':
      return `${describeHolders(state, outcome)}; ${joinFew(listExceptions(state, label))}.`;
    case 'decided':
      return reviewedSeats(state).length > 1 && state.findings.length === 0
        ? 'No reviewer found anything, so there was nothing to cross-check.'
        : 'The review, or a finding in it, rests on one reviewer alone.';
    case 'stable-disagreement':
      return `At least as many reviewers hold a finding of the report invalid as hold it valid: ${joinFew(listSplit(state).flatMap((entry) => describeDissent(state, entry, label)))}.`;
    default:
      return undefined;
  }
}
