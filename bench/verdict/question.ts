// A question with a known answer, and what each model answers when it is asked alone.
import { type Draw, drawsFrom } from '../random.ts';
import type { World } from './world.ts';

export interface Question {
  readonly world: World;
  /** "A", "B", … */
  readonly options: readonly string[];
  readonly truth: string;
  readonly draw: Draw;
}

/** What a model may say besides an answer, as its answers are named here. */
export const UNSURE = 'U';
export const NONE = 'N';

export function poseQuestion(world: World, seed: number): Question {
  const draw = drawsFrom(`${seed}`);
  const options = Array.from({ length: world.options }, (_, index) => String.fromCharCode('A'.charCodeAt(0) + index));
  return { world, options, truth: options[Math.floor(draw('truth') * options.length)] as string, draw };
}

/** A model: which vendor's, and which of that vendor's. */
export interface Model {
  readonly vendor: number;
  readonly number: number;
}

/** The models of a panel, by the seating of the world; no two are the same model. */
export function listModels({ seating }: World, count: number): readonly Model[] {
  const vendors = Array.from({ length: count }, (_, index) => seating[index % seating.length] as number);
  return vendors.map((vendor, index) => ({
    vendor,
    number: vendors.slice(0, index).filter((each) => each === vendor).length,
  }));
}

/** Whose opinion it is: the model's own, that of all models of its vendor, or that of all models. */
function findSource({ world, draw }: Question, { vendor, number }: Model): string {
  if (draw(`model ${vendor} ${number} is like its vendor`) >= world.alike) return `model ${vendor} ${number}`;
  return draw(`vendor ${vendor} is like all`) < world.common ? 'all' : `vendor ${vendor}`;
}

/** What the model answers when it is asked alone. */
export function answerAlone(question: Question, model: Model): string {
  const { world, options, truth, draw } = question;
  const source = findSource(question, model);
  if (draw(`${source} refuses`) < world.refusal) return NONE;
  const isRight = draw(`${source} knows`) < (world.accuracy[model.vendor] as number);
  if (draw(`${source} doubts`) < world.doubt[isRight ? 'right' : 'wrong']) return UNSURE;
  if (isRight) return truth;
  const wrong = options.filter((option) => option !== truth);
  return wrong[Math.floor(draw(`${source} errs`) * wrong.length)] as string;
}

export function countEach(answers: Iterable<string>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const answer of answers) counts.set(answer, (counts.get(answer) ?? 0) + 1);
  return counts;
}

/** The answer that most of those give who give one; one of several is drawn. */
export function vote({ draw }: Question, answers: readonly string[]): string {
  const given = answers.filter((answer) => answer !== UNSURE && answer !== NONE);
  if (given.length === 0) return UNSURE;
  const counts = countEach(given);
  const most = Math.max(...counts.values());
  const ahead = [...counts].filter(([, count]) => count === most).map(([answer]) => answer);
  return ahead.toSorted()[Math.floor(draw('tie') * ahead.length)] as string;
}
