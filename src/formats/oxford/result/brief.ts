// The judging in two lines: what each judge, or each order, makes of the margin, and the strongest argument of each side.
import type { LedgerEvent } from '../../../domain/events.ts';
import { type Brief, type BriefLine, writeBriefly } from '../../common/brief.ts';
import { assessReliability, type MarginReading } from '../judging/reliability.ts';
import { formatScore, formatSigned } from '../scoring.ts';
import { labelSeat, SIDES, type Side } from '../seats.ts';
import { listVisibleArguments, type State } from '../state.ts';
import { collectWords } from './arguments.ts';

const ORDERS: Readonly<Record<string, string>> = {
  'proposition-first': 'with the proposition first',
  'opposition-first': 'with the opposition first',
};

function renderReading({ part, margin }: MarginReading): string {
  const rounded = Math.round(margin);
  const ahead = rounded === 0 ? 'level' : rounded > 0 ? 'proposition' : 'opposition';
  return `${ORDERS[part] ?? labelSeat(part)}, ${ahead}${rounded === 0 ? '' : ` by ${formatScore(Math.abs(rounded))}`}`;
}

function noteReadings(state: State): BriefLine[] {
  const { judges, orders } = assessReliability(state);
  if (judges.length > 0) return [{ label: 'Judges:', words: judges.map(renderReading).join('; ') }];
  return orders.length === 0 ? [] : [{ label: 'Judging:', words: orders.map(renderReading).join('; ') }];
}

/** "for the proposition, It pays (prop_001, +0.120)" */
function nameStrongest(state: State, side: Side, words: ReturnType<typeof collectWords>): string[] {
  const [best] = listVisibleArguments(state, side)
    .flatMap(({ id, score }) => (score === undefined ? [] : [{ id, score }]))
    .toSorted((one, other) => other.score - one.score);
  if (best === undefined) return [];
  const title = words.get(best.id)?.title ?? '(redacted)';
  return [`for the ${side}, ${writeBriefly(title)} (${best.id}, ${formatSigned(best.score)})`];
}

export function brief(log: readonly LedgerEvent[], state: State): Brief {
  const words = collectWords(log);
  const strongest = SIDES.flatMap((side) => nameStrongest(state, side, words));
  return {
    items: [],
    notes: [
      ...noteReadings(state),
      ...(strongest.length === 0 ? [] : [{ label: 'Strongest:', words: strongest.join('; ') }]),
    ],
  };
}
