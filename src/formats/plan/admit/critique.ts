// Reads a critique: one word on each step that is to be judged, what is missing, and the attack of an adversary.

import type { Reading } from '../../common/answer-reading.ts';
import { isBlank } from '../../common/wording.ts';
import type { CritiqueAnswer, PlannedStep, Review } from '../answers.ts';
import type { CritiqueData, Vote } from '../data.ts';
import { plannerNumber } from '../seats.ts';
import type { State } from '../state.ts';
import { findId, formatProposalId } from '../steps/ids.ts';
import { readNeeds } from '../steps/order.ts';
import { type DistinctStep, groupProposals, isObjection, listOpenSteps } from '../steps/standing.ts';
import { findFaults, findSameStep } from './plan.ts';
import { readVotes } from './votes.ts';

/** Which of these steps a text names by any of its ids. */
function createIdFinder(steps: readonly DistinctStep[]): (text: string) => string | undefined {
  const byId = new Map(steps.flatMap(({ id, members }) => members.map((each) => [each, id] as const)));
  return (text) => byId.get(findId(text) ?? '');
}

function findMissingReasons(
  state: State,
  reviews: readonly (Review & { readonly id: string | undefined })[],
): string[] {
  const { mode } = state.options;
  return reviews.flatMap(({ id, vote, reason, suggestion }) => {
    if (id === undefined || !isObjection(vote)) return [];
    const needsWay = vote === 'modify' || mode === 'consensus';
    return [
      ...(isBlank(reason) ? [`The vote on ${id} is "${vote}" without a reason.`] : []),
      ...(needsWay && isBlank(suggestion) ? [`The vote on ${id} is "${vote}" without a suggestion.`] : []),
    ];
  });
}

function readMissingSteps(state: State, seat: string, steps: readonly PlannedStep[]) {
  const number = plannerNumber(seat);
  const own = state.proposals.filter((each) => each.seat === seat).length;
  const id = (index: number) => formatProposalId(number, own + index + 1);
  const earlier = [...state.proposals, ...Object.values(state.critiques).flatMap(({ missing }) => missing)];
  const distinct = groupProposals(state);
  const titles = new Map(state.proposals.map((each) => [each.id, each.title]));
  const known = distinct.map(({ members }) => [...members, ...members.flatMap((each) => titles.get(each) ?? [])]);
  const { needs, issues } = readNeeds([
    ...steps.map(({ title, dependencies }, index) => ({
      // A bare number could be that of a step of any plan.
      names: [title, id(index)],
      references: (dependencies ?? []).map((each) => findId(String(each)) ?? each),
    })),
    ...known.map((names) => ({ names, references: [] })),
  ]);
  const idAt = (index: number) => (index < steps.length ? id(index) : (distinct[index - steps.length]?.id as string));
  const missing = steps.map((step, index) => ({
    id: id(index),
    phase: step.phase,
    needs: (needs[index] ?? []).map(idAt),
    same: findSameStep(earlier, step),
  }));
  const inMissing = (issue: string) => `missing_steps: ${issue}`;
  return { missing, doubts: issues.map(inMissing), fatal: findFaults(steps).map(inMissing) };
}

/** What only the first round has, by mode; a manual turn may leave it out. */
function readModeFields(
  state: State,
  answer: CritiqueAnswer,
  nameOf: (text: string) => string | undefined,
  lax: boolean,
) {
  const { mode } = state.options;
  const { weakest, common_ground: common } = answer;
  if (mode === 'consensus' && isBlank(common) && !lax)
    return { attacked: null, issues: ['"common_ground" is missing.'] };
  if (mode !== 'adversarial' || ((weakest ?? null) === null && lax)) return { attacked: null, issues: [] };
  const attacked = nameOf(weakest?.step ?? '') ?? null;
  const issues = [
    ...(attacked === null ? ['"weakest" names none of the steps that you judge.'] : []),
    ...(isBlank(weakest?.attack) ? ['"weakest" has no attack.'] : []),
  ];
  return { attacked, issues };
}

export function readCritiqueTurn(
  state: State,
  seat: string,
  answer: CritiqueAnswer,
  byHand: boolean,
): Reading<CritiqueData> {
  const round = state.rounds + 1;
  const judgedNow = listOpenSteps(state, seat);
  const nameOf = createIdFinder(judgedNow);
  const reviews = answer.reviews.map((each) => ({ ...each, id: nameOf(each.step) }));
  const { votes, issues } = readVotes<Vote>(
    judgedNow.map(({ id }) => id),
    reviews,
  );
  const none = votes.length === 0 ? ['No vote is readable.'] : [];
  const reasons = findMissingReasons(state, reviews);
  if (round > 1) {
    const late = (answer.missing_steps ?? []).length > 0 ? ['Missing steps are accepted in the first round only.'] : [];
    return {
      data: { round, votes, missing: [], attacked: null },
      doubts: [...issues, ...reasons],
      fatal: none,
      warnings: late,
    };
  }
  const { missing, doubts, fatal } = readMissingSteps(state, seat, answer.missing_steps ?? []);
  const special = readModeFields(state, answer, nameOf, byHand);
  return {
    data: { round, votes, missing, attacked: special.attacked },
    doubts: [...issues, ...reasons, ...special.issues, ...doubts],
    fatal: [...none, ...fatal],
  };
}
