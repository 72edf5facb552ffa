// What a planning debate has come to, as data.
import { defined } from '../../../domain/defined.ts';
import type { LedgerEvent } from '../../../domain/events.ts';
import type { PlanResult, PlanStep } from '../../../domain/results/plan-result.ts';
import { REDACTED, readText } from '../../../domain/sealed/sealed.ts';
import { isVoid } from '../../common/base-state.ts';
import { createNameReader } from '../../common/named.ts';
import { type AnsweredTurn, collectTexts, listTurns } from '../acts/acts.ts';
import { listWords } from '../answers.ts';
import type { State } from '../state.ts';
import {
  computeConsensus,
  computeScores,
  type DistinctStep,
  groupProposals,
  listPlanners,
  type Scores,
} from '../steps/standing.ts';
import type { StepText } from '../steps/texts.ts';
import { buildFinalPlan, type Eliminated, type FinalPlan } from './final-plan.ts';

const UNKNOWN: StepText = { title: REDACTED, description: REDACTED, files: [] };
const POINT = 1_000;

function listPlannerStates(log: readonly LedgerEvent[], state: State): PlanResult['planners'][number][] {
  const reasons = new Map(
    log.flatMap(({ type, data }) => (type === 'seat-left' ? [[data.seat, readText(data.reason)]] : [])),
  );
  return state.seats.map((seat) => {
    const gavePlan = state.plans[seat] !== undefined;
    const reason = reasons.get(seat);
    if (state.left.includes(seat)) return { seat, state: 'left', gavePlan, ...defined({ reason }) };
    return { seat, state: gavePlan ? 'planned' : 'waiting', gavePlan };
  });
}

function findReason({ id, by }: Eliminated, turns: readonly AnsweredTurn[], distinct: readonly DistinctStep[]): string {
  // The composer may have named the proposal by the id of any of its authors.
  const names = distinct.find((step) => step.id === id)?.members ?? [id];
  const isNamed = createNameReader(names.map((name) => [name, true]));
  const isMeant = ({ step }: { readonly step: string }) => isNamed(step) === true;
  const reasons = turns.flatMap((each): readonly { readonly reason?: string | null | undefined }[] => {
    if (by === 'composer') return each.act === 'compose' ? (each.answer?.eliminated ?? []).filter(isMeant) : [];
    if (each.act !== 'validate') return [];
    return (each.answer?.votes ?? []).filter((vote) => vote.vote === 'reject' && isMeant(vote));
  });
  const said = reasons.flatMap(({ reason }) => ((reason ?? '').trim() === '' ? [] : [reason]));
  return said.length === 0 ? REDACTED : said.join(' / ');
}

function buildSteps(plan: FinalPlan, words: ReadonlyMap<string, StepText>): PlanStep[] {
  return plan.steps.map(({ id, phase, needs, from, origin, proposedBy, votes, status }) => ({
    id,
    phase,
    ...(words.get(id) ?? words.get(from[0] ?? '') ?? UNKNOWN),
    ...{ dependsOn: needs, from, origin, proposedBy, votes, status },
    rewiredFrom: plan.rewired.find((each) => each.id === id)?.gone ?? [],
  }));
}

const toPoints = (scores: Scores): PlanResult['scores'][number] => ({
  seat: scores.seat,
  clarity: scores.clarity / POINT,
  completeness: scores.completeness / POINT,
  feasibility: scores.feasibility / POINT,
  consensus: scores.consensus / POINT,
  total: scores.total / POINT,
});

/** Votes that are still blind change nothing here; plans and their scores appear once they are judged. */
export function buildData(log: readonly LedgerEvent[], state: State): PlanResult {
  const turns = listTurns(log);
  const words = collectTexts(log);
  const done = state.phase === 'done';
  const plan = done ? buildFinalPlan(state) : buildFinalPlan(state, {});
  const steps = plan === undefined ? [] : buildSteps(plan, words);
  const judged = done || state.phase === 'validate' || state.phase === 'compose';
  const source = turns.findLast(({ act }) => act === 'compose') ?? turns.find(({ act }) => act === 'plan');
  const answer =
    plan !== undefined && (source?.act === 'compose' || source?.act === 'plan') ? source.answer : undefined;
  const overlap = judged && listPlanners(state).length > 1 ? (computeConsensus(state) ?? null) : null;
  const all = listPlannerStates(log, state);
  const distinct = groupProposals(state);
  return {
    kind: 'plan',
    planned: done && steps.length > 0 && !isVoid(state),
    stage: state.phase,
    mode: state.options.mode,
    planners: all,
    degraded: all.some((each) => each.state === 'left'),
    overlap,
    summary: answer?.summary ?? '',
    steps,
    eliminated: (plan?.eliminated ?? []).map((each) => ({
      ...each,
      ...(words.get(each.id) ?? words.get(each.from[0] ?? '') ?? UNKNOWN),
      reason: findReason(each, turns, distinct),
    })),
    risks: [...listWords(answer?.risks)],
    openQuestions: [...listWords(answer?.open_questions)],
    scores: judged ? computeScores(state).map(toPoints) : [],
  };
}
