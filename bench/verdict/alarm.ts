// Whether the conformity alarm names the seats that gave in, and leaves alone those that a claim convinced.
import { type Influence, influenceSchema } from '../../src/domain/claims.ts';
import { type Setting, seatPanel, toOpening } from './debate.ts';
import type { Debater } from './debater.ts';
import { poseQuestions } from './measure.ts';
import { playOut } from './play.ts';
import type { Question } from './question.ts';
import type { World } from './world.ts';

/** Seats that moved, by what moved them in truth, and how many of them the alarm names. */
export interface AlarmFigures {
  readonly conformists: number;
  readonly conformistsNamed: number;
  readonly converts: number;
  readonly convertsNamed: number;
}

interface Mover {
  readonly cause: Debater['cause'];
  readonly isNamed: boolean;
}

function listMovers(influence: Influence | undefined, debaters: ReadonlyMap<string, Debater>): readonly Mover[] {
  return (influence?.seats ?? []).flatMap(({ seat, moved, withoutClaim }) =>
    moved === true ? [{ cause: debaters.get(seat)?.cause, isNamed: withoutClaim }] : [],
  );
}

function holdAndListMovers(question: Question, setting: Setting, seed: string): readonly Mover[] {
  const { debaters, speak } = seatPanel(question, setting);
  const { snapshot } = playOut(toOpening(question, setting, seed), speak);
  const data = snapshot.format.result?.(snapshot.log, snapshot.state)?.data;
  return listMovers(influenceSchema.safeParse(data?.['influence']).data, debaters);
}

export function measureAlarm(world: World, setting: Setting, count: number): AlarmFigures {
  const movers = poseQuestions(world, count).flatMap((question, index) =>
    holdAndListMovers(question, setting, `${index + 1}`),
  );
  const countOf = (cause: Debater['cause'], isNamed?: true) =>
    movers.filter((mover) => mover.cause === cause && (isNamed === undefined || mover.isNamed)).length;
  return {
    conformists: countOf('pressure'),
    conformistsNamed: countOf('pressure', true),
    converts: countOf('claim'),
    convertsNamed: countOf('claim', true),
  };
}
