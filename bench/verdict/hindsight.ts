// Do weights that are learnt from recorded outcomes help? On one half of the questions of a hall they are learnt, on the other half a
// vote of the same models is held with them and without.
import { learnWeights, type PastVote } from '../../src/domain/hindsight/weights.ts';
import type { Answer } from '../../src/domain/question/answer.ts';
import { tallyAnswers } from '../../src/domain/question/tally.ts';
import { answerAlone, listModels, poseQuestion, type Question } from './question.ts';
import { WORLDS, type World } from './world.ts';

const SEATS = 3;
export const HALLS = 300;
/** Recorded in each hall. */
export const OUTCOMES = [40, 120, 240] as const;
/** One where nobody is better than the others, two where somebody is, and one where chance has most room. */
export const LEARNERS = WORLDS.filter(({ name }) => /^(?:base|weak first|one strong|four)/.test(name));

export interface Learning {
  readonly world: World;
  /** Outcomes that are recorded, of which half are learnt from. */
  readonly outcomes: number;
  /** Share of halls in which weights are used. */
  readonly used: number;
  /** Shares of right votes on the other half: all count the same, and weighted where the rule uses weights. */
  readonly equal: number;
  readonly byRule: number;
}

const toAnswer = ({ options }: Question, text: string): Answer => ({
  kind: 'option',
  option: options.indexOf(text) + 1,
});

function castVote(question: Question): PastVote {
  const truth = toAnswer(question, question.truth);
  return {
    voices: listModels(question.world, SEATS).map((model) => ({
      agent: `vendor ${model.vendor}`,
      answer: toAnswer(question, answerAlone(question, model)),
    })),
    judge: (answer) => (JSON.stringify(answer) === JSON.stringify(truth) ? 'right' : 'wrong'),
  };
}

/** A tie is right as often as its answers are. */
function worthOf({ voices, judge }: PastVote, weightOf: (agent: string) => number): number {
  const { majority, counts } = tallyAnswers(
    voices.map(({ agent, answer }, index) => ({ seat: `${index}`, answer, weight: weightOf(agent) })),
  );
  if (majority !== undefined) return judge(majority) === 'right' ? 1 : 0;
  const ahead = counts.filter(({ weight }) => weight === counts[0]?.weight);
  return ahead.filter(({ answer }) => judge(answer) === 'right').length / ahead.length;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

export function measureLearning(world: World, outcomes: number, halls: number): Learning {
  const agents = listModels(world, SEATS).map(({ vendor }) => `vendor ${vendor}`);
  const rows = Array.from({ length: halls }, (_, hall) => {
    const votes = Array.from({ length: outcomes }, (__, index) =>
      castVote(poseQuestion(world, hall * outcomes + index + 1)),
    );
    const [learnt, held] = [votes.slice(0, outcomes / 2), votes.slice(outcomes / 2)];
    const rule = learnWeights(learnt, agents);
    const worth = (weights: ReadonlyMap<string, number> | undefined) =>
      mean(held.map((vote) => worthOf(vote, (agent) => weights?.get(agent) ?? 1)));
    const weightsOf = (each: typeof rule) => (each.kind === 'learnt' ? each.weights : undefined);
    return {
      used: rule.kind === 'learnt' ? 1 : 0,
      equal: worth(undefined),
      byRule: worth(weightsOf(rule)),
    };
  });
  const of = (key: 'used' | 'equal' | 'byRule') => mean(rows.map((row) => row[key]));
  return { world, outcomes, used: of('used'), equal: of('equal'), byRule: of('byRule') };
}
