// What of all that was said a seat may see.
import { isOpinionAct } from '../common/opinions/data.ts';
import type { ActEntry } from '../common/transcript.ts';
import type { History } from '../define-act.ts';
import type { Step } from '../format.ts';
import { buildOverview } from './overview.ts';
import { CONVERGENCE, REVIEWER, roleOf } from './seats.ts';

/** `what` was said, whoever says it now. */
function isVisible(entry: ActEntry, what: string | undefined, { seat, act }: Pick<Step, 'seat' | 'act'>): boolean {
  const role = roleOf(seat);
  if (act === 'position') return role === 'semi-fresh' && what === 'summary';
  if (act === 'summary') return what === 'position' && entry.seat !== undefined && roleOf(entry.seat) === 'experienced';
  if (act === 'challenge') return what === 'position' || (what === 'summary' && role === 'semi-fresh');
  const judged = what === 'position' || what === 'challenge';
  if (act === 'ballot') return judged;
  return seat === REVIEWER ? judged || what === 'summary' : seat === CONVERGENCE && judged;
}

/** Overrides are what a side says now; approvals are no part of the debate, nor is what was replaced. */
export function view(
  entries: readonly ActEntry[],
  step: Pick<Step, 'seat' | 'act'>,
  { log }: Pick<History<never>, 'log'>,
): readonly ActEntry[] {
  const { positions, points, overrides } = buildOverview(log);
  const standing = new Set([...positions, ...points].map(({ seq }) => seq));
  return entries.filter((entry) => {
    const { act, seq } = entry;
    if (act === undefined || isOpinionAct(act)) return true;
    const counts = act === 'position' || act === 'challenge';
    if (counts && !standing.has(seq)) return false;
    const override = overrides.find((each) => each.seq === seq)?.what;
    const what = act === 'review' ? (override === 'challenges' ? 'challenge' : override) : act;
    return isVisible(entry, what, step);
  });
}
