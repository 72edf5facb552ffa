// What an asymmetric debate has come to: figures by fixed rules, and beside them the synthesis, if one was written.
import type { LedgerEvent } from '../../domain/events.ts';
import type { FormatResult } from '../../domain/record.ts';
import { hasPassedGate } from '../common/opinions/course.ts';
import { next } from './next.ts';
import { buildOverview, type Overview } from './overview.ts';
import { buildPointData, countCategories, isUntested, NOTHING_CHALLENGED, type Status } from './result/data.ts';
import { buildHeadline } from './result/headline.ts';
import { renderFigures, renderPositions, renderSynthesis } from './result/markdown.ts';
import { SIDES } from './seats.ts';
import { hasAllPositions, isComplete, phaseOf, type State } from './state.ts';

function statusOf(state: State, { rejectedBy }: Overview): Status {
  if (rejectedBy !== undefined) return 'rejected';
  if (isComplete(state)) return state.ended === 'limit' || next(state).kind === 'ask' ? 'open' : 'complete';
  return state.ended === undefined && next(state).kind === 'ask' ? 'open' : 'incomplete';
}

/** Once the challenges may be seen; before that there is nothing to tell. */
export function result(log: readonly LedgerEvent[], state: State): FormatResult | undefined {
  // Their own result says what the openings alone decided.
  if (state.ended === 'closed' && state.opinions !== undefined && !hasPassedGate(state.opinions)) return undefined;
  const account = buildOverview(log);
  const status = statusOf(state, account);
  if (status === 'open' && !(hasAllPositions(state) && state.revealed)) return undefined;
  const { points, figures, synthesis, documents } = account;
  const untested = {
    ...{ index: 1, category: 'no_challenges', action: null, side: null, seat: null, target: null },
    ...{ summary: NOTHING_CHALLENGED, reason: null, resolution: null, root_cause: null, why: null },
  };
  return {
    data: {
      status,
      phase: phaseOf(state),
      confidence: figures.confidence,
      counts: countCategories(account),
      points: isUntested(account) ? [untested] : points.map((point) => buildPointData(account, point)),
      synthesis: synthesis === undefined ? null : (synthesis.text ?? null),
      sides: Object.fromEntries(
        SIDES.map((side) => [
          side,
          Object.keys(state.participants).filter((seat) => state.participants[seat]?.side === side),
        ]),
      ),
      left: account.left.map(({ seat, reason }) => ({ seat, reason })),
      overrides: account.overrides.map(({ side, what }) => ({ side, what })),
      documents,
    },
    headline: buildHeadline(account, status),
    markdown: `${renderFigures(account, status)}${renderSynthesis(account)}${renderPositions(account)}`,
  };
}
