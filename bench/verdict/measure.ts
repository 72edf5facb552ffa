// Figures of many debates on the same questions, and of asking the same models without a debate.
import type { Result } from './debate.ts';
import { answerAlone, listModels, poseQuestion, type Question, vote } from './question.ts';
import type { World } from './world.ts';

/** Shares of all debates, but for `calls`, which is a mean, and those that say of what they are a share. */
export interface Figures {
  /** Where it names no answer, what most openings were is taken for it. */
  readonly right: number;
  /** Names an answer to act on. */
  readonly acts: number;
  /** Of those that act. */
  readonly rightIfActs: number;
  readonly agreedFromStart: number;
  /** Of those that are agreed from the start. */
  readonly rightIfFromStart: number;
  readonly agreedAfter: number;
  /** Of those that are agreed only after the debate. */
  readonly rightIfAfter: number;
  readonly agreedAndWrong: number;
  /** Says that all agree while a seat holds another answer. */
  readonly hidesDissent: number;
  readonly calls: number;
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
  const acting = results.filter(({ acts }) => acts);
  const fromStart = results.filter(({ isAgreed, opensAlike }) => isAgreed && opensAlike);
  const after = results.filter(({ isAgreed, opensAlike }) => isAgreed && !opensAlike);
  return {
    right: share(results, isRight),
    acts: acting.length / results.length,
    rightIfActs: share(acting, isRight),
    agreedFromStart: fromStart.length / results.length,
    rightIfFromStart: share(fromStart, isRight),
    agreedAfter: after.length / results.length,
    rightIfAfter: share(after, isRight),
    agreedAndWrong: share(results, (each) => each.isAgreed && !each.isRight),
    hidesDissent: share(results, (each) => each.isAgreed && each.hidesDissent),
    calls: results.reduce((sum, { calls }) => sum + calls, 0) / results.length,
  };
}

/** Some model, a different one for each question. */
const drawModel = ({ draw }: Question) => ({ vendor: Math.floor(draw('any vendor') * 3), number: 0 });

/** Asking without a debate, each model alone: shares of right answers. */
export interface Alone {
  readonly one: number;
  /** A vote of as many as there are seats. */
  readonly vote: number;
  /** A vote of as many answers as the debate makes calls, rounded, of the same vendors. */
  readonly voteAtCost: number;
  /** All of three blind answers are the same, and of these, how many are right. */
  readonly threeSame: number;
  readonly rightIfThreeSame: number;
}

export function measureAlone(questions: readonly Question[], seats: number, calls: number): Alone {
  const answersOf = (question: Question, count: number) =>
    listModels(question.world, count).map((model) => answerAlone(question, model));
  const voteOf = (count: number) =>
    share(questions, (question) => vote(question, answersOf(question, count)) === question.truth);
  const same = questions.filter((question) => {
    const answers = answersOf(question, 3);
    return question.options.includes(answers[0] as string) && new Set(answers).size === 1;
  });
  return {
    one: share(questions, (question) => answerAlone(question, drawModel(question)) === question.truth),
    vote: voteOf(seats),
    voteAtCost: voteOf(Math.max(1, Math.round(calls))),
    threeSame: same.length / questions.length,
    rightIfThreeSame: share(same, (question) => answersOf(question, 1)[0] === question.truth),
  };
}
