// The composition. It can neither lose nor invent: what it leaves unmentioned is put back, what no plan has is marked.
import * as z from 'zod';
import { isBlank } from '../../../domain/answers/nothing.ts';
import { measureOverlap, splitIntoWords } from '../../../domain/words/similarity.ts';
import { createIdReader, createNameReader, type ReadIds } from '../../common/named.ts';
import { idText, inOneParagraph } from '../../common/wording.ts';
import { defineAct, type RecordedTurn } from '../../define-act.ts';
import { listOfWords, plannedStep, warnOfDoubt } from '../answers.ts';
import { composedData, idData, STEP_VOTES } from '../data.ts';
import { findSampleStep, OPEN_QUESTIONS, RISKS, toJson } from '../sample-steps.ts';
import { formatStepId, labelSeat } from '../setup.ts';
import type { State } from '../state.ts';
import { findFaults } from '../steps/faults.ts';
import { breakCircles, createReferenceReader, findNeeds, listNames, type Referring } from '../steps/order.ts';
import { type DistinctStep, findVote, groupProposals, listPlanners } from '../steps/standing.ts';
import { formatList, formatStep, keepText, type StepTexts } from '../steps/texts.ts';

const answer = z.object({
  summary: z.string(),
  steps: z.array(
    z.object({ from: z.array(idText).describe('ids of the proposals it is made from'), ...plannedStep.shape }),
  ),
  eliminated: z.array(z.object({ reason: z.string(), step: idText })).nullish(),
  risks: listOfWords,
  open_questions: listOfWords,
  search_terms: listOfWords,
});
type Answer = z.infer<typeof answer>;

const data = z.strictObject({ steps: z.array(composedData), eliminated: z.array(idData) });
type Data = z.infer<typeof data>;

type Known = ReadonlyMap<string, DistinctStep>;

/** The distinct steps that a composed one is made of. */
function findSources(readIds: ReadIds<string>, from: readonly string[]) {
  const found = from.filter((text) => !isBlank(text)).map(readIds);
  return { ids: [...new Set(found.flatMap((ids) => ids ?? []))], isClear: !found.includes(undefined) };
}

/** Ids that the composer leaves out and says why. */
function findEliminated(known: Known, said: Answer, used: ReadonlySet<string>) {
  const findId = createNameReader([...known].map(([name, { id }]) => [name, id]));
  const ids = new Set<string>();
  const doubts = (said.eliminated ?? []).flatMap(({ step, reason }, index) => {
    const id = findId(step);
    const at = `Eliminated ${index + 1}`;
    if (id === undefined || used.has(id)) return [`${at}: its ID is not one that the steps leave out.`];
    if (isBlank(reason)) return [`${at}: it has no reason, so ${id} stays.`];
    ids.add(id);
    return [];
  });
  return { ids, doubts };
}

function read(state: State, said: Answer) {
  const distinct = groupProposals(state);
  const known: Known = new Map(distinct.flatMap((step) => step.members.map((id) => [id, step] as const)));
  const readIds = createIdReader([...known].map(([name, { id }]) => [name, id] as const));
  const made = said.steps.map(({ from }) => findSources(readIds, from));
  const used = new Set(made.flatMap(({ ids }) => ids));
  const { ids: eliminated, doubts: unclear } = findEliminated(known, said, used);
  const lost = distinct.filter(({ id }) => !used.has(id) && !eliminated.has(id));
  const isGone = (reference: string) => eliminated.has(known.get(reference)?.id ?? '');

  const names = said.steps.map(({ title }, index) => [...listNames(title, index), formatStepId(index + 1)]);
  const readReferences = createReferenceReader([...names.flat(), ...known.keys()]);
  const referring: Referring[] = said.steps.map(({ dependencies }, index) => {
    const members = (made[index]?.ids ?? []).flatMap((id) => known.get(id)?.members ?? []);
    const references = (dependencies ?? [])
      .flatMap(readReferences)
      // Of two proposals that became one step the one may have needed the other.
      .filter((each) => !isGone(each) && !members.includes(each));
    return { names: [...(names[index] ?? []), ...members], references };
  });
  const found = findNeeds([...referring, ...lost.map(({ members }) => ({ names: members, references: [] }))]);
  const sourceIds = [...made.map(({ ids }) => ids), ...lost.map(({ id }) => [id])];
  const needsOfLost = lost.map(({ needs }, index) => {
    const needed = needs.flatMap((need) => known.get(need)?.id ?? []);
    return sourceIds.flatMap((ids, at) =>
      at !== made.length + index && ids.some((id) => needed.includes(id)) ? [at] : [],
    );
  });
  const { needs, circles } = breakCircles([...found.wanted.slice(0, made.length), ...needsOfLost]);
  const listSteps = (index: number) => (needs[index] ?? []).map((at) => formatStepId(at + 1));

  const steps: Data['steps'] = [
    ...said.steps.map(({ phase }, index) => {
      const from = made[index]?.ids ?? [];
      const origin = from.length === 0 ? ('invented' as const) : ('composed' as const);
      return { from, phase, needs: listSteps(index), origin };
    }),
    ...lost.map(({ id, phase }, index) => {
      return { from: [id], phase, needs: listSteps(made.length + index), origin: 'put-back' as const };
    }),
  ];
  const strangers = made.flatMap(({ isClear }, index) =>
    isClear ? [] : [`Step ${index + 1}: its "from" must be IDs of proposals, each by itself.`],
  );
  const invented = steps.flatMap(({ origin }, index) => (origin === 'invented' ? [formatStepId(index + 1)] : []));
  const warnings = [
    ...(lost.length > 0 ? [`The common plan did not mention ${lost.map(({ id }) => id).join(', ')}: put back.`] : []),
    ...(invented.length > 0 ? [`No plan has ${invented.join(', ')}: marked as invented.`] : []),
    ...circles
      .filter(({ step }) => step >= made.length)
      .map(({ step }) => `A dependency of ${formatStepId(step + 1)} would form a cycle: left out.`),
  ];
  return {
    data: { steps, eliminated: distinct.map(({ id }) => id).filter((id) => eliminated.has(id)) },
    doubts: [
      ...strangers,
      ...unclear,
      ...found.issues,
      ...circles.filter(({ step }) => step < made.length).map(({ issue }) => issue),
    ],
    fatal: findFaults(said.steps),
    warnings,
  };
}

