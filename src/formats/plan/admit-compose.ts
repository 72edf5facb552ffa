// Reads a composition. It can neither lose nor invent: what it leaves unmentioned is put back, what no plan has is marked.
import { faultsIn, type Reading } from './admit-plan.ts';
import { type DistinctStep, distinctSteps } from './board.ts';
import type { ComposeData } from './data.ts';
import { idIn, stepId } from './ids.ts';
import { breakCircles, findNeeds, namesOf, type Referring } from './order.ts';
import type { ComposeAnswer } from './schemas.ts';
import type { State } from './state.ts';

type Known = ReadonlyMap<string, DistinctStep>;

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** The distinct steps that a composed one is made of; names that are none are counted. */
function sources(known: Known, from: readonly string[]): { ids: string[]; strangers: number } {
  const found = from.map((text) => known.get(idIn(text) ?? '')?.id);
  const ids = [...new Set(found.filter((id) => id !== undefined))];
  return { ids, strangers: found.filter((id) => id === undefined).length };
}

/** Ids that the composer leaves out and says why. */
function leftOut(known: Known, answer: ComposeAnswer, used: ReadonlySet<string>): ReadonlySet<string> {
  const named = (answer.eliminated ?? []).filter(({ reason }) => reason.trim() !== '');
  const ids = named.flatMap(({ step }) => known.get(idIn(step) ?? '')?.id ?? []);
  return new Set(ids.filter((id) => !used.has(id)));
}

export function readCompositionData(state: State, answer: ComposeAnswer): Reading<ComposeData> {
  const distinct = distinctSteps(state);
  const known: Known = new Map(distinct.flatMap((step) => step.members.map((id) => [id, step] as const)));
  const made = answer.steps.map(({ from }) => sources(known, from));
  const used = new Set(made.flatMap(({ ids }) => ids));
  const eliminated = leftOut(known, answer, used);
  const lost = distinct.filter(({ id }) => !used.has(id) && !eliminated.has(id));
  const isGone = (reference: string | number) => eliminated.has(known.get(String(reference))?.id ?? '');

  const composed: Referring[] = answer.steps.map(({ title, dependencies }, index) => {
    const members = (made[index]?.ids ?? []).flatMap((id) => known.get(id)?.members ?? []);
    const references = (dependencies ?? [])
      .map((each) => idIn(String(each)) ?? each)
      // Of two proposals that became one step the one may have needed the other.
      .filter((each) => !isGone(each) && !members.includes(String(each)));
    return { names: [...namesOf(title, index), stepId(index + 1), ...members], references };
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
  const stepsOf = (index: number) => (needs[index] ?? []).map((at) => stepId(at + 1));

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
  const invented = steps.flatMap(({ origin }, index) => (origin === 'invented' ? [stepId(index + 1)] : []));
  const warnings = [
    ...(lost.length > 0 ? [`The common plan did not mention ${lost.map(({ id }) => id).join(', ')}: put back.`] : []),
    ...(invented.length > 0 ? [`No plan has ${invented.join(', ')}: marked as invented.`] : []),
    ...(strangers > 0 ? [`The common plan names ${count(strangers, 'source')} that no plan has.`] : []),
    ...circles
      .filter(({ step }) => step >= made.length)
      .map(({ step }) => `A dependency of ${stepId(step + 1)} would form a cycle: left out.`),
  ];
  return {
    data: { steps, eliminated: distinct.map(({ id }) => id).filter((id) => eliminated.has(id)) },
    mendable: [...found.issues, ...circles.filter(({ step }) => step < made.length).map(({ issue }) => issue)],
    fatal: faultsIn(answer.steps),
    warnings,
  };
}
