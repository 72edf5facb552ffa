// Figures of many debates on the same questions, and of asking the same models without a debate.
import type { Result } from './debate.ts';
import { answerAlone, listModels, poseQuestion, type Question, vote } from './question.ts';
import type { World } from './world.ts';

/** Shares of all debates, but for `calls`, which is a mean, and the last two, which are shares of those that they name. */
export interface Figures {
  readonly right: number;
  readonly agreed: number;
  readonly agreedAndWrong: number;
  /** Says that all agree while a seat holds another answer. */
  readonly hidesDissent: number;
  readonly calls: number;
  /** Names no answer. */
  readonly open: number;
  readonly rightIfAgreed: number;
  readonly rightIfNot: number;
}

export function poseQuestions(world: World, count: number): readonly Question[] {
  return Array.from({ length: count }, (_, index) => poseQuestion(world, index + 1));
}

const share = <T>(all: readonly T[], is: (each: T) => boolean) => all.filter(is).length / all.length;

/** Holds one debate for each question; its seed is the number of the question. */
export function measureDebates(
  questions: readonly Question[],
  hold: (question: Question, seed: string) => Result,
): Figures {
  const results = questions.map((question, index) => {
    const result = hold(question, `${index + 1}`);
    return { ...result, isRight: result.verdict === question.truth, isAgreed: result.outcome === 'agreed' };
  });
  const isRight = ({ isRight: is }: { readonly isRight: boolean }) => is;
  return {
    right: share(results, isRight),
    agreed: share(results, (each) => each.isAgreed),
    agreedAndWrong: share(results, (each) => each.isAgreed && !each.isRight),
    hidesDissent: share(results, (each) => each.isAgreed && each.hidesDissent),
    calls: results.reduce((sum, { calls }) => sum + calls, 0) / results.length,
    open: share(results, ({ verdict }) => verdict === undefined),
    rightIfAgreed: share(
      results.filter((each) => each.isAgreed),
      isRight,
    ),
    rightIfNot: share(
      results.filter((each) => !each.isAgreed),
      isRight,
    ),
  };
}

/** Some model, a different one for each question. */
const drawVendor = ({ draw }: Question) => Math.floor(draw('any vendor') * 3);

/** Asking without a debate: who answers, each alone, and then is voted on. */
const ALONE = {
  'one answer': (question: Question) => [{ vendor: drawVendor(question), number: 0 }],
  'vote of three': () => listModels(3),
  'vote of nine': () => listModels(9),
  'one model nine times': (question: Question) =>
    Array.from({ length: 9 }, (_, number) => ({ vendor: drawVendor(question), number })),
} as const;

export type Baseline = keyof typeof ALONE;
export const BASELINES = Object.keys(ALONE) as readonly Baseline[];

/** Share of right answers. */
export function measureBaseline(questions: readonly Question[], baseline: Baseline): number {
  return share(questions, (question) => {
    const answers = ALONE[baseline](question).map((model) => answerAlone(question, model));
    return vote(question, answers) === question.truth;
  });
}
