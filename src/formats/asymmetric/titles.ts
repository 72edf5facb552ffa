// How turns are titled: people, and whoever reviews, read who is who; other seats read neutral names.
import type { ActContext } from '../define-act.ts';
import { buildOverview } from './overview.ts';
import { REVIEWER } from './seats.ts';
import type { State } from './state.ts';

export const readsNames = ({ step }: Pick<ActContext<State>, 'step'>): boolean =>
  step === undefined || step.seat === REVIEWER;

/** With a remark where a review or a later turn has taken its place. */
export function nameReplaced(title: string, seq: number, history: Pick<ActContext<State>, 'step' | 'log'>): string {
  if (!readsNames(history)) return title;
  const { positions, points } = buildOverview(history.log);
  return [...positions, ...points].some((each) => each.seq === seq) ? title : `${title} (replaced)`;
}
