// Reads a composition. It can neither lose nor invent: what it leaves unmentioned is put back, what no plan has is marked.

import type { Reading } from '../../common/answer-reading.ts';
import { countNoun } from '../../common/wording.ts';
import type { ComposeAnswer } from '../answers.ts';
import type { ComposeData } from '../data.ts';
import type { State } from '../state.ts';
import { findId, formatStepId } from '../steps/ids.ts';
import { breakCircles, findNeeds, listNames, type Referring } from '../steps/order.ts';
import { type DistinctStep, groupProposals } from '../steps/standing.ts';
import { findFaults } from './plan.ts';

type Known = ReadonlyMap<string, DistinctStep>;

/** The distinct steps that a composed one is made of; names that are none are counted. */
function findSources(known: Known, from: readonly string[]): { ids: string[]; strangers: number } {
  const found = from.map((text) => known.get(findId(text) ?? '')?.id);
  const ids = [...new Set(found.filter((id) => id !== undefined))];
  return { ids, strangers: found.filter((id) => id === undefined).length };
}

/** Ids that the composer leaves out and says why. */
function findEliminated(known: Known, answer: ComposeAnswer, used: ReadonlySet<string>): ReadonlySet<string> {
  const named = (answer.eliminated ?? []).filter(({ reason }) => reason.trim() !== '');
  const ids = named.flatMap(({ step }) => known.get(findId(step) ?? '')?.id ?? []);
  return new Set(ids.filter((id) => !used.has(id)));
}

export function readCompositionTurn(state: State, answer: ComposeAnswer): Reading<ComposeData> {
  const distinct = groupProposals(state);
  const known: Known = new Map(distinct.flatMap((step) => step.members.map((id) => [id, step] as const)));
  const made = answer.steps.map(({ from }) => findSources(known, from));
  const used = new Set(made.flatMap(({ ids }) => ids));
  const eliminated = findEliminated(known, answer, used);
  const lost = distinct.filter(({ id }) => !used.has(id) && !eliminated.has(id));
  const isGone = (reference: string | number) => eliminated.has(known.get(String(reference))?.id ?? '');

  const composed: Referring[] = answer.steps.map(({ title, dependencies }, index) => {
    const members = (made[index]?.ids ?? []).flatMap((id) => known.get(id)?.members ?? []);
    const references = (dependencies ?? [])
      .map((each) => findId(String(each)) ?? each)
      // Of two proposals that became one step the one may have needed the other.
      .filter((each) => !isGone(each) && !members.includes(String(each)));
    return { names: [...listNames(title, index), formatStepId(index + 1), ...members], references };
  });
  const found = findNeeds([...composed, ...lost.map(({ members }) => ({ names: members, references: [] }))]);
  const sourcesOf = [...made.map(({ ids }) => ids), ...lost.map(({ id }) => [id])];
  const needsOfLost = lost.map(({ needs }, index) => {
    const needed = needs.flatMap((need) => known.get(need)?.id ?? []);
    return sourcesOf.flatMap((ids, at) =>
      at !== made.length + index && ids.some((id) => needed.includes(id)) ? [at] : [],
    );
  });
  const { needs, circles } = breakCircles([...found.wanted.slice(0, made.length), ...needsOfLost]);
  const stepsOf = (index: number) => (needs[index] ?? []).map((at) => formatStepId(at + 1));

  const steps: ComposeData['steps'] = [
    ...answer.steps.map(({ phase }, index) => {
      const from = made[index]?.ids ?? [];
      const origin = from.length === 0 ? ('invented' as const) : ('composed' as const);
      return { from, phase, needs: stepsOf(index), origin };
    }),
    ...lost.map(({ id, phase }, index) => {
      return { from: [id], phase, needs: stepsOf(made.length + index), origin: 'put-back' as const };
    }),
  ];
  const strangers = made.reduce((sum, each) => sum + each.strangers, 0);
  const invented = steps.flatMap(({ origin }, index) => (origin === 'invented' ? [formatStepId(index + 1)] : []));
  const warnings = [
    ...(lost.length > 0 ? [`The common plan did not mention ${lost.map(({ id }) => id).join(', ')}: put back.`] : []),
    ...(invented.length > 0 ? [`No plan has ${invented.join(', ')}: marked as invented.`] : []),
    ...(strangers > 0 ? [`The common plan names ${countNoun(strangers, 'source')} that no plan has.`] : []),
    ...circles
      .filter(({ step }) => step >= made.length)
      .map(({ step }) => `A dependency of ${formatStepId(step + 1)} would form a cycle: left out.`),
  ];
  return {
    data: { steps, eliminated: distinct.map(({ id }) => id).filter((id) => eliminated.has(id)) },
    doubts: [...found.issues, ...circles.filter(({ step }) => step < made.length).map(({ issue }) => issue)],
    fatal: findFaults(answer.steps),
    warnings,
  };
}
