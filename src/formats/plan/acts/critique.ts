// A critique: one word on each step that is to be judged, what is missing, and the attack of an adversary.
import * as z from 'zod';
import { isBlank } from '../../../domain/answers/nothing.ts';
import { toJsonSchema } from '../../../domain/answers/schema.ts';
import { createNameReader } from '../../common/named.ts';
import { idText, inOneParagraph, oneOf } from '../../common/wording.ts';
import { defineAct, type RecordedTurn } from '../../define-act.ts';
import { NO_VOTE, oneOfOrNone, type PlannedStep, plannedStep, readPlainVotes, warnOfDoubt } from '../answers.ts';
import { idData, proposalData, STEP_VOTES, type StepVote } from '../data.ts';
import { MISSING, toJson } from '../sample-steps.ts';
import { formatProposalId, labelSeat, type Mode, plannerNumber } from '../setup.ts';
import type { State } from '../state.ts';
import { findFaults, findSameStep, toProposal } from '../steps/faults.ts';
import { readNeeds } from '../steps/order.ts';
import { type DistinctStep, groupProposals, isObjection, listOpenSteps } from '../steps/standing.ts';
import { formatRemark, formatStep, keepText, type StepTexts } from '../steps/texts.ts';
import { readVotes } from '../steps/votes.ts';

const review = z.object({
  step: idText.describe('the id, such as P2.1'),
  reason: z.string().nullish(),
  vote: oneOf(['agree', 'disagree', 'modify']),
  suggestion: z.string().nullish().describe('the change that would make it acceptable'),
});
/** A word that is none of these spoils its vote, and no other. */
const anyReview = review.extend({ vote: oneOfOrNone(STEP_VOTES) });

const dispute = z.object({ reviews: z.array(review), overall: z.string().nullish() });
const first = dispute.extend({ missing_steps: z.array(plannedStep).nullish().describe('steps that no plan has') });
const weakest = z
  .object({ attack: z.string(), step: idText })
  .describe('the step that breaks first, and how to break it');
const commonGround = z.string().describe('what all plans want, in your words');

/** Every critique can be read as this; what its mode and round demand besides is checked, not required to read it. */
const answer = first.extend({
  reviews: z.array(anyReview),
  weakest: weakest.nullish(),
  common_ground: commonGround.nullish(),
});
type Answer = z.infer<typeof answer>;

/** What is asked for; only the first round looks for what is missing and weakest. */
const FORMS: Readonly<Record<Mode, z.ZodType>> = {
  adversarial: first.extend({ weakest }),
  consensus: first.extend({ common_ground: commonGround }),
  collaborative: first,
};

/** The text that asks for it in the first round. */
const TASKS: Readonly<Record<Mode, string>> = {
  adversarial: 'attack',
  consensus: 'common-ground',
  collaborative: 'critique',
};

const data = z.strictObject({
  /** 1-based. */
  round: z.int().min(1).max(99),
  votes: z.array(z.strictObject({ step: idData, vote: z.enum(STEP_VOTES) })),
  missing: z.array(proposalData),
  /** The step that an adversarial critic attacks. */
  attacked: idData.nullable(),
});
type Data = z.infer<typeof data>;

/** Which of these steps a text names by any of its ids. */
const createIdFinder = (steps: readonly DistinctStep[]): ((text: string) => string | undefined) =>
  createNameReader(steps.flatMap(({ id, members }) => members.map((each) => [each, id] as const)));

function findMissingReasons(
  state: State,
  reviews: readonly (z.infer<typeof anyReview> & { readonly id: string | undefined })[],
): string[] {
  const { mode } = state.options;
  return reviews.flatMap(({ id, vote, reason, suggestion }) => {
    if (id === undefined || vote === null || !isObjection(vote)) return [];
    const needsWay = vote === 'modify' || mode === 'consensus';
    return [
      ...(isBlank(reason) ? [`The vote on ${id} is "${vote}" without a reason.`] : []),
      ...(needsWay && isBlank(suggestion) ? [`The vote on ${id} is "${vote}" without a suggestion.`] : []),
    ];
  });
}

function readMissingSteps(state: State, seat: string, steps: readonly PlannedStep[]) {
  const own = state.proposals.filter((each) => each.seat === seat).length;
  const id = (index: number) => formatProposalId(seat, own + index + 1);
  const earlier = [...state.proposals, ...Object.values(state.critiques).flatMap(({ missing }) => missing)];
  const distinct = groupProposals(state);
  const titles = new Map(state.proposals.map((each) => [each.id, each.title]));
  const known = distinct.map(({ members }) => [...members, ...members.flatMap((each) => titles.get(each) ?? [])]);
  const { needs, issues } = readNeeds([
    ...steps.map(({ title, dependencies }, index) => ({
      // A bare number could be that of a step of any plan.
      names: [title, id(index)],
      references: dependencies ?? [],
    })),
    ...known.map((names) => ({ names, references: [] })),
  ]);
  const idAt = (index: number) => (index < steps.length ? id(index) : (distinct[index - steps.length]?.id as string));
  const missing = steps.map((step, index) => {
    const same = findSameStep(earlier, step);
    const proposed = { id: id(index), phase: step.phase, needs: (needs[index] ?? []).map(idAt), same };
    earlier.push(toProposal(proposed, seat, state.rounds + 1, step));
    return proposed;
  });
  const inMissing = (issue: string) => `missing_steps: ${issue}`;
  return { missing, doubts: issues.map(inMissing), fatal: findFaults(steps).map(inMissing) };
}

