// Sets debates by today's rules against those by the first rules, and against answers without a debate.
import { holdDebate } from './debate.ts';
import { BASELINES, type Baseline, type Figures, measureBaseline, measureDebates, poseQuestions } from './measure.ts';
import { holdOxford } from './oxford.ts';
import type { Compared } from './settings.ts';
import type { World } from './world.ts';

export interface Comparison {
  readonly world: World;
  readonly recipe: string;
  /** Share of right answers. */
  readonly alone: Readonly<Record<Baseline, number>>;
  readonly before: Figures;
  readonly now: Figures;
}

/** The same questions to everybody. */
export function compareIn(world: World, { name, before, now }: Compared, count: number): Comparison {
  const questions = poseQuestions(world, count);
  const hold = before.format.id === 'oxford' ? holdOxford : holdDebate;
  const alone = BASELINES.map((baseline) => [baseline, measureBaseline(questions, baseline)]);
  process.stderr.write(`  ${name}, ${world.name}\n`);
  return {
    world,
    recipe: name,
    alone: Object.fromEntries(alone) as Record<Baseline, number>,
    before: measureDebates(questions, (question, seed) => hold(question, before, seed)),
    now: measureDebates(questions, (question, seed) => hold(question, now, seed)),
  };
}
