// What a review that has run its course comes to.
import type { OutcomeKind } from '../../domain/outcomes.ts';
import { settleItems } from '../../domain/question/settle.ts';
import { classifyStances } from './findings/overlap.ts';
import { collectStances, isEliminated, listDissenters, listEntries } from './findings/report.ts';
import { activeSeats, reviewedSeats } from './seats.ts';
import type { Entry, State } from './state.ts';

/** Whether everyone who reviewed and is still there holds the finding valid by its own word. */
function isHeldByAll(state: State, { ids }: Entry): boolean {
  const stances = collectStances(state, ids);
  const here = activeSeats(state);
  return reviewedSeats(state)
    .filter((seat) => here.includes(seat))
    .every((seat) => stances[seat]?.valid === true);
}

/** decided: one reviewer alone, or nothing to ask another about; agreed: all hold every finding and nobody holds what was voted out; majority: most do. */
export function decideOutcome(state: State): OutcomeKind {
  if (reviewedSeats(state).length < 2) return 'decided';
  const entries = listEntries(state);
  const reported = entries.filter((entry) => !isEliminated(state, entry));
  const standings = reported.map(({ ids }) => classifyStances(collectStances(state, ids)));
  const isUnanimous =
    reported.every((entry) => isHeldByAll(state, entry)) &&
    entries.every((entry) => listDissenters(state, entry).length === 0);
  return settleItems({
    isSplit: standings.includes('disputed'),
    // Where nothing was found, nobody was asked about a finding.
    isUnchecked: entries.length === 0 || standings.includes('unchecked'),
    isUnanimous,
  });
}

export function explainOutcome(state: State, outcome: OutcomeKind): string | undefined {
  switch (outcome) {
    case 'agreed':
      return 'Every reviewer holds each finding of the report valid, and nobody holds one that was voted out.';
    case 'majority':
      return 'Most reviewers hold each finding of the report valid; not all do, or one that was voted out is still held.';
    case 'decided':
      return reviewedSeats(state).length > 1 && state.findings.length === 0
        ? 'No reviewer found anything, each by itself, so nobody was asked about what another one found.'
        : 'The review, or a finding in it, rests on one reviewer alone.';
    default:
      return undefined;
  }
}
