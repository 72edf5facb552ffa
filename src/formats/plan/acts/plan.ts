// The first act: a whole plan, with the points that it earns by itself.
import * as z from 'zod';
import type { ReadAnswer } from '../../../domain/answers/read-answer.ts';
import { markFenced } from '../../common/own-lines.ts';
import { inOneParagraph, isJson } from '../../common/wording.ts';
import { defineAct, type RecordedTurn } from '../../define-act.ts';
import { listOfWords, listWords, type PlannedStep, plannedStep, warnOfDoubt } from '../answers.ts';
import { proposalData } from '../data.ts';
import { listSampleSteps, OPEN_QUESTIONS, RISKS, toJson } from '../sample-steps.ts';
import { ownScores } from '../scoring.ts';
import { formatProposalId, formatStepId, labelSeat, plannerNumber } from '../setup.ts';
import { isBlindPhase, type State } from '../state.ts';
import { findFaults, findSameStep, normalizeTitle, toProposal } from '../steps/faults.ts';
import { listNames, readNeeds } from '../steps/order.ts';
import { listPlanners } from '../steps/standing.ts';
import { formatList, formatStep, keepText, type StepTexts } from '../steps/texts.ts';

const answer = z.object({
  summary: z.string(),
  steps: z.array(plannedStep),
  risks: listOfWords,
  open_questions: listOfWords,
});
type Answer = z.infer<typeof answer>;

const points = z.int().min(0).max(30_000);
const data = z.strictObject({
  /** The planner saw no other plan. */
  blind: z.boolean(),
  steps: z.array(proposalData),
  /** Thousandths of points. */
  clarity: points,
  completeness: points,
  feasibility: points,
});
type Data = z.infer<typeof data>;

const ITEM = /^(\s*)(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?(.+)$/;
const PHASE = /^\s*(?:#+\s*)?[*_]{0,2}phase\s+(\d{1,2})\b/i;

/**
 * Each list item is a step, "title: description", with the code and the indented lines below it; "Phase 2" begins a phase; other lines
 * are the summary.
 */
function readPlain(text: string): ReadAnswer<Answer> | undefined {
  if (isJson(text)) return undefined;
  let phase = 1;
  const steps: PlannedStep[] = [];
  const summary: string[] = [];
  const lines = text.split('\n');
  const fenced = markFenced(lines);
  let indent: number | undefined;
  for (const [index, line] of lines.entries()) {
    const last = steps.at(-1);
    const heading = PHASE.exec(line);
    const [, margin = '', item] = ITEM.exec(line) ?? [];
    const isBelow = fenced[index] === true || line.search(/\S/) > (indent ?? 0);
    if (last !== undefined && isBelow) last.description = `${last.description}\n${line.trim()}`.trim();
    else if (heading !== null) phase = Number(heading[1]);
    else if (item === undefined || fenced[index] === true) summary.push(line.trim());
    else {
      indent = margin.length;
      const colon = item.indexOf(': ');
      const [title, description] = colon === -1 ? [item, ''] : [item.slice(0, colon), item.slice(colon + 2)];
      steps.push({ phase, title: title.trim(), description: description.trim() });
    }
  }
  const words = summary.filter((line) => line !== '').join(' ');
  return { ok: true, value: { summary: words, steps }, repairs: [] };
}

function findDuplicates(steps: readonly PlannedStep[]): readonly string[] {
  const keys = steps.map(({ phase, title }) => `${phase} ${normalizeTitle(title)}`);
  return keys.flatMap((key, index) => {
    const first = keys.indexOf(key);
    return first < index ? [`Steps ${first + 1} and ${index + 1} have the same phase and title; make them one.`] : [];
  });
}

function read(state: State, seat: string, said: Answer) {
  const { steps, summary } = said;
  const id = (index: number) => formatProposalId(seat, index + 1);
  const fatal = [
    ...(steps.length === 0 ? ['The plan has no steps.'] : []),
    ...findFaults(steps),
    ...findDuplicates(steps),
  ];
  const { needs, issues } = readNeeds(
    steps.map(({ title, dependencies }, index) => ({
      names: [...listNames(title, index), id(index), formatStepId(index + 1)],
      references: dependencies ?? [],
    })),
  );
  const scores = ownScores(
    {
      summary,
      steps: steps.map((step, index) => ({ ...step, files: listWords(step.files), needs: needs[index] ?? [] })),
      risks: listWords(said.risks),
      questions: listWords(said.open_questions),
      mended: issues.length > 0,
    },
    state.changedFiles,
  );
  const data = {
    blind: isBlindPhase(state),
    steps: steps.map((step, index) => ({
      id: id(index),
      phase: step.phase,
      needs: (needs[index] ?? []).map(id),
      same: findSameStep(state.proposals, step),
    })),
    ...scores,
  };
  return { data, doubts: issues, fatal };
}

function sample(planner: number, builds: boolean, question: string): string {
  const steps = listSampleSteps(planner, builds).map((step) => ({
    ...step,
    files: [],
    dependencies: [...(step.dependencies ?? [])],
  }));
  const summary = `Rehearsal: planner ${planner} starts ${question} with what can be checked, and keeps a way back.`;
  return toJson({ summary, steps, risks: RISKS, open_questions: OPEN_QUESTIONS });
}

const PLAIN_FORM =
  'A list will do, of which each item is a step: "- Title: what to do, and how to tell that it is done". A line "Phase 2" begins a phase, whose steps can be done in parallel; other lines are the summary.';

export const plan = {
  ...defineAct<State, Answer, Data>({
    answer,
    data,
    parse: (text, { byHand }) => (byHand ? readPlain(text) : undefined),
    request(state, seat) {
      const builds = !isBlindPhase(state) && listPlanners(state).length > 0;
      return {
        id: `plan-${seat}`,
        task: builds ? 'build-on' : 'plan',
        label: `${labelSeat(seat)} plans`,
        data: { blind: isBlindPhase(state) },
        values: { seat: labelSeat(seat) },
        plainForm: PLAIN_FORM,
        sample: ({ question }) => sample(plannerNumber(seat), builds, question),
      };
    },
    warn: warnOfDoubt,
    title: ({ seat }) => `${labelSeat(seat)}, plan`,
    read: (state, said, { seat }) => read(state, seat, said),
    apply(state, { seat, data: { steps, blind: _, ...scores }, answer: said }) {
      const proposals = steps.map((step, index) => toProposal(step, seat, 0, said?.steps[index]));
      return {
        ...state,
        plans: { ...state.plans, [seat]: scores },
        proposals: [...state.proposals, ...proposals],
      };
    },
  }),
  collectTexts({ data: { steps }, answer: said }: RecordedTurn<Answer, Data>, texts: StepTexts): void {
    for (const [at, { id }] of steps.entries()) keepText(texts, id, said?.steps[at]);
  },
  write: ({ data: { steps }, answer: said }: RecordedTurn<Answer, Data>, texts: StepTexts): readonly string[] => [
    ...(said === undefined ? [] : [inOneParagraph(said.summary), '']),
    ...steps.flatMap((step) => formatStep(step, texts)),
    '',
    ...formatList('Risks', said?.risks),
    ...formatList('Open questions', said?.open_questions),
  ],
};