/** What only the first round has, by mode; a manual turn may leave it out. */
function readModeFields(state: State, said: Answer, findJudged: (text: string) => string | undefined, lax: boolean) {
  const { mode } = state.options;
  const { weakest: named, common_ground: common } = said;
  if (mode === 'consensus' && isBlank(common) && !lax)
    return { attacked: null, issues: ['"common_ground" is missing.'] };
  if (mode !== 'adversarial' || ((named ?? null) === null && lax)) return { attacked: null, issues: [] };
  const attacked = findJudged(named?.step ?? '') ?? null;
  const issues = [
    ...(attacked === null ? ['"weakest" names none of the steps that you judge.'] : []),
    ...(isBlank(named?.attack) ? ['"weakest" has no attack.'] : []),
  ];
  return { attacked, issues };
}

function read(state: State, said: Answer, { seat, byHand }: { readonly seat: string; readonly byHand: boolean }) {
  const round = state.rounds + 1;
  const judgedNow = listOpenSteps(state, seat);
  const findJudged = createIdFinder(judgedNow);
  const reviews = said.reviews.map((each) => ({ ...each, id: findJudged(each.step) }));
  const { votes, issues } = readVotes<StepVote>(
    judgedNow.map(({ id }) => id),
    STEP_VOTES,
    reviews,
  );
  const none = votes.length === 0 ? ['No vote is readable.'] : [];
  const reasons = findMissingReasons(state, reviews);
  if (round > 1) {
    const late = (said.missing_steps ?? []).length > 0 ? ['Missing steps are accepted in the first round only.'] : [];
    return {
      data: { round, votes, missing: [], attacked: null },
      doubts: [...issues, ...reasons],
      fatal: none,
      warnings: late,
    };
  }
  const { missing, doubts, fatal } = readMissingSteps(state, seat, said.missing_steps ?? []);
  const special = readModeFields(state, said, findJudged, byHand);
  return {
    data: { round, votes, missing, attacked: special.attacked },
    doubts: [...issues, ...reasons, ...special.issues, ...doubts],
    fatal: [...none, ...fatal],
  };
}

/** Somebody disagrees with a first proposal, and agrees in the next round. */
function sample(planner: number, ids: readonly string[], mode: Mode, round: number): string {
  const reviews = ids.map((step, index) => {
    if (round > 1 || (index + planner) % 4 !== 0)
      return { step, vote: 'agree', reason: 'It can be checked.', suggestion: null };
    return {
      step,
      vote: planner % 2 === 0 ? 'disagree' : 'modify',
      reason: 'An outsider cannot see whether it is done.',
      suggestion: 'Name the sign that shows it is done.',
    };
  });
  const attacked = { step: ids[0], attack: 'It depends on a number that nobody has yet.' };
  const missing = { ...MISSING, files: [], dependencies: ids.slice(0, 1) };
  const inFirst = {
    missing_steps: planner === 1 ? [missing] : [],
    ...(mode === 'adversarial' ? { weakest: attacked } : {}),
    ...(mode === 'consensus' ? { common_ground: 'All plans start with what counts as done.' } : {}),
  };
  return toJson({ reviews, ...(round > 1 ? {} : inFirst), overall: 'The order holds.' });
}

export const critique = {
  ...defineAct<State, Answer, Data>({
    answer,
    form: first,
    data,
    parse: (text, { byHand }) => (byHand ? readPlainVotes(text, 'reviews', first.shape.reviews) : undefined),
    request(state, seat) {
      const { mode, rounds } = state.options;
      const round = state.rounds + 1;
      const ids = listOpenSteps(state, seat).map(({ id }) => id);
      const does = round > 1 ? 'argues about disputed steps' : 'cross-checks the other plans';
      return {
        id: `critique-${round}-${seat}`,
        task: round > 1 ? 'dispute' : TASKS[mode],
        label: `${labelSeat(seat)} ${does}`,
        data: { round },
        values: { seat: labelSeat(seat), round: String(round), rounds: String(rounds), steps: ids.join(', ') },
        schema: toJsonSchema(round > 1 ? dispute : FORMS[mode]),
        plainForm: `A vote on each of ${ids.join(', ')}. Plain lines will do: "P2.1 agree: why", "P2.2 modify: the change", "P2.3 disagree: why".`,
        sample: () => sample(plannerNumber(seat), ids, mode, round),
      };
    },
    warn: warnOfDoubt,
    title: ({ seat, data: { round } }) => ({ title: `${labelSeat(seat)}, critique, round ${round}`, round }),
    read,
    apply(state, { seat, data: { missing, ...rest }, answer: said }) {
      const proposals = missing.map((step, index) => toProposal(step, seat, rest.round, said?.missing_steps?.[index]));
      return { ...state, critiques: { ...state.critiques, [seat]: { ...rest, missing: proposals } } };
    },
  }),
  collectTexts({ data: { missing }, answer: said }: RecordedTurn<Answer, Data>, texts: StepTexts): void {
    for (const [at, { id }] of missing.entries()) keepText(texts, id, said?.missing_steps?.[at]);
  },
  write: ({ data: { missing }, answer: said }: RecordedTurn<Answer, Data>, texts: StepTexts): readonly string[] => [
    ...(said?.common_ground ? [`Common ground: ${inOneParagraph(said.common_ground)}`, ''] : []),
    ...(said?.reviews ?? []).flatMap(({ step, vote, reason, suggestion }) => [
      `- ${inOneParagraph(step)}: ${vote ?? NO_VOTE}`,
      ...formatRemark('Because', reason),
      ...(suggestion === reason ? [] : formatRemark('Instead', suggestion)),
    ]),
    '',
    ...(said?.weakest ? [`Weakest is ${inOneParagraph(`${said.weakest.step}: ${said.weakest.attack}`)}`, ''] : []),
    ...(missing.length === 0 ? [] : ['Missing:']),
    ...missing.flatMap((step) => formatStep(step, texts)),
    ...(said?.overall ? [inOneParagraph(said.overall)] : []),
  ],
};
