// Who wants a step otherwise than the plan has it, and why.
import type { LedgerEvent } from '../../../domain/events.ts';
import { createNameReader } from '../../common/named.ts';
import type { Dissent } from '../../format.ts';
import { listTurns } from '../acts/acts.ts';
import type { State } from '../state.ts';
import { isObjection } from '../steps/standing.ts';
import { buildFinalPlan, type FinalPlan } from './final-plan.ts';

interface Dissenter {
  readonly seat: string;
  /** The step, or what was left out. */
  readonly id: string;
  /** Other names under which the seat may have spoken of it. */
  readonly from: readonly string[];
  readonly holds: string;
}

/** In the order of the plan, then of what it leaves out. */
export function listDissenters({ steps, eliminated }: FinalPlan): readonly Dissenter[] {
  const onSteps = steps.flatMap(({ id, from, words }) =>
    Object.entries(words)
      .filter(([, word]) => isObjection(word))
      .map(([seat, word]) => ({ seat, id, from, holds: word === 'modify' ? 'needs a change' : 'should be out' })),
  );
  const onRest = eliminated.flatMap(({ id, from, wantedBy }) =>
    wantedBy.map((seat) => ({ seat, id, from, holds: 'should be in' })),
  );
  return [...onSteps, ...onRest];
}

interface StatedReason {
  readonly seat: string;
  readonly step: string;
  readonly reason: string;
}

/** Reasons in the order in which they were given. */
function listReasons(log: readonly LedgerEvent[]): readonly StatedReason[] {
  return listTurns(log).flatMap((turn): readonly StatedReason[] => {
    const { seat } = turn;
    const given = turn.act === 'critique' ? turn.answer?.reviews : turn.act === 'validate' ? turn.answer?.votes : [];
    return (given ?? []).flatMap(({ step, reason }) => {
      const words = reason?.trim() ?? '';
      return words === '' ? [] : [{ seat, step, reason: words }];
    });
  });
}

export function listDissent(log: readonly LedgerEvent[], state: State): readonly Dissent[] {
  const plan = state.phase === 'done' ? buildFinalPlan(state) : undefined;
  if (plan === undefined) return [];
  const said = listReasons(log);
  return listDissenters(plan).map(({ seat, id, from, holds }) => {
    const isNamed = createNameReader([id, ...from].map((name) => [name, true]));
    const reason = said.findLast((each) => each.seat === seat && isNamed(each.step) === true)?.reason;
    return { seat, text: `${id} ${holds}${reason === undefined ? '' : `: ${reason}`}` };
  });
}
