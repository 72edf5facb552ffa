// Reads a critique: one word on each step that is to be judged, what is missing, and the attack of an adversary.
import { faultsIn, type Reading, sameAs } from './admit-plan.ts';
import { type DistinctStep, distinctSteps, objects, toJudge } from './board.ts';
import type { CritiqueData, Vote } from './data.ts';
import { idIn, plannerOf, proposalId } from './ids.ts';
import { readNeeds } from './order.ts';
import type { CritiqueAnswer, PlannedStep, Review } from './schemas.ts';
import type { State } from './state.ts';

const isBlank = (text: string | null | undefined) => text === undefined || text === null || text.trim() === '';

/** Which of these steps a text names by any of its ids. */
function namer(steps: readonly DistinctStep[]): (text: string) => string | undefined {
  const byId = new Map(steps.flatMap(({ id, members }) => members.map((each) => [each, id] as const)));
  return (text) => byId.get(idIn(text) ?? '');
}

/** One vote for each id that is wanted; two that contradict each other are none. */
export function readVotes<Word extends string>(
  wanted: readonly string[],
  given: readonly { readonly id: string | undefined; readonly vote: Word }[],
): { votes: { step: string; vote: Word }[]; issues: readonly string[] } {
  const issues = given.flatMap(({ id }, index) =>
    id === undefined || !wanted.includes(id)
      ? [`Vote ${index + 1}: its ID is not one of those you were asked about.`]
      : [],
  );
  const votes = wanted.flatMap((step) => {
    const words = new Set(given.filter(({ id }) => id === step).map(({ vote }) => vote));
    const [vote] = words;
    return words.size === 1 && vote !== undefined ? [{ step, vote }] : [];
  });
  const silent = wanted.filter((step) => !votes.some((vote) => vote.step === step));
  const contradictory = silent.filter((step) => given.some(({ id }) => id === step));
  const missing = silent.filter((step) => !contradictory.includes(step));
  return {
    votes,
    issues: [
      ...(missing.length > 0 ? [`Votes are missing on ${missing.join(', ')}.`] : []),
      ...(contradictory.length > 0 ? [`There are contradictory votes on ${contradictory.join(', ')}.`] : []),
      ...issues,
    ],
  };
}

function withoutReasons(state: State, reviews: readonly (Review & { readonly id: string | undefined })[]): string[] {
  const { mode } = state.options;
  return reviews.flatMap(({ id, vote, reason, suggestion }) => {
    if (id === undefined || !objects(vote)) return [];
    const needsWay = vote === 'modify' || mode === 'consensus';
    return [
      ...(isBlank(reason) ? [`The vote on ${id} is "${vote}" without a reason.`] : []),
      ...(needsWay && isBlank(suggestion) ? [`The vote on ${id} is "${vote}" without a suggestion.`] : []),
    ];
  });
}

function readMissing(state: State, seat: string, steps: readonly PlannedStep[]) {
  const number = plannerOf(seat);
  const own = state.proposals.filter((each) => each.seat === seat).length;
  const id = (index: number) => proposalId(number, own + index + 1);
  const earlier = [...state.proposals, ...Object.values(state.critiques).flatMap(({ missing }) => missing)];
  const distinct = distinctSteps(state);
  const titles = new Map(state.proposals.map((each) => [each.id, each.title]));
  const known = distinct.map(({ members }) => [...members, ...members.flatMap((each) => titles.get(each) ?? [])]);
  const { needs, issues } = readNeeds([
    ...steps.map(({ title, dependencies }, index) => ({
      // A bare number could be that of a step of any plan.
      names: [title, id(index)],
      references: (dependencies ?? []).map((each) => idIn(String(each)) ?? each),
    })),
    ...known.map((names) => ({ names, references: [] })),
  ]);
  const idAt = (index: number) => (index < steps.length ? id(index) : (distinct[index - steps.length]?.id as string));
  const missing = steps.map((step, index) => ({
    id: id(index),
    phase: step.phase,
    needs: (needs[index] ?? []).map(idAt),
    same: sameAs(earlier, step),
  }));
  const inMissing = (issue: string) => `missing_steps: ${issue}`;
  return { missing, mendable: issues.map(inMissing), fatal: faultsIn(steps).map(inMissing) };
}

/** What only the first round has, by mode; whoever writes votes by hand may leave it out. */
function readSpecial(state: State, answer: CritiqueAnswer, nameOf: (text: string) => string | undefined, lax: boolean) {
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

export function readCritiqueData(
  state: State,
  seat: string,
  answer: CritiqueAnswer,
  byHand: boolean,
): Reading<CritiqueData> {
  const round = state.rounds + 1;
  const judgedNow = toJudge(state, seat);
  const nameOf = namer(judgedNow);
  const reviews = answer.reviews.map((each) => ({ ...each, id: nameOf(each.step) }));
  const { votes, issues } = readVotes<Vote>(
    judgedNow.map(({ id }) => id),
    reviews,
  );
  const none = votes.length === 0 ? ['No vote is readable.'] : [];
  const reasons = withoutReasons(state, reviews);
  if (round > 1) {
    const late = (answer.missing_steps ?? []).length > 0 ? ['Missing steps are accepted in the first round only.'] : [];
    return {
      data: { round, votes, missing: [], attacked: null },
      mendable: [...issues, ...reasons],
      fatal: none,
      warnings: late,
    };
  }
  const { missing, mendable, fatal } = readMissing(state, seat, answer.missing_steps ?? []);
  const special = readSpecial(state, answer, nameOf, byHand);
  return {
    data: { round, votes, missing, attacked: special.attacked },
    mendable: [...issues, ...reasons, ...special.issues, ...mendable],
    fatal: [...none, ...fatal],
  };
}
