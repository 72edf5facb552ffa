// The plan that a debate ends in: what was composed, less what the others rejected, plus what they would not let go, in order.
import { defined } from '../../../domain/defined.ts';
import type { PlanResult, PlanStep } from '../../../domain/results/plan-result.ts';
import type { StepVote } from '../data.ts';
import { formatStepId } from '../setup.ts';
import type { State, Verdicts } from '../state.ts';
import { removeSteps, sortSteps } from '../steps/order.ts';
import { type DistinctStep, findLeastFavourable, findVote, groupProposals, listPlanners } from '../steps/standing.ts';

interface FinalStep extends Pick<PlanStep, 'id' | 'phase' | 'from' | 'origin' | 'proposedBy' | 'votes' | 'status'> {
  /** Ids of steps of this plan. */
  readonly needs: readonly string[];
  /** What its votes are made of, by seat: each planner's last word counts. */
  readonly words: Readonly<Record<string, StepVote>>;
}

/** A step that the others rejected, or a proposal that the composer left out. */
export type Eliminated = Pick<PlanResult['eliminated'][number], 'id' | 'from' | 'by' | 'wantedBy'>;

export interface FinalPlan {
  readonly steps: readonly FinalStep[];
  readonly eliminated: readonly Eliminated[];
  /** Steps whose dependencies changed because what they needed was rejected. */
  readonly rewired: readonly { readonly id: string; readonly gone: readonly string[] }[];
}

type Ballots = State['ballots'];
type Verdict = Verdicts[number]['vote'];
type Draft = Pick<FinalStep, 'id' | 'phase' | 'needs' | 'from' | 'origin'>;

function findVerdict(ballots: Ballots, seat: string, id: string): Verdict | undefined {
  return ballots[seat]?.find(({ step }) => step === id)?.vote;
}

function isRejected(ballots: Ballots, id: string): boolean {
  const verdicts = Object.keys(ballots).map((seat) => findVerdict(ballots, seat, id));
  const count = (wanted: Verdict) => verdicts.filter((each) => each === wanted).length;
  return count('reject') > count('approve');
}

const listAuthors = (state: State, { origin }: Draft, sources: readonly DistinctStep[]) =>
  origin === 'invented' && state.composition !== undefined
    ? [state.composition.seat]
    : state.seats.filter((seat) => sources.some(({ proposers }) => proposers.includes(seat)));

/** Each planner's last word: on the step itself, else on what it is made from. */
function listWords(state: State, ballots: Ballots, draft: Draft, sources: readonly DistinctStep[]): FinalStep['words'] {
  const back = draft.origin === 'reinstated';
  const findWord = (seat: string): StepVote | undefined => {
    const vote = findVerdict(ballots, seat, back ? (draft.from[0] as string) : draft.id);
    // Who rejects that a step was left out wants it.
    if (vote !== undefined) return (vote === 'approve') !== back ? 'agree' : 'disagree';
    if (sources.length === 0) return seat === state.composition?.seat ? 'agree' : undefined;
    const word = findLeastFavourable(sources.map((source) => findVote(state, source, seat)));
    // Who wrote the step could change in it whatever it wanted changed.
    return word === 'modify' && seat === state.composition?.seat && draft.origin === 'composed' ? 'agree' : word;
  };
  return defined(Object.fromEntries(listPlanners(state).map((seat) => [seat, findWord(seat)])));
}

function judgeStep(state: State, ballots: Ballots, draft: Draft, sources: readonly DistinctStep[]): FinalStep {
  const proposedBy = listAuthors(state, draft, sources);
  // Nobody agrees to words of the composer's that they have not voted on.
  const hasJudged = (seat: string) =>
    draft.origin !== 'composed' ||
    [undefined, seat].includes(state.composition?.seat) ||
    findVerdict(ballots, seat, draft.id) !== undefined;
  const said = Object.entries(listWords(state, ballots, draft, sources));
  const words = Object.fromEntries(said.filter(([seat, word]) => word !== 'agree' || hasJudged(seat)));
  const count = (vote: StepVote) => Object.values(words).filter((word) => word === vote).length;
  const votes = { agree: count('agree'), modify: count('modify'), disagree: count('disagree') };
  const heard = votes.agree + votes.modify + votes.disagree;
  const status = heard < 2 ? 'unchecked' : votes.agree < heard ? 'disputed' : 'agreed';
  return { ...draft, proposedBy, votes, words, status };
}