/** Share of the words of two titles from which the composer gets a hint that they may be after the same thing. */
const SIMILAR = 0.5;

/** Ids of other steps of the same phase whose titles share most of their words. */
function createSimilarityFinder(
  steps: readonly DistinctStep[],
  { proposals }: State,
): (step: DistinctStep) => readonly string[] {
  const words = new Map(proposals.map(({ id, title }) => [id, splitIntoWords(title ?? '')]));
  const share = (one: string, other: string) => {
    const { shared, all } = measureOverlap(words.get(one) ?? new Set(), words.get(other) ?? new Set());
    return all === 0 ? 0 : shared / all;
  };
  return ({ id, phase }) =>
    steps
      .filter((each) => each.id !== id && each.phase === phase && share(id, each.id) > SIMILAR)
      .map((each) => each.id);
}

/** "- P1.2 (also P3.1): agree 2, modify 1, disagree 0; perhaps the same as P2.1", for each distinct step. */
function formatStanding(state: State): string {
  const steps = groupProposals(state);
  const findAlike = createSimilarityFinder(steps, state);
  return steps
    .map((each) => {
      const also = each.members.slice(1);
      const words = listPlanners(state).map((seat) => findVote(state, each, seat));
      const counts = STEP_VOTES.map((vote) => `${vote} ${words.filter((word) => word === vote).length}`).join(', ');
      const others = findAlike(each);
      const hint = others.length === 0 ? '' : `; possibly the same as ${others.join(', ')}`;
      return `- ${each.id}${also.length === 0 ? '' : ` (also ${also.join(', ')})`}: ${counts}${hint}`;
    })
    .join('\n');
}

function sample(distinct: readonly DistinctStep[]): string {
  const last = distinct.length > 3 ? distinct.at(-1) : undefined;
  const steps = distinct
    .filter((step) => step !== last)
    .map(({ id, members, phase, needs }) => ({
      from: members,
      phase,
      title: findSampleStep(id).title,
      description: findSampleStep(id).description,
      files: [],
      dependencies: needs.filter((need) => last?.members.includes(need) !== true),
    }));
  return toJson({
    summary: 'Rehearsal: what most planners agree on, in an order that gives each step what it needs.',
    steps,
    eliminated: last === undefined ? [] : [{ step: last.id, reason: 'Another step does the same.' }],
    risks: RISKS,
    open_questions: OPEN_QUESTIONS,
    search_terms: ['rehearsal'],
  });
}

const REMARKS = {
  composed: '',
  'put-back': ', put back: the common plan did not mention it',
  invented: ', in no plan',
} as const;

export const compose = {
  ...defineAct<State, Answer, Data>({
    answer,
    data,
    request: (state, seat) => ({
      id: `compose-${seat}`,
      task: 'compose',
      label: `${labelSeat(seat)} writes the common plan`,
      values: { seat: labelSeat(seat), steps: formatStanding(state) },
      sample: () => sample(groupProposals(state)),
    }),
    warn: warnOfDoubt,
    title: ({ seat }) => `${labelSeat(seat)}, composed plan`,
    read,
    apply: (state, { seat, data: made }) => ({ ...state, composition: { ...made, seat } }),
  }),
  collectTexts({ data: { steps }, answer: said }: RecordedTurn<Answer, Data>, texts: StepTexts): void {
    for (const [at, { from, origin }] of steps.entries()) {
      const id = formatStepId(at + 1);
      const back = origin === 'put-back' ? texts.get(from[0] as string) : undefined;
      if (back !== undefined) texts.set(id, back);
      else if (origin !== 'put-back') keepText(texts, id, said?.steps[at]);
    }
  },
  write({ data: { steps }, answer: said }: RecordedTurn<Answer, Data>, texts: StepTexts): readonly string[] {
    const listed = steps.flatMap(({ from, phase, needs, origin }, index) => {
      const remark = `${from.length === 0 ? '' : `, from ${from.join(', ')}`}${REMARKS[origin]}`;
      return formatStep({ id: formatStepId(index + 1), phase, needs }, texts, remark);
    });
    const reasons = (said?.eliminated ?? []).map(({ step, reason }) => `${step}: ${reason}`);
    return [
      ...(said === undefined ? [] : [inOneParagraph(said.summary), '']),
      ...listed,
      '',
      ...formatList('Left out', reasons),
      ...formatList('Risks', said?.risks),
      ...formatList('Open questions', said?.open_questions),
    ];
  },
};
