// Sets debates against answers without a debate, and against a check of the same size.
import { holdDebate, listHolders, type Setting } from './debate.ts';
import { type Alone, type Figures, measureAlone, measureDebates, poseQuestions } from './measure.ts';
import { holdOxford } from './oxford.ts';
import { CHECK, CHECKS } from './settings.ts';
import type { World } from './world.ts';

export interface Comparison {
  readonly world: World;
  readonly recipe: string;
  readonly alone: Alone;
  /** As many seats asked once each, and nothing else. */
  readonly check: Figures;
  readonly debate: Figures;
}

function countSeats(setting: Setting): number {
  return listHolders(setting).length;
}

/** The same questions to everybody. */
export function compareIn(world: World, setting: Setting, count: number): Comparison {
  process.stderr.write(`  ${setting.name}, ${world.name}\n`);
  const questions = poseQuestions(world, count);
  const hold = setting.format.id === 'oxford' ? holdOxford : holdDebate;
  const seats = countSeats(setting);
  const check = CHECKS.find((each) => countSeats(each) === seats) ?? CHECK;
  const debate = measureDebates(questions, (question, seed) => hold(question, setting, seed));
  return {
    world,
    recipe: setting.name,
    alone: measureAlone(questions, seats, debate.calls),
    check: measureDebates(questions, (question, seed) => holdDebate(question, check, seed)),
    debate,
  };
}