/** Steps as composed, or the only plan as it was proposed. */
function listDrafts(state: State, distinct: readonly DistinctStep[]): readonly Draft[] {
  if (state.composition !== undefined) {
    return state.composition.steps.map((step, index) => ({ ...step, id: formatStepId(index + 1) }));
  }
  return distinct.map(({ id, phase, needs }) => ({ id, phase, needs, from: [id], origin: 'composed' }));
}

function reinstateSteps(
  ids: readonly string[],
  composed: readonly Draft[],
  byId: ReadonlyMap<string, DistinctStep>,
): readonly Draft[] {
  const steps = ids.map((id, index) => ({ id: formatStepId(composed.length + index + 1), from: [id] }));
  const made = [...composed, ...steps];
  return steps.map(({ id, from }) => {
    const [source] = from.flatMap((each) => byId.get(each) ?? []);
    const needed = (source?.needs ?? []).flatMap((need) => byId.get(need)?.id ?? []);
    const needs = made.filter((each) => each.id !== id && each.from.some((one) => needed.includes(one)));
    return { id, from, phase: source?.phase ?? 1, needs: needs.map((each) => each.id), origin: 'reinstated' };
  });
}

const listAgreeing = (words: FinalStep['words']) => Object.keys(words).filter((seat) => words[seat] === 'agree');

/** Who wants a proposal that the composer left out: by the vote on that, else by the last word on the proposal. */
function listWanting(state: State, ballots: Ballots, id: string, step: DistinctStep | undefined): readonly string[] {
  return listPlanners(state).filter((seat) => {
    const verdict = findVerdict(ballots, seat, id);
    if (verdict !== undefined) return verdict === 'reject';
    return seat !== state.composition?.seat && step !== undefined && findVote(state, step, seat) === 'agree';
  });
}

/** `undefined` while there is nothing composed and more than one plan, or none. */
export function buildFinalPlan(state: State, ballots: Ballots = state.ballots): FinalPlan | undefined {
  if (state.composition === undefined && (state.phase !== 'done' || listPlanners(state).length !== 1)) return undefined;
  const distinct = groupProposals(state);
  const byId = new Map(distinct.flatMap((step) => step.members.map((id) => [id, step] as const)));
  const composed = listDrafts(state, distinct);
  const eliminated = state.composition?.eliminated ?? [];
  const kept = eliminated.filter((id) => isRejected(ballots, id));
  const all = [...composed, ...reinstateSteps(kept, composed, byId)];
  const gone = new Set(composed.map(({ id }) => id).filter((id) => isRejected(ballots, id)));
  const listSources = ({ from }: Draft) => from.flatMap((id) => byId.get(id) ?? []);
  const steps = sortSteps(removeSteps(all, gone)).map((draft) => judgeStep(state, ballots, draft, listSources(draft)));
  const rejected = composed.filter(({ id }) => gone.has(id));
  const unused = eliminated.filter((id) => !kept.includes(id));
  const rewired = all.flatMap(({ id, needs }) => {
    const lost = needs.filter((need) => gone.has(need));
    return gone.has(id) || lost.length === 0 ? [] : [{ id, gone: lost }];
  });
  return {
    steps,
    eliminated: [
      ...rejected.map((draft) => ({
        ...{ id: draft.id, from: draft.from, by: 'vote' as const },
        wantedBy: listAgreeing(listWords(state, ballots, draft, listSources(draft))),
      })),
      ...unused.map((id) => ({
        ...{ id, from: [id], by: 'composer' as const },
        wantedBy: listWanting(state, ballots, id, byId.get(id)),
      })),
    ],
    rewired,
  };
}
