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

/** Who holds something otherwise than the report does, or has not judged it: "Reviewer 1 holds F4 invalid". */
function listExceptions(state: State, label: LabelSeat): readonly string[] {
  return listEntries(state).flatMap((entry) => {
    const isOut = isEliminated(state, entry);
    const dissenters = listDissenters(state, entry);
    const stances = collectStances(state, entry.ids);
    const silent = reviewedSeats(state).filter((seat) => stances[seat] === undefined);
    const holds = dissenters.length === 1 ? 'holds' : 'hold';
    const name = (seats: readonly string[]) => joinWords(seats.map(label));
    const held = isOut ? `still ${holds} ${entry.id}, which was voted out` : `${holds} ${entry.id} invalid`;
    return [
      ...(dissenters.length === 0 ? [] : [`${name(dissenters)} ${held}`]),
      ...(silent.length === 0 ? [] : [`${name(silent)} did not judge ${entry.id}`]),
    ];
  });
}

/** decided: one reviewer alone, or nothing to ask another about; agreed: all hold every finding of the report, and none that was voted out; accepted: the same, but seats share a speaker; majority: most do. */
export function decideOutcome(state: State): OutcomeKind {
  if (reviewedSeats(state).length < 2) return 'decided';
  const entries = listEntries(state);
  const all = entries.map((entry) => ({
    stances: collectStances(state, entry.ids),
    isOut: isEliminated(state, entry),
  }));
  return settleItems({
    isSplit: all.some(({ stances, isOut }) => !isOut && classifyStances(stances) === 'disputed'),
    // Where nothing was found, nobody was asked about a finding; one that its reviewer withdrew need not have been judged.
    isUnchecked: entries.length === 0 || all.some(({ stances }) => Object.keys(stances).length < 2),
    isUnanimous: entries.every((entry) => isReportedByAll(state, entry)),
    people: state.people,
  });
}

/** By how many the findings of the report are held: who did not judge one does not hold it. */
function describeHolders(state: State, outcome: OutcomeKind): string {
  const reported = listEntries(state).filter((entry) => !isEliminated(state, entry));
  if (reported.length === 0) return 'No finding is left in the report';
  if (outcome === 'agreed' || outcome === 'accepted') return 'Every reviewer holds each finding of the report valid';
  const seats = reviewedSeats(state).length;
  const isHeldByMost = reported.every(({ ids }) => 2 * countStances(collectStances(state, ids)).valid > seats);
  return isHeldByMost
    ? 'Most reviewers hold each finding of the report valid'
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
      return `At least as many reviewers hold a finding of the report invalid as hold it valid: ${joinFew(listExceptions(state, label))}.`;
    default:
      return undefined;
  }
}
